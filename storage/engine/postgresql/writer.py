"""The one writer of a PostgreSQL database, who owns it while it is connected."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from storage.engine.group_commit import GroupCommit, GroupFailed, NotCommitted, Statement, grouped
from storage.engine.postgresql.dialect import translated

OWNERSHIP = 0x41524253
"""The number of the advisory lock that the owner holds as long as it is connected."""
CONNECTING = 1.0
"""Seconds that connecting may take."""
PATIENCE = 1.5
"""Seconds that a transaction may take."""
STATEMENTS = 500
"""Texts of statements that are kept prepared."""
_LOCK = "SELECT pg_try_advisory_lock($1)"

UNREACHABLE = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""Errors after which another connection is needed."""


class InUse(Exception):
    """Another process owns the database."""

    def __init__(self) -> None:
        super().__init__("Another process has taken the database over.")


class PostgresqlWriter(GroupCommit):
    """Writes over one connection, which holds the ownership; without it nothing is written.

    Each transaction counts itself under the epoch in which the ownership was taken. So a process that has
    lost it writes nothing, and when the answer of a transaction is lost, it is known afterwards whether it
    was committed.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._connection: Any = None
        self._server: int | None = None
        """The process of the server at the other end."""
        self._epoch: int | None = None
        self._commits = 0
        """How many transactions of this epoch are committed, as far as is known."""

    async def own(self, prepare: Callable[[Any], Awaitable[None]]) -> None:
        """Take the ownership in a new epoch, after ``prepare`` was called with the connection.

        Raises InUse, and what asyncpg raises.
        """
        async with self._connecting():
            pass
        await prepare(self._connection)
        self._epoch = await self._connection.fetchval(
            "INSERT INTO ownership (one, epoch, commits) VALUES (1, 1, 0) "
            "ON CONFLICT (one) DO UPDATE SET epoch = ownership.epoch + 1, commits = 0 RETURNING epoch"
        )

    async def leave(self) -> None:
        """Give the ownership up."""
        if self._connection is not None:
            self._connection.terminate()

    async def alone(self, sql: str) -> None:
        """Carry out what can't be in a transaction, while all writes wait. Raises NotCommitted."""
        async with self._turn:
            try:
                await self._connection.execute(sql)
            except (*UNREACHABLE, asyncpg.PostgresError) as error:
                raise NotCommitted(str(error)) from error

    async def carry_out(self, statements: Sequence[Statement]) -> None:
        """See the base class."""
        for last in (False, True):
            if await self._carried_out(grouped(statements), last=last):
                return

    async def _carried_out(self, statements: dict[str, list[tuple[Any, ...]]], *, last: bool) -> bool:
        """Whether the group is committed. If the connection is lost and it isn't, it is worth a second try.

        Raises GroupFailed; also for a lost connection, if this is the ``last`` try.
        """
        try:
            if self._connection.is_closed():
                self.settle(committed=await self._take_up())
        except (*UNREACHABLE, asyncpg.PostgresError, InUse) as error:
            raise GroupFailed("everybody") from error
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send(statements)
        except InUse as error:
            self._connection.terminate()
            raise GroupFailed("everybody") from error
        except UNREACHABLE as error:
            self._connection.terminate()
            committed = await self._was_committed(error)
            if not committed and (last or isinstance(error, TimeoutError)):
                raise GroupFailed("everybody") from error
            return committed
        except (asyncpg.PostgresError, OverflowError) as error:
            await self._roll_back()
            taken = isinstance(error, asyncpg.UniqueViolationError)
            choked = isinstance(error, asyncpg.InsufficientResourcesError)
            raise GroupFailed("group" if choked else "one", taken=taken) from error
        self._commits += 1
        return True

    async def _send(self, statements: dict[str, list[tuple[Any, ...]]]) -> None:
        done = await self._connection.execute(
            f"BEGIN; UPDATE ownership SET commits = {self._commits + 1} WHERE epoch = {self._epoch}"
        )
        if done != "UPDATE 1":
            raise InUse
        for sql, rows in statements.items():
            await self._connection.executemany(translated(sql), rows)
        await self._connection.execute("COMMIT")

    async def _roll_back(self) -> None:
        """Give the transaction up, and the connection too where that can't be done in time."""
        try:
            async with asyncio.timeout(CONNECTING):
                await self._connection.execute("ROLLBACK")
        except UNREACHABLE:
            self._connection.terminate()

    async def _was_committed(self, lost: Exception) -> bool:
        """Whether the transaction whose answer was lost is committed.

        Raises GroupFailed where that can't be learned in time; then it is settled later.
        """
        try:
            return await self._take_up()
        except (*UNREACHABLE, asyncpg.PostgresError, InUse):
            raise GroupFailed("everybody", doubtful=True) from lost

    async def _take_up(self) -> bool:
        """Connect again; gives whether one more transaction is committed than was known.

        Raises InUse, and what asyncpg raises.
        """
        async with self._connecting() as connection:
            row = await connection.fetchrow("SELECT epoch, commits FROM ownership")
            if row["epoch"] != self._epoch:
                raise InUse
        before, self._commits = self._commits, row["commits"]
        return self._commits > before

    @asynccontextmanager
    async def _connecting(self) -> AsyncGenerator[Any]:
        """A new connection, which holds the ownership, and is the writer's if nothing fails in the block.

        Raises InUse, and what asyncpg raises; the time for connecting includes the block.
        """
        async with asyncio.timeout(CONNECTING):
            connection = await asyncpg.connect(self._address, statement_cache_size=STATEMENTS)
            try:
                if not await connection.fetchval(_LOCK, OWNERSHIP):
                    if self._server is None:
                        raise InUse
                    # The server may not have noticed yet that the connection before this one is lost.
                    await connection.execute("SELECT pg_terminate_backend($1)", self._server)
                    await connection.execute("SELECT pg_advisory_lock($1)", OWNERSHIP)
                yield connection
            except BaseException:
                connection.terminate()
                raise
        self._connection, self._server = connection, connection.get_server_pid()
