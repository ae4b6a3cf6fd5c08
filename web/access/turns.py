"""Turns of requests: a few run at once, and waiting ones rotate by source."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from typing import Protocol


class Waiter(Hashable, Protocol):
    """A request that waits for its turn."""

    def begin(self) -> None:
        """Start at its turn."""
        ...


class Turns:
    """At most ``at_once`` turns at the same time.

    Waiting requests are grouped by source, and each source has one turn at a time, so a busy source doesn't
    delay the others. A source whose turn ends goes behind all others.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._running = dict[Waiter, Hashable]()
        """Requests that have their turn, with their sources."""
        self._waiting = OrderedDict[Hashable, OrderedDict[Waiter, None]]()
        self._sources = dict[Waiter, Hashable]()

    def ask(self, waiter: Waiter, source: Hashable) -> None:
        """Let a request begin at once, or at its source's turn."""
        if len(self._running) < self._at_once and not self._waiting:
            self._begin(waiter, source)
            return
        self._sources[waiter] = source
        self._waiting.setdefault(source, OrderedDict())[waiter] = None

    def waiting(self, source: Hashable) -> int:
        """Return how many of a source wait for their turns."""
        return len(self._waiting.get(source, ()))

    def end(self, waiter: Waiter) -> None:
        """End a turn, or the wait for one; the next begins after the event loop's other work."""
        if waiter in self._running:
            source = self._running.pop(waiter)
            if source in self._waiting:
                self._waiting.move_to_end(source)
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._fill)
        elif waiter in self._sources:
            source = self._sources.pop(waiter)
            del self._waiting[source][waiter]
            if not self._waiting[source]:
                del self._waiting[source]

    def _fill(self) -> None:
        while self._waiting and len(self._running) < self._at_once:
            source, waiters = self._waiting.popitem(last=False)
            waiter, _ = waiters.popitem(last=False)
            del self._sources[waiter]
            if waiters:
                self._waiting[source] = waiters
            self._begin(waiter, source)

    def _begin(self, waiter: Waiter, source: Hashable) -> None:
        self._running[waiter] = source
        waiter.begin()
