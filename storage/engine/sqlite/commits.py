"""The commit counter: in the database, within each transaction; and soon after in a small file beside it.

When the database is behind the file at the next start, commits have been lost: its journal is missing, or
an older or another file was put in its place.
"""

import asyncio
import logging
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from io import FileIO
from pathlib import Path

import aiosqlite
from msgspec import Struct

from storage.engine.sqlite.files import OWNER_ONLY_MODE, beside

_log = logging.getLogger(__name__)

COUNTER = "commit_counter"
"""The table with the counter."""
DELAY = 0.05
"""Seconds after a commit until the file has it, together with all commits meanwhile."""
COMMIT_POLL_INTERVAL = 1.0
"""Seconds between two looks while nothing is committed."""
_POSITION = f"SELECT database, count FROM {COUNTER}"


class Position(Struct, frozen=True):
    """A database, identified by its random name, and the number of changes committed to it."""

    database: str
    count: int


class CommitFile:
    """The file beside a database. A thread writes it after commits, so no one waits for it.

    The same thread calls ``look`` after each commit and every second, also while the event loop is held up.
    """

    def __init__(self, path: Path, look: Callable[[], object]) -> None:
        self._path = path
        self._look = look
        self._file = FileIO(beside(path, "-commits"), "r+", opener=_opener)
        self._used = False
        """Whether something was committed."""
        self._noted = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="commit counter", daemon=True)
        self._thread.start()

    def note(self) -> None:
        """Record a commit."""
        self._used = True
        self._noted.set()

    async def close(self) -> None:
        """Write the last position and keep it for good."""
        self._closing.set()
        self._noted.set()
        await asyncio.to_thread(self._thread.join)
        self._file.close()

    def _run(self) -> None:
        with closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
            connection.execute("PRAGMA query_only = ON")
            while not self._closing.is_set():
                noted = self._noted.wait(COMMIT_POLL_INTERVAL)
                self._look()
                if noted:
                    self._closing.wait(DELAY)
                    self._noted.clear()
                    self._write(connection)
            if self._used:
                self._write(connection, durably=True)

    def _write(self, connection: sqlite3.Connection, *, durably: bool = False) -> None:
        try:
            [row] = connection.execute(_POSITION)
            self._file.seek(0)
            self._file.write(f"{row[0]} {row[1]:020d}\n".encode())
            if durably:
                os.fsync(self._file.fileno())
        except (OSError, sqlite3.Error) as error:
            _log.warning("The commit counter could not be written: %s", error)


async def count_commits(connection: aiosqlite.Connection) -> None:
    """Make every change by this connection count, within its own transaction.

    The triggers are temporary, so the file doesn't contain them.
    """
    rows = await connection.execute_fetchall(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ?",
        (COUNTER,),
    )
    await connection.executescript(
        "".join(
            f"CREATE TEMP TRIGGER IF NOT EXISTS count_{change}_{table} AFTER {change} ON main.{table} "
            f"BEGIN UPDATE {COUNTER} SET count = count + 1; END;\n"
            for (table,) in rows
            for change in ("INSERT", "UPDATE", "DELETE")
        )
    )


async def position(connection: aiosqlite.Connection) -> Position | None:
    """Return the counter of a database; None if it is new or of an earlier version."""
    known = "SELECT 1 FROM sqlite_schema WHERE name = ?"
    if not await connection.execute_fetchall(known, (COUNTER,)):
        return None
    [row] = await connection.execute_fetchall(_POSITION)
    return Position(*row)


def noted_position(path: Path) -> Position | None:
    """Return the contents of the file beside a database; None if it can't be read."""
    try:
        database, count = beside(path, "-commits").read_text(encoding="ascii").split()
        return Position(database, int(count))
    except (OSError, ValueError):
        return None


def forget_position(path: Path) -> None:
    """Accept the database as it is, regardless of earlier commits. Raises OSError."""
    beside(path, "-commits").unlink(missing_ok=True)


def lost(noted: Position | None, found: Position | None) -> str | None:
    """Return what is wrong with a database that is behind its recorded counter; None if nothing is."""
    if noted is None:
        return None
    if found is None:
        return "is new or from before an update, but another one was in use here"
    if found.database != noted.database:
        return "is not the one that was last in use here"
    behind = noted.count - found.count
    return f"lacks the last {behind} changes that were saved in it" if behind > 0 else None


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, OWNER_ONLY_MODE)
