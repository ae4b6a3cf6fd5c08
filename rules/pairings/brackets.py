"""Single elimination: brackets of duels, and top cuts of pods that end with one pod of four.

Participants are given as seeds: the best of the standings first. From a draw the higher seed goes on.
"""

from collections.abc import Sequence

from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal

DUEL = 2


def cut_sizes(size: int, most: int) -> list[int]:
    """How many can go on to a bracket with tables of this size, up to ``most``, smallest first.

    Any number from two for duels. For pods of four 4, 7, 10, 13, 16 and so on: the best may wait for a round.
    """
    return list(range(size, most + 1, size - 1))


def first_round(seeds: Sequence[Participant], size: int = DUEL) -> Pairings:
    """The first round of a bracket; the best have a bye where the number doesn't fill it.

    Seats are in the order of seeds. The byes and then the tables stand in the bracket's order, by which
    `next_round` finds who meets: without upsets, the best as late as they can.
    Raises Refusal "cut_size" for a number that makes no bracket.
    """
    if len(seeds) < size or (len(seeds) - size) % (size - 1):
        raise Refusal("cut_size", number=len(seeds), size=size)
    slots = 1
    while slots * size < len(seeds):
        slots *= size
    playing = (len(seeds) - slots) // (size - 1)
    free = slots - playing
    return Pairings(tables=tuple(_folded(seeds[free:], size)), byes=tuple(seeds[:free]))


def next_round(
    seeds: Sequence[Participant], last: Pairings, through: Sequence[Participant], size: int = DUEL
) -> Pairings | None:
    """The round after ``last``, from whose tables, in their order, ``through`` go on; None after the final.

    Raises Refusal "round_unfinished" where not every table gives one.
    """
    if len(through) != len(last.tables) or any(map(_is_elsewhere, through, last.tables)):
        raise Refusal("round_unfinished")
    slots = [*last.byes, *through]
    if len(slots) < size:
        return None
    return Pairings(tables=tuple(_seated(group, seeds) for group in _folded(slots, size)))


def through_from(
    seeds: Sequence[Participant], table: Sequence[Participant], winners: Sequence[Participant]
) -> Participant:
    """Who goes on from a table: its winner; of several, or of nobody, the one seeded highest."""
    return min(winners or table, key=seeds.index)


def _is_elsewhere(one: Participant, table: Sequence[Participant]) -> bool:
    return one not in table


def _seated(table: Sequence[Participant], seeds: Sequence[Participant]) -> tuple[Participant, ...]:
    return tuple(sorted(table, key=seeds.index))


def _folded(seeds: Sequence[Participant], size: int) -> list[tuple[Participant, ...]]:
    """Tables by which the best meet the last: of eight in pods 1, 4, 5, 8 and 2, 3, 6, 7."""
    tables = len(seeds) // size
    rows = [seeds[row * tables : (row + 1) * tables] for row in range(size)]
    columns = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(rows)]
    return list(zip(*columns, strict=True))
