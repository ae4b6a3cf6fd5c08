"""``python -m bot move`` as the bot's owner uses it: killed in the middle, resumed, and back again."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from storage.engine.opening import open_database
from tests.storage.engine.test_moving import content
from tests.storage.everything import LEAGUES, fill
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.processes import SECONDS, failure, run, start

__all__ = ("postgresql",)

LATE = "tournament_entry"
"""A table that is filled near the end."""


@asynccontextmanager
async def held(address: str) -> AsyncGenerator[None]:
    """No one can write to a late table meanwhile."""
    connection = await asyncpg.connect(address)
    try:
        async with connection.transaction():
            await connection.execute(f"LOCK TABLE {LATE} IN EXCLUSIVE MODE")
            yield
    finally:
        await connection.close()


async def exported(folder: Path, address: str, name: str) -> dict[str, bytes]:
    """Return the files that a database's leagues are exported to, without the moment of the export."""
    status, output, _ = await run(folder, "export", name, ARBITER_DATABASE=address)
    assert (status, output.strip()) == (0, f"Exported leagues to {name}: {LEAGUES}.")
    when = re.compile(rb'(?<="exported":")[^"]*')
    return {file.name: when.sub(b"", file.read_bytes()) for file in (folder / name).iterdir()}


@pytest.mark.full
async def test_a_database_moves_to_a_server_and_back(tmp_path: Path, postgresql: Server) -> None:
    async with open_database(tmp_path / "arbiter.db") as database:
        await fill(database, evenings=2)
    before, server = await content(tmp_path / "arbiter.db"), await postgresql.blank()
    async with held(server):
        process = await start(tmp_path, "move", "arbiter.db", server)
        assert process.stdout is not None
        while not (line := await asyncio.wait_for(process.stdout.readline(), SECONDS)).startswith(b"entry"):
            assert line
        process.kill()
        await process.communicate()
    for arguments in ((), ("maintenance",), ("export", "out")):
        assert "isn't finished" in await failure(tmp_path, "--local", *arguments, ARBITER_DATABASE=server)
    status, output, errors = await run(tmp_path, "move", "arbiter.db", server)
    assert (status, errors) == (0, "")
    *progress, last = output.splitlines()
    rows = sum(map(len, before.values()))
    assert last.startswith(f"Moved {rows:,} rows from {tmp_path}/arbiter.db to postgresql://postgres@/")
    assert f"{LATE}: {len(before[LATE])} rows" in progress
    assert not any(line.startswith("entry") for line in progress), "that was done before the kill"
    status, output, errors = await run(tmp_path, "move", server, "back.db")
    assert (status, errors) == (0, "")
    assert f"Moved {rows:,} rows" in output
    assert await content(tmp_path / "back.db") == before
    leagues = await exported(tmp_path, "arbiter.db", "first")
    assert (
        await exported(tmp_path, server, "second") == await exported(tmp_path, "back.db", "third") == leagues
    )


async def test_what_can_not_be_moved_is_one_line(tmp_path: Path) -> None:
    for source, target, why in (
        ("missing.db", "new.db", "There is no database missing.db."),
        ("a.db", "./a.db", "can't be moved into itself"),
        ("missing.db", "postgresql://me:secret@localhost:1/none", "There is no database missing.db."),
        ("postgresql://me:secret@localhost:1/none", "new.db", "The PostgreSQL database cannot be used"),
    ):
        line = await failure(tmp_path, "move", source, target)
        assert why in line
        assert "secret" not in line
    assert not (tmp_path / "new.db").exists()
