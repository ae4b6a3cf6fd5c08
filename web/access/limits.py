"""How often one address may ask, and how much may be open by one link."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from ipaddress import ip_address

from aiohttp import web
from msgspec import Struct

ADDRESSES = 10_000
"""Addresses that are remembered; those that asked longest ago go."""
STREAMS_PER_LINK, STREAMS_PER_ADDRESS = 1_000, 500
"""Pages that can be open at once by one link, and from one address: a hall has one."""


class Rate(Struct, frozen=True):
    """So many at once, and from then on so many a second."""

    burst: float
    per_second: float


PAGES = Rate(300, 30)
"""What one address may ask for: a hall whose pages all come back at once."""
PER_LINK = Rate(1_500, 50)
"""What may be asked for by one link, from anywhere."""
MISSES = Rate(20, 0.5)
"""What one address may ask for that there isn't."""


class _Allowance:
    """What is left of a rate by key."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def left(self, key: Hashable) -> float:
        now = self._clock()
        left, since = self._left.get(key, (self._rate.burst, now))
        return min(self._rate.burst, left + (now - since) * self._rate.per_second)

    def take(self, key: Hashable) -> None:
        self._left[key] = self.left(key) - 1, self._clock()
        self._left.move_to_end(key)
        while len(self._left) > ADDRESSES:
            self._left.popitem(last=False)


class Limits:
    """Who has asked how often, and what is open. ``clock`` gives seconds from any moment on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._pages, self._misses = _Allowance(PAGES, clock), _Allowance(MISSES, clock)
        self._links = _Allowance(PER_LINK, clock)
        self._open = Counter[Hashable]()

    def require(self, request: web.Request) -> None:
        """Count a request; raises HTTPTooManyRequests."""
        address = address_of(request)
        if self._pages.left(address) < 1 or self._misses.left(address) < 1:
            raise web.HTTPTooManyRequests
        self._pages.take(address)

    def require_link(self, link: int) -> None:
        """Count a request by a link; raises HTTPTooManyRequests."""
        if self._links.left(link) < 1:
            raise web.HTTPTooManyRequests
        self._links.take(link)

    def missed(self, request: web.Request) -> None:
        """What was asked for isn't there: somebody may be guessing."""
        self._misses.take(address_of(request))

    @contextmanager
    def opened(self, request: web.Request, link: int) -> Generator[None]:
        """Something is open during the block; raises HTTPTooManyRequests."""
        address = address_of(request)
        if self._open[link] >= STREAMS_PER_LINK or self._open[address] >= STREAMS_PER_ADDRESS:
            raise web.HTTPTooManyRequests
        self._open[link] += 1
        self._open[address] += 1
        try:
            yield
        finally:
            for key in (link, address):
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


def address_of(request: web.Request) -> str:
    """Where a request comes from; behind a proxy on this machine or in its network, what that says."""
    peer = request.remote or ""
    try:
        near = ip_address(peer).is_private
    except ValueError:
        near = False
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return forwarded if near and forwarded else peer
