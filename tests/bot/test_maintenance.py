"""Backups and leagues as files, as whoever runs the bot asks for them on the command line."""

import os
from pathlib import Path

from rules.leagues.result import LeagueId
from storage.engine.database import Database
from storage.games.games import Games
from tests.bot.test_command_line import limited, only_line, run
from tests.storage.leagues.people import ANA, BEN, GUILD, JUDGE, by, found, points, won

STANDINGS = {"Ana": "3", "Ben": "0"}


async def league_in(file: Path) -> None:
    """A league with one result."""
    async with Database.open(file) as database:
        leagues = Games(database).leagues
        await leagues.results.report(await found(leagues), by(ANA), won(ANA, BEN, played=1000))


async def standings_in(file: Path, server: int = GUILD) -> list[tuple[str, dict[str, str]]]:
    async with Database.open(file) as database:
        leagues = Games(database).leagues
        listed = await leagues.queries.of_guild(server)
        return [(one.name, await points(leagues, one.league)) for one in listed]


async def test_backup_while_the_bot_runs_and_restore_when_it_does_not(tmp_path: Path) -> None:
    file, copy = tmp_path / "arbiter.db", tmp_path / "copy.db"
    await league_in(file)
    async with Database.open(file) as database:
        status, output, _ = await run(tmp_path, "backup", "copy.db")
        assert (status, output.strip()) == (0, "Copied the database arbiter.db to copy.db.")
        leagues = Games(database).leagues
        await leagues.results.report(LeagueId(1), by(JUDGE), won(BEN, ANA, played=2000), judge=True)
        status, _, errors = await run(tmp_path, "restore", "copy.db")
        assert status == 1
        assert "in use" in only_line(errors)
    status, output, _ = await run(tmp_path, "restore", "copy.db")
    assert status == 0
    (aside,) = [name for name in os.listdir(tmp_path) if "before" in name and name.endswith("Z")]
    assert aside in output
    assert await standings_in(file) == await standings_in(copy) == [("Open", STANDINGS)]
    assert await standings_in(tmp_path / aside) == [("Open", {"Ana": "3", "Ben": "3"})]


async def test_a_league_moves_to_another_host(tmp_path: Path) -> None:
    await league_in(tmp_path / "arbiter.db")
    async with Database.open(tmp_path / "arbiter.db"):  # the bot may run
        status, output, _ = await run(tmp_path, "export", "out")
    assert (status, output.strip()) == (0, "Exported leagues to out: 1.")
    assert sorted(os.listdir(tmp_path / "out")) == ["league-1.csv", "league-1.json"]
    bring = ("--database", "other.db", "import", "out/league-1.json")
    status, output, _ = await run(tmp_path, *bring)
    assert (status, output.strip()) == (0, "Imported Open as league 1; results: 1.")
    status, _, errors = await run(tmp_path, *bring)
    assert status == 1
    assert "--name" in only_line(errors)
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
        status, output, errors = await run(tmp_path, *task)
        assert (status, output) == (1, "")
        assert why in only_line(errors)
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
