"""Search through every round for one in which no one meets again."""

from collections.abc import Iterator, Sequence

from rules.pairings.shapes import RoundShape

NODES = 60_000
"""Pods and choices tried at most; rounds of up to sixteen players are always decided with fewer."""


class _Exhausted(Exception):
    """Raised when the search exceeds its budget."""


def round_without_rematch(strangers: Sequence[int], shape: RoundShape) -> list[list[int]] | None:
    """Return tables of this shape, byes last; None if there is no such round, or none was found.

    ``strangers``: a bit mask per player of those they haven't met, by place in the standings.
    """
    try:
        return _RoundSearch(strangers, shape).find()
    except _Exhausted:
        return None


class _RoundSearch:
    """One search, player by player, first those with the fewest opponents left."""

    def __init__(self, strangers: Sequence[int], shape: RoundShape) -> None:
        self._strangers = strangers
        self._shape = shape
        self._left = {size: shape.sizes.count(size) for size in set(shape.sizes)}
        self._group = {one: group for group in shape.byes for one in group.places}
        self._open = {group: group.count for group in shape.byes}
        """How many of each group may still have a bye."""
        self._free = list[int]()
        self._tables = list[list[int]]()
        self._nodes = 0

    def find(self) -> list[list[int]] | None:
        everybody = (1 << len(self._strangers)) - 1
        if not self._go_on(everybody):
            return None
        tables = sorted(self._tables, key=lambda table: self._shape.sizes.index(len(table)))
        return [*tables, self._free] if self._free else tables

    def _go_on(self, left: int) -> bool:
        """Seat everyone who is left, given as bits."""
        if not left:
            return True
        self._nodes += 1
        if self._nodes > NODES:
            raise _Exhausted
        one = min(bit_places(left), key=lambda one: (self._strangers[one] & left).bit_count())
        left &= ~(1 << one)
        group = self._group.get(one)
        if group is not None and self._open[group]:
            self._open[group] -= 1
            self._free.append(one)
            if self._go_on(left):
                return True
            self._free.pop()
            self._open[group] += 1
        for size, count in self._left.items():
            if count and self._seat([one], self._strangers[one] & left, size, left):
                return True
        return False

    def _seat(self, table: list[int], open_to: int, size: int, left: int) -> bool:
        """Fill a table with players who have met none at it, then continue."""
        if len(table) == size:
            self._left[size] -= 1
            self._tables.append(table)
            if self._go_on(left):
                return True
            self._tables.pop()
            self._left[size] += 1
            return False
        if open_to.bit_count() < size - len(table):
            return False
        for other in bit_places(open_to):
            open_to &= ~(1 << other)
            if self._seat([*table, other], open_to & self._strangers[other], size, left & ~(1 << other)):
                return True
        return False


def bit_places(number: int) -> Iterator[int]:
    """Yield the places of this number's bits, lowest first."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
