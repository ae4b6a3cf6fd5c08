"""Group commit: all waiting writes go into one transaction, whatever the engine."""

import asyncio
import contextlib
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal, TypeAlias
from weakref import WeakSet

from msgspec import Struct

from storage.engine.observers import errors_logged
from storage.engine.sharding import ANYWHERE

_log = logging.getLogger(__name__)

SqlValue: TypeAlias = str | int | bytes | None
CommitObserver: TypeAlias = Callable[[float, int, int], None]
"""Called after each commit with its seconds, its number of writes, and the number of failed ones."""
Statement: TypeAlias = tuple[str, tuple[SqlValue, ...]]
"""An INSERT, UPDATE or DELETE and its values."""
Batch: TypeAlias = tuple[str, list[tuple[SqlValue, ...]]]
"""The text of a statement and the values of each time that it is carried out, one right after the other."""
Whose: TypeAlias = Literal["one", "group", "everybody"]
"""The scope of a failure: one write of a group, found by trying each alone; the group, such as with a full
disk; or also the waiting writes, such as with an unreachable database."""


class AttachedWrite(Struct, frozen=True):
    """A write for another request's transaction, with a callback right after the commit."""

    statements: tuple[Statement, ...] = ()
    then: Callable[[], None] = lambda: None


class NotCommitted(Exception):
    """Raised if the database did not accept a write and nothing of it is stored; the cause is the
    database's error."""


class AlreadyThere(NotCommitted):
    """The write lost because a row with the same key exists."""


class MayBeCommitted(NotCommitted):
    """The answer of the database was lost, so the write may be there after all."""


class GroupFailed(Exception):
    """Raised when nothing of a group is committed, or the outcome is unknown. The cause is the database's
    error."""

    def __init__(
        self, whose: Whose, *, taken: bool = False, doubtful: bool = False, unexpected: bool = False
    ) -> None:
        super().__init__(whose)
        self.whose: Whose = whose
        self.taken = taken
        """Whether a row with the same key was there already."""
        self.doubtful = doubtful
        """Whether the group may be committed after all; the next commit resolves that."""
        self.unexpected = unexpected
        """Whether the engine doesn't know such an error, which is logged then."""


@dataclass(slots=True, eq=False)
class _Write:
    statements: Sequence[Statement]
    then: Callable[[], None]
    done: asyncio.Future[None]
    """Done after the commit; canceling the caller cancels it, and the reverse."""
    asked: float
    """The time of the request, by the loop's clock."""
    decided: bool = False
    failed: bool = False

    def fail(self, failed: GroupFailed, *, doubtful: bool = False) -> None:
        self.decided = self.failed = True
        if not self.done.done():
            kind = AlreadyThere if failed.taken else MayBeCommitted if doubtful else NotCommitted
            failure = kind(str(failed.__cause__))
            failure.__cause__ = failed.__cause__
            self.done.set_exception(failure)

    def succeed(self) -> None:
        with errors_logged():
            self.then()
        self.decided = True
        if not self.done.done():
            self.done.set_result(None)

    def forsake(self) -> None:
        self.decided = True
        self.done.cancel()


class GroupCommit(ABC):
    """The only writer of a database; an engine implements how a group of statements is committed."""

    def __init__(self) -> None:
        self._waiting: list[_Write] = []
        self._turn = asyncio.Lock()
        """Held while the connection is in use."""
        self._task: asyncio.Task[None] | None = None
        self._asked = 0.0
        """The time of the first request of the current group, by the loop's clock."""
        self.observe: CommitObserver = lambda _seconds, _writes, _failed: None
        self._doubtful: Sequence[_Write] = ()
        self._writers = WeakSet[asyncio.Task[Any]]()
        """The tasks that have committed something."""

    def settle(self, *, committed: bool) -> None:
        """Run the callbacks of the doubtful group if it is known to be ``committed``; otherwise do nothing.

        Call it before the callbacks of a later group.
        """
        doubtful, self._doubtful = self._doubtful, ()
        if committed:
            for write in doubtful:
                with errors_logged():
                    write.then()

    @abstractmethod
    async def carry_out(self, statements: Sequence[Statement]) -> None:
        """Carry out statements atomically in one durable transaction.

        Raises GroupFailed; after any other error they may be committed, and `settle` has to be called.
        """

    @property
    def waiting(self) -> int:
        """How many writes wait for the commit under way to end."""
        return len(self._waiting)

    @property
    def in_doubt(self) -> bool:
        """Whether the outcome of a group is unknown; the next commit resolves it."""
        return bool(self._doubtful)

    async def write(
        self, *statements: Statement, then: Callable[[], None] = lambda: None, guild: int | None = ANYWHERE
    ) -> None:
        """Carry out the statements in one durable transaction, shared with other waiting writes, in call
        order.

        ``guild``: the server concerned; each of several processes writes only for its own servers. ``then``
        is called right after the commit; its failure is logged. Raises NotCommitted. A cancellation takes
        effect once the write's outcome is known.
        """
        loop = asyncio.get_running_loop()
        write = _Write(statements, then, loop.create_future(), loop.time())
        self._waiting.append(write)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="storage writer")
        try:
            await write.done
        except asyncio.CancelledError:
            await _until_decided(write)
            raise
        task = asyncio.current_task()
        if statements and task is not None:
            self._writers.add(task)

    def has_written(self) -> bool:
        """Return whether the task that calls this has committed something."""
        return asyncio.current_task() in self._writers

    async def close(self) -> None:
        """Wait until everything is written."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        group: list[_Write] = []
        try:
            while self._waiting:
                async with self._turn:
                    group, self._waiting = self._waiting, []
                    self._asked = group[0].asked
                    began = time.perf_counter()
                    await self._commit(group)
                    took = time.perf_counter() - began
                    failed = sum(write.failed for write in group)
                    with errors_logged():
                        self.observe(took, len(group), failed)
        finally:
            # When the loop is being torn down, every waiting caller must be released.
            for write in (*group, *self._waiting):
                write.forsake()
            self._waiting.clear()

    async def _commit(self, group: Sequence[_Write]) -> None:
        try:
            await self.carry_out([statement for write in group for statement in write.statements])
        except GroupFailed as failed:
            await self._fail(group, failed)
        except Exception as error:  # noqa: BLE001 - whatever it was, everyone who waits gets an answer
            unknown = GroupFailed("group", doubtful=True, unexpected=True)
            unknown.__cause__ = error
            await self._fail(group, unknown)
        else:
            for write in group:
                write.succeed()

    async def _fail(self, group: Sequence[_Write], failed: GroupFailed) -> None:
        if failed.whose == "one" and len(group) > 1:
            for write in group:
                await self._commit([write])
            return
        if failed.unexpected:
            _log.error("A write failed unexpectedly", exc_info=failed.__cause__)
        if failed.doubtful:
            self._doubtful = group
        for write in group:
            write.fail(failed, doubtful=failed.doubtful)
        if failed.whose == "everybody":
            waiting, self._waiting = self._waiting, []
            for write in waiting:
                write.fail(failed)


def batches(statements: Iterable[Statement]) -> list[Batch]:
    """Return the statements in their order, with neighbors of equal text as one batch."""
    return [(sql, [values for _, values in run]) for sql, run in groupby(statements, key=itemgetter(0))]


async def _until_decided(write: _Write) -> None:
    """Wait until a canceled caller's write is decided."""
    while not write.decided:
        write.done = asyncio.get_running_loop().create_future()
        with contextlib.suppress(asyncio.CancelledError, NotCommitted):
            await write.done
    if not write.done.cancelled():
        write.done.exception()  # an error that no one asks for would be reported as forgotten
