"""The SQLite file: opened by one process at a time, migrated, written by one writer, read beside it."""

import os
import sqlite3
from collections.abc import AsyncGenerator, Generator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Self

import aiosqlite

from storage.engine.writer import PATIENCE, SqlValue, Writer

APPLICATION_ID = 0x41524253
MIGRATIONS = Path(__file__).parent / "migrations"


class DatabaseUnusable(Exception):
    """The database file cannot be used; the text is one line for whoever started the bot."""


class Database:
    """An open database; ``async with Database.open(path) as database`` makes one."""

    def __init__(self, writer: Writer, reader: aiosqlite.Connection) -> None:
        self.write = writer.write
        self.rebuild = writer.rebuild
        self._reader = reader

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
                connection = await stack.enter_async_context(_connection(path))
                await _migrate(connection, path)
                reader = await stack.enter_async_context(_connection(path))
                reader.row_factory = sqlite3.Row
                await reader.execute("PRAGMA query_only = ON")
            except sqlite3.Error as error:
                raise DatabaseUnusable(f"The database {path} cannot be used: {error}.") from error
            writer = Writer(connection)
            stack.push_async_callback(writer.close)
            yield cls(writer, reader)

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
                await _require_readable(reader, path)
                reader.row_factory = sqlite3.Row
                await reader.execute("PRAGMA query_only = ON")
                await reader.execute("BEGIN")
            except sqlite3.Error as error:
                raise DatabaseUnusable(f"The database {path} cannot be used: {error}.") from error
            yield cls(Writer(reader), reader)

    async def size(self) -> int:
        """The size of the file in bytes."""
        pages, page = await self.fetch("PRAGMA page_count"), await self.fetch("PRAGMA page_size")
        return pages[0][0] * page[0][0]

    async def fetch(self, sql: str, *values: SqlValue) -> list[sqlite3.Row]:
        """The rows of a SELECT over everything that is committed, without waiting for the writer."""
        return list(await self._reader.execute_fetchall(sql, values))


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
        file = f"{path.resolve()}-owner"
        try:
            lock = stack.enter_context(closing(sqlite3.connect(file, timeout=0, isolation_level=None)))
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise DatabaseUnusable(f"The database {path} is in use by another running Arbiter.") from None
            raise DatabaseUnusable(f"The database {path} cannot be used: {error}.") from error
        yield


@asynccontextmanager
async def _connection(path: Path) -> AsyncGenerator[aiosqlite.Connection]:
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("PRAGMA secure_delete = ON")
        yield connection


async def _migrate(connection: aiosqlite.Connection, path: Path) -> None:
    """Apply the numbered migrations that the database does not have yet, each in one transaction."""
    files = sorted(MIGRATIONS.glob("*.sql"))
    version = await _number(connection, "PRAGMA user_version")
    owner = await _number(connection, "PRAGMA application_id")
    tables = await _number(connection, "SELECT count(*) FROM sqlite_schema")
    if owner != APPLICATION_ID and (version or tables):
        raise DatabaseUnusable(f"The database {path} belongs to another program.")
    if version > len(files):
        raise DatabaseUnusable(
            f"The database {path} was made by a newer Arbiter: schema {version}, here {len(files)}."
        )
    for number, file in enumerate(files[version:], start=version + 1):
        await connection.execute("BEGIN IMMEDIATE")
        for statement in _statements(file.read_text(encoding="utf-8")):
            await connection.execute(statement)
        await connection.execute(f"PRAGMA user_version = {number}")
        await connection.execute("COMMIT")


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise DatabaseUnusable(f"There is no database {path}.")


async def _require_readable(connection: aiosqlite.Connection, path: Path) -> None:
    """Raises DatabaseUnusable unless the database is Arbiter's, with the schema of this version."""
    if await _number(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise DatabaseUnusable(f"The database {path} belongs to another program.")
    version = await _number(connection, "PRAGMA user_version")
    if version != len(list(MIGRATIONS.glob("*.sql"))):
        raise DatabaseUnusable(
            f"The database {path} has the schema of another version. Start this version of the bot once, so "
            "that it is brought up to date."
        )


async def _number(connection: aiosqlite.Connection, sql: str) -> int:
    for row in await connection.execute_fetchall(sql):
        return row[0]
    raise AssertionError(sql)


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
