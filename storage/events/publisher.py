"""Notifies subscribers of commits about their subject."""

from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from storage.engine.observers import call_each

K = TypeVar("K", bound=Hashable)
Follower = Callable[[], None]
"""Called right after a commit, in the middle of other work: it only records that there is news."""


class Publisher(Generic[K]):
    """Subscriptions by key. Keys without followers take no memory."""

    def __init__(self) -> None:
        self._followers: dict[K, list[Follower]] = {}

    def __iter__(self) -> Iterator[K]:
        """Return the subjects with followers."""
        return iter(tuple(self._followers))

    def __contains__(self, key: K) -> bool:
        """Return whether a subject has followers."""
        return key in self._followers

    def publish(self, key: K) -> None:
        """Call the followers of a subject after a commit about it."""
        if key in self._followers:
            call_each(self._followers[key])

    @contextmanager
    def following(self, key: K, follower: Follower) -> Generator[None]:
        """Call ``follower`` after each commit about a subject, until the block ends."""
        followers = self._followers.setdefault(key, [])
        followers.append(follower)
        try:
            yield
        finally:
            followers.remove(follower)
            if not followers:
                del self._followers[key]
