"""The open file of a database: its ownership, its integrity and its connections."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path

import aiosqlite

from storage.engine.database import DatabaseUnusable
from storage.engine.sqlite import commits, integrity
from storage.engine.sqlite.commits import CommitFile
from storage.engine.sqlite.connection import ThreadConnection, connect
from storage.engine.sqlite.files import OpenFiles, beside, create_private
from storage.engine.sqlite.migrating import require_readable, single_number
from storage.engine.sqlite.writer import BUSY_TIMEOUT

REOPEN_FAILED = "the database could not be opened again"
"""Why nothing is read or written meanwhile."""


class DatabaseDamaged(DatabaseUnusable):
    """Pages of the database at ``path`` can't be read; ``finding`` is SQLite's first complaint."""

    def __init__(self, path: Path, finding: object) -> None:
        super().__init__(f"The database {path} is damaged ({finding}).")
        self.path = path


class OpenFile:
    """The connections to a database that this process owns, and who watches it."""

    writing: ThreadConnection
    reading: ThreadConnection

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written, self._read = AsyncExitStack(), AsyncExitStack()
        self._files: OpenFiles | None = None
        self._commit_file: CommitFile | None = None

    async def open_writing(self) -> None:
        """Open the connection for all writes."""
        self.writing = await self._written.enter_async_context(open_connection(self.path))

    async def open_reading(self) -> None:
        """Open the readers, once the schema exists."""
        await commits.count_commits(self.writing)
        self.reading = await self._read.enter_async_context(open_connection(self.path))
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
        """Raise sqlite3.OperationalError if nothing may be written."""
        if self._files is None:
            error = sqlite3.OperationalError(REOPEN_FAILED)
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        self._files.require()

    def note(self) -> None:
        """Record a commit."""
        if self._commit_file is not None:
            self._commit_file.note()

    async def close_reading(self) -> None:
        """Close all connections except the writer's."""
        self._files = self._commit_file = None
        await self._read.aclose()

    async def close(self) -> None:
        """Close everything."""
        await self.close_reading()
        await self._written.aclose()


@contextmanager
def ownership(path: Path) -> Generator[None]:
    """Own the database, of all processes, for a block.

    The lock is SQLite's on an empty file beside the database, which works on every platform and ends with the
    process. The database itself stays open to readers, such as a backup.
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


async def require_last_commit(connection: aiosqlite.Connection, path: Path) -> None:
    """Raise DatabaseUnusable for a database that lacks commits which were made here."""
    what = commits.lost(commits.noted_position(path), await commits.position(connection))
    if what is not None:
        raise DatabaseUnusable(
            f"The database {path} {what}: its -wal file is missing, or another file was put in its place. "
            "Put the right files back, or restore a backup. To go on with it as it is: python -m bot accept"
        )


async def require_sound(path: Path) -> None:
    """Raise DatabaseDamaged if the quick check at a start finds damage."""
    finding = await asyncio.to_thread(integrity.first_damage, path)
    if finding is not None:
        raise DatabaseDamaged(path, finding)


def unusable(path: Path, error: sqlite3.Error | OSError) -> DatabaseUnusable:
    """Return an error from opening a database in one line: damage if SQLite reports it."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
        return DatabaseDamaged(path, error)
    return DatabaseUnusable(f"The database {path} cannot be used: {error}.")


async def open_reader(path: Path) -> ThreadConnection:
    """Open a read-only connection. Raises DatabaseUnusable."""
    reader = connect(path, to_read=True)
    try:
        await reader
        await require_readable(reader, path)
        reader.row_factory = sqlite3.Row
        await reader.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
        await reader.execute("PRAGMA query_only = ON")
    except (sqlite3.Error, DatabaseUnusable) as error:
        await reader.close()
        if isinstance(error, DatabaseUnusable):
            raise
        raise DatabaseUnusable(f"The database {path} cannot be used: {error}.") from error
    return reader


@asynccontextmanager
async def open_connection(path: Path) -> AsyncGenerator[ThreadConnection]:
    """Yield a connection that may write. Raises sqlite3.Error."""
    async with connect(path) as connection:
        await connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
        if not await single_number(connection, "PRAGMA page_count"):  # others become so when they are rebuilt
            await connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("PRAGMA secure_delete = ON")
        yield connection


def require_file(path: Path) -> None:
    """Raise DatabaseUnusable if there is no file."""
    if not path.is_file():
        raise DatabaseUnusable(f"There is no database {path}.")
