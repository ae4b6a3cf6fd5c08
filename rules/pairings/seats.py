"""Seats at a table: the player with the fewest first turns goes first, and late seats even out."""

from collections.abc import Sequence
from itertools import permutations

from rules.pairings.pairings import Participant, PastRounds, seat_value
from rules.pairings.shuffling import Shuffle

_FIRST = 100_000
"""More than all seats of a tournament together."""


def fairest_order(
    table: Sequence[Participant], past: PastRounds, shuffle: Shuffle
) -> tuple[Participant, ...]:
    """Return the table in the fairest turn order after these rounds; the seed breaks ties."""
    return min(permutations(shuffle.order(table)), key=lambda order: _unfairness(order, past))


def _unfairness(order: Sequence[Participant], past: PastRounds) -> int:
    starts = sum((past.starts[one] + (not seat)) ** 2 for seat, one in enumerate(order))
    size = len(order)
    late = sum((past.balance[one] + seat_value(seat, size)) ** 2 for seat, one in enumerate(order))
    return _FIRST * starts + late
