"""Brackets and top cuts, by the usual brackets on paper."""

import pytest

from rules.pairings.brackets import cut_sizes, first_round, next_round, through_from
from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal

P = Participant


def seeds(most: int) -> list[Participant]:
    return [P(seed) for seed in range(1, most + 1)]


def favourites(pairings: Pairings) -> list[Participant]:
    return [min(table) for table in pairings.tables]


def test_a_bracket_of_eight() -> None:
    first = first_round(seeds(8))
    assert first.tables == ((1, 8), (2, 7), (3, 6), (4, 5))
    second = next_round(seeds(8), first, favourites(first))
    assert second is not None
    assert second.tables == ((1, 4), (2, 3))
    final = next_round(seeds(8), second, favourites(second))
    assert final is not None
    assert final.tables == ((1, 2),)
    assert next_round(seeds(8), final, [P(2)]) is None


def test_an_upset_takes_the_place_in_the_bracket() -> None:
    """8 beats 1 and so meets whoever won 4 against 5, the higher seed in the first seat."""
    first = first_round(seeds(8))
    second = next_round(seeds(8), first, [P(8), P(2), P(3), P(5)])
    assert second is not None
    assert second.tables == ((5, 8), (2, 3))


def test_the_best_wait_where_the_bracket_is_not_full() -> None:
    first = first_round(seeds(6))
    assert (first.tables, first.byes) == (((3, 6), (4, 5)), (1, 2))
    second = next_round(seeds(6), first, [P(6), P(4)])
    assert second is not None
    assert second.tables == ((1, 4), (2, 6))


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
    first = first_round(seeds(cut), 4)
    assert first == Pairings(
        tables=tuple(tuple(P(one) for one in table) for table in tables), byes=tuple(P(one) for one in byes)
    )
    final = next_round(seeds(cut), first, favourites(first), 4)
    if cut == 4:
        assert final is None
    else:
        assert final is not None
        assert final.tables == ((1, 2, 3, 4),)


def test_forty_play_down_to_sixteen_and_four() -> None:
    first = first_round(seeds(40), 4)
    assert (len(first.tables), len(first.byes)) == (8, 8)
    second = next_round(seeds(40), first, favourites(first), 4)
    assert second is not None
    assert [len(table) for table in second.tables] == [4, 4, 4, 4]


def test_sizes_of_cuts() -> None:
    assert cut_sizes(4, 17) == [4, 7, 10, 13, 16]
    assert cut_sizes(2, 5) == [2, 3, 4, 5]


@pytest.mark.parametrize(("number", "size"), [(3, 4), (5, 4), (8, 4), (1, 2)])
def test_other_numbers_make_no_bracket(number: int, size: int) -> None:
    with pytest.raises(Refusal, match="cut_size"):
        first_round(seeds(number), size)


def test_a_draw_sends_the_higher_seed_on() -> None:
    table = (P(2), P(7), P(10), P(15))
    assert through_from(seeds(16), table, ()) == 2
    assert through_from(seeds(16), table, (P(15), P(10))) == 10
    assert through_from(seeds(16), table, (P(15),)) == 15


def test_every_table_has_to_give_one() -> None:
    first = first_round(seeds(4))
    for through in ([P(1)], [P(1), P(4)]):
        with pytest.raises(Refusal, match="round_unfinished"):
            next_round(seeds(4), first, through)
