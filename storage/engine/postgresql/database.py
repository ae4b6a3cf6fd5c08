"""A PostgreSQL database: owned by one process at a time, migrated, written by one writer, read beside it."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence, Set
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, Self, TypeAlias

import asyncpg

from storage.engine.database import Database, DatabaseError, DatabaseUnusable, SqlRow
from storage.engine.group_commit import NotCommitted, SqlValue, Statement
from storage.engine.postgresql.connection import CHANNEL, CONNECT_TIMEOUT, DEAD_AFTER, NOTIFY
from storage.engine.postgresql.dialect import translated
from storage.engine.postgresql.errors import UNREACHABLE, InUse, first_line
from storage.engine.postgresql.migrating import migrate, require_readable
from storage.engine.postgresql.shards import SELECT_OTHER_EPOCHS, Shards
from storage.engine.postgresql.writer import PostgresqlWriter

READERS = 4
"""Connections over which is read, at most."""
READ_TIMEOUT = 2.5
"""Maximum seconds of a query, so that the user gets an answer within Discord's three seconds."""
LONG_QUERIES = """
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
    AND xact_start < clock_timestamp() - interval '1 s'
"""
"""A row for each long transaction: a dump, or someone's manual session."""

RunSelect: TypeAlias = Callable[..., Awaitable[list[Any]]]
"""Carries out a SELECT with its values."""


class PostgresqlDatabase(Database):
    """An open PostgreSQL database; ``ask`` reads from it."""

    def __init__(self, address: str, writer: PostgresqlWriter, ask: RunSelect) -> None:
        super().__init__(writer, address)
        self.on_notice = writer.connection.on_notice
        self._writer = writer
        self._ask = ask

    @classmethod
    @asynccontextmanager
    async def open(cls, address: str) -> AsyncGenerator[Self]:
        """Yield the database at an address, migrated to the newest schema and owned by this process.

        Raises DatabaseUnusable.
        """
        async with cls._opened(address, PostgresqlWriter(address)) as database:
            yield database

    @classmethod
    @asynccontextmanager
    async def join(
        cls, address: str, assigned: Iterable[int] = (), monotonic: Callable[[], float] = time.monotonic
    ) -> AsyncGenerator[tuple[Self, Shards]]:
        """Yield the database for one process of several, and its shards, which it doesn't own yet.

        ``assigned``: the only shards that it may serve (default: any). ``monotonic``: a clock in seconds.
        """
        writer = PostgresqlWriter(address, shared=True, monotonic=monotonic)
        async with cls._opened(address, writer, ",".join(map(str, assigned))) as database:
            yield database, Shards(database, writer)

    @classmethod
    @asynccontextmanager
    async def _opened(
        cls, address: str, writer: PostgresqlWriter, assigned: str = ""
    ) -> AsyncGenerator[Self]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(writer.connection.leave)
            try:
                await writer.connection.own(migrate, assigned)
                pool = await _reading(address)
                stack.callback(pool.terminate)
            except InUse:
                raise DatabaseUnusable("The database is in use by another running Arbiter.") from None
            except (*UNREACHABLE, asyncpg.PostgresError, ValueError) as error:
                raise _unusable(error) from error
            stack.push_async_callback(writer.close)
            yield cls(address, writer, partial(_asked, pool))

    @classmethod
    @asynccontextmanager
    async def beside(cls, address: str) -> AsyncGenerator[Self]:
        """Yield a snapshot of the database at an address to read. Raises DatabaseUnusable."""
        async with AsyncExitStack() as stack:
            try:
                connection = await asyncpg.connect(address)
                stack.push_async_callback(connection.close)
                await require_readable(connection)
                await stack.enter_async_context(
                    connection.transaction(isolation="repeatable_read", readonly=True)
                )
            except (*UNREACHABLE, asyncpg.PostgresError, ValueError) as error:
                raise _unusable(error) from error
            turn = asyncio.Lock()

            async def ask(sql: str, *values: SqlValue) -> list[Any]:
                async with turn:
                    return await connection.fetch(sql, *values)

            yield cls(address, PostgresqlWriter(address), ask)

    @classmethod
    @asynccontextmanager
    async def follow(cls, address: str) -> AsyncGenerator[Self]:
        """Yield the database at an address to read, always as its last commit left it. Raises
        DatabaseUnusable."""
        try:
            pool = await _reading(address)
        except (*UNREACHABLE, asyncpg.PostgresError, ValueError) as error:
            raise _unusable(error) from error
        try:
            yield cls(address, PostgresqlWriter(address), partial(_asked, pool))
        finally:
            pool.terminate()

    async def fetch(self, sql: str, *values: SqlValue) -> list[SqlRow]:
        """See the base class."""
        try:
            return await self._ask(translated(sql), *values)
        except (*UNREACHABLE, asyncpg.PostgresError) as error:
            raise DatabaseError(str(error)) from error

    @property
    def shared(self) -> bool:
        """See the base class."""
        return self._writer.connection.shared or super().shared

    @property
    def process(self) -> int:
        """See the base class."""
        return self._writer.connection.epoch

    @property
    def certain(self) -> bool:
        """See the base class."""
        return not self._writer.connection.shared or self._writer.connection.unrenewed_for() < DEAD_AFTER

    async def others(self) -> Set[int]:
        """See the base class."""
        rows = await self.fetch(SELECT_OTHER_EPOCHS, self.process)
        return frozenset(row["epoch"] for row in rows)

    def owns(self, guild: int | None) -> bool:
        """See the base class."""
        return super().owns(guild) and self._writer.owns(guild)

    async def next_number(self, table: str) -> int:
        """See the base class."""
        if not self._writer.connection.shared:
            return await super().next_number(table)
        highest = f"(SELECT coalesce(max(id), 0) FROM {table})"
        return await self._writer.ask(
            f"INSERT INTO counter (name, value) VALUES (?, {highest} + 1) "
            f"ON CONFLICT (name) DO UPDATE SET value = greatest(counter.value, {highest}) + 1 "
            "RETURNING value",
            table,
        )

    def _notification(self, kind: str, text: str) -> Sequence[Statement]:
        """See the base class."""
        return [(NOTIFY, (CHANNEL, f"{kind} {text}"))] if self._writer.connection.shared else ()

    async def size(self) -> int:
        """See the base class."""
        rows = await self.fetch("SELECT pg_database_size(current_database())")
        return rows[0][0]

    async def free_pages(self) -> tuple[int, int]:
        """Return zeros: PostgreSQL frees pages itself."""
        return 0, 0

    async def shrink(self, pages: int) -> None:
        """Do nothing; see `free_pages`."""

    async def rebuild(self) -> bool:
        """See the base class. Deleted data stays in the server's write-ahead log for a while."""
        if await self._is_read_for_long():
            return False
        await self._writer.alone("ANALYZE")  # the server's statistics quote what stands in tables
        await self._writer.alone("VACUUM FULL")
        return True

    async def replace(self) -> bool:
        """See the base class. The space of deleted data is reusable, but not overwritten."""
        if await self._is_read_for_long():
            return False
        try:
            connection = await asyncpg.connect(self.address)
            try:
                await connection.execute("ANALYZE")
                await connection.execute("VACUUM")
            finally:
                await connection.close()
        except (*UNREACHABLE, asyncpg.PostgresError) as error:
            raise NotCommitted(str(error)) from error
        return True

    async def _is_read_for_long(self) -> bool:
        """Return whether an open transaction would block the rewriting, or keep the old rows."""
        return bool(await self.fetch(LONG_QUERIES))

    async def number_on(self) -> None:
        """See the base class."""
        columns = await self.fetch(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND identity_generation = 'BY DEFAULT'"
        )
        for table, column in columns:
            await self._writer.alone(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) FROM {table}"
            )


async def _reading(address: str) -> Any:
    """Return read-only connections. Raises asyncpg's errors."""
    return await asyncpg.create_pool(
        address,
        min_size=1,
        max_size=READERS,
        timeout=CONNECT_TIMEOUT,
        server_settings={
            "default_transaction_read_only": "on",
            "statement_timeout": f"{READ_TIMEOUT * 1000:.0f}",  # no one waits for an answer by then
        },
        reset=_keep,
    )


async def _asked(pool: Any, sql: str, *values: SqlValue) -> list[Any]:
    """Return the rows of a SELECT, retried once if the connection breaks.

    Raises TimeoutError, and asyncpg's errors.
    """
    async with asyncio.timeout(READ_TIMEOUT):
        try:
            return await _fetched(pool, sql, *values)
        except UNREACHABLE as error:
            if isinstance(error, TimeoutError):
                raise
            return await _fetched(pool, sql, *values)


async def _fetched(pool: Any, sql: str, *values: SqlValue) -> list[Any]:
    async with pool.acquire() as connection:
        try:
            return await connection.fetch(sql, *values)
        except asyncio.CancelledError:
            # To give it back would wait until the server has confirmed that it stopped.
            connection.terminate()
            raise


async def _keep(_connection: object) -> None:
    """Skip the reset of a returned connection: a SELECT leaves nothing to undo."""


def _unusable(error: Exception) -> DatabaseUnusable:
    why = first_line(error) or "it doesn't answer"  # a timeout says nothing itself
    return DatabaseUnusable(f"The PostgreSQL database cannot be used: {why}.")
