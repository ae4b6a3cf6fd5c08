"""Command-line tasks other than running the bot: backups, the state of the database, leagues as files."""

import argparse
import asyncio
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.settings import BotSettings, CannotStart
from rules.leagues.result import LeagueId, ResultNumber
from rules.refusal import Refusal
from storage.cards.catalog import catalog_file, write_catalog
from storage.engine import moving
from storage.engine.database import DatabaseError, DatabaseUnusable
from storage.engine.opening import open_beside, open_database, public_name
from storage.engine.sqlite import backup, commits, integrity
from storage.engine.sqlite.open_file import DatabaseDamaged, ownership
from storage.events.codec import Unreadable
from storage.games.games import Games
from storage.leagues.leagues import Leagues
from storage.salvage import Damage, find_damage, salvage
from storage.upkeep import Upkeep

DAMAGE_SECONDS = 20.0
"""Maximum seconds for which a start looks for games affected by damaged pages."""
_OF_FILES = {
    "restore": "Into an empty database: python -m bot move FILE ADDRESS.",
    "check": "PostgreSQL has a program for that: pg_amcheck.",
    "salvage": "PostgreSQL has means of its own, such as pg_dump.",
    "accept": "PostgreSQL knows what it has committed.",
}
"""Tasks for SQLite files only, with the PostgreSQL alternative."""
REFUSAL_TEXTS = {
    "league_file_broken": "That isn't a league export, or it's damaged.",
    "league_name_taken": "The server already has a league with this name; choose another one with --name.",
}


def add_tasks(parser: argparse.ArgumentParser) -> None:
    """Add the tasks to the command line."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks other than running the bot")
    tasks.add_parser("status", help="tell how the running bot is; the exit status is 1 if it isn't well")
    tasks.add_parser(
        "hooks", help="list who answers each button, form and deadline, and what follows commits"
    )
    tasks.add_parser("listing", help="write the texts for the bot's page in Discord, in every language")
    one = tasks.add_parser("backup", help="copy the database to a SQLite file; the bot can keep running")
    one.add_argument("file", metavar="FILE", type=Path)
    one = tasks.add_parser(
        "restore", help="replace the database with the copy FILE, keeping the old one; stop the bot first"
    )
    one.add_argument("file", metavar="FILE", type=Path)
    tasks.add_parser("check", help="check the whole database; the bot can keep running")
    one = tasks.add_parser("salvage", help="copy what can be read of a damaged database to FILE")
    one.add_argument("file", metavar="FILE", type=Path)
    tasks.add_parser(
        "accept", help="use the database as it is, even if changes are missing; stop the bot first"
    )
    tasks.add_parser(
        "maintenance",
        help="compress old games and shrink the database now; the running bot does so in passing, so stop it",
    )
    one = tasks.add_parser(
        "move",
        help="copy everything from one database into an empty one, SQLite or PostgreSQL; stop the bot first",
    )
    one.add_argument("source", metavar="FROM", help="the SQLite file or PostgreSQL address to copy")
    one.add_argument("target", metavar="TO", help="the new SQLite file or empty PostgreSQL database")
    one = tasks.add_parser("cards", help="names of commanders from Scryfall; the bot can keep running")
    one.add_argument("action", choices=("update",))
    one.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help="Scryfall's Oracle cards, if they aren't fetched"
    )
    one = tasks.add_parser(
        "export", help="write every league to FOLDER, as JSON and CSV; the bot can keep running"
    )
    one.add_argument("folder", metavar="FOLDER", type=Path)
    one = tasks.add_parser("import", help="add the league in FILE, an exported JSON file; stop the bot first")
    one.add_argument("file", metavar="FILE", type=Path)
    one.add_argument(
        "--server", metavar="ID", type=int, help="the Discord server, if it isn't the one in the file"
    )
    one.add_argument("--name", metavar="NAME", help="the league's name, if it isn't the one in the file")


def carry_out_task(options: argparse.Namespace, settings: BotSettings) -> str:
    """Carry out the chosen task and return a sentence about its result.

    Raises DatabaseUnusable and CannotStart, whose text is one line.
    """
    database = settings.database
    if settings.server is not None and options.task in _OF_FILES:
        raise CannotStart(f"The task {options.task} is for a SQLite file. {_OF_FILES[options.task]}")
    match options.task:
        case "backup" if settings.server is not None:
            if options.file.exists():
                raise CannotStart(f"There is a file {options.file} already; choose another name.")
            return asyncio.run(_back_up(settings.server, options.file))
        case "backup":
            backup.back_up(database, options.file)
            return f"Copied the database {database} to {options.file}."
        case "restore":
            aside = backup.restore_backup(database, options.file)
            kept = "" if aside is None else f" The previous database was kept as {aside}."
            return f"Restored the database {database} from {options.file}.{kept}"
        case "check":
            return _check(database)
        case "salvage":
            damage = salvage(database, options.file)
            return f"Copied {what_is_left(damage)} of the database {database} to {options.file}."
        case "maintenance":
            return asyncio.run(_maintain(settings))
        case "accept":
            return _accept(database)
        case "move":
            return asyncio.run(_move(options.source, options.target))
        case "cards":
            return _update_cards(catalog_file(database), options.file)
        case "export":
            return asyncio.run(_export(settings.address, options.folder))
        case _:
            return asyncio.run(_import(settings.address, _read(options.file), options.server, options.name))


def explain_damage(error: DatabaseDamaged) -> str:
    """Return one line about a damaged database: the affected games, if quickly known, and what to do."""
    try:
        affected = _affected(find_damage(error.path, timeout=DAMAGE_SECONDS))
    except DatabaseUnusable as unusable:
        return f"{error} {unusable}"
    return (
        f"{error} {affected} Restore a backup (python -m bot restore FILE), or save what can be read: "
        "python -m bot salvage FILE, then restore that."
    )


def what_is_left(damage: Damage) -> str:
    """Return a salvaged database's contents in words."""
    return f"everything except {_list(damage)}" if damage else "everything"


def _affected(damage: Damage) -> str:
    found = _list(damage)
    if not damage.whole:
        return f"Affected so far: {found or 'nothing found'}; python -m bot check looks at everything."
    return f"Affected: {found}." if found else "Every game and league can still be read."


def _list(damage: Damage) -> str:
    parts = {"game": damage.games, "league": damage.leagues, "table": damage.tables}
    return ", ".join(
        f"{name}{'s' if len(one) > 1 else ''} {', '.join(map(str, one))}"
        for name, one in parts.items()
        if one
    )


def _check(database: Path) -> str:
    if not database.is_file():
        raise CannotStart(f"There is no database {database}.")
    found = integrity.first_damage(database, None)
    if found is not None:
        raise CannotStart(explain_damage(DatabaseDamaged(database, found)))
    return f"The database {database} is sound."


def _update_cards(catalog: Path, source: Path | None) -> str:
    from storage.cards.download import downloaded, open_local_file
    from storage.cards.oracle import NotCards, commander_cards

    try:
        with downloaded() if source is None else open_local_file(source) as file:
            count = write_catalog(catalog, commander_cards(file))
    except OSError as error:
        if source is not None:
            raise CannotStart(f"{source} can't be read: {error.strerror or error}.") from error
        raise CannotStart(
            f"Scryfall's cards can't be fetched ({error}). Download its bulk file \"Oracle Cards\" elsewhere "
            "and name it: python -m bot cards update FILE."
        ) from error
    except NotCards as error:
        raise CannotStart(str(error)) from error
    return f"{catalog} has the names of {count:,} cards that can be commanders; a running bot uses them soon."


def _accept(database: Path) -> str:
    if not database.is_file():
        raise CannotStart(f"There is no database {database}.")
    with ownership(database):
        commits.forget_position(database)
    return f"The database {database} will be used as it is."


async def _back_up(server: str, file: Path) -> str:
    """Write a SQLite file with all data of a server."""
    try:
        with TemporaryDirectory(prefix=".arbiter-", dir=file.parent) as folder:
            part = Path(folder) / "copy.db"
            rows = await moving.copy_beside(server, str(part))
            await asyncio.to_thread(backup.back_up, part, file)
    except OSError as error:
        raise CannotStart(f"{file} can't be written: {error.strerror or error}.") from error
    return f"Copied {rows:,} rows from {public_name(server)} to the SQLite file {file}."


async def _maintain(settings: BotSettings) -> str:
    async with open_database(settings.address) as opened:
        upkeep = Upkeep(Games(opened), timedelta(days=settings.compact_days))
        before = await opened.size()
        async for progress in upkeep.all():
            print(progress, flush=True)
        after = await opened.size()
    name = settings.database_name
    return f"The database {name} has {_megabytes(after)}; before it had {_megabytes(before)}."


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


async def _move(source: str, target: str) -> str:
    rows = await moving.copy_database(source, target, lambda line: print(line, flush=True))
    return (
        f"Moved {rows:,} rows from {public_name(source)} to {public_name(target)}, which has the same now. "
        "Start the bot with the new address in ARBITER_DATABASE; the old database stays as it is."
    )


async def _export(database: str, folder: Path) -> str:
    async with open_beside(database) as opened:
        leagues = Games(opened).leagues
        found, trouble = await leagues.queries.leagues(), list[str]()
        for league in found:
            trouble += await _export_league(leagues, league, folder)
    report = f" Not exported as they are: {', '.join(trouble)}." if trouble else ""
    return f"Exported leagues to {folder}: {len(found)}.{report}"


async def _export_league(leagues: Leagues, league: LeagueId, folder: Path) -> list[str]:
    """Write a league's files; return the unreadable parts, since the rest is still useful."""
    bad: list[ResultNumber] = []
    try:
        _write(folder, f"league-{league}.json", await leagues.exchange.export(league))
        _write(folder, f"league-{league}.csv", await leagues.exchange.spreadsheet(league, bad.append))
    except (Unreadable, DatabaseError) as error:
        return [f"league {league} ({error})"]
    return [f"result {number} of league {league}" for number in bad]


def _write(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    except OSError as error:
        raise CannotStart(f"The folder {folder} can't be written: {error}.") from error


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotStart(f"The file {file} can't be read: {error}.") from error


async def _import(database: str, data: bytes, server: int | None, name: str | None) -> str:
    async with open_database(database) as opened:
        try:
            done = await Games(opened).leagues.exchange.bring(server, None, data, name=name)
        except Refusal as refusal:
            raise CannotStart(REFUSAL_TEXTS[refusal.reason]) from refusal
    state = done.state
    return f"Imported {state.rules.name} as league {state.league}; results: {state.results}."
