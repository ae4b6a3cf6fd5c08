"""Rounds of two against two numbers: Swiss duels of players or of whole teams.

In this order: nobody has a second bye before everybody had one; nobody meets again while there is a round
without that; nobody goes first more than twice in four rounds, where that can be, as in chess nobody has a
color too often; opponents have about as many points.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import combinations
from typing import cast

from rules.pairings.pairings import Pairings, Participant, PastRounds, seat_value
from rules.pairings.seats import seated
from rules.pairings.shapes import scaled_points
from rules.pairings.shuffling import Shuffle
from rules.refusal import Refusal

NEAR = 10
"""Places in the standings within which opponents are sought first; twice as far whenever that is too near."""
FAR_APART = 1_000_000
"""The square of the greatest distance in points."""
SECOND = seat_value(1, 2)
"""What going second adds to a participant's balance; going first takes as much away."""


def pair_duels(
    points: Mapping[Participant, Fraction], rounds: Sequence[Pairings] = (), seed: int = 0
) -> Pairings:
    """The next round for these participants with these points, after these rounds.

    Takes seconds among hundreds, so it is for a worker. Raises Refusal "too_few_to_pair" for fewer than two.
    """
    if len(points) < 2:
        raise Refusal("too_few_to_pair", least=2)
    past, shuffle = PastRounds(rounds), Shuffle(seed)
    scaled = scaled_points(points)
    order = sorted(shuffle.order(sorted(points)), key=lambda one: -scaled[one])
    search = _DuelSearch(order, scaled, past)
    pairs = [(order[one], order[two]) for one, two in search.pairs()]
    pairs.sort(key=lambda pair: sorted((points[one] for one in pair), reverse=True), reverse=True)
    playing = {one for pair in pairs for one in pair}
    return Pairings(
        tables=tuple(seated(pair, past, shuffle) for pair in pairs),
        byes=tuple(one for one in order if one not in playing),
    )


class _DuelSearch:
    """One round among participants, who are places in the standings here; a bye is one place more."""

    def __init__(
        self, order: Sequence[Participant], points: Mapping[Participant, int], past: PastRounds
    ) -> None:
        self._order = order
        self._points = points
        self._past = past
        self._bye = len(order) if len(order) % 2 else None
        self._fewest = min(past.byes[one] for one in order)
        most = 2 * (past.count // 4) + 2
        seconds = {one: past.starts[one] + past.balance[one] // SECOND for one in order}
        self._been_first = self._bound([place for place, one in enumerate(order) if past.starts[one] >= most])
        self._been_second = self._bound([place for place, one in enumerate(order) if seconds[one] >= most])

    def _bound(self, places: Sequence[int]) -> AbstractSet[int]:
        """Of these, who is to go second, or first: as many as can be, the best in the standings."""
        return {*places[: (len(self._order) + 1) // 2]}

    def pairs(self) -> list[tuple[int, int]]:
        """The best pairs; with a third first turn, and then with a rematch, only where there is no other way,
        and then with as few as can be."""
        places, near = len(self._order), NEAR
        while True:
            found = _matched(self._edges(near))
            if 2 * len(found) >= places or near >= places:
                break
            near *= 2
        others = dict[tuple[int, int], int]()
        for worse in (self._unfair, self._rematches):
            if 2 * len(found) < places:
                others |= worse()
                found = _matched({**self._edges(near), **others})
        return [pair for pair in found if self._bye not in pair]

    def _edges(self, near: int) -> dict[tuple[int, int], int]:
        """What each pair of strangers is worth who are so near in the standings.

        Also of those who went first and those who went second who are near in the order of their kind: there
        may be more of one kind than of the other for a while, further than strangers are sought.
        """
        found, order = dict[tuple[int, int], int](), self._order
        for one in range(len(order)):
            strangers = (two for two in range(one + 1, len(order)) if self._may_meet(one, two))
            for two, _ in zip(strangers, range(near), strict=False):
                found[one, two] = self._worth(one, two)
        seconds = sorted(self._been_second)
        for rank, one in enumerate(sorted(self._been_first)):
            for two in seconds[max(0, rank - near // 2) : rank + near // 2]:
                if self._may_meet(one, two):
                    found[min(one, two), max(one, two)] = self._worth(one, two)
        if self._bye is not None:
            for one, participant in enumerate(order):
                if self._past.byes[participant] == self._fewest:
                    found[one, self._bye] = FAR_APART - self._points[participant] ** 2
        return found

    def _may_meet(self, one: int, two: int) -> bool:
        met = self._past.times_met(self._order[one], self._order[two])
        return not met and not self._is_unfair(one, two)

    def _is_unfair(self, one: int, two: int) -> bool:
        """Whether both have been first twice, or second, in four rounds."""
        pair = {one, two}
        return pair <= self._been_first or pair <= self._been_second

    def _unfair(self) -> dict[tuple[int, int], int]:
        """What each pair of strangers is worth of whom one would be first, or second, too often."""
        return {
            pair: self._worth(*pair) - FAR_APART * len(self._order)
            for pair in combinations(range(len(self._order)), 2)
            if self._is_unfair(*pair) and not self._past.times_met(*(self._order[one] for one in pair))
        }

    def _rematches(self) -> dict[tuple[int, int], int]:
        """What each pair is worth that has met before: less than all others together."""
        cost = 2 * FAR_APART * len(self._order) ** 2
        found = dict[tuple[int, int], int]()
        for one in range(len(self._order)):
            for two in range(one + 1, len(self._order)):
                times = self._past.times_met(self._order[one], self._order[two])
                if times:
                    found[one, two] = self._worth(one, two) - cost * times
        return found

    def _worth(self, one: int, two: int) -> int:
        apart = self._points[self._order[one]] - self._points[self._order[two]]
        return FAR_APART - apart * apart


def _matched(edges: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """As many pairs as possible without anybody twice, and of these the ones that are worth most."""
    import networkx  # needs half a second, and only workers pair duels

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((one, two, worth) for (one, two), worth in edges.items())
    pairs = cast("set[tuple[int, int]]", networkx.max_weight_matching(graph, maxcardinality=True))
    return sorted((min(pair), max(pair)) for pair in pairs)
