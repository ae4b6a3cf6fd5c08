"""Values in which every result builds on the earlier ones, kept correct while results are added, removed
and changed."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from rules.leagues.matches import NumberedResult

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")
Item = TypeVar("Item", bound=tuple[object, ...])
"""A result in the replay: a tuple that begins with its time and its number."""

SAVE_EVERY = 1000
"""Results after which the state is saved."""


class IncrementalReplay(Generic[KeyT, ValueT, Item]):
    """The state after a set of results, in the order of play.

    A change in the past restores the last saved state before it and replays the rest when the state is
    read, so the result is exact. States are saved at doubling distances from the end: a change costs at
    most twice its necessary work, and few states are kept.
    """

    def __init__(
        self,
        see: Callable[[NumberedResult], Item | None],
        step: Callable[[dict[KeyT, ValueT], Item], None],
        results: Iterable[NumberedResult] = (),
    ) -> None:
        """Create a replay: `see` returns the relevant part of a result, or None; `step` returns the state
        after that, sharing unchanged values."""
        self._see = see
        self._step = step
        self._results = sorted(item for item in map(see, results) if item is not None)
        self._state: dict[KeyT, ValueT] = {}
        self._done = 0
        self._saved: list[tuple[int, dict[KeyT, ValueT]]] = [(0, {})]

    def add(self, result: NumberedResult) -> None:
        """Add a confirmed result."""
        if (item := self._see(result)) is not None:
            place = bisect_left(self._results, item)
            self._results.insert(place, item)
            self._back_to(place)

    def remove(self, result: NumberedResult) -> None:
        """Remove a result: the state is as if it had never been added."""
        if (item := self._see(result)) is not None:
            place = bisect_left(self._results, item)
            del self._results[place]
            self._back_to(place)

    def _back_to(self, place: int) -> None:
        if place >= self._done:
            return
        while self._saved[-1][0] > place:
            self._saved.pop()
        self._done, saved = self._saved[-1]
        self._state = saved.copy()

    def catch_up(self, most: int | None = None) -> bool:
        """Process up to this many pending results; return whether none is left."""
        stop = len(self._results) if most is None else min(self._done + most, len(self._results))
        while self._done < stop:
            self._step(self._state, self._results[self._done])
            self._done += 1
            if self._done % SAVE_EVERY == 0:
                self._save()
        return self._done == len(self._results)

    def _save(self) -> None:
        """Save the state, and thin out older ones: drop those whose predecessor is at most twice as far back
        as their successor."""
        kept = [(self._done, self._state.copy())]
        for place in range(len(self._saved) - 1, 0, -1):
            if self._done - self._saved[place - 1][0] > 2 * (self._done - kept[-1][0]) + SAVE_EVERY:
                kept.append(self._saved[place])
        self._saved = [self._saved[0], *reversed(kept)]

    def state(self) -> dict[KeyT, ValueT]:
        """Return the state after all results; don't change it."""
        self.catch_up()
        return self._state
