"""Deadlines: what has to happen at a moment stays in the database until it has happened.

Whoever sets one does so with a statement in the same transaction as whatever it follows from, and wakes the
deadlines after the commit:

    await database.write(insert_report(report), set_deadline(deadline), then=deadlines.wake)

When it is due the handler of its kind is called and the deadline goes. Killed in between, it is due again at
the next start, so handlers look whether there is still something to do. A handler that writes adds
``mark_fired`` to its transaction, and then nothing happens twice. What was missed fires at the start.

One key's deadline is set, moved or cancelled by one transaction at a time, as under a table's lock.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from msgspec import Struct

from storage.engine.database import Database, DatabaseError
from storage.engine.group_commit import NotCommitted, Statement
from storage.engine.timestamps import milliseconds, time_of_day, utc_now

_log = logging.getLogger(__name__)

AT_ONCE = 8
"""Handlers at work at the same time."""
GAP = 0.1
"""Seconds between the beginnings of two handlers' work. Much may be due at one moment, such as the rounds of
a tournament, and has to leave room for others among the fifty requests that Discord takes in a second."""
RETRIES = (30.0, 120.0, 600.0)
"""Seconds until a failed deadline is tried again, after each failure; the last one holds from then on."""
NAP = timedelta(minutes=1)
"""The longest time without a look at the clock: it may be set, and a machine may be suspended meanwhile."""
FAREWELL = 3.0
"""Seconds that handlers at work have to finish when the bot stops."""


class Deadline(Struct, frozen=True):
    """Something that is due at a moment, in UTC, which is kept to the millisecond.

    There is one at a time for a kind and key. Kinds are stable names in people's databases.
    """

    kind: str
    key: str
    due: datetime
    note: str = ""


Handler: TypeAlias = Callable[[Deadline], Awaitable[None]]
"""Does what is due; raises NotNow or NotCommitted to be called again later."""
Subject: TypeAlias = Literal["game", "league", "tournament"]
"""The table with what a deadline is about, and with its server."""


def first_number(deadline: Deadline) -> int:
    """The number with which a deadline's key begins: mostly that of what it is about."""
    return int(deadline.key.partition(":")[0])


class RetryLater(Exception):
    """What is due can't be done at the moment, for no fault of its own, and is to be tried again."""


def set_deadline(deadline: Deadline) -> Statement:
    """The statement that sets a deadline, or moves the one that its kind and key have."""
    return (
        "INSERT INTO deadline (kind, key, due, note) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (kind, key) DO UPDATE SET due = excluded.due, note = excluded.note",
        (deadline.kind, deadline.key, milliseconds(deadline.due), deadline.note),
    )


def cancel_deadline(kind: str, key: str) -> Statement:
    """The statement that takes a deadline away, whenever it is due."""
    return "DELETE FROM deadline WHERE kind = ? AND key = ?", (kind, key)


def mark_fired(deadline: Deadline) -> Statement:
    """The statement that takes a deadline away because it has fired; one moved meanwhile stays."""
    return (
        "DELETE FROM deadline WHERE kind = ? AND key = ? AND due = ?",
        (deadline.kind, deadline.key, milliseconds(deadline.due)),
    )


class Scheduler:
    """Every deadline in a database, and whoever carries them out.

    ``clock`` gives the time in UTC, and is looked at after ``nap`` at the latest.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime] = utc_now,
        *,
        retries: Sequence[float] = RETRIES,
        gap: float = GAP,
        nap: timedelta = NAP,
    ) -> None:
        self._database = database
        self._clock = clock
        self._retries = retries
        self._handlers: dict[str, Handler] = {}
        self._subjects: dict[str, tuple[Subject | None, Callable[[Deadline], int]]] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._gap = gap
        self._nap = nap
        self._next = 0.0
        """When the next handler begins at the earliest, by the loop's clock."""
        self._firing: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._broken: set[Deadline] = set()
        """Those whose handler failed by a fault of its own: tried again when moved, or at a new start."""
        self._running = False
        self._timer: asyncio.TimerHandle | None = None
        self._look: asyncio.Task[None] | None = None
        self._stale = False

    def handle(
        self,
        kind: str,
        handler: Handler,
        about: Subject | None = "game",
        number: Callable[[Deadline], int] = first_number,
    ) -> None:
        """From now on this is called when a deadline of this kind is due. Others' kinds are left alone.

        ``about``: what it is about, and ``number`` gives its number, so that the process that serves its
        server does it; None for the whole database.
        """
        self._handlers[kind] = handler
        self._subjects[kind] = about, number
        self.wake()

    def start(self) -> None:
        """Begin to fire, with what has been missed; to be called once Discord can be reached."""
        self._running = True
        self.wake()

    def wake(self) -> None:
        """A deadline has been set, moved or cancelled, and that is committed; costs next to nothing."""
        self._stale = True
        if self._running and (self._look is None or self._look.done()):
            self._look = asyncio.create_task(self._look_around(), name="deadlines")

    async def close(self) -> None:
        """Fire no more; handlers at work may finish, if that is soon."""
        self._running = False
        self._set_timer(None)
        if self._look is not None:
            self._look.cancel()
            await asyncio.wait([self._look])
        at_work = list(self._firing.values())
        if at_work:
            _, late = await asyncio.wait(at_work, timeout=FAREWELL)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def set(self, deadline: Deadline) -> None:
        """Set or move a deadline that follows from nothing else. Raises NotCommitted."""
        await self._database.write(set_deadline(deadline), then=self.wake)

    async def cancel(self, kind: str, key: str) -> None:
        """Take a deadline away. Raises NotCommitted."""
        await self._database.write(cancel_deadline(kind, key), then=self.wake)

    async def find(self, kind: str, key: str) -> Deadline | None:
        """The deadline of this kind and key; None when there is none, or it has fired."""
        found = await self._fetch("kind = ? AND key = ?", kind, key)
        return found[0] if found else None

    async def _look_around(self) -> None:
        """Fires what is due and sets the timer for what is due next."""
        while self._stale:
            self._stale = False
            now = self._clock()
            try:
                due, following = await self._due(now)
                if self._database.shared:
                    due = [deadline for deadline in due if await self._is_own(deadline)]
            except DatabaseError:
                _log.warning("The deadlines could not be read", exc_info=True)
                self._set_timer(timedelta(seconds=self._retries[0]))
                continue
            for deadline in due:
                self._begin(deadline)
            self._set_timer(None if following is None else min(following - now, self._nap))

    async def _due(self, now: datetime) -> tuple[list[Deadline], datetime | None]:
        """What is due at this time, the oldest first, and when something else will be."""
        kinds = list(self._handlers)
        known = f"kind IN ({', '.join('?' * len(kinds))})"
        due = await self._fetch(f"{known} AND due <= ? ORDER BY due", *kinds, milliseconds(now))
        rows = await self._database.fetch(
            f"SELECT min(due) FROM deadline WHERE {known} AND due > ?", *kinds, milliseconds(now)
        )
        following: int | None = rows[0][0]
        return due, None if following is None else time_of_day(following)

    async def _is_own(self, deadline: Deadline) -> bool:
        """Whether this process, one of several, serves the server that a deadline is about."""
        about, number = self._subjects[deadline.kind]
        if about is None:
            return self._database.owns(None)
        rows = await self._database.fetch(f"SELECT guild FROM {about} WHERE id = ?", number(deadline))
        return self._database.owns(rows[0]["guild"] if rows else None)

    async def _fetch(self, condition: str, *values: str | int) -> list[Deadline]:
        rows = await self._database.fetch(
            f"SELECT kind, key, due, note FROM deadline WHERE {condition}", *values
        )
        return [Deadline(kind, key, time_of_day(due), note) for kind, key, due, note in rows]

    def _set_timer(self, delay: timedelta | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = None if delay is None else loop.call_later(delay.total_seconds(), self.wake)

    def _begin(self, deadline: Deadline) -> None:
        name = deadline.kind, deadline.key
        if name in self._firing or deadline in self._broken:
            return
        task = self._firing[name] = asyncio.create_task(self._fire(deadline), name=f"deadline {name}")

        def done(task: asyncio.Task[None]) -> None:
            del self._firing[name]
            error = None if task.cancelled() else task.exception()
            if error is not None:
                self._broken.add(deadline)
                _log.error("The deadline %s failed", deadline, exc_info=error)
            self.wake()  # it may have been moved meanwhile

        task.add_done_callback(done)

    async def _fire(self, deadline: Deadline) -> None:
        """Calls the handler until it succeeds, or the deadline has been moved or cancelled."""
        failures = 0
        while True:
            try:
                await self._take_turn()
                async with self._slots:
                    if self._database.shared and not await self._is_own(deadline):
                        return
                    if await self.find(deadline.kind, deadline.key) == deadline:
                        await self._handlers[deadline.kind](deadline)
                        await self._database.write(mark_fired(deadline))
                    return
            except (RetryLater, NotCommitted, DatabaseError):
                wait = self._retries[min(failures, len(self._retries) - 1)]
                _log.warning("The deadline %s will be tried again in %g s", deadline, wait, exc_info=True)
            failures += 1
            await asyncio.sleep(wait)

    async def _take_turn(self) -> None:
        now = asyncio.get_running_loop().time()
        mine = max(now, self._next)
        self._next = mine + self._gap
        if mine > now:
            await asyncio.sleep(mine - now)
