"""Requirements of a round, checked without the code that makes rounds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from campaign.pairings.exhaustive import Pair, duels_at_best, has_round, of_duels
from rules.pairings.pairings import OddPods, Pairings, Participant

EXHAUSTIVE = 16
"""The number of participants up to which every round is tried."""
FEW = 12
"""The number of participants up to which that is done for first turns alone."""

Points = Mapping[Participant, Fraction]


class Checker:
    """The rounds of one tournament so far, and the faults of the next one.

    ``odd`` is None for duels.
    """

    def __init__(self, odd: OddPods | None) -> None:
        self._odd = odd
        self._met = Counter[Pair]()
        self._byes = Counter[Participant]()
        self._starts = Counter[Participant]()
        self.rematches = 0
        self.unavoidable = 0
        """Rounds with a rematch for which a full search found none without."""
        self.crossings = 0
        """Pairs of duels with different points."""

    def wrong(self, points: Points, pairings: Pairings) -> list[str]:
        """Play the next round of players with these points, and return its errors."""
        participants = list(points)
        found = [*self._seating(participants, pairings), *self._fair_byes(participants, pairings)]
        found += self._fair_starts(pairings)
        pairs = [frozenset(pair) for table in pairings.tables for pair in combinations(table, 2)]
        rematches = sum(self._met[pair] > 0 for pair in pairs)
        self.rematches += rematches
        if not found and len(participants) <= EXHAUSTIVE:
            found += self._at_best(points, pairings, rematches)
        if self._odd is None:
            self.crossings += sum(len({points[one] for one in table}) > 1 for table in pairings.tables)
        self._met.update(pairs)
        self._byes.update(pairings.byes)
        self._starts.update(table[0] for table in pairings.tables)
        return found

    def _at_best(self, points: Points, pairings: Pairings, rematches: int) -> Iterator[str]:
        """Yield the costs that another round lowers: rematches, points of byes, and for duels all later
        criteria."""
        if rematches:
            self.unavoidable += 1
        if self._odd is None:
            ours = of_duels(points, pairings, self._met, self._starts)
            if not any(ours[:-1]) and len(points) > FEW:
                return
            best = duels_at_best(points, self._with_fewest_byes(list(points)), self._met, self._starts)
            for name in ours._fields:
                if (was := getattr(ours, name)) != (could := getattr(best, name)):
                    yield f"{name} of {was} where {could} can be"
                    return
        elif rematches and self._exists(points, pairings):
            yield f"{rematches} rematches in a round that need not have one"
        elif not rematches and pairings.byes and self._exists(points, pairings, lower=True):
            yield f"byes of {pairings.byes} where lower ones can be"

    def _fair_starts(self, pairings: Pairings) -> Iterator[str]:
        """Yield the players who go first although others at the table did so less often."""
        for first, *others in pairings.tables:
            if self._starts[first] > min(self._starts[one] for one in others):
                yield f"{first} goes first at a table of {others}"

    def _seating(self, participants: Sequence[Participant], pairings: Pairings) -> Iterator[str]:
        seated = [*(one for table in pairings.tables for one in table), *pairings.byes]
        if sorted(seated) != sorted(participants):
            yield "not everybody is seated once"
        sizes = sorted(len(table) for table in pairings.tables)
        if sizes != expected_sizes(len(participants), self._odd):
            yield f"{len(participants)} at tables of {sizes}"

    def _fair_byes(self, participants: Sequence[Participant], pairings: Pairings) -> Iterator[str]:
        others = [self._byes[one] for one in participants if one not in pairings.byes]
        for one in pairings.byes:
            if others and self._byes[one] > min(others):
                yield f"{one} has a bye before everybody had as many"

    def _with_fewest_byes(self, participants: Sequence[Participant]) -> Sequence[Participant]:
        """Return the players who may have the one bye of a round of duels, if there is one."""
        fewest = min(self._byes[one] for one in participants)
        return [one for one in participants if len(participants) % 2 and self._byes[one] == fewest]

    def _exists(self, points: Points, pairings: Pairings, *, lower: bool = False) -> bool:
        """Return whether a round with tables of these sizes and fair byes can avoid rematches.

        ``lower``: and in which the players with byes have fewer points in total.
        """
        sizes = sorted(len(table) for table in pairings.tables)
        total = sum(points[one] for one in pairings.byes)
        return any(
            has_round(frozenset(points) - set(free), sizes, self._met)
            for free in combinations(sorted(points), len(pairings.byes))
            if not (lower and sum(points[one] for one in free) >= total)
            and not any(True for _ in self._fair_byes(list(points), Pairings(tables=(), byes=free)))
        )


def expected_sizes(players: int, odd: OddPods | None) -> list[int]:
    """Return the sizes of the tables, with as many fours as possible."""
    if odd is None:
        return [2] * (players // 2)
    if odd is OddPods.BYES and players >= 4:
        return [4] * (players // 4)
    for other in (5, 3) if odd is OddPods.LOW_FIVES else (3, 5):
        for fours in range(players // 4, -1, -1):
            others, left = divmod(players - 4 * fours, other)
            if not left:
                return sorted([4] * fours + [other] * others)
    raise ValueError(f"no pods for {players}")
