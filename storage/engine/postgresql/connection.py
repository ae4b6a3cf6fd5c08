"""The one connection by which a process writes to a PostgreSQL database, and the ownership that it holds.

It is **owned** once `own` has taken a new epoch, **away** when it is lost, owned again once `take_up` has
found the epoch's row, and **in use** if another process has deleted that row: then nothing is written.
"""

import asyncio
import contextlib
import logging
import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg

from storage.engine.group_commit import Batch
from storage.engine.observers import call_each
from storage.engine.postgresql.dialect import fenced, translated
from storage.engine.postgresql.errors import SERVER_ERRORS, UNREACHABLE, InUse

_log = logging.getLogger(__name__)

OWNERSHIP = 0x41524253
"""The number of the advisory lock that the owner holds as long as it is connected; several share it."""
MIGRATING = OWNERSHIP + 1
"""The number of the one that is held while the schema is brought up to date."""
LEASE = 6
"""Seconds after its last transaction for which a process that isn't known to be dead counts as alive."""
DEAD_AFTER = 1.5
"""Seconds without a transaction after which a process counts as killed, if the server no longer has its
connection: a healthy one renews its lease every half second."""
CHANNEL = "arbiter"
"""On which processes notify each other."""
NOTIFY = "SELECT pg_notify(?, ?)"
CONNECT_TIMEOUT = 1.0
"""Maximum seconds for connecting."""
STATEMENTS = 500
"""Texts of statements that are kept prepared."""
_LOCK = "SELECT pg_try_advisory_lock($1)"
_SHARE = "SELECT pg_try_advisory_lock_shared($1)"
_OWN = (
    "WITH gone AS (DELETE FROM process) "
    "INSERT INTO process (until, backend) VALUES ('infinity', pg_backend_pid()) RETURNING epoch"
)
_JOIN = (
    "WITH gone AS (DELETE FROM process WHERE until = 'infinity') "
    "INSERT INTO process (until, backend, shards) "
    f"VALUES (clock_timestamp() + interval '{LEASE} s', pg_backend_pid(), $1) RETURNING epoch"
)
_RENEW = f", until = clock_timestamp() + interval '{LEASE} s', backend = pg_backend_pid()"


class OwnedConnection:
    """A connection that holds the ownership, which is required for writing.

    Each transaction counts itself under the epoch in which the ownership was taken, and renews the lease of
    one process of several. So a process without the lease can't write, and after a lost answer it is known
    whether the transaction was committed. ``monotonic``: a clock in seconds for the lease's age.
    """

    def __init__(self, address: str, *, shared: bool, monotonic: Callable[[], float]) -> None:
        self._address = address
        self._monotonic = monotonic
        self.shared = shared
        self._connection: Any = None
        self._server: int | None = None
        """The process of the server at the other end."""
        self._epoch: int | None = None
        self._commits = 0
        """The known number of committed transactions of this epoch."""
        self._connected = 0.0
        """When this connection was made, by the loop's clock; 0 for the first."""
        self._renewed = -math.inf
        """The start of the last transaction known to be committed."""
        self._warned = False
        """Whether a warning about the server answering too early was logged."""
        self.on_notice: list[Callable[[str, str], None]] = []
        """Called with the kind and the text of each notice of another process; both are empty after a lost
        connection, since notices may have been missed."""

    @property
    def epoch(self) -> int:
        """The epoch of this process."""
        assert self._epoch is not None, "the database is open"
        return self._epoch

    @property
    def away(self) -> bool:
        """Whether the connection is lost and not made again yet."""
        return self._connection is None or self._connection.is_closed()

    def connected_for(self) -> float:
        """Return for how many seconds the connection hasn't been lost."""
        return asyncio.get_running_loop().time() - self._connected

    def unrenewed_for(self) -> float:
        """Return for how many seconds at most the lease hasn't been renewed."""
        return self._monotonic() - self._renewed

    async def own(self, prepare: Callable[[Any], Awaitable[None]], shards: str = "") -> None:
        """Take the ownership in a new epoch, after calling ``prepare`` with the connection.

        ``shards``: those configured for this process of several. Raises InUse, and asyncpg's errors.
        """
        async with self._connecting(CONNECT_TIMEOUT):
            pass
        await self._connection.execute(f"SELECT pg_advisory_lock({MIGRATING})")
        await prepare(self._connection)
        await self._connection.execute(f"SELECT pg_advisory_unlock({MIGRATING})")
        began = self._monotonic()
        self._epoch = await (
            self._connection.fetchval(_JOIN, shards) if self.shared else self._connection.fetchval(_OWN)
        )
        self._renewed = began
        if self.shared:
            await self._connection.fetchval(_LOCK, self._own_lock())

    def _own_lock(self) -> int:
        """Return the number of the advisory lock that each of several processes holds exclusively."""
        return (OWNERSHIP << 31) + self.epoch

    async def leave(self) -> None:
        """Give the ownership up, and with it the lease of one process of several."""
        if self._connection is None:
            return
        try:
            with contextlib.suppress(*UNREACHABLE, asyncpg.PostgresError):
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    if self.shared and self._epoch is not None:
                        await self._connection.execute("DELETE FROM process WHERE epoch = $1", self._epoch)
                        await self._connection.execute(translated(NOTIFY), CHANNEL, "shards")
                    # The next owner needn't wait until the server has noticed that this connection is gone.
                    await self._connection.execute("SELECT pg_advisory_unlock_all()")
        finally:
            self._connection.terminate()

    @contextmanager
    def left_usable(self) -> Generator[Any]:
        """Yield the connection for a block; it is closed if an answer was left unread."""
        try:
            yield self._connection
        except BaseException as error:  # the next write would wait for the end of what is canceled, too
            if isinstance(error, UNREACHABLE) or not isinstance(error, asyncpg.PostgresError):
                self.terminate()
            raise

    async def send(self, seconds: float, statements: Sequence[Batch]) -> None:
        """Commit a transaction. Raises TimeoutError if that takes longer, and gives up the connection;
        InUse, and asyncpg's errors.

        It gives up before the running statement is canceled, for which asyncpg would wait without a limit.
        """
        began = self._monotonic()
        sending = asyncio.ensure_future(self._send(statements))
        try:
            await asyncio.wait([sending], timeout=seconds)
        finally:
            late = not sending.done()
            if late:
                self.terminate()
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
        if late:
            raise TimeoutError
        sending.result()
        self._commits += 1
        self._renewed = began

    def lose(self) -> None:
        """Give up the ownership, which another process has taken."""
        self._renewed = -math.inf
        self.terminate()

    def terminate(self) -> None:
        """Give the connection up."""
        self._connection.terminate()

    async def _send(self, statements: Sequence[Batch]) -> None:
        if len(statements) == 1 and await self._sent_at_once(*statements[0]):
            return
        done = await self._connection.execute(f"BEGIN; {self._fence.replace('?', str(self._commits + 1))}")
        if done != "UPDATE 1":
            raise InUse
        for sql, rows in statements:
            await self._connection.executemany(translated(sql), rows)
        await self._connection.execute("COMMIT")

    @property
    def _fence(self) -> str:
        """The statement that marks a transaction and changes no row if the ownership is lost."""
        return self._counting("?")

    def _counting(self, commits: str) -> str:
        """Return the statement that sets the number of transactions and renews the lease."""
        renewed = _RENEW if self.shared else ""
        return f"UPDATE process SET commits = {commits}{renewed} WHERE epoch = {self._epoch}"

    async def _sent_at_once(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> bool:
        """Return whether it was a single statement, which is sent and committed in one round trip."""
        alone = fenced(sql, len(rows[0]), self._fence) if len(rows) == 1 else None
        if alone is None:
            return False
        try:
            await self._connection.fetchval(alone, *rows[0], self._commits + 1)
        except asyncpg.DivisionByZeroError:
            raise InUse from None
        return True

    async def roll_back(self) -> None:
        """Roll the transaction back, or close the connection if that takes too long."""
        if not self._connection.is_in_transaction():
            return
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await self._connection.execute("ROLLBACK")
        except Exception as error:  # noqa: BLE001 - the server rolls back what its connection has left
            if not isinstance(error, SERVER_ERRORS):
                _log.exception("A transaction couldn't be rolled back")
            self.terminate()

    async def take_up(self, seconds: float) -> bool:
        """Reconnect; return whether a transaction was committed whose answer was lost.

        A transaction committed only to the server's own disk, because the connection was lost while a
        synchronous standby delayed it, is visible there and can be lost. So this is a transaction, too:
        once it is committed, all earlier ones are on the standby. Raises InUse, and asyncpg's errors.
        """
        async with self._connecting(seconds) as connection:
            began = self._monotonic()
            commits = await connection.fetchval(f"{self._counting('commits')} RETURNING commits")
            if commits is None:
                self._renewed = -math.inf
                raise InUse
        self._connected, self._renewed = asyncio.get_running_loop().time(), began
        before, self._commits = self._commits, commits
        self._notice("", "")
        return self._commits > before

    @asynccontextmanager
    async def _connecting(self, seconds: float) -> AsyncGenerator[Any]:
        """Yield a new connection, which holds the ownership, and becomes the writer's if the block
        succeeds.

        Raises InUse, and asyncpg's errors; the ``seconds`` for connecting include the block.
        """
        async with asyncio.timeout(seconds):
            connection = await asyncpg.connect(self._address, statement_cache_size=STATEMENTS)
            try:
                self._warn(await connection.fetchval("SHOW synchronous_commit"))
                if self.shared and not await connection.fetchval(_SHARE, OWNERSHIP):
                    raise InUse
                if not self.shared or self._server is not None:
                    await self._lock(connection, self._own_lock() if self.shared else OWNERSHIP)
                if self.shared:
                    await connection.add_listener(CHANNEL, self._heard)
                yield connection
            except BaseException:
                connection.terminate()
                raise
        self._connection, self._server = connection, connection.get_server_pid()

    def _warn(self, waits: str) -> None:
        """Log once if the server answers before a commit is on disk, including its standby's."""
        if waits in ("off", "local") and not self._warned:
            self._warned = True
            _log.warning(
                "What is answered can be lost with PostgreSQL's server: synchronous_commit is %s, turn it on",
                waits,
            )

    async def _lock(self, connection: Any, number: int) -> None:
        if not await connection.fetchval(_LOCK, number):
            if self._server is None:
                raise InUse
            # The server may not have noticed yet that the connection before this one is lost.
            await connection.execute("SELECT pg_terminate_backend($1)", self._server)
            await connection.execute("SELECT pg_advisory_lock($1)", number)

    def _heard(self, _connection: Any, sender: int, _channel: str, said: object) -> None:
        if sender != self._server:
            kind, _, text = str(said).partition(" ")
            self._notice(kind, text)

    def _notice(self, kind: str, text: str) -> None:
        call_each(self.on_notice, kind, text)
