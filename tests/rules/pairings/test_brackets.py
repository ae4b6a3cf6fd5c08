"""Brackets and top cuts, by the usual brackets on paper."""

from collections.abc import Iterable

import pytest

from rules.pairings.brackets import bracket_round, cut_sizes, through_from
from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from tests.rules.pairings.numbered import numbers

P = Participant


def seeds(most: int) -> list[Participant]:
    return [P(seed) for seed in range(1, most + 1)]


def paired(most: int, left: Iterable[int] | None = None, size: int = 2) -> Pairings | None:
    """Return the next round of a bracket of so many, of whom these are left, or everyone."""
    return bracket_round(seeds(most), seeds(most) if left is None else [P(one) for one in left], size)


def following(most: int, last: Pairings, through: Iterable[int], size: int = 2) -> Pairings | None:
    """Return the round after one from whose tables these go on."""
    return paired(most, [*last.byes, *through], size)


def favorites(pairings: Pairings) -> list[int]:
    return [min(table) for table in pairings.tables]


def test_a_bracket_of_eight() -> None:
    first, second, final = numbers((1, 8), (2, 7), (3, 6), (4, 5)), numbers((1, 4), (2, 3)), numbers((1, 2))
    assert paired(8) == first
    assert following(8, first, favorites(first)) == second
    assert following(8, second, favorites(second)) == final
    assert following(8, final, [2]) is None


def test_an_upset_takes_the_place_in_the_bracket() -> None:
    """8 beats 1 and so meets the winner of 4 against 5, the higher seed in the first seat."""
    assert paired(8, [8, 2, 3, 5]) == numbers((5, 8), (2, 3))


def test_the_best_wait_where_the_bracket_is_not_full() -> None:
    first = numbers((3, 6), (4, 5), byes=(1, 2))
    assert paired(6) == first
    assert following(6, first, [6, 4]) == numbers((1, 4), (2, 6))


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ({8}, numbers((2, 7), (3, 6), (4, 5), byes=(1,))),
        ({5}, numbers((1, 8), (2, 7), (3, 6), byes=(4,))),
        ({1, 8}, numbers((2, 7), (3, 6), (4, 5))),
        ({8, 7, 6, 5}, numbers((1, 4), (2, 3))),
        ({1, 8, 4, 5, 2, 3}, numbers((6, 7))),
        ({1, 2, 3, 4, 5, 6, 7}, None),
        ({1, 2, 3, 4, 5, 6, 7, 8}, None),
    ],
)
def test_opponents_of_those_who_are_gone_have_a_bye(gone: set[int], expected: Pairings | None) -> None:
    """An empty table is none; a round in which no one has an opponent isn't played."""
    assert paired(8, {*range(1, 9)} - gone) == expected


def test_a_bye_of_the_lower_half_keeps_its_place() -> None:
    """4, whose opponent 5 is gone, meets the winner of 1 against 8."""
    assert paired(8, [4, 8, 2, 3]) == numbers((4, 8), (2, 3))


def test_a_pod_whose_player_is_gone_has_three_seats() -> None:
    assert paired(7, [1, 2, 3, 4, 5, 7], 4) == numbers((4, 5, 7), byes=(1, 2, 3))
    assert paired(7, [1, 3, 5], 4) == numbers((1, 3, 5))


@pytest.mark.parametrize(
    ("cut", "tables", "byes"),
    [
        (4, ((1, 2, 3, 4),), ()),
        (7, ((4, 5, 6, 7),), (1, 2, 3)),
        (10, ((3, 6, 7, 10), (4, 5, 8, 9)), (1, 2)),
        (13, ((2, 7, 8, 13), (3, 6, 9, 12), (4, 5, 10, 11)), (1,)),
        (16, ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)), ()),
    ],
)
def test_top_cuts_of_pods_leave_a_pod_of_four(
    cut: int, tables: tuple[tuple[int, ...], ...], byes: tuple[int, ...]
) -> None:
    first = numbers(*tables, byes=byes)
    assert paired(cut, size=4) == first
    assert following(cut, first, favorites(first), 4) == (None if cut == 4 else numbers((1, 2, 3, 4)))


def test_forty_play_down_to_sixteen_and_four() -> None:
    first = paired(40, size=4)
    assert first is not None
    assert (len(first.tables), len(first.byes)) == (8, 8)
    second = following(40, first, favorites(first), 4)
    assert second is not None
    assert [len(table) for table in second.tables] == [4, 4, 4, 4]


def test_sizes_of_cuts() -> None:
    assert cut_sizes(4, 17) == [4, 7, 10, 13, 16]
    assert cut_sizes(2, 5) == [2, 3, 4, 5]


@pytest.mark.parametrize(("number", "size"), [(3, 4), (5, 4), (8, 4), (1, 2)])
def test_other_numbers_make_no_bracket(number: int, size: int) -> None:
    with pytest.raises(Refusal, match="cut_size"):
        paired(number, size=size)


def test_a_draw_sends_the_higher_seed_on() -> None:
    table = (P(2), P(7), P(10), P(15))
    assert through_from(seeds(16), table, ()) == 2
    assert through_from(seeds(16), table, (P(15), P(10))) == 10
    assert through_from(seeds(16), table, (P(15),)) == 15
