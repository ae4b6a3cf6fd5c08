"""The command line's tasks with a PostgreSQL database: they mean the same, or say what there is instead."""

import asyncio
import os
import re
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from rules.leagues.result import LeagueId
from storage.engine.opening import open_database
from storage.engine.timestamps import utc_now
from storage.games.games import Games, Location
from tests.storage.engine.test_moving import content
from tests.storage.everything import LEAGUES, fill
from tests.storage.leagues.people import BEN, JUDGE, ZOE, by, won
from tests.storage.table import deal, lose, request
from tests.support.postgresql import server
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.processes import failure, only_line, run

__all__ = ("postgresql",)

MONTH = timedelta(days=31)


@pytest.fixture
async def address(postgresql: Server) -> str:
    """The address of an empty database."""
    return await postgresql.blank()


async def test_a_backup_is_taken_while_the_bot_runs_and_put_back_into_an_empty_one(
    address: str, postgresql: Server, tmp_path: Path
) -> None:
    async with open_database(address) as database:
        await fill(database, evenings=1)
        before = await content(address)
        status, output, errors = await run(tmp_path, "backup", "copy.db", ARBITER_DATABASE=address)
        assert (status, errors) == (0, "")
        rows = sum(map(len, before.values()))
        assert re.fullmatch(
            f"Copied {rows:,} rows from postgresql://.* to the SQLite file copy.db.\n", output
        )
        await Games(database).leagues.results.report(LeagueId(1), by(JUDGE), won(BEN, ZOE), judge=True)
    assert os.listdir(tmp_path) == ["copy.db"]
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert "There is a file copy.db already" in await failure(
        tmp_path, "backup", "copy.db", ARBITER_DATABASE=address
    )
    assert "python -m bot move FILE ADDRESS" in await failure(
        tmp_path, "restore", "copy.db", ARBITER_DATABASE=address
    )
    assert "isn't empty" in await failure(tmp_path, "move", "copy.db", address)
    empty = await postgresql.blank()
    assert (await run(tmp_path, "move", "copy.db", empty))[0] == 0
    assert await content(empty) == before


@pytest.mark.full
async def test_a_dump_of_the_servers_own_is_a_backup_too(
    address: str, postgresql: Server, tmp_path: Path
) -> None:
    async with open_database(address) as database:
        await fill(database, evenings=1)
        dump = str(tmp_path / "arbiter.dump")
        await program("pg_dump", "--format=custom", f"--file={dump}", address)
    connection = await asyncpg.connect(postgresql.address("postgres"))
    await connection.execute("CREATE DATABASE restored")
    await connection.close()
    restored = postgresql.address("restored")
    await program("pg_restore", "--no-owner", f"--dbname={restored}", dump)
    assert await content(restored) == await content(address)
    async with open_database(restored) as database:
        await deal(Games(database), Location(5000, 1))


async def program(name: str, *options: str) -> None:
    """Run a program of PostgreSQL."""
    process = await asyncio.create_subprocess_exec(server.program(name), *options)
    assert await process.wait() == 0


async def test_a_backup_that_fails_leaves_nothing(address: str, tmp_path: Path) -> None:
    for database, file in ((address, "nowhere/copy.db"), (f"{address}&port=1", "copy.db")):
        status, output, errors = await run(tmp_path, "backup", file, ARBITER_DATABASE=database)
        assert (status, output) == (1, "")
        assert only_line(errors)
    assert os.listdir(tmp_path) == []


@pytest.mark.full
async def test_leagues_go_from_a_server_to_another_one(
    address: str, postgresql: Server, tmp_path: Path
) -> None:
    async with open_database(address) as database:
        await fill(database, evenings=1)
        status, output, _ = await run(tmp_path, "export", "out", ARBITER_DATABASE=address)
    assert (status, output.strip()) == (0, f"Exported leagues to out: {LEAGUES}.")
    other = await postgresql.blank()
    status, output, _ = await run(tmp_path, "import", "out/league-2.json", ARBITER_DATABASE=other)
    assert (status, output.strip()) == (0, "Imported League 1 \U0001f40d as league 1; results: 2.")


@pytest.mark.full
async def test_old_games_are_compressed_and_what_they_took_is_given_back(
    address: str, tmp_path: Path
) -> None:
    async with open_database(address) as database:
        games = Games(database, lambda: utc_now() - MONTH)
        for channel in range(5):
            await deal(games, Location(1000 + channel, 1))
            for _ in range(60):
                await games.act(Location(1000 + channel, 1), request(), lose())
        assert "in use" in await failure(tmp_path, "maintenance", ARBITER_DATABASE=address)
    status, output, _ = await run(tmp_path, "maintenance", ARBITER_DATABASE=address)
    assert status == 0
    assert "Compressed games: 5." in output
    found = re.search(
        r"The database PostgreSQL has ([\d.]+) MB; before it had ([\d.]+) MB\.$", output.strip()
    )
    assert found is not None
    assert float(found[1]) < float(found[2])


async def test_the_others_say_what_there_is_instead(address: str, tmp_path: Path) -> None:
    for task, instead in (("check", "pg_amcheck"), ("salvage", "pg_dump"), ("accept", "has committed")):
        arguments = [task, "copy.db"] if task == "salvage" else [task]
        line = await failure(tmp_path, *arguments, ARBITER_DATABASE=address)
        assert f"The task {task} is for a SQLite file." in line
        assert instead in line
    status, output, _ = await run(tmp_path, "status", ARBITER_DATABASE=address)
    assert (status, output) == (1, "No bot is running with the database PostgreSQL.\n")
