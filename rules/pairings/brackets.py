"""Single elimination: brackets of duels, and top cuts of pods that end with one pod of four.

Participants are given as seeds: the best of the standings first. After a draw the higher seed advances.
"""

from collections.abc import Collection, Sequence
from typing import TypeVar

from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal

T = TypeVar("T")

DUEL = 2
MIN_OFFERED = 13
"""Sizes of top cuts are offered at least up to the next one from here: 4, 7, 10, 13 and 16 in pods."""


def cut_sizes(size: int, most: int) -> list[int]:
    """Return the numbers of players for a bracket with tables of this size, up to ``most``, smallest first.

    Any number from two for duels. For pods of four 4, 7, 10, 13, 16 and so on: the best may wait for a round.
    """
    return list(range(size, most + 1, size - 1))


def bracket_round(
    seeds: Sequence[Participant], left: Collection[Participant], size: int = DUEL
) -> Pairings | None:
    """Return the next round of a bracket among its remaining seeds; None if no pair remains.

    The best seeds have a bye if the seeds don't fill the bracket, and so does a seed whose opponents have
    all left. Seats are in the order of seeds. Without upsets, the best seeds meet as late as possible.
    Raises Refusal "cut_size" for a number of seeds that makes no bracket.
    """
    slots = _slots(seeds, size)
    while True:
        there = [tuple(one for one in seeds if one in slot and one in left) for slot in slots]
        tables = tuple(players for players in there if len(players) > 1)
        if tables:
            return Pairings(tables=tables, byes=tuple(players[0] for players in there if len(players) == 1))
        if len(slots) == 1:
            return None
        slots = [{one for slot in group for one in slot} for group in _folded(slots, size)]


def _slots(seeds: Sequence[Participant], size: int) -> Sequence[Collection[Participant]]:
    """Return the groups that each produce one player in the first round, in the order of the next folding."""
    if len(seeds) < size or (len(seeds) - size) % (size - 1):
        sizes = cut_sizes(size, max(len(seeds), MIN_OFFERED) + size - 1)
        raise Refusal("cut_size", sizes=tuple(sizes))
    slots = 1
    while slots * size < len(seeds):
        slots *= size
    free = slots - (len(seeds) - slots) // (size - 1)
    return [*((one,) for one in seeds[:free]), *_folded(seeds[free:], size)]


def through_from(
    seeds: Sequence[Participant], table: Sequence[Participant], winners: Sequence[Participant]
) -> Participant:
    """Return who advances from a table: its winner; if there are several or none, the highest seed."""
    return min(winners or table, key=seeds.index)


def _folded(items: Sequence[T], size: int) -> list[tuple[T, ...]]:
    """Return tables at which the first meet the last: eight players in pods are 1, 4, 5, 8 and 2, 3, 6, 7."""
    tables = len(items) // size
    rows = [items[row * tables : (row + 1) * tables] for row in range(size)]
    columns = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(rows)]
    return list(zip(*columns, strict=True))
