"""The one writer of a SQLite file."""

import contextlib
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial

from msgspec import Struct

from storage.engine.group_commit import (
    GroupCommit,
    GroupFailed,
    NotCommitted,
    Statement,
    batches,
)
from storage.engine.observers import errors_logged
from storage.engine.sqlite.commits import COUNTER
from storage.engine.sqlite.connection import ThreadConnection

_log = logging.getLogger(__name__)

BUSY_TIMEOUT = 900
"""Milliseconds that a write waits for another program's lock on the file.

Writes that arrive meanwhile wait no longer either, so that every user gets an answer within Discord's three
seconds.
"""
SHORT_BUSY_TIMEOUT = 100
"""The timeout while the file is known to be locked and all other writes would wait too."""

WRITE_ERRORS = sqlite3.Error, ValueError, OverflowError
"""Errors of a write that SQLite or its driver refuses, or of a connection that is closed."""
_COUNT: Statement = (f"UPDATE {COUNTER} SET count = count + 1", ())


class CommittedGroup(Struct, frozen=True):
    """The writes of one transaction, and the commit counter after it."""

    count: int
    statements: Sequence[Statement]


class _Progress(Struct):
    """The progress of a transaction."""

    committing: bool = False
    """Whether its commit has begun, so that its last frame may be in the log whatever follows."""
    committed: bool = False
    count: int = 0
    """The commit counter, if requested."""


class Writer(GroupCommit):
    """The only writer of a database, over a connection in autocommit mode.

    ``require`` is called before each transaction and raises sqlite3.OperationalError if writing isn't
    allowed. ``on_commit`` is called after each, and returns at once.
    """

    def __init__(
        self,
        connection: ThreadConnection,
        *,
        require: Callable[[], None] = lambda: None,
        on_commit: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self._connection = connection
        self._require = require
        self._on_commit = on_commit
        self.journal: list[CommittedGroup] | None = None
        """The groups committed from now on, if someone follows."""
        self._locked = False
        """Whether another program had the file at the last attempt."""

    async def rebuild(self) -> bool:
        """Rewrite the database file without the remains of deleted data, while all writes wait.

        Return whether the write-ahead log is empty, too, which requires that no one is reading it. Raises
        NotCommitted.
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
        """Return whether everything could be moved from the write-ahead log into the file, since no one reads
        there.

        Raises NotCommitted.
        """
        async with self._turn:
            try:
                self._require()
                await self._wait_for_file(SHORT_BUSY_TIMEOUT)
                rows = await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as error:
                raise NotCommitted(str(error)) from error
            finally:
                await self._wait_for_file(SHORT_BUSY_TIMEOUT if self._locked else BUSY_TIMEOUT)
        return [row[0] for row in rows] == [0]

    async def shrink(self, pages: int) -> None:
        """Remove up to this many unused pages from the file, while writes wait a few milliseconds.

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
        """Block all writes during the block, in which another connection may replace this one."""
        async with self._turn:
            yield self._connection

    def use(self, connection: ThreadConnection) -> None:
        """Write over this connection from now on; call it in a pause."""
        self._connection = connection

    async def carry_out(self, statements: Sequence[Statement]) -> None:
        """See the base class."""
        if self.in_doubt:  # what overwrites the frames of the doubtful group has to change something
            statements = (_COUNT, *statements)
        journal, progress = self.journal, _Progress()
        try:
            self._require()
            # At one visit to the thread: the event loop may be busy, and each further one would wait for it.
            work = partial(_carry_out, statements, progress, counted=journal is not None)
            await self._connection.run(work)
        except Exception as error:
            if not progress.committed:
                raise await self._failure(error, committing=progress.committing) from error
            _log.exception("A commit was followed by an unexpected error, and stands")
        with errors_logged():
            await self._follow(journal, CommittedGroup(progress.count, statements))

    async def _failure(self, error: Exception, *, committing: bool) -> GroupFailed:
        """Return the scope of an error, and whether its group counts if the process is killed now.

        The group is rolled back, but SQLite finds it in the log if its last frame was written: if the disk
        failed after the commit had begun (``committing``), or by an unknown error.
        """
        if not isinstance(error, sqlite3.OperationalError):
            known, taken = isinstance(error, WRITE_ERRORS), isinstance(error, sqlite3.IntegrityError)
            return GroupFailed("one", taken=taken, doubtful=not known, unexpected=not known)
        # A full disk, a locked file: no one's own fault, it would meet each of them. Those who came meanwhile
        # have waited for a locked file, too.
        code = error.sqlite_errorcode & 0xFF
        locked = code == sqlite3.SQLITE_BUSY
        if locked is not self._locked:
            await self._set_locked(locked=locked)
        doubtful = committing and code == sqlite3.SQLITE_IOERR
        return GroupFailed("everybody" if locked else "group", doubtful=doubtful)

    async def _follow(self, journal: list[CommittedGroup] | None, group: CommittedGroup) -> None:
        """Run the callbacks after a commit."""
        self.settle(committed=False)  # this commit's frames in the log are where the doubtful group's were
        with errors_logged():
            self._on_commit()
        if journal is not None and group.statements:
            journal.append(group)
        if self._locked:
            await self._set_locked(locked=False)

    async def _set_locked(self, *, locked: bool) -> None:
        self._locked = locked
        await self._wait_for_file(SHORT_BUSY_TIMEOUT if locked else BUSY_TIMEOUT)

    async def _wait_for_file(self, milliseconds: int) -> None:
        with contextlib.suppress(*WRITE_ERRORS):  # the time stays as it was, and a commit stands
            await self._connection.execute_fetchall(f"PRAGMA busy_timeout = {milliseconds}")


def _carry_out(
    statements: Sequence[Statement], progress: _Progress, connection: sqlite3.Connection, *, counted: bool
) -> None:
    """Carry out statements in one transaction; read the commit counter if ``counted``.

    An error rolls everything back. If it came after the last frame, such as from a disk that doesn't confirm
    the commit, SQLite may find the transaction in its log after a kill, until the next commit. A failed
    rollback is repeated first; until it succeeds, nothing is written.
    """
    if connection.in_transaction:
        connection.rollback()
    if len(statements) == 1 and not counted:  # one statement is a transaction without BEGIN
        progress.committing = True
        connection.execute(*statements[0])
    else:
        try:
            _carry_out_together(statements, progress, connection, counted=counted)
        except BaseException:
            with contextlib.suppress(Exception):  # the next transaction tries it again
                connection.rollback()
            raise
    progress.committed = True


def _carry_out_together(
    statements: Sequence[Statement], progress: _Progress, connection: sqlite3.Connection, *, counted: bool
) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for sql, rows in batches(statements):
        connection.executemany(sql, rows)
    if counted:
        progress.count = connection.execute("SELECT count FROM commit_counter").fetchone()[0]
    progress.committing = True
    connection.execute("COMMIT")
