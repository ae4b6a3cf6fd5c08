"""``python -m tests.crash.unsynced FILE FAULT THEN``: Ana loses life until the disk fails at a commit.

It prints how often she has, the type of the error that the last commit ends in, and is killed. As long as the
file FAULT is there, the disk fails as its name says, if `test_unsynced` has started this. Where THEN isn't
"killed", the disk works again before the kill, a write is refused if THEN is "refused", and it prints Ana's
life total once that is known.
"""

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

from storage.engine.database import Database
from storage.engine.group_commit import NotCommitted
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.storage.table import PLACE, ana_has, deal, lose, request

REFUSED = "INSERT INTO installation (name, value) VALUES ('fact', NULL)", ()
PAGE, FRAME, HEADER = 4096, 4120, 32
"""Bytes of a page, of its frame in SQLite's log, and of the log's header."""
INDEXED = 4062
"""Frames that the first part of the log's index holds."""
SPARE = 60
"""Frames that are left there for Ana's losses."""


@contextlib.asynccontextmanager
async def long_log(file: Path, database: Database) -> AsyncGenerator[None]:
    """Let the log grow, which a reader keeps from beginning at its start, until its index is nearly full."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM installation").fetchall()
        frames = (Path(f"{file}-wal").stat().st_size - HEADER) // FRAME  # noqa: ASYNC240
        long = "x" * (PAGE * (INDEXED - SPARE - frames))
        await database.write(("INSERT INTO installation (name, value) VALUES ('long', ?)", (long,)))
        yield


async def main(file: Path, fault: Path, then: str) -> None:
    """Lose life and get killed."""
    async with open_database(file) as database, long_log(file, database):
        games = Games(database)
        await deal(games)
        fault.touch()  # noqa: ASYNC240
        losses = 0
        try:
            while True:
                await games.act(PLACE, request(), lose())
                losses += 1
        except NotCommitted as error:
            print(losses, type(error).__name__, flush=True)
        if then != "killed":
            fault.unlink()  # noqa: ASYNC240
            if then == "refused":
                with contextlib.suppress(NotCommitted):
                    await database.write(REFUSED)
            await database.settle()
            print(await ana_has(games), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
