"""The SQLite file: opened by one process at a time, migrated, written by one writer, read beside it."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Self

import aiosqlite

from storage.engine.background import FailureLog
from storage.engine.database import Database, DatabaseError, DatabaseUnusable, SqlRow
from storage.engine.group_commit import NotCommitted, SqlValue
from storage.engine.sqlite.connection import ThreadConnection
from storage.engine.sqlite.files import create_private, make_private
from storage.engine.sqlite.migrating import migrate, require_readable
from storage.engine.sqlite.open_file import (
    REOPEN_FAILED,
    OpenFile,
    open_connection,
    open_reader,
    ownership,
    require_file,
    require_last_commit,
    require_sound,
    unusable,
)
from storage.engine.sqlite.rewrite import Copy
from storage.engine.sqlite.writer import SHORT_BUSY_TIMEOUT, CommittedGroup, Writer

_log = logging.getLogger(__name__)

MAX_BACKUP_LAG = 50
"""Transactions by which a copy may lag before writes wait for it: a few milliseconds."""
REOPENING = 1.0
"""Seconds between two tries to open a file that couldn't be opened again after it was rewritten."""


class SqliteDatabase(Database):
    """An open SQLite file."""

    def __init__(self, path: Path, writer: Writer, reader: ThreadConnection, file: OpenFile | None) -> None:
        super().__init__(writer, str(path.absolute()))
        self._writer = writer
        self._reader = reader
        self._file = file
        self._readable = asyncio.Event()
        self._readable.set()
        self._failures = FailureLog("Opening the database again")
        self._reopening: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path) -> AsyncGenerator[Self]:
        """Yield the database at ``path``, created if missing and migrated to the newest schema.

        This process owns it until the block or the process ends. Raises DatabaseUnusable.
        """
        async with AsyncExitStack() as stack:
            try:
                stack.enter_context(ownership(path))
                make_private(path)
                create_private(path)
                Copy(path).discard()  # a killed bot may have left one
                file = OpenFile(path)
                stack.push_async_callback(file.close)
                await file.open_writing()
                await require_last_commit(file.writing, path)
                await require_sound(path)
                await migrate(file.writing, path)
                await file.open_reading()
            except (sqlite3.Error, OSError) as error:
                raise unusable(path, error) from error
            writer = Writer(file.writing, require=file.require, on_commit=file.note)
            stack.push_async_callback(writer.close)
            database = cls(path, writer, file.reading, file)
            stack.push_async_callback(database._stop_reopening)
            yield database

    @classmethod
    @asynccontextmanager
    async def beside(cls, path: Path) -> AsyncGenerator[Self]:
        """Yield a snapshot of the database at ``path`` to read, also while a running bot owns it.

        Raises DatabaseUnusable.
        """
        require_file(path)
        async with AsyncExitStack() as stack:
            try:
                reader = await stack.enter_async_context(open_connection(path))
                await require_readable(reader, path)
                reader.row_factory = sqlite3.Row
                await reader.execute("PRAGMA query_only = ON")
                await reader.execute("BEGIN")
            except sqlite3.Error as error:
                raise DatabaseUnusable(f"The database {path} cannot be used: {error}.") from error
            yield cls(path, Writer(reader), reader, None)

    @classmethod
    @asynccontextmanager
    async def follow(cls, path: Path) -> AsyncGenerator[Self]:
        """Yield the database at ``path`` to read, always at the last commit, while a running bot owns it.

        Raises DatabaseUnusable.
        """
        require_file(path)
        reader = await open_reader(path)
        database = cls(path, Writer(reader), reader, None)
        try:
            yield database
        finally:
            await database._reader.close()

    @asynccontextmanager
    async def let_go(self) -> AsyncGenerator[None]:
        """See the base class; for a process that follows. Raises DatabaseUnusable."""
        self._readable.clear()
        await self._reader.close()
        try:
            yield
        finally:
            self._reader = await open_reader(Path(self.address))
            self._readable.set()

    async def size(self) -> int:
        """Return the size of the file in bytes."""
        pages, page = await self.fetch("PRAGMA page_count"), await self.fetch("PRAGMA page_size")
        return pages[0][0] * page[0][0]

    async def free_pages(self) -> tuple[int, int]:
        """Return the numbers of unused pages and of all pages of the file."""
        free, pages = await self.fetch("PRAGMA freelist_count"), await self.fetch("PRAGMA page_count")
        return free[0][0], pages[0][0]

    async def fetch(self, sql: str, *values: SqlValue) -> list[SqlRow]:
        """See the base class."""
        if not self._readable.is_set():
            await self._readable.wait()
        if self._file is not None and not self._file.is_open:
            raise DatabaseError(REOPEN_FAILED)
        try:
            return list(await self._reader.execute_fetchall(sql, values))
        except sqlite3.Error as error:
            raise DatabaseError(str(error)) from error

    async def shrink(self, pages: int) -> None:
        """See the base class. Does nothing in a file of an earlier version before that is rebuilt."""
        await self._writer.shrink(pages)

    async def rebuild(self) -> bool:
        """Rewrite the file without the remains of deleted data; return whether none are left.

        All writes wait meanwhile, so use it for a small file. Raises NotCommitted.
        """
        return await self._writer.rebuild()

    async def replace(self) -> bool:
        """Do the same by a copy that replaces the file: writes wait only briefly.

        That needs the file's size on disk once more, and no other process may have the file open at the
        end. Raises NotCommitted. If the file can't be reopened, reads and writes fail until it can, which
        is logged and retried every second.
        """
        file = self._file
        if file is None or not await self._writer.emptied():
            return False
        copy = Copy(file.path)
        async with self._writer.pause():  # a commit under way may be in the copy or not
            journal = self._writer.journal = []
        try:
            await copy.make()
            while len(journal) > MAX_BACKUP_LAG:
                taken = journal[:]
                await copy.follow(taken)
                del journal[: len(taken)]
            exchange = asyncio.create_task(self._exchange(file, copy, journal), name="rewritten database")
            try:
                return await asyncio.shield(exchange)
            except asyncio.CancelledError:
                await asyncio.wait([exchange])  # half done it would leave nothing to write to
                raise
        except (OSError, sqlite3.Error) as error:
            raise NotCommitted(str(error)) from error
        finally:
            self._writer.journal = None
            copy.discard()

    async def number_on(self) -> None:
        """Do nothing: SQLite continues from the highest number in a table."""

    async def _exchange(self, file: OpenFile, copy: Copy, journal: Sequence[CommittedGroup]) -> bool:
        """Replace the file with a copy, unless another process has the file open."""
        async with self.rewriting(), self._writer.pause():
            await copy.follow(journal)
            await copy.finish()
            self._readable.clear()
            try:
                await file.close_reading()
                alone = await _leave_wal(file.writing)
                if alone:
                    await file.close()
                    await asyncio.to_thread(copy.take_place)
            finally:  # the copy, or what was there before
                if not await self._opened_again(file):
                    self._reopening = asyncio.create_task(self._reopen(file), name="reopening the database")
                self._readable.set()
        return alone

    async def _opened_again(self, file: OpenFile) -> bool:
        """Return whether the file is open again; call it in a pause. The first failure is logged."""
        with self._failures.passing_over():
            await file.open_again()
            self._writer.use(file.writing)
            self._reader = file.reading
        return file.is_open

    async def _reopen(self, file: OpenFile) -> None:
        opened = False
        while not opened:
            await asyncio.sleep(REOPENING)
            async with self._writer.pause():
                opened = await self._opened_again(file)
        _log.warning("The database %s is open again", file.path)

    async def _stop_reopening(self) -> None:
        if self._reopening is not None:
            self._reopening.cancel()
            await asyncio.wait([self._reopening])


async def _leave_wal(connection: aiosqlite.Connection) -> bool:
    """Leave WAL mode, which puts everything into one file; return whether no other process prevents it."""
    try:
        await connection.execute_fetchall(f"PRAGMA busy_timeout = {SHORT_BUSY_TIMEOUT}")
        rows = await connection.execute_fetchall("PRAGMA journal_mode = DELETE")
        return [row[0] for row in rows] == ["delete"]
    except sqlite3.OperationalError:
        return False
