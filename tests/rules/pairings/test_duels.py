"""Swiss duels: expected pairs from the Magic Tournament Rules' way of pairing, worked out on paper."""

import pytest

from rules.pairings.duels import pair_duels
from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from tests.rules.pairings.numbered import numbers, points

P = Participant


def sets(pairings: Pairings) -> list[set[int]]:
    return [set(table) for table in pairings.tables]


def test_equal_points_meet_best_first() -> None:
    assert sets(pair_duels(points(0, 3, 0, 3))) == [{2, 4}, {1, 3}]


def test_no_one_meets_again_where_points_would_have_it() -> None:
    past = [numbers((1, 2), (3, 4)), numbers((1, 3), (2, 4))]
    assert sets(pair_duels(points(6, 0, 6, 0), past)) == [{1, 4}, {3, 2}] or sets(
        pair_duels(points(6, 0, 6, 0), past)
    ) == [{3, 2}, {1, 4}]


def test_one_of_an_odd_number_with_equal_points_plays_the_nearest() -> None:
    first, second, third = sets(pair_duels(points(6, 6, 6, 3, 3, 0)))
    assert first < {1, 2, 3}
    assert len(second & {1, 2, 3}) == len(second & {4, 5}) == 1
    assert third == {1, 2, 3, 4, 5, 6} - first - second


def test_a_rematch_that_greedy_pairing_makes_is_avoided() -> None:
    """Best first, 1 would take 2 and 3 take 4, so that 5 and 6 met again."""
    past = [numbers((5, 6), (1, 3), (2, 4))]
    assert {5, 6} not in sets(pair_duels(points(3, 3, 3, 3, 0, 0), past))


def test_where_everyone_has_met_as_few_as_possible_meet_again() -> None:
    """Four after all three rounds: any round has two rematches."""
    past = [numbers((1, 2), (3, 4)), numbers((1, 3), (2, 4)), numbers((1, 4), (2, 3))]
    assert len(pair_duels(points(3, 3, 3, 3), past).tables) == 2


def test_everyone_has_one_bye_before_anyone_a_second() -> None:
    rounds = list[Pairings]()
    for _ in range(5):
        rounds.append(pair_duels(points(12, 9, 6, 3, 0), rounds))
    assert sorted(one for each in rounds for one in each.byes) == [1, 2, 3, 4, 5]


def test_the_last_has_the_bye() -> None:
    assert pair_duels(points(3, 0, 3)).byes == (2,)


def test_the_bye_is_at_the_bottom_even_where_points_are_further_apart_then() -> None:
    """5 and 6 have met, so without 7 they play 3 and 4, who are 6 away; without 5, 7 would play 6."""
    assert pair_duels(points(12, 12, 9, 9, 3, 3, 0), [numbers((5, 6))]).byes == (7,)


def test_no_rematch_comes_before_a_bye_at_the_bottom() -> None:
    """If 3, the last, had it, 1 and 2 would meet again."""
    assert pair_duels(points(3, 3, 0), [numbers((1, 2))]).byes in ((1,), (2,))


def test_those_who_lead_meet_before_a_bye_at_the_bottom() -> None:
    """Five after two rounds: without 5, the last, 3 and 4 would meet again if 1 and 2 met."""
    past = [numbers((1, 5), (3, 4), byes=(2,)), numbers((1, 3), (2, 5), byes=(4,))]
    assert sets(pair_duels(points(6, 6, 3, 3, 0), past))[0] == {1, 2}


def test_who_went_first_goes_second() -> None:
    past = [numbers((1, 2), (3, 4))]
    assert all(
        table[0] in {2, 4} or set(table) == {1, 3} for table in pair_duels(points(0, 0, 0, 0), past).tables
    )


TWICE = (numbers((1, 5), (2, 6), (7, 3), (8, 4)), numbers((1, 6), (2, 5), (7, 4), (8, 3)))
"""1, 2, 7 and 8 went first in both rounds."""


def test_points_come_before_first_turns() -> None:
    """MTR 10.4: opponents have equal points where possible, regardless of who went first."""
    assert sets(pair_duels(points(6, 6, 3, 3, 0, 0, 4, 4), TWICE)) == [{1, 2}, {7, 8}, {3, 4}, {5, 6}]


def test_among_equal_points_who_went_first_twice_meets_who_did_not() -> None:
    tables = pair_duels(points(*[3] * 8), TWICE).tables
    assert sorted(table[0] for table in tables) == [3, 4, 5, 6]


def test_those_who_lead_meet_even_where_others_are_further_apart_then() -> None:
    """3 and 4 have met, so they play 5 and 6 then, who are 8 points away, and not 1 and 2, who are 1 away."""
    past = [numbers((3, 4), (1, 5), (2, 6))]
    assert sets(pair_duels(points(9, 9, 8, 8, 0, 0), past))[0] == {1, 2}


def test_where_too_many_went_first_twice_no_more_than_needed_do_again() -> None:
    """After drops: of four, two tables need two who may go first, and there is one."""
    past = [numbers((1, 5), (2, 6), (3, 7), (8, 4)), numbers((1, 6), (2, 7), (3, 8), (4, 5))]
    tables = pair_duels(points(6, 6, 3, 0), past).tables
    assert sum(table[0] in (1, 2, 3) for table in tables) == 1


def test_one_alone_has_no_opponent() -> None:
    with pytest.raises(Refusal, match="too_few_to_pair"):
        pair_duels(points(0))
