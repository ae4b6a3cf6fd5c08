"""A queue: the choice of waiting players for a table.

The player who has waited longest and can be seated comes first, with the opponents whom the table's players
have met least; the next criteria are the closest ratings, and the longer wait.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from rules.pairings.pairings import Participant, PastRounds
from rules.pairings.seats import fairest_order
from rules.pairings.shuffling import Shuffle

CONSIDERED_PLAYERS = 15
"""Other players, the longest waits first, among whom the best table is searched; beyond them, any table is
accepted."""

Apart = Collection[frozenset[Participant]]
"""Pairs who are not seated together."""


def queue_table(
    waiting: Sequence[Participant],
    size: int,
    past: PastRounds,
    ratings: Mapping[Participant, float],
    apart: Apart = (),
    seed: int = 0,
) -> tuple[Participant, ...] | None:
    """Return the next table of this size in turn order; None if no such table is possible.

    ``waiting`` begins with the longest wait. Players without a rating count as beginners, with 0.
    """
    for place, first in enumerate(waiting):
        others = [one for one in waiting[place + 1 :] if frozenset((first, one)) not in apart]
        tables = _groups(first, others[:CONSIDERED_PLAYERS], size, apart)
        best = min(tables, key=lambda table: _cost(table, past, ratings), default=None)
        if best is None and len(others) > CONSIDERED_PLAYERS:
            best = next(_groups(first, others, size, apart), None)
        if best is not None:
            return fairest_order(best, past, Shuffle(seed))
    return None


def _groups(
    first: Participant, others: Sequence[Participant], size: int, apart: Apart
) -> Iterator[tuple[Participant, ...]]:
    """Yield every possible table with the first player, by longest wait."""
    if size == 1:
        yield (first,)
        return
    for place, one in enumerate(others[: max(0, len(others) - size + 2)]):
        left = [other for other in others[place + 1 :] if frozenset((one, other)) not in apart]
        for rest in _groups(one, left, size - 1, apart):
            yield (first, *rest)


def _cost(
    table: Sequence[Participant], past: PastRounds, ratings: Mapping[Participant, float]
) -> tuple[int, float]:
    met = sum(past.times_met(*pair) ** 2 for pair in combinations(table, 2))
    known = [ratings.get(one, 0.0) for one in table]
    return met, max(known) - min(known)
