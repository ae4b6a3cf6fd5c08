"""Backups and leagues as files, on the command line of the bot's owner."""

import os
import re
import shutil
from pathlib import Path

from rules.game.parts import GameId
from rules.leagues.result import LeagueId
from storage.cards.catalog import CommanderCatalog
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.bot.test_command_line import limited, only_line, run
from tests.storage.cards.test_cards import SAMPLE
from tests.storage.engine.test_guards import damage, with_games
from tests.storage.leagues.people import ANA, BEN, GUILD, JUDGE, T0, by, found, points, won
from tests.storage.test_upkeep import old_games, size
from tests.support.processes import failure

STANDINGS = {"Ana": "3", "Ben": "0"}


async def league_in(file: Path) -> None:
    """A league with one result."""
    async with open_database(file) as database:
        leagues = Games(database).leagues
        await leagues.results.report(await found(leagues), by(ANA), won(ANA, BEN, played=T0 + 1000))


async def standings_in(file: Path, server: int = GUILD) -> list[tuple[str, dict[str, str]]]:
    async with open_database(file) as database:
        leagues = Games(database).leagues
        listed = await leagues.queries.of_guild(server)
        return [(one.name, await points(leagues, one.league)) for one in listed]


async def test_backup_while_the_bot_runs_and_restore_when_it_does_not(tmp_path: Path) -> None:
    file, copy = tmp_path / "arbiter.db", tmp_path / "copy.db"
    await league_in(file)
    async with open_database(file) as database:
        status, output, _ = await run(tmp_path, "backup", "copy.db")
        assert (status, output.strip()) == (0, "Copied the database arbiter.db to copy.db.")
        leagues = Games(database).leagues
        await leagues.results.report(LeagueId(1), by(JUDGE), won(BEN, ANA, played=T0 + 2000), judge=True)
        assert "in use" in await failure(tmp_path, "restore", "copy.db")
    status, output, _ = await run(tmp_path, "restore", "copy.db")
    assert status == 0
    (aside,) = [name for name in os.listdir(tmp_path) if "before" in name and name.endswith("Z")]
    assert aside in output
    assert await standings_in(file) == await standings_in(copy) == [("Open", STANDINGS)]
    assert await standings_in(tmp_path / aside) == [("Open", {"Ana": "3", "Ben": "3"})]


async def test_a_league_moves_to_another_host(tmp_path: Path) -> None:
    await league_in(tmp_path / "arbiter.db")
    async with open_database(tmp_path / "arbiter.db"):  # the bot may run
        status, output, _ = await run(tmp_path, "export", "out")
    assert (status, output.strip()) == (0, "Exported leagues to out: 1.")
    assert sorted(os.listdir(tmp_path / "out")) == ["league-1.csv", "league-1.json"]
    bring = ("--database", "other.db", "import", "out/league-1.json")
    status, output, _ = await run(tmp_path, *bring)
    assert (status, output.strip()) == (0, "Imported Open as league 1; results: 1.")
    assert "--name" in await failure(tmp_path, *bring)
    status, output, _ = await run(tmp_path, *bring, "--server", "7", "--name", "Moved")
    assert status == 0
    assert await standings_in(tmp_path / "other.db") == [("Open", STANDINGS)]
    assert await standings_in(tmp_path / "other.db", 7) == [("Moved", STANDINGS)]


async def test_what_can_not_be_done_is_one_line(tmp_path: Path) -> None:
    await league_in(tmp_path / "arbiter.db")
    for task, why in (
        (("backup", "nowhere/copy.db"), "nowhere"),
        (("restore", "missing.db"), "missing.db"),
        (("import", "missing.json"), "missing.json"),
        (("import", "arbiter.db"), "isn't a league export"),
        (("--database", "missing.db", "export", "out"), "missing.db"),
    ):
        assert why in await failure(tmp_path, *task)
    assert await standings_in(tmp_path / "arbiter.db") == [("Open", STANDINGS)]


async def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    await league_in(tmp_path / "arbiter.db")
    assert (await run(tmp_path, "backup", "copy.db"))[0] == 0
    limited(tmp_path, 0)
    for task in (("backup", "other.db"), ("restore", "copy.db")):
        status, output, errors = await run(tmp_path, *task)
        assert (task, status, output) == (task, 1, "")
        assert only_line(errors)
    assert await standings_in(tmp_path / "arbiter.db") == [("Open", STANDINGS)]
    assert not (tmp_path / "other.db").exists()


async def test_a_damaged_database_says_what_is_affected_and_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db"
    await with_games(file, 20)
    assert (await run(tmp_path, "check"))[:2] == (0, "The database arbiter.db is sound.\n")
    damage(file, 7)
    for arguments in ((), ("check",)):
        status, output, errors = await run(tmp_path, "--local", *arguments)
        assert (status, output) == (1, "")
        line = only_line(errors)
        assert "is damaged" in line
        assert re.search(r"Affected: games?( \d+,)* 7\b", line)
        assert "python -m bot salvage FILE" in line
    status, output, _ = await run(tmp_path, "salvage", "saved.db")
    assert status == 0
    assert re.search(r"everything except games?( \d+,)* 7\b", output)
    assert (await run(tmp_path, "restore", "saved.db"))[0] == 0
    assert (await run(tmp_path, "check"))[0] == 0
    async with open_database(file) as database:
        assert await Games(database).view(GameId(7)) is None
        assert await Games(database).view(GameId(1)) is not None


async def test_a_database_that_lacks_changes_can_be_accepted(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db"
    await league_in(file)
    assert (await run(tmp_path, "backup", "copy.db"))[0] == 0
    async with open_database(file) as database:
        leagues = Games(database).leagues
        await leagues.results.report(LeagueId(1), by(JUDGE), won(BEN, ANA, played=T0 + 2000), judge=True)
    shutil.copy(tmp_path / "copy.db", file)
    assert "python -m bot accept" in await failure(tmp_path, "--local")
    status, output, _ = await run(tmp_path, "accept")
    assert (status, output) == (0, "The database arbiter.db will be used as it is.\n")
    assert await standings_in(file) == [("Open", STANDINGS)]


async def test_old_games_are_compressed_on_demand(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db"
    await old_games(file, 20)
    async with open_database(file):
        assert "in use" in await failure(tmp_path, "maintenance")
    before = size(file)
    status, output, _ = await run(tmp_path, "maintenance", ARBITER_COMPACT_DAYS="40")
    assert status == 0
    assert "Compressed games: 0." in output
    status, output, _ = await run(tmp_path, "maintenance")
    assert status == 0
    assert "Compressed games: 20." in output
    assert re.search(r"The database arbiter\.db has [\d.]+ MB; before it had [\d.]+ MB\.$", output.strip())
    assert size(file) < before / 2
    assert (await run(tmp_path, "check"))[0] == 0


async def test_exported_files_are_private(tmp_path: Path) -> None:
    await league_in(tmp_path / "arbiter.db")
    assert (await run(tmp_path, "export", "out"))[0] == 0
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "out").iterdir()}
    assert modes == {"league-1.csv": 0o600, "league-1.json": 0o600}


async def test_names_of_commanders_are_kept_beside_the_database(tmp_path: Path) -> None:
    shutil.copy(SAMPLE, tmp_path / "oracle.json")
    status, output, errors = await run(tmp_path, "cards", "update", "oracle.json")
    # Of the 24 objects in the sample, 17 can be commanders.
    kept = (
        "arbiter.cards.json has the names of 17 cards that can be commanders; a running bot uses them soon.\n"
    )
    assert (status, output, errors) == (0, kept, "")
    catalog = CommanderCatalog(tmp_path / "arbiter.cards.json")
    assert catalog.color_identity(["Tymna the Weaver"]) == "WB"
    (tmp_path / "letter.txt").write_text("Dear Ana")
    for file, reason in (
        ("letter.txt", "isn't a file of Oracle cards"),
        ("none.json", "none.json can't be read"),
    ):
        assert reason in await failure(tmp_path, "cards", "update", file)
    assert CommanderCatalog(tmp_path / "arbiter.cards.json").find("Tymna the Weaver") is not None
