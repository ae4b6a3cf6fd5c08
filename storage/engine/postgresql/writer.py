"""The one writer of a process to a PostgreSQL database, which it owns alone or serves with others."""

import asyncio
import logging
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import asyncpg

from storage.engine.group_commit import Batch, GroupCommit, GroupFailed, NotCommitted, Statement, batches
from storage.engine.postgresql.connection import CONNECT_TIMEOUT, OwnedConnection
from storage.engine.postgresql.dialect import translated
from storage.engine.postgresql.errors import SERVER_ERRORS, UNREACHABLE, InUse
from storage.engine.sharding import ANYWHERE

_log = logging.getLogger(__name__)

TRANSACTION_TIMEOUT = 1.5
"""Maximum seconds of a transaction."""
OUTCOME_TIMEOUT = 2.5
"""Seconds within which a caller knows the outcome of its write, even behind other writes: less than
Discord's three."""
LEAST = 0.25
"""Minimum seconds for a step, however long someone has waited for it: enough if the server answers."""


class NotOwned(NotCommitted):
    """The server that a write is about is served by another process."""

    def __init__(self) -> None:
        super().__init__("Another process serves this server now.")


class PostgresqlWriter(GroupCommit):
    """Writes groups over one connection: each is committed, not committed, or in doubt until the next one.

    ``monotonic``: seconds from any starting point, for the age of the lease.
    """

    def __init__(
        self, address: str, *, shared: bool = False, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self.connection = OwnedConnection(address, shared=shared, monotonic=monotonic)
        self._taking_up_failed = False
        """Whether an unexpected error has kept the connection from being made again since the last time."""
        self.owns: Callable[[int | None], bool] = lambda guild: True
        """Whether this process may write about a server."""

    async def write(
        self,
        *statements: Statement,
        then: Callable[[], None] = lambda: None,
        guild: int | None = ANYWHERE,
    ) -> None:
        """See the base class."""
        if not self.owns(guild):
            raise NotOwned
        await super().write(*statements, then=then)

    async def ask(self, sql: str, *values: Any) -> Any:
        """Return the first value of a statement that is committed alone, ahead of waiting groups. Raises
        NotCommitted."""
        with _not_committed():
            async with asyncio.timeout(TRANSACTION_TIMEOUT), self._turn:
                with self.connection.left_usable() as connection:
                    return await connection.fetchval(translated(sql), *values)

    async def alone(self, sql: str) -> None:
        """Carry out statements that can't be in a transaction, while all writes wait. Raises NotCommitted."""
        with _not_committed():
            async with self._turn:
                with self.connection.left_usable() as connection:
                    await connection.execute(sql)

    async def carry_out(self, statements: Sequence[Statement]) -> None:
        """See the base class."""
        try:
            for last in (False, True):
                if await self._carried_out(batches(statements), last=last):
                    return
        except GroupFailed:
            raise
        except Exception:
            self.connection.terminate()  # it is known from the next one whether the group is committed
            raise

    async def _carried_out(self, statements: Sequence[Batch], *, last: bool) -> bool:
        """Return whether the group is committed. If the connection was lost and it isn't, a retry may
        succeed.

        Raises GroupFailed; also for a lost connection, if this is the ``last`` try.
        """
        try:
            if self.connection.away:
                self.settle(committed=await self._take_up())
        except Exception as error:
            raise GroupFailed("everybody", unexpected=self._is_new_fault(error)) from error
        try:
            await self.connection.send(self._seconds(TRANSACTION_TIMEOUT, then=LEAST), statements)
        except InUse as error:
            self.connection.lose()
            raise GroupFailed("everybody") from error
        except UNREACHABLE as error:
            self.connection.terminate()
            committed = await self._was_committed(error)
            if not committed and (last or isinstance(error, TimeoutError)):
                raise GroupFailed("everybody") from error
            return committed
        except (asyncpg.PostgresError, OverflowError) as error:
            await self.connection.roll_back()
            taken = isinstance(error, asyncpg.UniqueViolationError)
            choked = isinstance(error, asyncpg.InsufficientResourcesError)
            raise GroupFailed("group" if choked else "one", taken=taken) from error
        except Exception as error:
            self.connection.terminate()
            if await self._was_committed(error):
                _log.exception("A transaction is committed, with an unexpected error")
                return True
            raise GroupFailed("one", unexpected=True) from error
        return True

    def _seconds(self, most: float, then: float = 0) -> float:
        """Return a step's timeout, if another step of ``then`` seconds follows."""
        waited = asyncio.get_running_loop().time() - self._asked
        return max(LEAST, min(most, OUTCOME_TIMEOUT - then - waited))

    async def _was_committed(self, lost: Exception) -> bool:
        """Return whether the transaction whose answer was lost is committed.

        Raises GroupFailed if that can't be found out in time; a later group then settles it.
        """
        try:
            return await self._take_up()
        except SERVER_ERRORS:
            unexpected = not isinstance(lost, SERVER_ERRORS)
            raise GroupFailed("everybody", doubtful=True, unexpected=unexpected) from lost
        except Exception as error:
            raise GroupFailed("everybody", doubtful=True, unexpected=self._is_new_fault(error)) from error

    def _is_new_fault(self, error: Exception) -> bool:
        """Return whether an error of `_take_up` is an unexpected one, and the first since that last
        succeeded."""
        if isinstance(error, SERVER_ERRORS) or self._taking_up_failed:
            return False
        self._taking_up_failed = True
        return True

    async def _take_up(self) -> bool:
        """See `OwnedConnection.take_up`."""
        committed = await self.connection.take_up(self._seconds(CONNECT_TIMEOUT))
        self._taking_up_failed = False
        return committed


@contextmanager
def _not_committed() -> Generator[None]:
    """Raise NotCommitted for every error of the block, and log the trace of an unexpected one."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, SERVER_ERRORS):
            _log.exception("A statement failed unexpectedly")
        raise NotCommitted(str(error)) from error
