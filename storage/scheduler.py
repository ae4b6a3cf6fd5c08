"""Deadlines: what has to happen at a given time stays in the database until it has happened.

Set one by a statement in the same transaction as its cause, and wake the scheduler after the commit:

    await database.write(insert_report(report), set_deadline(deadline), then=deadlines.wake)

When it is due, its kind's handler is called, and then the deadline is deleted; a crash in between repeats the
call at the next start. So handlers check whether there is still something to do, or add ``mark_fired`` to
their transaction. Missed deadlines fire at the start. Transactions on one key must not run concurrently.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import NamedTuple, TypeAlias

from rules.refusal import Refusal
from storage.deadlines import (
    FIRST_PLACE,
    Deadline,
    DeadlineKind,
    DeadlineQueries,
    Place,
    Subject,
    cancel_deadline,
    mark_fired,
    set_deadline,
)
from storage.engine.background import FailureLog
from storage.engine.database import Database, DatabaseError
from storage.engine.group_commit import NotCommitted
from storage.engine.timestamps import utc_now

__all__ = [
    "Deadline",
    "DeadlineKind",
    "Postponed",
    "RetryLater",
    "Scheduler",
    "Subject",
    "cancel_deadline",
    "mark_fired",
    "set_deadline",
]

_log = logging.getLogger(__name__)

MAX_HANDLERS = 8
"""Handlers at work at the same time."""
MIN_SPACING = 0.1
"""Seconds between the starts of two handlers. Many deadlines may be due at once, such as the rounds of a
tournament, and have to leave room for other requests among the fifty per second that Discord allows."""
READ_AT_ONCE = 64
"""Deadlines that are read at once, however many are due."""
READ_AMONG_OTHERS = 512
"""The number of rows read if other processes handle some of them."""
RETRIES = (30.0, 120.0, 600.0)
"""Seconds until a failed deadline is tried again, after each failure; the last one holds from then on."""
MAX_SLEEP = timedelta(minutes=1)
"""The longest sleep between two checks of the clock: it may be set, and a suspended machine's
stands still."""
SCHEDULER_SHUTDOWN_GRACE = 3.0
"""Seconds that handlers at work have to finish when the bot stops."""


DeadlineHandler: TypeAlias = Callable[[Deadline], Awaitable[None]]
"""Handles a due deadline; raises RetryLater or NotCommitted to be called again later."""


class _Due(NamedTuple):
    """A due deadline, and its subject's server."""

    deadline: Deadline
    guild: int | None


class RetryLater(Exception):
    """Raised if a deadline can't be handled at the moment, for an outside reason, and has
    to be retried."""


class Postponed(RetryLater):
    """Raised if a deadline can't be handled before something changes; `Scheduler.resume` retries it."""


class Scheduler:
    """Every deadline in a database, and the loop that carries them out.

    ``clock`` gives the time in UTC, and is looked at after ``max_sleep`` at the latest.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime] = utc_now,
        *,
        retries: Sequence[float] = RETRIES,
        gap: float = MIN_SPACING,
        max_sleep: timedelta = MAX_SLEEP,
    ) -> None:
        self._database = database
        self._read_at_once = READ_AMONG_OTHERS if database.shared else READ_AT_ONCE
        self._queries = DeadlineQueries(database)
        self.find = self._queries.find
        """See `DeadlineQueries`."""
        self._clock = clock
        self._retries = retries
        self._handlers: Mapping[str, DeadlineHandler] = {}
        self._slots = asyncio.Semaphore(MAX_HANDLERS)
        self._gap = gap
        self._max_sleep = max_sleep
        self._next = 0.0
        """When the next handler begins at the earliest, by the loop's clock."""
        self._was_read = 0.0
        """The time of the last read, by the loop's clock."""
        self._pending = deque[_Due]()
        """The due deadlines read and not begun yet, the oldest first."""
        self._read_to: Place | None = None
        """The place up to which due deadlines have been read; None if all have been."""
        self._firing: dict[tuple[str, str], Deadline] = {}
        self._moved = set[tuple[str, str]]()
        """Running deadlines that have been set again meanwhile and are due again."""
        self._tasks = set[asyncio.Task[None]]()
        self._fired = set[Deadline]()
        """The deadlines handled since the last partial read began."""
        self._broken: set[Deadline] = set()
        """The deadlines whose handler failed by its own fault: tried again when moved, or after a restart."""
        self._postponed = set[Deadline]()
        """The deadlines that wait for `resume`."""
        self._unseen = set[Deadline]()
        """The failed or postponed deadlines not seen again since reading restarted from the beginning."""
        self._failures = FailureLog("Reading the deadlines")
        self._running = False
        self._timer: asyncio.TimerHandle | None = None
        self._work: asyncio.Task[None] | None = None
        self._stale = False

    def start(self, handlers: Mapping[str, DeadlineHandler]) -> None:
        """Begin to fire, including missed deadlines; call it once Discord can be reached.

        ``handlers``: the handlers by kind. Other kinds are ignored.
        """
        self._handlers = handlers
        self._running = True
        self.wake()

    def wake(self) -> None:
        """Read deadlines again after a commit that set, moved or canceled one; costs next to nothing."""
        self._stale = True
        if self._running and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._fire_due(), name="deadlines")

    def resume(self) -> None:
        """Retry postponed deadlines, whose condition may have changed."""
        if self._postponed:
            self._postponed.clear()
            self.wake()

    async def close(self) -> None:
        """Stop firing; running handlers may finish if they do so soon."""
        self._running = False
        self._set_timer(None)
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait([self._work])
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=SCHEDULER_SHUTDOWN_GRACE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def set(self, *deadlines: Deadline) -> None:
        """Set or move standalone deadlines in one transaction. Raises NotCommitted."""
        await self._database.write(*map(set_deadline, deadlines), then=self.wake)

    async def cancel(self, kind: str, key: str) -> None:
        """Remove a deadline. Raises NotCommitted."""
        await self._database.write(cancel_deadline(kind, key), then=self.wake)

    async def _fire_due(self) -> None:
        """Begin with the due deadlines, one after another, until none is left."""
        while self._stale or self._pending or self._read_to is not None:
            if not self._pending:
                await self._read_in_turn()
            if self._pending:
                await self._take_turn()
                if self._stale:  # the next one may have been moved or canceled
                    await self._read()
                self._begin()

    async def _read_in_turn(self) -> None:
        """Read the due deadlines; if many may belong to other processes, no more often than handlers
        start."""
        soon = self._was_read + self._gap - asyncio.get_running_loop().time()
        if self._database.shared and soon > 0:
            await asyncio.sleep(soon)
        await self._read()

    async def _read(self) -> None:
        """Read the due deadlines, or their next part if none was set or canceled since the last one.

        Then set the timer for the next one.
        """
        now, self._was_read = self._clock(), asyncio.get_running_loop().time()
        after = FIRST_PLACE if self._stale or self._read_to is None else self._read_to
        self._stale, self._read_to, wait = False, after, timedelta(seconds=self._retries[0])
        self._pending.clear()
        if after == FIRST_PLACE:
            self._unseen = self._broken | self._postponed
        with self._failures.passing_over():
            while after is not None and len(self._pending) < READ_AT_ONCE:
                after = await self._read_part(now, after)
            if after is None:  # the others have been moved or canceled
                self._broken -= self._unseen
                self._postponed -= self._unseen
            wait = await self._until_next(now)
        self._read_to = after if self._pending else None  # none if reading has failed
        self._set_timer(wait)

    async def _read_part(self, now: datetime, after: Place) -> Place | None:
        """Read one part of the due deadlines; return where to continue, None at the end."""
        self._fired.clear()
        found, last = await self._queries.due(now, after, self._read_at_once)
        self._unseen.difference_update(found)
        known = [one for one in found if one.kind in self._handlers and not self._rests(one)]
        subjects: Mapping[Deadline, Subject | None] = {one: DeadlineKind(one.kind).about for one in known}
        guilds: Mapping[Deadline, int | None] = {}
        if self._database.shared:
            guilds = await self._queries.guilds(subjects)
        for deadline in known:
            name, guild = (deadline.kind, deadline.key), guilds.get(deadline)
            if name in self._firing:
                if deadline != self._firing[name]:
                    self._moved.add(name)
            elif not self._rests(deadline) and self._database.owns(guild):
                self._pending.append(_Due(deadline, guild))
        return last

    def _rests(self, deadline: Deadline) -> bool:
        """Return whether a deadline is due in the database and still not to be fired now."""
        return deadline in self._postponed or deadline in self._broken or deadline in self._fired

    async def _until_next(self, now: datetime) -> timedelta | None:
        """Return the time until another deadline is due, at most ``max_sleep``; None if there is none.

        Other processes may set deadlines without a notice.
        """
        following = await self._queries.next_due(now)
        if following is None:
            return self._max_sleep if self._database.shared else None
        return min(following - now, self._max_sleep)

    def _set_timer(self, delay: timedelta | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = None if delay is None else loop.call_later(delay.total_seconds(), self.wake)

    def _begin(self) -> None:
        """Begin with the next deadline, in its reserved slot."""
        if not self._pending:
            self._slots.release()
            return
        due = self._pending.popleft()
        deadline = due.deadline
        name = deadline.kind, deadline.key
        self._firing[name] = deadline
        task = asyncio.create_task(self._fire(due), name=f"deadline {name}")
        self._tasks.add(task)

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            del self._firing[name]
            self._fired.add(deadline)
            error = None if task.cancelled() else task.exception()
            if error is not None:
                self._broken.add(deadline)
                _log.error("The deadline %s failed", deadline, exc_info=error)
            moved = name in self._moved
            self._moved.discard(name)
            if moved or not (self._pending or self._read_to is not None):
                self.wake()  # it may have been moved meanwhile

        task.add_done_callback(done)

    async def _fire(self, due: _Due) -> None:
        """Call the handler until it succeeds, or the deadline has been moved or canceled."""
        deadline = due.deadline
        for failures in count():
            try:
                if not self._database.owns(due.guild):
                    return
                if not failures or await self.find(deadline.kind, deadline.key) == deadline:
                    await self._handlers[deadline.kind](deadline)
                    await self._database.write(mark_fired(deadline))
                return
            except Postponed:
                self._postponed.add(deadline)
                return
            except (RetryLater, NotCommitted, DatabaseError, Refusal) as error:
                if isinstance(error, Refusal) and error.reason != "being_forgotten":
                    raise
                wait = self._retries[min(failures, len(self._retries) - 1)]
                _log.warning("The deadline %s will be tried again in %g s", deadline, wait, exc_info=True)
            finally:
                self._slots.release()
            await asyncio.sleep(wait)
            await self._take_turn()

    async def _take_turn(self) -> None:
        """Wait for a free slot, and until the next handler may start."""
        await self._slots.acquire()
        loop = asyncio.get_running_loop()
        mine = max(loop.time(), self._next)
        self._next = mine + self._gap
        try:
            if mine > loop.time():
                await asyncio.sleep(mine - loop.time())
        except asyncio.CancelledError:
            self._slots.release()
            raise
