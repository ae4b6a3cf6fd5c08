"""The commit counter: in the database, in each transaction; and soon after in a small file beside it.

When the database is behind the file at the next start, commits have been lost: its journal is missing, or an
older or another file was put in its place.
"""

import asyncio
import contextlib
import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from io import FileIO
from pathlib import Path
from typing import TypeAlias

import aiosqlite
from msgspec import Struct

from storage.engine.files import PRIVATE, beside

_log = logging.getLogger(__name__)

COUNTER = "commit_counter"
"""The table with the counter."""
DELAY = 0.05
"""Seconds after a commit until the file has it, together with all commits meanwhile."""


class Position(Struct, frozen=True):
    """Which database, by a random name that it keeps, and how many changes were committed to it."""

    database: str
    count: int


Fetch: TypeAlias = Callable[[str], Awaitable[Iterable[sqlite3.Row]]]


class CommitFile:
    """The file beside a database. It is written after commits and never waited for."""

    def __init__(self, path: Path, fetch: Fetch) -> None:
        self._fetch = fetch
        self._file = FileIO(beside(path, "-commits"), "r+", opener=_opener)
        self._task: asyncio.Task[None] | None = None
        self._stale = False
        self._closing = asyncio.Event()

    def note(self) -> None:
        """Something was committed."""
        self._stale = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow(), name="commit counter")

    async def close(self) -> None:
        """Write the last position and keep it for good."""
        self._closing.set()
        if self._task is not None:
            await asyncio.wait([self._task])
        with contextlib.suppress(OSError, sqlite3.Error):
            await self._write(durably=True)
        self._file.close()

    async def _follow(self) -> None:
        try:
            while self._stale:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), DELAY)
                self._stale = False
                await self._write()
        except (OSError, sqlite3.Error) as error:
            _log.warning("The commit counter could not be written: %s", error)

    async def _write(self, *, durably: bool = False) -> None:
        [row] = await self._fetch(f"SELECT database, count FROM {COUNTER}")
        await asyncio.to_thread(self._put, f"{row[0]} {row[1]:020d}\n".encode(), durably)

    def _put(self, line: bytes, durably: bool) -> None:
        self._file.seek(0)
        self._file.write(line)
        if durably:
            os.fsync(self._file.fileno())


async def count_commits(connection: aiosqlite.Connection) -> None:
    """Let every change that this connection makes count, in its own transaction.

    The triggers are this connection's own, so nothing of them is in the file.
    """
    rows = await connection.execute_fetchall(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ?",
        (COUNTER,),
    )
    await connection.executescript(
        "".join(
            f"CREATE TEMP TRIGGER count_{change}_{table} AFTER {change} ON main.{table} "
            f"BEGIN UPDATE {COUNTER} SET count = count + 1; END;\n"
            for (table,) in rows
            for change in ("INSERT", "UPDATE", "DELETE")
        )
    )


async def position(connection: aiosqlite.Connection) -> Position | None:
    """The counter of a database; None where it is new or of an earlier version."""
    known = "SELECT 1 FROM sqlite_schema WHERE name = ?"
    if not await connection.execute_fetchall(known, (COUNTER,)):
        return None
    [row] = await connection.execute_fetchall(f"SELECT database, count FROM {COUNTER}")
    return Position(*row)


def noted_position(path: Path) -> Position | None:
    """What the file beside a database says; None where there is none that can be read."""
    try:
        database, count = beside(path, "-commits").read_text(encoding="ascii").split()
        return Position(database, int(count))
    except (OSError, ValueError):
        return None


def forget_position(path: Path) -> None:
    """From now on the database counts as it is, whatever was committed before. Raises OSError."""
    beside(path, "-commits").unlink(missing_ok=True)


def lost(noted: Position | None, found: Position | None) -> str | None:
    """What is wrong with a database that is behind what was noted; None where it isn't."""
    if noted is None:
        return None
    if found is None:
        return "is new or from before an update, but another one was in use here"
    if found.database != noted.database:
        return "is not the one that was last in use here"
    behind = noted.count - found.count
    return f"lacks the last {behind} changes that were saved in it" if behind > 0 else None


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, PRIVATE)
