"""The SQLite file: opened by one process at a time, migrated, written by one writer, read beside it."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Self

import aiosqlite

from storage.engine.background import FailureLog
from storage.engine.database import Database, DatabaseError, DatabaseUnusable, SqlRow
from storage.engine.group_commit import NotCommitted, SqlValue
from storage.engine.sqlite import commits, integrity
from storage.engine.sqlite.commits import CommitFile
from storage.engine.sqlite.connection import ThreadConnection, connect
from storage.engine.sqlite.files import OpenFiles, beside, create_private, make_private
from storage.engine.sqlite.migrating import migrate, number, require_readable
from storage.engine.sqlite.rewrite import Copy
from storage.engine.sqlite.writer import HURRY, PATIENCE, CommittedGroup, Writer

_log = logging.getLogger(__name__)

FEW = 50
"""Transactions that a copy may be behind before writes wait for it: a few milliseconds."""
REOPENING = 1.0
"""Seconds between two tries to open a file that couldn't be opened again after it was rewritten."""
CLOSED = "the database could not be opened again"
"""Why nothing is read or written meanwhile."""


class DatabaseDamaged(DatabaseUnusable):
    """Pages of the database at ``path`` cannot be read; ``finding`` is the first thing that SQLite says."""

    def __init__(self, path: Path, finding: object) -> None:
        super().__init__(f"The database {path} is damaged ({finding}).")
        self.path = path


class _OpenFile:
    """The connections to a database that this process owns, and who watches it."""

    writing: ThreadConnection
    reading: ThreadConnection

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written, self._read = AsyncExitStack(), AsyncExitStack()
        self._files: OpenFiles | None = None
        self._commit_file: CommitFile | None = None

    async def open_writing(self) -> None:
        """Open the connection over which everything is written."""
        self.writing = await self._written.enter_async_context(_connection(self.path))

    async def open_reading(self) -> None:
        """Open what reads, once the schema is there."""
        await commits.count_commits(self.writing)
        self.reading = await self._read.enter_async_context(_connection(self.path))
        self.reading.row_factory = sqlite3.Row
        await self.reading.execute("PRAGMA query_only = ON")
        files = OpenFiles(self.path)
        self._commit_file = CommitFile(self.path, files.look)
        self._read.push_async_callback(self._commit_file.close)
        self._files = files

    async def open_again(self) -> None:
        """Open the file that has the name now, over new connections. Raises sqlite3.Error and OSError."""
        await self.close()
        await self.open_writing()
        await self.open_reading()

    @property
    def is_open(self) -> bool:
        """Whether the file can be read and written."""
        return self._files is not None

    def require(self) -> None:
        """Raises sqlite3.OperationalError where nothing may be written."""
        if self._files is None:
            error = sqlite3.OperationalError(CLOSED)
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        self._files.require()

    def note(self) -> None:
        """Something was committed."""
        if self._commit_file is not None:
            self._commit_file.note()

    async def close_reading(self) -> None:
        """Close everything but the connection that writes."""
        self._files = self._commit_file = None
        await self._read.aclose()

    async def close(self) -> None:
        """Close everything."""
        await self.close_reading()
        await self._written.aclose()


class SqliteDatabase(Database):
    """An open SQLite file."""

    def __init__(self, path: Path, writer: Writer, reader: ThreadConnection, file: _OpenFile | None) -> None:
        super().__init__(writer, str(path))
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
        """The database at ``path``, made when it is missing and brought to the newest schema.

        It belongs to this process until the end of the block, or of the process however it ends. Raises
        DatabaseUnusable.
        """
        async with AsyncExitStack() as stack:
            try:
                stack.enter_context(ownership(path))
                make_private(path)
                create_private(path)
                Copy(path).discard()  # a killed bot may have left one
                file = _OpenFile(path)
                stack.push_async_callback(file.close)
                await file.open_writing()
                await _require_last_commit(file.writing, path)
                await _require_sound(path)
                await migrate(file.writing, path)
                await file.open_reading()
            except (sqlite3.Error, OSError) as error:
                raise _unusable(path, error) from error
            writer = Writer(file.writing, require=file.require, on_commit=file.note)
            stack.push_async_callback(writer.close)
            database = cls(path, writer, file.reading, file)
            stack.push_async_callback(database._stop_reopening)
            yield database

    @classmethod
    @asynccontextmanager
    async def beside(cls, path: Path) -> AsyncGenerator[Self]:
        """The database at ``path`` to read, also while a running bot owns it; as it is at the first look.

        Raises DatabaseUnusable.
        """
        _require_file(path)
        async with AsyncExitStack() as stack:
            try:
                reader = await stack.enter_async_context(_connection(path))
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
        """The database at ``path`` to read, which a running bot owns, always as its last commit left it.

        Raises DatabaseUnusable.
        """
        _require_file(path)
        reader = await _reader(path)
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
            self._reader = await _reader(Path(self.address))
            self._readable.set()

    async def size(self) -> int:
        """The size of the file in bytes."""
        pages, page = await self.fetch("PRAGMA page_count"), await self.fetch("PRAGMA page_size")
        return pages[0][0] * page[0][0]

    async def free_pages(self) -> tuple[int, int]:
        """How many pages of the file are unused, and how many there are."""
        free, pages = await self.fetch("PRAGMA freelist_count"), await self.fetch("PRAGMA page_count")
        return free[0][0], pages[0][0]

    async def fetch(self, sql: str, *values: SqlValue) -> list[SqlRow]:
        """See the base class."""
        if not self._readable.is_set():
            await self._readable.wait()
        if self._file is not None and not self._file.is_open:
            raise DatabaseError(CLOSED)
        try:
            return list(await self._reader.execute_fetchall(sql, values))
        except sqlite3.Error as error:
            raise DatabaseError(str(error)) from error

    async def shrink(self, pages: int) -> None:
        """See the base class. Does nothing in a file of an earlier version before that is rebuilt."""
        await self._writer.shrink(pages)

    async def rebuild(self) -> bool:
        """Rewrite the file without the remains of what was deleted; give whether none are left.

        All writes wait meanwhile: to be used for a small file. Raises NotCommitted.
        """
        return await self._writer.rebuild()

    async def replace(self) -> bool:
        """Do the same by a copy that takes the file's place: writes wait a moment only.

        That takes the file's size on the disk once more, and that no other process has the file open at the
        end. Raises NotCommitted. Where the file can't be opened again, reads and writes fail until it can,
        which is logged and tried every second.
        """
        file = self._file
        if file is None or not await self._writer.emptied():
            return False
        copy = Copy(file.path)
        async with self._writer.pause():  # a commit under way may be in the copy or not
            journal = self._writer.journal = []
        try:
            await copy.make()
            while len(journal) > FEW:
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
        """Nothing: the highest number in a table is looked up."""

    async def _exchange(self, file: _OpenFile, copy: Copy, journal: Sequence[CommittedGroup]) -> bool:
        """Put a copy in the place of the file, unless another process has the file open."""
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

    async def _opened_again(self, file: _OpenFile) -> bool:
        """Whether the file is open again; to be called in a pause. The first failure is logged."""
        with self._failures.passing_over():
            await file.open_again()
            self._writer.use(file.writing)
            self._reader = file.reading
        return file.is_open

    async def _reopen(self, file: _OpenFile) -> None:
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


@contextmanager
def ownership(path: Path) -> Generator[None]:
    """Owns the database among processes.

    The lock is SQLite's own on an empty file beside the database: it exists on every platform and goes with
    the process. The database itself stays open to readers, such as a backup.
    """
    if not path.parent.is_dir():
        raise DatabaseUnusable(f"The folder {path.parent} for the database does not exist.")
    if path.is_dir():
        raise DatabaseUnusable(f"The database {path} is a folder.")
    if path.exists() and not os.access(path, os.W_OK):
        raise DatabaseUnusable(f"The database {path} can only be read by this user.")
    with ExitStack() as stack:
        file = beside(path, "-owner")
        try:
            create_private(file)
            lock = stack.enter_context(closing(sqlite3.connect(file, timeout=0, isolation_level=None)))
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise DatabaseUnusable(f"The database {path} is in use by another running Arbiter.") from None
            raise DatabaseUnusable(f"The database {path} cannot be used: {error}.") from error
        except OSError as error:
            raise DatabaseUnusable(f"The file {file} cannot be made: {error.strerror}.") from error
        yield


async def _leave_wal(connection: aiosqlite.Connection) -> bool:
    """Put everything into the one file; gives whether that was possible, as it is without other processes."""
    try:
        await connection.execute_fetchall(f"PRAGMA busy_timeout = {HURRY}")
        rows = await connection.execute_fetchall("PRAGMA journal_mode = DELETE")
        return [row[0] for row in rows] == ["delete"]
    except sqlite3.OperationalError:
        return False
    finally:
        await connection.execute_fetchall(f"PRAGMA busy_timeout = {PATIENCE}")


async def _require_last_commit(connection: aiosqlite.Connection, path: Path) -> None:
    """Raises DatabaseUnusable for a database that lacks commits which were made here."""
    what = commits.lost(commits.noted_position(path), await commits.position(connection))
    if what is not None:
        raise DatabaseUnusable(
            f"The database {path} {what}: its -wal file is missing, or another file was put in its place. "
            "Put the right files back, or restore a backup. To go on with it as it is: python -m bot accept"
        )


async def _require_sound(path: Path) -> None:
    """Raises DatabaseDamaged where a check as long as nobody minds at a start finds damage."""
    finding = await asyncio.to_thread(integrity.first_damage, path)
    if finding is not None:
        raise DatabaseDamaged(path, finding)


def _unusable(path: Path, error: sqlite3.Error | OSError) -> DatabaseUnusable:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
        return DatabaseDamaged(path, error)
    return DatabaseUnusable(f"The database {path} cannot be used: {error}.")


async def _reader(path: Path) -> ThreadConnection:
    """Open a connection that reads alone. Raises DatabaseUnusable."""
    reader = connect(path, to_read=True)
    try:
        await reader
        await require_readable(reader, path)
        reader.row_factory = sqlite3.Row
        await reader.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        await reader.execute("PRAGMA query_only = ON")
    except (sqlite3.Error, DatabaseUnusable) as error:
        await reader.close()
        if isinstance(error, DatabaseUnusable):
            raise
        raise DatabaseUnusable(f"The database {path} cannot be used: {error}.") from error
    return reader


@asynccontextmanager
async def _connection(path: Path) -> AsyncGenerator[ThreadConnection]:
    async with connect(path) as connection:
        await connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        if not await number(connection, "PRAGMA page_count"):  # others become so when they are rebuilt
            await connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("PRAGMA secure_delete = ON")
        yield connection


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise DatabaseUnusable(f"There is no database {path}.")
