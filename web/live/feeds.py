"""Live pages, rendered once for all readers after each commit."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from hashlib import blake2b
from math import inf
from typing import Protocol

import msgspec
from aiohttp import web
from msgspec import Struct

from storage.engine.background import FailureLog
from storage.events.publisher import Follower
from web.live.work import WorkQueue

BEAT = 1.75
"""Seconds without news until a sign of life, so that a page knows within three that its line is dead."""
FEED_CHECK_INTERVAL = 0.25
"""Seconds from one look for feeds without news to the next."""
SLOW_RENDER_INTERVAL = 2.0
"""Seconds between two renderings of the slow parts."""
FEED_LIFETIME = 30.0
"""Seconds for which a feed without readers is kept for the next one."""
COMING = 3.0
"""Seconds for a requested page to start reading; until then it is kept up to date."""
DEBOUNCE = 0.003
"""Seconds from a commit to the making of the parts, in which several commits become one."""
TOLD = 50
"""Readers that are notified before other tasks get a turn."""

PageParts = Mapping[str, str]
"""HTML by the names of the parts of a page; each kind of page has always the same ones."""


class Source(Protocol):
    """Renders the parts of a view's current state."""

    @property
    def due(self) -> float | None:
        """The time of their next change without a commit, by `time.monotonic`, as of the last rendering."""
        ...

    @property
    def remembers(self) -> bool:
        """Whether to render after each commit even without readers, because results are shown later."""
        ...

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit that may change them."""
        ...

    async def parts(self) -> tuple[str, PageParts]:
        """Return the displayed entry, and the quick parts."""
        ...

    async def slow_parts(self) -> PageParts:
        """Return the slow parts."""
        ...


class Snapshot(Struct, frozen=True):
    """Parts that are shown together; ``id`` is their entry and a hash of their content.

    ``news`` is the event for pages that show the snapshot ``previous``, as most do, so it is built once.
    """

    id: str
    parts: PageParts
    previous: str
    news: bytes

    def message(self, have: str) -> bytes | None:
        """Return the event for a page that shows the snapshot ``have``; None if that is the current one."""
        if have == self.id:
            return None
        return self.news if have == self.previous else server_sent_event(self.id, self.parts)


def server_sent_event(id: str, parts: PageParts) -> bytes:
    """Return the event that sends a page these parts, after which it shows the snapshot with this id."""
    data = msgspec.json.encode({"parts": parts, "now": milliseconds_now()})
    return b"id: %s\nevent: parts\ndata: %s\n\n" % (id.encode(), data)


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=6).digest()


def milliseconds_now() -> int:
    """Return the time by which clocks on pages run."""
    return time.time_ns() // 1_000_000


class Reader(Protocol):
    """A reader of a feed. Its callback runs within other work, and must not block."""

    def show(self, snapshot: Snapshot) -> None:
        """Receive a snapshot."""
        ...

    def beat(self, snapshot: Snapshot) -> None:
        """Receive a heartbeat, with the present snapshot."""
        ...

    def close(self) -> None:
        """End: nothing more follows."""
        ...


class Views(Struct, frozen=True):
    """The subject of a feed's view, the limit of simultaneous views of it, and who wants this one.

    Without ``of``, there is no limit.
    """

    of: Hashable = None
    most: int = 0
    client: str = ""


UNLIMITED_VIEWS = Views()


class Feed:
    """The content of one page in one language: its newest snapshot, and its readers."""

    def __init__(self, source: Source, work: WorkQueue, views: Views = UNLIMITED_VIEWS) -> None:
        self.views = views
        """The subject of the view, and its reader."""
        self._source = source
        self._work = work
        self._readers: set[Reader] = set()
        self._awaited = 0
        """How many wait for the first snapshot."""
        self._entry = ""
        self._parts: dict[str, str] = {}
        """The parts of the page, always in the same order."""
        self._digests: dict[str, bytes] = {}
        """Of the parts that are shown, by name."""
        self._snapshot: Snapshot | None = None
        self._used = time.monotonic()
        self.last_sent = self._used
        """When its readers were last notified, by `time.monotonic`; long ago if no one will read it."""
        self._outdated = False
        """Whether there is something new that wasn't made, because no one reads."""
        self._stale = self._slow_stale = False
        self._making = asyncio.Lock()
        self._slow_made = -SLOW_RENDER_INTERVAL
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._first = self._loop.create_future()
        """Done once there is a snapshot."""
        self._task = asyncio.create_task(self._keep(), name="feed of pages")

    def keep_alive(self) -> None:
        """Stay alive for a reader that is about to start."""
        self._used = time.monotonic()

    async def render_now(self) -> None:
        """Render the latest commit before anything else, since someone who pressed a button waits for it."""
        if self._readers and self._first.done():
            self._stale = True
            await self._make()

    async def snapshot(self) -> Snapshot:
        """Return the present snapshot."""
        self.keep_alive()
        self._awaited += 1
        try:
            await asyncio.shield(self._first)
        finally:
            self._awaited -= 1
        assert self._snapshot is not None
        return self._snapshot

    @contextmanager
    def reading(self, reader: Reader) -> Generator[None]:
        """Send a reader the current snapshot, and further ones until the block ends."""
        self._readers.add(reader)
        if self._task.done() or self._task.cancelling():
            reader.close()
        elif self._snapshot is not None:
            reader.show(self._snapshot)
        if self._outdated:
            self._outdated = False
            self._mark_stale()
        try:
            yield
        finally:
            self._readers.discard(reader)
            self._used = time.monotonic()

    @property
    def in_use(self) -> bool:
        """Whether there are readers, or one is about to start."""
        return bool(self._readers or self._awaited)

    @property
    def unused(self) -> bool:
        """Whether it has had no readers for a while or since the last commit, or can't be read."""
        idle = self._outdated or time.monotonic() - self._used > FEED_LIFETIME
        return (idle and not self._readers) or self._task.done()

    async def beat(self) -> None:
        """Give everyone a sign of life, a few at a time."""
        self.last_sent = time.monotonic()
        for number, reader in enumerate(tuple(self._readers), start=1):
            if self._snapshot is not None:
                reader.beat(self._snapshot)
            if not number % TOLD:
                await asyncio.sleep(0)

    def stop(self) -> None:
        """Make and tell nothing more."""
        self._task.cancel()
        self._stop_timer()
        if not self._first.done():
            self._fail(ConnectionError("the pages are being closed"))
        for reader in tuple(self._readers):
            reader.close()

    async def _keep(self) -> None:
        # A canceled task's error keeps its frames, so that only a garbage collection would free the feed.
        with suppress(asyncio.CancelledError), self._source.following(self._mark_stale):
            try:
                self._entry, parts = await self._source.parts()
                await self._show({**parts, **await self._source.slow_parts()})
                self._wait_until(self._source.due)
            except Exception as error:  # noqa: BLE001  the next reader gets another feed
                self._fail(error)
                return
            self._first.set_result(None)
            if self._stale:
                self._work.add(self._make)
            if self._slow_stale:
                self._work.add_long(self._make_slow)
            await self._loop.create_future()  # until it is stopped

    def _fail(self, error: Exception) -> None:
        self._first.set_exception(error)
        self._first.exception()  # no one may be waiting

    def _mark_stale(self) -> None:
        unread = not self._readers and time.monotonic() - self._used >= COMING
        if unread and self._first.done() and not self._source.remembers:
            self._outdated, self.last_sent = True, -inf
            return
        self._note_parts()
        self._note_slow_parts()

    def _note_parts(self) -> None:
        if not self._stale:
            self._stale = True
            self._loop.call_later(DEBOUNCE, self._work.add, self._make)

    def _note_slow_parts(self) -> None:
        if not self._slow_stale:
            self._slow_stale = True
            pause = max(DEBOUNCE, self._slow_made + SLOW_RENDER_INTERVAL - time.monotonic())
            self._loop.call_later(pause, self._work.add_long, self._make_slow)

    async def _make(self) -> None:
        async with self._making:
            if not self._stale or self._task.done() or not self._first.done():
                return
            self._stale = False
            again: float | None = time.monotonic() + SLOW_RENDER_INTERVAL  # if it fails
            try:
                self._entry, parts = await self._source.parts()
                again = self._source.due
                await self._show(parts)
            finally:
                self._wait_until(again)

    async def _make_slow(self) -> None:
        if not self._first.done():
            return
        self._slow_stale, self._slow_made = False, time.monotonic()
        if self._task.done():
            return
        try:
            await self._show(await self._source.slow_parts())
        except Exception:
            self._note_slow_parts()
            raise

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait_until(self, moment: float | None) -> None:
        """Render the parts again at a time, if one is given."""
        self._stop_timer()
        if moment is not None and not self._task.done():
            left = max(0.0, moment - time.monotonic())
            self._timer = self._loop.call_later(left, self._note_parts)

    async def _show(self, made: PageParts) -> None:
        """Show parts as they have been made now, and the others as they were."""
        shown, before = self._parts, self._snapshot
        changed = {name: html for name, html in made.items() if shown.get(name) != html}
        for name, html in changed.items():
            shown[name] = html
            self._digests[name] = _digest(html.encode())
        id = f"{self._entry}.{_digest(b''.join(self._digests.values())).hex()}"
        if before is not None and before.id == id:
            return
        previous = before.id if before is not None else ""
        self._snapshot = Snapshot(id, shown.copy(), previous, server_sent_event(id, changed))
        self.last_sent = time.monotonic()
        for number, reader in enumerate(tuple(self._readers), start=1):
            reader.show(self._snapshot)
            if not number % TOLD:
                await asyncio.sleep(0)


class Feeds:
    """Every feed that someone reads, or has read a moment ago."""

    def __init__(self) -> None:
        self._work = WorkQueue()
        self._feeds: dict[Hashable, Feed] = {}
        self._beats = asyncio.create_task(self._beat(), name="beat of pages")

    def get(self, key: Hashable, source: Callable[[], Source], views: Views = UNLIMITED_VIEWS) -> Feed:
        """Return the feed of a key, created by ``source`` if no one reads it yet.

        If there are too many views, one without readers is dropped, or else one of the client with the most.
        Raises HTTPTooManyRequests if that is the requesting client.
        """
        feed = self._kept(key)
        if feed is None:
            if not self._make_room(views, reading=True):
                raise web.HTTPTooManyRequests
            feed = self._feeds[key] = Feed(source(), self._work, views)
        feed.keep_alive()
        return feed

    async def snapshot(
        self, key: Hashable, source: Callable[[], Source], views: Views = UNLIMITED_VIEWS
    ) -> Snapshot:
        """Return the current snapshot. The feed is kept for later readers, if there is room."""
        feed = self._kept(key)
        if feed is not None or self._make_room(views, reading=False):
            return await self.get(key, source, views).snapshot()
        feed = Feed(source(), self._work)
        try:
            return await feed.snapshot()
        finally:
            feed.stop()

    async def render_now(self, key: Hashable) -> None:
        """Render the latest commit about a subject before anything else, since a player waits for it."""
        feed = self._kept(key)
        if feed is not None:
            await feed.render_now()

    def _kept(self, key: Hashable) -> Feed | None:
        feed = self._feeds.get(key)
        if feed is not None and feed.unused:
            self._drop(key)
            return None
        return feed

    def _drop(self, key: Hashable) -> None:
        self._feeds.pop(key).stop()

    def _make_room(self, views: Views, *, reading: bool) -> bool:
        """Make room for one more view; return False if others need it more."""
        same = [key for key, feed in self._feeds.items() if feed.views.of == views.of]
        if views.of is None or len(same) < views.most:
            return True
        unread = next((key for key in same if not self._feeds[key].in_use), None)
        if unread is not None:
            self._drop(unread)
        elif reading:
            clients = Counter(self._feeds[key].views.client for key in same)
            client, most = clients.most_common(1)[0]
            if most <= clients[views.client] + 1:
                return False
            self._drop(next(key for key in same if self._feeds[key].views.client == client))
        return unread is not None or reading

    def close(self) -> None:
        """Disconnect all readers, who may reconnect once the bot is back."""
        self._beats.cancel()
        self._work.close()
        for feed in self._feeds.values():
            feed.stop()

    async def _beat(self) -> None:
        failures = FailureLog("Keeping pages open")
        while True:
            await asyncio.sleep(FEED_CHECK_INTERVAL)
            long_ago = time.monotonic() - BEAT
            for key, feed in [one for one in self._feeds.items() if one[1].last_sent <= long_ago]:
                with failures.passing_over():
                    if feed.unused and self._feeds.get(key) is feed:
                        self._drop(key)
                    else:
                        await feed.beat()
