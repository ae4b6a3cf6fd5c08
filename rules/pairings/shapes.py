"""How large the pods of a round are, and who may have its byes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from rules.pairings.pairings import OddPods, Participant, PastRounds

POD = 4


class RoundShape(Struct, frozen=True, kw_only=True):
    """What a round has to look like. Participants are places in the standings here, 0 for the first."""

    sizes: tuple[int, ...]
    """Of the pods, from the top of the standings down."""
    byes: int
    bye_choice: Mapping[int, bool]
    """Who may have a bye; True for those who must, having had fewer than the others."""
    high: bool = False
    """Whether pods of another size than four are for those with many points."""


def round_shape(
    order: Sequence[Participant], points: Mapping[Participant, int], past: PastRounds, odd: OddPods
) -> RoundShape:
    """The shape of the next round for these participants, best first."""
    sizes, byes = pod_sizes(len(order), odd)
    choice = dict[int, bool]()
    if byes:
        most = past.byes[bye_order(order, points, past)[byes - 1]]
        choice = {place: past.byes[one] < most for place, one in enumerate(order) if past.byes[one] <= most}
    high = odd is OddPods.HIGH_THREES
    if high:
        sizes.sort()
    return RoundShape(sizes=tuple(sizes), byes=byes, bye_choice=choice, high=high)


def pod_sizes(players: int, odd: OddPods) -> tuple[list[int], int]:
    """How large the pods of a round are, fours first, and how many players have a bye.

    Where the threes or fives asked for don't add up, the others do: six are two threes, five one five.
    """
    if odd is OddPods.BYES and players >= POD:
        return [POD] * (players // POD), players % POD
    threes, fives = -players % POD, players % POD
    if (odd is OddPods.LOW_FIVES and players >= 5 * fives) or players < 3 * threes:
        return [POD] * (players // POD - fives) + [5] * fives, 0
    return [POD] * ((players - 3 * threes) // POD) + [3] * threes, 0


def bye_order(
    participants: Sequence[Participant], points: Mapping[Participant, int], past: PastRounds
) -> list[Participant]:
    """Participants, best first, in the order in which they get byes: the fewest had before, then the last."""
    return sorted(reversed(participants), key=lambda one: (past.byes[one], points[one]))


def scaled_points(points: Mapping[Participant, Fraction]) -> dict[Participant, int]:
    """Points as whole numbers from 0 for the lowest to 1000 for the highest."""
    low, high = min(points.values()), max(points.values())
    return {
        one: int((value - low) * 1000 / (high - low)) if high > low else 0 for one, value in points.items()
    }
