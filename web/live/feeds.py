"""What is shown now, for everybody who reads it, made again after each commit."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Generator, Hashable, Mapping
from contextlib import AbstractContextManager, contextmanager
from hashlib import blake2b
from typing import Protocol

import msgspec
from msgspec import Struct

from storage.events.publisher import Follower
from web.live.share import ProcessorShare

_log = logging.getLogger(__name__)

BEAT = 1.2
"""Seconds from one sign of life to the next, so that a page knows within three that its line is dead."""
SLOW = 2.0
"""Seconds between two makings of the parts that take longer."""
KEPT = 30.0
"""Seconds for which what nobody reads any more is kept for whoever comes next."""
PAUSE = 0.01
"""Seconds from a commit to the making of the parts: whoever has committed is answered first."""
AT_ONCE, LATER = (0.1, 0.5), (0.03, 0.5)
"""How much of the processor the parts may take that everybody waits for, and the others, and the seconds that
they may take when they have taken little before."""
WOKEN = 50
"""Readers that are woken before anybody else has a turn."""

Parts = Mapping[str, str]
"""HTML by the names of the parts of a page; each kind of page has always the same ones."""


class Source(Protocol):
    """Makes the parts of something as it stands."""

    @property
    def channel(self) -> int:
        """The channel that they are about; a league's number for a league's."""
        ...

    @property
    def due(self) -> float | None:
        """When they change by themselves, by `time.monotonic`, as of the last time that they were made."""
        ...

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit that may change them."""
        ...

    async def parts(self) -> tuple[str, Parts]:
        """The entry that is shown, and the parts that everybody waits for."""
        ...

    async def slow_parts(self) -> Parts:
        """The others."""
        ...


class Snapshot(Struct, frozen=True):
    """Parts that are shown together; ``id`` is their entry and a hash of all that they say.

    ``news`` is the event for pages that show the snapshot with the id ``previous``: most of them, so it is
    made once.
    """

    id: str
    parts: Parts
    previous: str
    news: bytes

    def message(self, have: str) -> bytes | None:
        """The event for a page that shows the snapshot with the id ``have``; None where it has this one."""
        if have == self.id:
            return None
        return self.news if have == self.previous else event(self.id, self.parts)


def event(id: str, parts: Parts) -> bytes:
    """The event that brings a page these parts, after which it shows the snapshot with this id."""
    told = msgspec.json.encode({"parts": parts, "now": milliseconds_now()})
    return b"id: %s\nevent: parts\ndata: %s\n\n" % (id.encode(), told)


def milliseconds_now() -> int:
    """The time of day by which clocks on pages run."""
    return time.time_ns() // 1_000_000


class Reader:
    """Somebody who reads a feed, and is woken when there may be something."""

    def __init__(self) -> None:
        self._woken: asyncio.Future[None] | None = None
        self._again = False
        self.closed = False
        """Nothing more is to be read."""

    def wake(self) -> None:
        """There may be something."""
        if self._woken is None or self._woken.done():
            self._again = True
        else:
            self._woken.set_result(None)

    def close(self) -> None:
        """There is nothing more."""
        self.closed = True
        self.wake()

    async def wait(self) -> None:
        """Wait to be woken, unless that has happened since the last time."""
        if not self._again:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        self._again = False


class Feed:
    """One thing in one language: its newest snapshot, and who reads it."""

    def __init__(self, source: Source, at_once: ProcessorShare, later: ProcessorShare) -> None:
        self._source = source
        self._at_once, self._later = at_once, later
        self._readers: set[Reader] = set()
        self._entry = ""
        self._parts: Parts = {}
        self._slow_parts: Parts = {}
        self._snapshot: Snapshot | None = None
        self._used = time.monotonic()
        self._stale, self._slow_stale = asyncio.Event(), asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._first = asyncio.get_running_loop().create_future()
        """Done once there is a snapshot."""
        self._task = asyncio.create_task(self._keep(), name="feed of pages")

    async def snapshot(self) -> Snapshot:
        """What is shown now."""
        self._used = time.monotonic()
        if self._snapshot is None:
            await asyncio.shield(self._first)
        assert self._snapshot is not None
        return self._snapshot

    @contextmanager
    def reading(self) -> Generator[Reader]:
        """Read during the block."""
        reader = Reader()
        self._readers.add(reader)
        try:
            yield reader
        finally:
            self._readers.discard(reader)
            self._used = time.monotonic()

    @property
    def channel(self) -> int:
        """The channel, or league, that it is about."""
        return self._source.channel

    @property
    def unused(self) -> bool:
        """Whether nobody has read for a while, or nothing can be."""
        idle = not self._readers and time.monotonic() - self._used > KEPT
        return idle or self._task.done()

    async def beat(self) -> None:
        """Wake everybody, a few at a time."""
        for number, reader in enumerate(tuple(self._readers), start=1):
            reader.wake()
            if not number % WOKEN:
                await asyncio.sleep(0)

    def stop(self) -> None:
        """Make and tell nothing more."""
        self._task.cancel()
        self._stop_timer()
        if not self._first.done():
            self._fail(ConnectionError("the pages are being closed"))
        for reader in self._readers:
            reader.close()

    async def _keep(self) -> None:
        with self._source.following(self._note):
            try:
                self._entry, self._parts = await self._source.parts()
                self._slow_parts = await self._source.slow_parts()
            except Exception as error:  # noqa: BLE001  whoever comes next gets another feed
                self._fail(error)
                return
            self._show()
            self._wait_until(self._source.due)
            self._first.set_result(None)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._follow(self._stale, PAUSE, self._make), name="parts of pages")
                tasks.create_task(self._follow(self._slow_stale, SLOW, self._make_slow), name="slow parts")

    def _fail(self, error: Exception) -> None:
        self._first.set_exception(error)
        self._first.exception()  # nobody may be waiting

    def _note(self) -> None:
        self._stale.set()
        self._slow_stale.set()

    async def _follow(self, stale: asyncio.Event, pause: float, make: Callable[[], Awaitable[None]]) -> None:
        while True:
            await stale.wait()
            await asyncio.sleep(PAUSE)
            stale.clear()
            try:
                await make()
            except Exception:  # noqa: BLE001  the next commit may be another matter
                _log.exception("What pages show could not be made")
            self._show()
            await asyncio.sleep(pause)

    async def _make(self) -> None:
        again = None if self._source.due is None else time.monotonic() + SLOW
        try:
            async with self._at_once.taking():
                self._entry, self._parts = await self._source.parts()
            again = self._source.due
        finally:
            self._wait_until(again)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait_until(self, moment: float | None) -> None:
        """Make the parts again at a moment, if there is one."""
        self._stop_timer()
        if moment is not None:
            left = max(0.0, moment - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(left, self._stale.set)

    async def _make_slow(self) -> None:
        async with self._later.taking():
            self._slow_parts = await self._source.slow_parts()

    def _show(self) -> None:
        before, parts = self._snapshot, {**self._parts, **self._slow_parts}
        digest = blake2b("\0".join(parts.values()).encode(), digest_size=6).hexdigest()
        id = f"{self._entry}.{digest}"
        if before is not None and before.id == id:
            return
        had: Parts = before.parts if before is not None else {}
        changed = {name: html for name, html in parts.items() if had.get(name) != html}
        previous = before.id if before is not None else ""
        self._snapshot = Snapshot(id, parts, previous, event(id, changed))
        for reader in self._readers:
            reader.wake()


class Feeds:
    """Every feed that somebody reads, or has read a moment ago."""

    def __init__(self) -> None:
        self._at_once, self._later = ProcessorShare(*AT_ONCE), ProcessorShare(*LATER)
        self._feeds: dict[Hashable, Feed] = {}
        self._beats = asyncio.create_task(self._beat(), name="beat of pages")

    def __contains__(self, key: Hashable) -> bool:
        """Whether the feed of something is made."""
        return key in self._feeds

    def of_channel(self, channel: int) -> int:
        """How many feeds are made about a channel, or a league."""
        return sum(feed.channel == channel for feed in self._feeds.values())

    def get(self, key: Hashable, source: Callable[[], Source]) -> Feed:
        """The feed of something, which is made by ``source`` when nobody reads it yet."""
        feed = self._feeds.get(key)
        if feed is None or feed.unused:
            feed = self._feeds[key] = Feed(source(), self._at_once, self._later)
        return feed

    def close(self) -> None:
        """Let everybody go, who may come again once the bot is back."""
        self._beats.cancel()
        for feed in self._feeds.values():
            feed.stop()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for key, feed in tuple(self._feeds.items()):
                if feed.unused:
                    feed.stop()
                    del self._feeds[key]
                await feed.beat()
