"""Connections to SQLite, each in its own thread, for work that is done in one call to that thread."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite

T = TypeVar("T")
ROWS_AT_ONCE = 64
"""Rows that a cursor reads in one visit to the thread."""


class ThreadConnection(aiosqlite.Connection):
    """A connection that accepts several statements at once."""

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        return self

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work`` in the connection's thread; return its result, and raise its errors.

        If the caller is canceled meanwhile, the work is still done, and its result is lost.
        """
        done: T = await self._execute(work, self._conn)  # pyright: ignore[reportUnknownMemberType]
        return done


def connect(path: Path, *, to_read: bool = False) -> ThreadConnection:
    """Return a connection in autocommit mode: ``async with`` it. ``to_read``: nothing can be written over
    it."""
    name = f"{path.absolute().as_uri()}?mode=ro" if to_read else path
    return ThreadConnection(lambda: sqlite3.connect(name, isolation_level=None, uri=to_read), ROWS_AT_ONCE)
