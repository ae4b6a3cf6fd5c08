"""Pods: rounds of tables of four, with threes, fives or byes for those who are left over.

In this order: nobody has a second bye before everybody had one; nobody meets again while there is a round
without that; nobody goes first in more than half of the rounds; those at a table have about as many points;
seats are fair.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.pairings.exact import round_without_rematch
from rules.pairings.pairings import OddPods, Pairings, Participant, PastRounds
from rules.pairings.pods_search import PodsSearch
from rules.pairings.seats import seated
from rules.pairings.shapes import round_shape, scaled_points
from rules.pairings.shuffling import Shuffle
from rules.refusal import Refusal

FEWEST = 3
"""Players in the smallest pod, and so in the smallest round."""
FEW = 20
"""Players among whom one round may well rule out another one without a rematch."""
LOOKS_AHEAD = 20
"""Rounds tried for one that leaves another."""


def pair_pods(
    points: Mapping[Participant, Fraction],
    rounds: Sequence[Pairings] = (),
    odd: OddPods = OddPods.LOW_THREES,
    seed: int = 0,
    another: bool = False,
) -> Pairings:
    """The next round for these participants with these points, after these rounds.

    ``another``: a round will follow this one; among few players this one is then chosen so that the next one
    has no rematch either, where that can be. It may take seconds, so it is for a worker. Raises Refusal
    "too_few_to_pair" for fewer than three.
    """
    if len(points) < FEWEST:
        raise Refusal("too_few_to_pair", least=FEWEST)
    past, shuffle = PastRounds(rounds), Shuffle(seed)
    found = _round(points, past, odd, shuffle)
    if not another or past.rematches(found.tables) or not _can_leave_another(found, past):
        return found
    candidate = found
    for _ in range(LOOKS_AHEAD):
        following = _search(points, PastRounds([*rounds, candidate]), odd, shuffle)
        if round_without_rematch(following.strangers, following.shape) is not None:
            return candidate
        candidate = _round(points, past, odd, shuffle)
    return found


def _can_leave_another(pairings: Pairings, past: PastRounds) -> bool:
    """Whether it is worth looking for a round that leaves one without a rematch among these few players.

    Nobody may sit with two from one table again, so that takes as many tables as a table has seats; and
    everybody needs so many left to meet.
    """
    players, size = len(pairings.participants), max(map(len, pairings.tables))
    strangers = players - 1 - (past.count + 1) * (size - 1)
    return players <= FEW and len(pairings.tables) >= size and strangers >= size - 1


def _round(
    points: Mapping[Participant, Fraction], past: PastRounds, odd: OddPods, shuffle: Shuffle
) -> Pairings:
    search = _search(points, past, odd, shuffle)
    search.avoid()
    if search.rematches:
        found = round_without_rematch(search.strangers, search.shape)
        if found is not None:
            search.take(found)
            search.avoid()
    search.approach()
    tables, free = search.result()
    tables.sort(key=lambda table: sorted((points[one] for one in table), reverse=True), reverse=True)
    return Pairings(tables=tuple(seated(table, past, shuffle) for table in tables), byes=tuple(free))


def _search(
    points: Mapping[Participant, Fraction], past: PastRounds, odd: OddPods, shuffle: Shuffle
) -> PodsSearch:
    scaled = scaled_points(points)
    order = sorted(shuffle.order(sorted(points)), key=lambda one: -scaled[one])
    return PodsSearch(order, scaled, past, round_shape(order, scaled, past, odd), shuffle)
