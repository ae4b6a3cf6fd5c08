"""The pairings of one round, and the history of a participant's earlier rounds."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NewType

from msgspec import Struct

Participant = NewType("Participant", int)
"""A player or a team in a tournament, by a number of the caller's."""

METHOD = 2
"""The version of this package's pairing method; it increases with each change of its results."""


class Pairings(Struct, frozen=True, kw_only=True):
    """One round: who plays at each table in turn order, the first to go first, and who has a bye."""

    tables: tuple[tuple[Participant, ...], ...]
    byes: tuple[Participant, ...] = ()

    @property
    def participants(self) -> tuple[Participant, ...]:
        """All participants of the round, byes last."""
        return (*(one for table in self.tables for one in table), *self.byes)


def numbered(pairings: Pairings, fixed: Mapping[Participant, int], kept: Collection[int] = ()) -> Pairings:
    """Return the round with its tables in an order in which participants sit at their fixed tables.

    ``fixed``: their numbers, from 1; one above all tables means the last table. Where two want a number, or
    one table would need two, the first participant counts. ``kept``: numbers of tables that stay in place.
    """
    count = len(pairings.tables)
    places = {number: pairings.tables[number - 1] for number in kept}
    left = [table for number, table in enumerate(pairings.tables, start=1) if number not in places]
    for one, wanted in fixed.items():
        table, number = next((table for table in left if one in table), None), min(wanted, count)
        if table is not None and number not in places:
            places[number] = table
            left.remove(table)
    others = iter(left)
    tables = (places[number] if number in places else next(others) for number in range(1, count + 1))
    return Pairings(tables=tuple(tables), byes=pairings.byes)


class OddPods(StrEnum):
    """The rule for the remaining players when their number isn't a multiple of four."""

    BYES = "byes"
    LOW_THREES = "low_threes"
    """Players with few points sit in pods of three."""
    LOW_FIVES = "low_fives"
    HIGH_THREES = "high_threes"
    """Players with many points sit in pods of three."""


class PairingMethod(StrEnum):
    """How the rounds of an event are paired. Part of acts on disk."""

    SWISS = "swiss"
    """By the standings."""
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    """Everyone meets everyone twice."""
    DOUBLE_ELIMINATION = "double_elimination"


class PastRounds:
    """Earlier rounds: who has met whom, who had byes, sat where and in pods of another size."""

    def __init__(self, rounds: Iterable[Pairings]) -> None:
        self.count = 0
        self.met = Counter[tuple[Participant, Participant]]()
        """How often two have met, the lower number first."""
        self.byes = Counter[Participant]()
        self.starts = Counter[Participant]()
        """How often each participant went first."""
        self.balance = Counter[Participant]()
        """The sum of `seat_value`: above 0 for seats late in turn order."""
        self.odd = Counter[Participant]()
        """How often each participant sat in a pod of other than four."""
        for one in rounds:
            self._add(one)

    def _add(self, pairings: Pairings) -> None:
        self.count += 1
        self.byes.update(pairings.byes)
        for table in pairings.tables:
            self.met.update(combinations(sorted(table), 2))
            self.starts[table[0]] += 1
            for seat, one in enumerate(table):
                self.balance[one] += seat_value(seat, len(table))
            if len(table) != 4:
                self.odd.update(table)

    def times_met(self, one: Participant, other: Participant) -> int:
        """Return in how many rounds these two were at one table."""
        return self.met[min(one, other), max(one, other)]

    def rematches(self, tables: Iterable[Sequence[Participant]]) -> int:
        """Return how many pairs at these tables have met before."""
        return sum(self.times_met(*pair) > 0 for table in tables for pair in combinations(table, 2))


def seat_value(seat: int, size: int) -> int:
    """Return how late in turn order a seat is, from -12 for the first, which is 0, to 12 for the last one."""
    return 0 if size == 1 else 12 * (2 * seat - size + 1) // (size - 1)
