"""How often a link may be used and an address may miss, and how much may be open."""

import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from typing import TypeAlias

from aiohttp import web

from storage.token_buckets import Rate, TokenBuckets
from web.access.clients import client_of

MAX_CLIENTS = 10_000
"""Remembered clients, links and pairs of these; the least recent ones are dropped."""
STREAMS_PER_LINK, STREAMS_PER_CLIENT = 1_000, 500
"""Pages that can be open at once by one link, and by one client: a hall has one address."""

Close: TypeAlias = Callable[[], None]
_Open: TypeAlias = OrderedDict[Close, None]
"""A client's open streams by a link, the oldest first."""
_Groups: TypeAlias = dict[Hashable, dict[Hashable, _Open]]


PER_PAIR = Rate(60, 2)
"""Each client's limit by a link, whatever others do with it."""
PER_LINK = Rate(1_500, 50)
"""A link's limit beyond that, for all clients together."""
MISSES = Rate(20, 0.5)
"""A client's limit of requests for missing pages."""
NAMES_PER_CLIENT = Rate(240, 2)
"""Names with which a client may try to join games as a guest: everyone in a hall may have one address."""
NAMES_PER_LINK = Rate(120, 1)
"""Names that may be tried by one link, for all clients together: sixty guests, and as many wrong names."""


class Limits:
    """Recent requests and open streams. ``clock`` gives seconds from any moment on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._pairs = TokenBuckets[tuple[int, Hashable]](PER_PAIR, clock, MAX_CLIENTS)
        self._links = TokenBuckets[int](PER_LINK, clock, MAX_CLIENTS)
        self._misses = TokenBuckets[Hashable](MISSES, clock, MAX_CLIENTS)
        self._names = TokenBuckets[Hashable](NAMES_PER_CLIENT, clock, MAX_CLIENTS)
        self._names_by_link = TokenBuckets[Hashable](NAMES_PER_LINK, clock, MAX_CLIENTS)
        self._by_link, self._by_client = _Groups(), _Groups()
        """Open streams: by link for each client, and by client for each link."""

    def may_miss(self, request: web.Request) -> bool:
        """Count a request for a missing page; return False if its client has requested too many."""
        return self._misses.take_if_any(client_of(request))

    def require_name(self, request: web.Request, link: Hashable) -> None:
        """Count a guest's attempt to join a game by a link; raises HTTPTooManyRequests."""
        if not (self._names.take_if_any(client_of(request)) and self._names_by_link.take_if_any(link)):
            raise web.HTTPTooManyRequests

    def require(self, request: web.Request, link: int) -> None:
        """Count a request by a link that works; raises HTTPTooManyRequests."""
        own = self._pairs.take_if_any((link, client_of(request)))
        if not own and not self._links.take_if_any(link):
            raise web.HTTPTooManyRequests

    @contextmanager
    def opened(self, request: web.Request, link: int, close: Close) -> Generator[None]:
        """Count a stream as open during the block; ``close`` ends it.

        If too many are open, the client with the most loses its oldest one. Raises HTTPTooManyRequests.
        """
        client = client_of(request)
        of_link, of_client = self._by_link.get(link, {}), self._by_client.get(client, {})
        own = of_link.get(client) or _Open()
        bounds = ((of_link.values(), STREAMS_PER_LINK), (of_client.values(), STREAMS_PER_CLIENT))
        full = [beside for beside, most in bounds if sum(map(len, beside)) >= most]
        if any(len(max(beside, key=len)) <= len(own) + 1 for beside in full):
            raise web.HTTPTooManyRequests
        for beside in full:
            close, _ = max(beside, key=len).popitem(last=False)
            close()
        self._by_link.setdefault(link, of_link)[client] = own
        self._by_client.setdefault(client, of_client)[link] = own
        own[close] = None
        try:
            yield
        finally:
            own.pop(close, None)
            _tidy(self._by_link, link, client)
            _tidy(self._by_client, client, link)


def _tidy(groups: _Groups, group: Hashable, name: Hashable) -> None:
    """Remove empty groups."""
    if not groups.get(group, {}).get(name, True):
        del groups[group][name]
        if not groups[group]:
            del groups[group]
