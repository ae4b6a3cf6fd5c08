"""Pods: rounds of tables of four, with threes, fives or byes for the rest.

Criteria in order: no second bye before everyone has had one; no rematches; byes at the bottom of the
standings; players with the most points meet; equal points at a table; those go first who did so least often.
Then seats are fair.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rules.pairings.exact import round_without_rematch
from rules.pairings.pairings import OddPods, Pairings, Participant, PastRounds
from rules.pairings.pods_search import PodsSearch
from rules.pairings.seats import fairest_order
from rules.pairings.shapes import round_shapes, whole_points
from rules.pairings.shuffling import Shuffle
from rules.refusal import Refusal

FEWEST = 3
"""Players in the smallest pod, and so in the smallest round."""
SMALL_EVENT = 20
"""The number of players up to which one round may rule out another one without a rematch."""
LOOKS_AHEAD = 20
"""Rounds tried for one that leaves another."""


def pair_pods(
    points: Mapping[Participant, Fraction],
    rounds: Sequence[Pairings] = (),
    odd: OddPods = OddPods.LOW_THREES,
    seed: int = 0,
    another: bool = False,
) -> Pairings:
    """Return the next round for these participants and points, after these rounds.

    ``another``: a round will follow; with few players, this one is then chosen so that the next one needs
    no rematch either, if possible. It may take seconds, so run it in a worker. Raises Refusal
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
        following = next(_searches(points, PastRounds([*rounds, candidate]), odd, shuffle))
        if round_without_rematch(following.strangers, following.shape) is not None:
            return candidate
        candidate = _round(points, past, odd, shuffle)
    return found


def _can_leave_another(pairings: Pairings, past: PastRounds) -> bool:
    """Return whether a round may exist after which another one needs no rematch.

    No one may meet two players of one table again, so this needs as many tables as a table has seats, and
    enough unmet opponents for everyone.
    """
    players, size = len(pairings.participants), max(map(len, pairings.tables))
    strangers = players - 1 - (past.count + 1) * (size - 1)
    return players <= SMALL_EVENT and len(pairings.tables) >= size and strangers >= size - 1


def _round(
    points: Mapping[Participant, Fraction], past: PastRounds, odd: OddPods, shuffle: Shuffle
) -> Pairings:
    """Return the round with the lowest byes that allow it without a rematch, or else with the lowest byes."""
    searches = _searches(points, past, odd, shuffle)
    widest, lowest = next(searches), next(searches, None)
    if lowest is None:
        _avoided(widest)
        return _played(widest, points, past, shuffle)
    if _avoided(lowest) or round_without_rematch(widest.strangers, widest.shape) is None:
        return _played(lowest, points, past, shuffle)
    better = next((search for search in searches if _avoided(search)), lowest)
    return _played(better, points, past, shuffle)


def _avoided(search: PodsSearch) -> bool:
    """Search for a round without a rematch; return whether there is one, as far as could be decided."""
    search.avoid()
    if search.rematches:
        found = round_without_rematch(search.strangers, search.shape)
        if found is not None:
            search.take(found)
    return not search.rematches


def _played(
    search: PodsSearch, points: Mapping[Participant, Fraction], past: PastRounds, shuffle: Shuffle
) -> Pairings:
    """Return a search's round, with points as close as possible, in seats."""
    search.approach()
    tables, free = search.result()
    tables.sort(key=lambda table: sorted((points[one] for one in table), reverse=True), reverse=True)
    return Pairings(tables=tuple(fairest_order(table, past, shuffle) for table in tables), byes=tuple(free))


def _searches(
    points: Mapping[Participant, Fraction], past: PastRounds, odd: OddPods, shuffle: Shuffle
) -> Iterator[PodsSearch]:
    """Yield a search for each shape of the round, in the order of the shapes."""
    whole = whole_points(points)
    order = sorted(shuffle.order(sorted(points)), key=lambda one: -whole[one])
    for shape in round_shapes(order, whole, past, odd):
        yield PodsSearch(order, whole, past, shape, shuffle)
