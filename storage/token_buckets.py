"""Token buckets by key: a burst, and then a constant rate."""

import time
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from storage.events.cache import LruCache

K = TypeVar("K", bound=Hashable)

MAX_BUCKETS = 20_000
"""Remembered keys; one takes about 200 bytes."""
_ROUNDING = 1e-6
"""The tolerance for rounding errors, in seconds."""


class Rate(NamedTuple):
    """A burst, and then a rate per second."""

    burst: float
    per_second: float


class TokenBuckets(Generic[K]):
    """A bucket of tokens for each key; beyond ``limit``, the least recently used are dropped and start full
    again.

    ``monotonic``: a clock in seconds.
    """

    def __init__(
        self, rate: Rate, monotonic: Callable[[], float] = time.monotonic, limit: int = MAX_BUCKETS
    ) -> None:
        self._per_second = rate.per_second
        self._filling = rate.burst / rate.per_second
        """Seconds until an empty bucket is full."""
        self._monotonic = monotonic
        self._full = LruCache[K, float](limit)
        """When a bucket will be full again, which says how much is in it now."""

    def wait(self, key: K, tokens: float = 1) -> float:
        """Return the seconds until this much can be taken; 0 or less if it can be now."""
        now = self._monotonic()
        return self._full_after(key, tokens, now) - now - self._filling - _ROUNDING

    def take(self, key: K, tokens: float = 1) -> None:
        """Take this much from a bucket, which may become negative."""
        self._full.put(key, self._full_after(key, tokens, self._monotonic()))

    def take_if_any(self, key: K) -> bool:
        """Take one token if there is one; return whether there was."""
        there = self.wait(key) <= 0
        if there:
            self.take(key)
        return there

    def _full_after(self, key: K, tokens: float, now: float) -> float:
        full = self._full.peek(key)
        return (now if full is None or full < now else full) + tokens / self._per_second
