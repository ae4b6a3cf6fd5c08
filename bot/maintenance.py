"""What is done from the command line beside running the bot: backups, and leagues as files."""

import argparse
import asyncio
from pathlib import Path

from bot.errors import CannotStart
from rules.refusal import Refusal
from storage.engine import backup
from storage.engine.database import Database
from storage.games.games import Games

REASONS = {
    "league_file_broken": "That isn't a league export, or it's damaged.",
    "league_name_taken": "The server has a league of this name already; choose another one with --name.",
}


def add_tasks(parser: argparse.ArgumentParser) -> None:
    """Teach the command line the tasks."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks other than running the bot")
    one = tasks.add_parser("backup", help="copy the database to FILE; the bot may run meanwhile")
    one.add_argument("file", metavar="FILE", type=Path)
    one = tasks.add_parser(
        "restore", help="put the copy FILE in the place of the database, which is kept; the bot must not run"
    )
    one.add_argument("file", metavar="FILE", type=Path)
    one = tasks.add_parser(
        "export", help="write every league to FOLDER, as JSON and CSV; the bot may run meanwhile"
    )
    one.add_argument("folder", metavar="FOLDER", type=Path)
    one = tasks.add_parser("import", help="add the league in FILE, a JSON of export; the bot must not run")
    one.add_argument("file", metavar="FILE", type=Path)
    one.add_argument("--server", metavar="ID", type=int, help="the Discord server, if not the same as before")
    one.add_argument("--name", metavar="NAME", help="the league's name, if not the same as before")


def carry_out(options: argparse.Namespace, database: Path) -> str:
    """Carry out the task that was asked for; what to tell whoever asked.

    Raises DatabaseUnusable and CannotStart, whose text is one line.
    """
    match options.task:
        case "backup":
            backup.back_up(database, options.file)
            return f"The database {database} is copied to {options.file}."
        case "restore":
            aside = backup.restore(database, options.file)
            kept = "" if aside is None else f" What was there is kept as {aside}."
            return f"The database {database} is now what {options.file} holds.{kept}"
        case "export":
            return asyncio.run(_export(database, options.folder))
        case _:
            return asyncio.run(_import(database, _read(options.file), options.server, options.name))


async def _export(database: Path, folder: Path) -> str:
    async with Database.beside(database) as opened:
        leagues = Games(opened).leagues
        found = await leagues.all()
        for league in found:
            name = f"league-{league}"
            _write(folder, f"{name}.json", await leagues.exchange.export(league))
            _write(folder, f"{name}.csv", await leagues.exchange.spreadsheet(league))
    return f"Leagues written to {folder}: {len(found)}."


def _write(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    except OSError as error:
        raise CannotStart(f"The folder {folder} cannot be written: {error}.") from error


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotStart(f"The file {file} cannot be read: {error}.") from error


async def _import(database: Path, data: bytes, server: int | None, name: str | None) -> str:
    async with Database.open(database) as opened:
        try:
            done = await Games(opened).leagues.exchange.bring(server, None, data, name=name)
        except Refusal as refusal:
            raise CannotStart(REASONS[refusal.reason]) from refusal
    state = done.state
    return f"{state.rules.name} is league {state.league} here; results: {state.results}."
