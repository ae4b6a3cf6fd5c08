"""The best possible round, by trying every one: for few participants, to compare with."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from rules.pairings.pairings import Pairings, Participant

Pair = frozenset[Participant]
Points = Mapping[Participant, Fraction]
Times = Mapping[Pair, int]


class DuelsRound(NamedTuple):
    """Measures of a round of duels that should be small, the most important first."""

    rematches: int = 0
    leaders: int = 0
    """Leaders who are paired down, or have no opponent."""
    bye: Fraction = Fraction(0)
    """Points of the player with the bye."""
    apart: Fraction = Fraction(0)
    """Sum of squared differences in points."""
    starts: int = 0
    """Earlier first turns of those who go first."""

    def and_bye(self, one: Participant, points: Points) -> "DuelsRound":
        """Return the costs with one more bye."""
        leads = points[one] == max(points.values())
        return self._replace(leaders=self.leaders + leads, bye=points[one])

    def and_pair(
        self,
        one: Participant,
        other: Participant,
        points: Points,
        met: Times,
        starts: Mapping[Participant, int],
    ) -> "DuelsRound":
        """Return the costs with one more pair."""
        apart, most = points[one] - points[other], max(points.values())
        return DuelsRound(
            self.rematches + met.get(frozenset((one, other)), 0),
            self.leaders + (apart != 0 and most in (points[one], points[other])),
            self.bye,
            self.apart + apart**2,
            self.starts + min(starts.get(one, 0), starts.get(other, 0)),
        )


def of_duels(points: Points, pairings: Pairings, met: Times, starts: Mapping[Participant, int]) -> DuelsRound:
    """Return the costs of these pairings."""
    found = DuelsRound()
    for one in pairings.byes:
        found = found.and_bye(one, points)
    for one, other in pairings.tables:
        found = found.and_pair(one, other, points, met, starts)
    return found


def duels_at_best(
    points: Points, may_have_bye: Sequence[Participant], met: Times, starts: Mapping[Participant, int]
) -> DuelsRound:
    """Return the minimum costs of a round of these participants."""

    @cache
    def best(left: frozenset[Participant]) -> DuelsRound:
        if not left:
            return DuelsRound()
        one = min(left)
        rest = left - {one}
        return min(best(rest - {other}).and_pair(one, other, points, met, starts) for other in rest)

    everybody = frozenset(points)
    if not len(points) % 2:
        return best(everybody)
    return min(best(everybody - {one}).and_bye(one, points) for one in may_have_bye)


def has_round(players: frozenset[Participant], sizes: Sequence[int], met: Times) -> bool:
    """Return whether a round with tables of these sizes needs no rematch."""

    @cache
    def has(left: frozenset[Participant], sizes: tuple[int, ...]) -> bool:
        if not left:
            return True
        first = min(left)
        strangers = [one for one in left if one != first and not met.get(frozenset((first, one)))]
        for size in set(sizes):
            rest = list(sizes)
            rest.remove(size)
            for others in combinations(sorted(strangers), size - 1):
                if any(met.get(frozenset(pair)) for pair in combinations(others, 2)):
                    continue
                if has(left - {first, *others}, tuple(rest)):
                    return True
        return False

    return has(players, tuple(sizes))
