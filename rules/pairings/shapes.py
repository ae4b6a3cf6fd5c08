"""How large the pods of a round are, and who may have its byes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

from msgspec import Struct
from msgspec.structs import replace

from rules.pairings.pairings import OddPods, Participant, PastRounds

POD = 4


class ByeGroup(Struct, frozen=True, kw_only=True):
    """Participants, and how many of them have a bye."""

    places: tuple[int, ...]
    count: int


class RoundShape(Struct, frozen=True, kw_only=True):
    """The shape of a round. Participants are places in the standings here, 0 for the first."""

    sizes: tuple[int, ...]
    """Of the pods, from the top of the standings down."""
    byes: tuple[ByeGroup, ...] = ()
    high: bool = False
    """Whether pods of another size than four are for those with many points."""

    @property
    def free(self) -> int:
        """How many participants have a bye."""
        return sum(group.count for group in self.byes)


def round_shapes(
    order: Sequence[Participant], points: Mapping[Participant, int], past: PastRounds, odd: OddPods
) -> Iterator[RoundShape]:
    """Yield the possible shapes of the next round for these participants, best first.

    The first shape leaves open which participants with the fewest byes get the next ones. The others assign
    byes, from the lowest in the standings to the highest.
    """
    sizes, byes = pod_sizes(len(order), odd)
    high = odd is OddPods.HIGH_THREES
    shape = RoundShape(sizes=tuple(sorted(sizes) if high else sizes), high=high)
    if not byes:
        yield shape
        return
    had = [past.byes[one] for one in order]
    most = sorted(had)[byes - 1]
    must = tuple(place for place, times in enumerate(had) if times < most)
    levels = dict[int, tuple[int, ...]]()
    for place, one in enumerate(order):
        if had[place] == most:
            levels[points[one]] = (*levels.get(points[one], ()), place)
    first = ByeGroup(places=must, count=len(must))
    others = tuple(place for level in levels.values() for place in level)
    yield replace(shape, byes=(first, ByeGroup(places=others, count=byes - len(must))))
    left = byes - len(must)
    chosen = combinations([level for level, places in levels.items() for _ in places[:left]], left)
    for each in sorted({*chosen}, key=lambda each: (sum(each), each)):
        groups = (ByeGroup(places=levels[level], count=times) for level, times in Counter(each).items())
        yield replace(shape, byes=(first, *groups))


def pod_sizes(players: int, odd: OddPods) -> tuple[list[int], int]:
    """Return the sizes of a round's pods, fours first, and the number of byes.

    If the requested threes or fives don't add up, the others are used: six are two threes, five one five.
    """
    if odd is OddPods.BYES and players >= POD:
        return [POD] * (players // POD), players % POD
    threes, fives = -players % POD, players % POD
    if (odd is OddPods.LOW_FIVES and players >= 5 * fives) or players < 3 * threes:
        return [POD] * (players // POD - fives) + [5] * fives, 0
    return [POD] * ((players - 3 * threes) // POD) + [3] * threes, 0


def whole_points(points: Mapping[Participant, Fraction]) -> dict[Participant, int]:
    """Return points as whole multiples of their largest common unit, from 0 for the lowest."""
    low, unit = min(points.values()), lcm(*(value.denominator for value in points.values()))
    return {one: int((value - low) * unit) for one, value in points.items()}
