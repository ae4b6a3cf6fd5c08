"""Background updates, such as of messages: coalesced, and retried after errors."""

import asyncio
import logging
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar, cast

import discord
from msgspec import Struct

from cogs.core import locale
from cogs.core.messaging import DISCORD_UNAVAILABLE, SEND_RETRY_DELAY, exc_info_if_ours, is_refused
from rules.refusal import Refusal
from storage.engine.background import UNAVAILABLE, FailureLog
from storage.scheduler import RETRIES, Postponed, RetryLater

_log = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)

UNAVAILABLE_ERRORS = (*DISCORD_UNAVAILABLE, *UNAVAILABLE, RetryLater)
"""Errors of a refresh while Discord or the database is unavailable."""


MAX_PAUSE = 300.0
"""The longest pause, in seconds, between attempts while Discord or the database is unavailable."""


async def take_all(steps: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Take steps one after another, even if one fails by our own fault; raise that error at the end.

    A postponed one is skipped. Refusals and unavailability are raised at once, since they would affect the
    next step, too.
    """
    errors = list[Exception]()
    for step in steps:
        try:
            await step()
        except Postponed:
            pass
        except (discord.HTTPException, Refusal, *UNAVAILABLE_ERRORS):
            raise
        except Exception as error:  # noqa: BLE001 - raised below
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise ExceptionGroup("several steps failed", errors)


class Failure(NamedTuple):
    """An error before a retry: its time, in seconds since 1970, its type, and its text."""

    when: float
    kind: str
    text: str


class Background:
    """All refreshers of a bot, by name."""

    def __init__(self) -> None:
        self.refreshers = dict[str, "Refresher[Any]"]()

    async def close(self) -> None:
        """Stop all of them; stale keys are refreshed after the next start."""
        await asyncio.gather(*(one.close() for one in self.refreshers.values()))


class _Stale(Struct):
    """The time since which a key is stale, by the event loop's clock."""

    since: float
    marked: float | None = None
    """The time of the last mark, if it came after the refresh had begun."""
    failures: int = 0
    """Errors in a row that aren't `UNAVAILABLE_ERRORS`."""
    away: int = 0
    """Errors in a row that are `UNAVAILABLE_ERRORS`."""
    later: float | None = None
    """The time for which it was marked last, if a retry comes before that."""
    timer: asyncio.TimerHandle | None = None


class Refresher(Generic[K]):
    """Calls ``refresh`` for each key that is marked as stale, to bring it to its latest state.

    Keys of one lane are refreshed one at a time, ``pause`` seconds apart, the greatest first. ``lane``
    returns a key's lane (default: one per key). ``gap``: seconds between the starts of any two refreshes,
    by the event loop's clock. ``name``: a unique plural noun for logs and metrics.

    After an error a key stays stale, and the others continue. While Discord or the database is unavailable,
    retries back off exponentially from `SEND_RETRY_DELAY` to `MAX_PAUSE` seconds, until any key succeeds. Our
    own error is logged once with its trace and retried after `RETRIES`. After a refusal, a key waits for its
    next change; a postponed one, as in a hidden channel, waits until it is resumed.
    """

    def __init__(
        self,
        background: Background,
        name: str,
        refresh: Callable[[K], Awaitable[None]],
        *,
        pause: float = 0.0,
        gap: float = 0.0,
        lane: Callable[[K], Hashable] | None = None,
    ) -> None:
        assert name not in background.refreshers, f"there are two refreshers of {name}"
        background.refreshers[name] = self
        self.failure: Failure | None = None
        """The last error."""
        self._name = name
        self._refresh = refresh
        self._pause = pause
        self._gap = gap
        self._lane: Callable[[K], Hashable] = lane or _own_lane
        self._stale = dict[K, _Stale]()
        self._queues = defaultdict[Hashable, set[K]](set)
        """The keys to be refreshed now, by lane."""
        self._turns = OrderedDict[Hashable, None]()
        """The lanes that wait for their turn; they have no tasks, because there may be thousands."""
        self._away = set[K]()
        """The keys that wait longer than `SEND_RETRY_DELAY` until Discord or the database is available."""
        self._gap_timer: asyncio.TimerHandle | None = None
        """Ends the gap after the last start."""
        self._lanes = dict[Hashable, asyncio.Task[None]]()
        """The lanes in which a key is being refreshed, or that rest afterwards."""
        self._failures = FailureLog(f"Updating {name}", UNAVAILABLE_ERRORS)
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of stale keys."""
        return len(self._ages())

    @property
    def age(self) -> float:
        """The seconds for which the oldest key has been stale."""
        return max(self._ages(), default=0.0)

    def _ages(self) -> list[float]:
        now = asyncio.get_running_loop().time()
        return [now - record.since for record in self._stale.values() if record.since <= now]

    def stale(self, key: K, after: float = 0.0) -> None:
        """Refresh a key soon, or in ``after`` seconds, once for all changes until then.

        The last of several calls sets the time.
        """
        if self._closed:
            return
        now = asyncio.get_running_loop().time()
        record = self._stale.setdefault(key, _Stale(now + after))
        record.marked, record.later = now + after, None
        if record.since > now:
            record.since = record.marked
        self._schedule(key, record, after)

    async def close(self, *, flush: bool = False) -> None:
        """Stop. ``flush``: refresh stale keys a last time, without pauses."""
        self._closed = True
        self._turns.clear()
        tasks = [*self._lanes.values()]
        for work in (*tasks, *(record.timer for record in self._stale.values()), self._gap_timer):
            if work is not None:
                work.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if flush:
            last = (self._flush(key, place * self._gap) for place, key in enumerate(self._stale))
            await asyncio.gather(*last, return_exceptions=True)

    async def _flush(self, key: K, delay: float) -> None:
        await asyncio.sleep(delay)
        await self._refresh(key)

    def _schedule(self, key: K, record: _Stale, seconds: float) -> None:
        if record.timer is not None:
            record.timer.cancel()
        self._queues[self._lane(key)].discard(key)
        if seconds:
            record.timer = asyncio.get_running_loop().call_later(seconds, self._enqueue, key)
        else:
            self._enqueue(key)

    def _enqueue(self, key: K) -> None:
        lane = self._lane(key)
        self._queues[lane].add(key)
        self._begin(lane)

    def _begin(self, lane: Hashable) -> None:
        """Begin with a lane at its turn, unless it is busy; a busy lane continues on its own."""
        if not self._closed and lane not in self._lanes:
            self._turns[lane] = None
            if self._gap_timer is None:
                self._take_turn()

    def _take_turn(self) -> None:
        self._gap_timer = None
        if self._turns:
            lane, _ = self._turns.popitem(last=False)
            self._lanes[lane] = locale.in_background(self._work(lane), f"update of {self._name}")
            if self._gap:
                self._gap_timer = asyncio.get_running_loop().call_later(self._gap, self._take_turn)

    async def _work(self, lane: Hashable) -> None:
        """Refresh the next key of a lane, and rest."""
        queue = self._queues[lane]
        try:
            if queue:
                key: K = max(cast("set[Any]", queue))
                queue.discard(key)
                await asyncio.sleep(await self._attempt(key))
        finally:
            del self._lanes[lane]
        if queue:
            self._begin(lane)
        else:
            del self._queues[lane]

    async def _attempt(self, key: K) -> float:
        """Refresh a key, or schedule its retry; return the seconds for which its lane rests."""
        record = self._stale[key]
        record.marked = None
        self._away.discard(key)
        try:
            await self._refresh_unless_refused(key)
        except Exception as error:  # noqa: BLE001 - it is retried, whatever it was
            self.failure = Failure(time.time(), type(error).__name__, str(error))
            self._failures.failed(error, key)
            return self._retry(key, record, error)
        self._failures.succeeded(key)
        self._hasten()
        if record.marked is not None:
            record.since, record.failures, record.away = record.marked, 0, 0
            return self._pause
        del self._stale[key]
        if record.later is not None and (seconds := record.later - asyncio.get_running_loop().time()) > 0:
            self.stale(key, seconds)
        return self._pause

    def _retry(self, key: K, record: _Stale, error: Exception) -> float:
        is_away = isinstance(error, UNAVAILABLE_ERRORS)
        record.failures += not is_away
        record.away = record.away + 1 if is_away else 0
        if is_away:
            seconds = min(SEND_RETRY_DELAY * 2 ** (record.away - 1), MAX_PAUSE)
        else:
            soon = record.marked is not None
            seconds = SEND_RETRY_DELAY if soon else RETRIES[min(record.failures, len(RETRIES)) - 1]
        if record.away > 1:
            self._away.add(key)
        if record.marked is not None and record.marked > asyncio.get_running_loop().time() + seconds:
            record.later = record.marked
        self._schedule(key, record, seconds)
        return self._pause

    def _hasten(self) -> None:
        """Retry soon all keys that have backed off, since Discord and the database are available."""
        for key in self._away:
            record = self._stale[key]
            record.away = 1
            self._schedule(key, record, SEND_RETRY_DELAY)
        self._away.clear()

    async def _refresh_unless_refused(self, key: K) -> None:
        """Refresh a key; raise RetryLater if it was refused for the moment, and every other error."""
        try:
            await self._refresh(key)
        except Postponed:
            return
        except UNAVAILABLE_ERRORS:
            raise
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise RuntimeError("what it waited for was canceled") from error
        except (discord.HTTPException, Refusal) as error:
            if not is_refused(error):
                raise RetryLater(str(error)) from error
            _log.warning(
                f"Updating {self._name} was refused (%s): %s", key, error, exc_info=exc_info_if_ours(error)
            )


def _own_lane(key: Hashable) -> Hashable:
    return key
