"""Rounds of two against two numbers: Swiss duels of players or of whole teams.

Criteria in order: no second bye before everyone has had one; no rematches; players with the most points meet;
the bye at the bottom of the standings; equal points (MTR 10.4); those go first who did so least often.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import cast

from rules.pairings.pairings import Pairings, Participant, PastRounds
from rules.pairings.seats import fairest_order
from rules.pairings.shapes import whole_points
from rules.pairings.shuffling import Shuffle
from rules.refusal import Refusal

FIRST_CANDIDATES = 16
"""Strangers next in the standings among whom opponents are searched first; then among four times as many."""
MAX_PAIRS = 8_192
"""Maximum compared pairs, unless a player is left without an opponent: all pairs of up to 128 players."""

Pair = tuple[int, int]


def pair_duels(
    points: Mapping[Participant, Fraction], rounds: Sequence[Pairings] = (), seed: int = 0
) -> Pairings:
    """Return the next round for these participants and points, after these rounds.

    With hundreds of participants it takes seconds, so run it in a worker. Raises Refusal "too_few_to_pair"
    for fewer than two.
    """
    if len(points) < 2:
        raise Refusal("too_few_to_pair", least=2)
    past, shuffle = PastRounds(rounds), Shuffle(seed)
    whole = whole_points(points)
    order = sorted(shuffle.order(sorted(points)), key=lambda one: -whole[one])
    search = _DuelSearch(order, [whole[one] for one in order], past)
    pairs = [(order[one], order[two]) for one, two in search.pairs()]
    pairs.sort(key=lambda pair: sorted((points[one] for one in pair), reverse=True), reverse=True)
    playing = {one for pair in pairs for one in pair}
    return Pairings(
        tables=tuple(fairest_order(pair, past, shuffle) for pair in pairs),
        byes=tuple(one for one in order if one not in playing),
    )


class _DuelSearch:
    """The search for one round; participants are places in the standings, and a bye is one place more."""

    def __init__(self, order: Sequence[Participant], points: Sequence[int], past: PastRounds) -> None:
        self._order = order
        self._points = points
        self._past = past
        self._bye = len(order) if len(order) % 2 else None
        fewest = min(past.byes[one] for one in order)
        self._may_have_bye = [place for place, one in enumerate(order) if past.byes[one] == fewest]
        pairs, spread = len(order) // 2 + 1, points[0]
        self._apart = pairs * (past.count + 1)
        """Weight of a point squared: more than all seats together; and so on."""
        self._bye_point = self._apart * pairs * (spread**2 + 1)
        self._not_top = self._bye_point * (spread + 1)
        self._rematch = self._not_top * (pairs + 1)

    def pairs(self) -> list[Pair]:
        """Return the best pairs, with as few rematches as possible."""
        places, near = len(self._order), FIRST_CANDIDATES
        while True:
            found = _matched(self._edges(near))
            paired = 2 * len(found) >= places
            if near >= places or (paired and self._cannot_be_nearer(found)):
                break
            near *= 4
            if paired and min(near, places // 2) * places > MAX_PAIRS:
                break
        if not paired:
            found = _matched(self._edges(places) | self._rematches())
        return [pair for pair in found if self._bye not in pair]

    def _cannot_be_nearer(self, found: Iterable[Pair]) -> bool:
        """Return whether the points of pairs are as close as if no two had met, and the bye is as low as
        possible."""
        bye = next((one for one, two in found if two == self._bye), None)
        if bye is not None and self._points[bye] > self._points[self._may_have_bye[-1]]:
            return False
        playing = [one for one in range(len(self._order)) if one != bye]
        nearest = zip(playing[::2], playing[1::2], strict=True)
        return self._distance(found) == self._distance(nearest)

    def _distance(self, pairs: Iterable[Pair]) -> int:
        return sum(self._in_points(*pair) for pair in pairs if self._bye not in pair)

    def _edges(self, near: int) -> dict[Pair, int]:
        """Return the cost of each new pair that is close in the standings, and of each bye."""
        found, places = dict[Pair, int](), range(len(self._order))
        for one in places:
            left = near
            for two in places[one + 1 :]:
                if not self._times_met(one, two):
                    found[one, two] = self._cost(one, two)
                    left -= 1
                    if not left:
                        break
        if self._bye is not None:
            for one in self._may_have_bye:
                leads = self._points[one] == self._points[0]
                found[one, self._bye] = self._bye_point * self._points[one] + self._not_top * leads
        return found

    def _rematches(self) -> dict[Pair, int]:
        """Return the cost of each rematch: more than all other costs together."""
        return {
            pair: self._cost(*pair) + self._rematch * times
            for pair in combinations(range(len(self._order)), 2)
            if (times := self._times_met(*pair))
        }

    def _cost(self, one: int, two: int) -> int:
        """Return the cost of a pair: by points, then by how often its first player has gone first."""
        starts = min(self._past.starts[self._order[each]] for each in (one, two))
        return self._in_points(one, two) + starts

    def _in_points(self, one: int, two: int) -> int:
        """Return the cost of two players' difference in points, and of a leader who doesn't meet another
        leader."""
        apart, most = abs(self._points[one] - self._points[two]), self._points[0]
        leads = apart and most in (self._points[one], self._points[two])
        return self._apart * apart**2 + (self._not_top if leads else 0)

    def _times_met(self, one: int, two: int) -> int:
        return self._past.times_met(self._order[one], self._order[two])


def _matched(costs: Mapping[Pair, int]) -> list[Pair]:
    """Return as many disjoint pairs as possible, and of these the cheapest."""
    import networkx  # needs half a second, and only workers pair duels

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((one, two, -cost) for (one, two), cost in costs.items())
    pairs = cast("set[Pair]", networkx.max_weight_matching(graph, maxcardinality=True))
    return sorted((min(pair), max(pair)) for pair in pairs)
