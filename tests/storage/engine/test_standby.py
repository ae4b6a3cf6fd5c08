"""A PostgreSQL server that waits for a synchronous standby, which hangs for a while."""

import asyncio
import os
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from storage.engine.group_commit import MayBeCommitted, NotCommitted
from storage.engine.opening import open_database
from tests.support.postgresql.fixtures import pair
from tests.support.postgresql.server import PostgresqlServer
from tests.support.postgresql.standby import ReplicatedServer

__all__ = ("pair",)

DEADLINE = "INSERT INTO deadline (kind, key, due, note) VALUES ('kind', ?, 0, '')"


@contextmanager
def hanging(server: PostgresqlServer) -> Generator[None]:
    """The server takes and says nothing during the block."""
    processes = server.processes
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@pytest.mark.usefixtures("database_limits")
async def test_nothing_counts_as_saved_before_the_standby_has_it(pair: ReplicatedServer) -> None:
    """Callers behind a write that waits for the standby get their answer in time, too."""
    async with open_database(pair.address("postgres")) as database:
        told = list[str]()

        async def write(key: str, after: float = 0) -> float:
            await asyncio.sleep(after)
            began = time.monotonic()
            try:
                await database.write((DEADLINE, (key,)), then=lambda: told.append(key))
            except MayBeCommitted:
                told.append(f"{key} in doubt")
            except NotCommitted:
                told.append(f"{key} refused")
            return time.monotonic() - began

        await write("first")
        with hanging(pair.standby):
            took = await asyncio.gather(write("second"), write("third", after=0.02), write("fourth", after=1))
        assert told == ["first", "second in doubt", "third refused", "fourth refused"]
        assert max(took) < 3
        await write("fifth")
        assert told[4:] == ["second", "fifth"]
        rows = await database.fetch("SELECT key FROM deadline ORDER BY key")
        assert [row[0] for row in rows] == ["fifth", "first", "second"]
