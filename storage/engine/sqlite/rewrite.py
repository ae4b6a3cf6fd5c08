"""A copy of the database without deleted data, which follows the commits until it can replace the original.

SQLite's VACUUM does the same in one step, but everything waits meanwhile: two seconds for 300 MB.
"""

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from storage.engine.group_commit import NotCommitted, batches
from storage.engine.sqlite.commits import COUNTER
from storage.engine.sqlite.copying import copy_beside_work
from storage.engine.sqlite.files import beside
from storage.engine.sqlite.writer import CommittedGroup

ENDING = "-rewrite"


class Copy:
    """A copy beside the database at ``path``."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self.file = beside(path, ENDING)
        self._connection: sqlite3.Connection | None = None
        self._count = 0

    async def make(self) -> None:
        """Write the copy; it takes a while, and the bot continues. Raises NotCommitted."""
        self.discard()
        failure = await copy_beside_work(self._path, self.file)
        if failure is not None:
            raise NotCommitted(failure)
        await asyncio.to_thread(self._open)

    async def follow(self, groups: Sequence[CommittedGroup]) -> None:
        """Apply the commits made meanwhile, in order; commits already in the copy are skipped.

        Raises NotCommitted.
        """
        try:
            await asyncio.to_thread(self._carry_out, groups)
        except sqlite3.Error as error:
            raise NotCommitted(str(error)) from error

    async def finish(self) -> None:
        """Flush the copy to disk; after this it can't follow commits."""
        await asyncio.to_thread(self._close)

    def take_place(self) -> None:
        """Rename the copy to the database, which no process has open, and flush that to disk."""
        os.replace(self.file, self._path)
        if os.name == "posix":
            number = os.open(self._path.parent, os.O_RDONLY)
            try:
                os.fsync(number)
            finally:
                os.close(number)

    def discard(self) -> None:
        """Delete the copy."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        for file in self.file.parent.glob(f"{self.file.name}*"):
            file.unlink(missing_ok=True)

    def _open(self) -> None:
        self._connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        # A crash before the end leaves the database as it was, so nothing needs to be durable before.
        self._connection.executescript(
            "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON"
        )
        [self._count] = self._connection.execute(f"SELECT count FROM {COUNTER}").fetchone()

    def _carry_out(self, groups: Sequence[CommittedGroup]) -> None:
        assert self._connection is not None
        for group in groups:
            if group.count <= self._count:
                continue
            self._connection.execute("BEGIN")
            for sql, rows in batches(group.statements):
                self._connection.executemany(sql, rows)
            self._connection.execute(f"UPDATE {COUNTER} SET count = ?", (group.count,))
            self._connection.execute("COMMIT")
            self._count = group.count

    def _close(self) -> None:
        assert self._connection is not None
        self._connection.close()
        self._connection = None
        number = os.open(self.file, os.O_RDWR)
        try:
            os.fsync(number)
        finally:
            os.close(number)
