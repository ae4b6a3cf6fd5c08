"""The one writer: everything that waits to be written goes into one transaction (group commit)."""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from storage.engine.connection import ThreadConnection

_log = logging.getLogger(__name__)

PATIENCE = 900
"""Milliseconds that a write waits for another program that has locked the file.

Whoever comes meanwhile waits no longer than this either, so that everybody is told within the three seconds
in which Discord takes an answer.
"""
HURRY = 100
"""The same while the file is known to be locked, and where everybody else would wait too."""

SqlValue: TypeAlias = str | int | bytes | None
CommitObserver: TypeAlias = Callable[[float, int, int], None]
"""Told of each commit: the seconds that it took, how many writes were in it, and how many of them failed."""
Statement: TypeAlias = tuple[str, tuple[SqlValue, ...]]
"""An INSERT, UPDATE or DELETE and its values."""


class AttachedWrite(Struct, frozen=True):
    """What has to be written in somebody else's transaction, and what to do right after that is committed."""

    statements: tuple[Statement, ...] = ()
    then: Callable[[], None] = lambda: None


class CommittedGroup(Struct, frozen=True):
    """What was committed in one transaction, and the commit counter then."""

    count: int
    statements: Sequence[Statement]


class NotCommitted(Exception):
    """The database did not take a write and nothing of it is there; the cause is the database's error."""


@dataclass(slots=True, eq=False)
class _Write:
    statements: Sequence[Statement]
    then: Callable[[], None]
    done: asyncio.Future[None]
    """Whoever waits for the commit waits for this; cancelling one cancels the other."""
    decided: bool = False
    failed: bool = False

    def fail(self, error: Exception) -> None:
        self.decided = self.failed = True
        if not self.done.done():
            failure = NotCommitted(str(error))
            failure.__cause__ = error
            self.done.set_exception(failure)

    def succeed(self) -> None:
        after_commit(self.then)
        self.decided = True
        if not self.done.done():
            self.done.set_result(None)

    def forsake(self) -> None:
        self.decided = True
        self.done.cancel()


def after_commit(callback: Callable[[], None]) -> None:
    """Call what follows from a commit. Its failure is logged: it may not take others' writes with it."""
    try:
        callback()
    except Exception:  # noqa: BLE001 - the commit stands, whatever it was
        _log.exception("What follows from a commit failed")


class Writer:
    """The only one who writes to a database, over a connection in autocommit mode.

    ``require`` is called before each transaction and raises sqlite3.OperationalError where nothing may be
    written. ``on_commit`` is called after each, and returns at once.
    """

    def __init__(
        self,
        connection: ThreadConnection,
        *,
        require: Callable[[], None] = lambda: None,
        on_commit: Callable[[], None] = lambda: None,
    ) -> None:
        self._connection = connection
        self._require = require
        self._on_commit = on_commit
        self._waiting: list[_Write] = []
        self._turn = asyncio.Lock()
        """Held by whoever uses the connection."""
        self._task: asyncio.Task[None] | None = None
        self.observe: CommitObserver = lambda _seconds, _writes, _failed: None
        self.journal: list[CommittedGroup] | None = None
        """What is committed from now on, where somebody wants to know."""
        self._locked = False
        """Whether another program had the file at the last attempt."""

    @property
    def waiting(self) -> int:
        """How many writes wait for the commit under way to end."""
        return len(self._waiting)

    async def write(self, *statements: Statement, then: Callable[[], None] = lambda: None) -> None:
        """Carry the statements out in one durable transaction, shared with whatever else is waiting.

        Statements of one transaction are grouped by their text, so none may rely on an earlier other one.
        ``then`` is called right after the commit; a failure of it is logged. Raises NotCommitted. A caller
        that is cancelled meanwhile stays until it is known what became of the write, and is cancelled then.
        """
        write = _Write(statements, then, asyncio.get_running_loop().create_future())
        self._waiting.append(write)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="storage writer")
        try:
            await write.done
        except asyncio.CancelledError:
            await _until_decided(write)
            raise

    async def rebuild(self) -> bool:
        """Rewrite the database file without the remains of what was deleted, while all writes wait.

        Gives whether nothing is left in the write-ahead log either, which takes that nobody is reading there.
        Raises NotCommitted.
        """
        if not await self.emptied():
            return False
        async with self._turn:
            try:
                if [row[0] for row in await self._connection.execute_fetchall("PRAGMA auto_vacuum")] == [0]:
                    await self._connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                await self._connection.execute("VACUUM")
            except sqlite3.Error as error:
                raise NotCommitted(str(error)) from error
        return await self.emptied()

    async def emptied(self) -> bool:
        """Whether everything could be moved from the write-ahead log into the file, since nobody reads there.

        Raises NotCommitted.
        """
        async with self._turn:
            try:
                await self._wait_for_file(HURRY)
                rows = await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as error:
                raise NotCommitted(str(error)) from error
            finally:
                await self._wait_for_file(HURRY if self._locked else PATIENCE)
        return [row[0] for row in rows] == [0]

    async def shrink(self, pages: int) -> None:
        """Take up to so many unused pages out of the file, while writes wait a few milliseconds.

        Does nothing in a file of an earlier version before that is rebuilt. Raises NotCommitted.
        """
        async with self._turn:
            try:
                self._require()
                await self._connection.execute_fetchall(f"PRAGMA incremental_vacuum({pages})")
            except sqlite3.Error as error:
                raise NotCommitted(str(error)) from error

    @contextlib.asynccontextmanager
    async def pause(self) -> AsyncGenerator[ThreadConnection]:
        """Let nobody write during the block, in which another connection may take the place of this one."""
        async with self._turn:
            yield self._connection

    def use(self, connection: ThreadConnection) -> None:
        """Write over this connection from now on; to be called in a pause."""
        self._connection = connection

    async def close(self) -> None:
        """Wait until everything is written."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        batch: list[_Write] = []
        try:
            while self._waiting:
                async with self._turn:
                    batch, self._waiting = self._waiting, []
                    began = time.perf_counter()
                    await self._commit(batch)
                    failed = sum(write.failed for write in batch)
                    self.observe(time.perf_counter() - began, len(batch), failed)
        finally:
            # When the loop is being torn down nobody may wait for ever.
            for write in (*batch, *self._waiting):
                write.forsake()
            self._waiting.clear()

    async def _commit(self, batch: Sequence[_Write]) -> None:
        statements = [statement for write in batch for statement in write.statements]
        try:
            self._require()
            # At one visit to the thread: the event loop may be busy, and each further one would wait for it.
            await self._connection.run(partial(_carry_out, statements))
        except sqlite3.OperationalError as error:
            # A full disk, a locked file: nobody's own fault, it would meet each of them.
            locked = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            # Those who came meanwhile have waited for a locked file, too.
            met, self._waiting = ([*batch, *self._waiting], []) if locked else (batch, self._waiting)
            for write in met:
                write.fail(error)
            if locked is not self._locked:
                await self._set_locked(locked=locked)
        except (sqlite3.Error, ValueError, OverflowError) as error:
            if len(batch) == 1:
                batch[0].fail(error)
                return
            for write in batch:
                await self._commit([write])
        else:
            if self._locked:
                await self._set_locked(locked=False)
            self._on_commit()
            if self.journal is not None and statements:
                await self._record(self.journal, statements)
            for write in batch:
                write.succeed()

    async def _record(self, journal: list[CommittedGroup], statements: Sequence[Statement]) -> None:
        [row] = await self._connection.execute_fetchall("SELECT count FROM commit_counter")
        journal.append(CommittedGroup(row[0], statements))

    async def _set_locked(self, *, locked: bool) -> None:
        self._locked = locked
        await self._wait_for_file(HURRY if locked else PATIENCE)

    async def _wait_for_file(self, milliseconds: int) -> None:
        await self._connection.execute_fetchall(f"PRAGMA busy_timeout = {milliseconds}")


def _carry_out(statements: Sequence[Statement], connection: sqlite3.Connection) -> None:
    """Carry statements out in one transaction, or nothing of them."""
    if len(statements) == 1:  # alone it is a transaction by itself
        connection.execute(*statements[0])
        return
    try:
        connection.execute("BEGIN IMMEDIATE")
        for sql, rows in grouped(statements).items():
            connection.executemany(sql, rows)
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def grouped(statements: Iterable[Statement]) -> dict[str, list[tuple[SqlValue, ...]]]:
    """The values of statements by their text, which is the order in which they are carried out."""
    found: dict[str, list[tuple[SqlValue, ...]]] = {}
    for sql, values in statements:
        found.setdefault(sql, []).append(values)
    return found


async def _until_decided(write: _Write) -> None:
    """Wait on in place of whoever was cancelled."""
    while not write.decided:
        write.done = asyncio.get_running_loop().create_future()
        with contextlib.suppress(asyncio.CancelledError, NotCommitted):
            await write.done
    if not write.done.cancelled():
        write.done.exception()  # an error that nobody asks for would be reported as forgotten
