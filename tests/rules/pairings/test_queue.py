"""Tables from a queue: found whenever there is one, by those who wait longest and have met least."""

from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rules.pairings.pairings import Pairings, Participant, PastRounds
from rules.pairings.queue import queue_table

NOBODY = PastRounds(())


def players(*numbers: int) -> tuple[Participant, ...]:
    return tuple(Participant(number) for number in numbers)


def pair(one: int, other: int) -> frozenset[Participant]:
    return frozenset(players(one, other))


def test_four_who_wait_sit_down_and_three_do_not() -> None:
    assert queue_table(players(1, 2, 3), 4, NOBODY, {}) is None
    assert {*(queue_table(players(4, 2, 3, 1), 4, NOBODY, {}) or ())} == {1, 2, 3, 4}
    assert {*(queue_table(players(4, 2, 3), 2, NOBODY, {}) or ())} == {4, 2}


def test_those_who_have_met_least_sit_down_first() -> None:
    """1 has met 2 twice and 3 once: with five who wait, 2 waits on."""
    past = PastRounds([Pairings(tables=(players(1, 2, 3),)), Pairings(tables=(players(2, 1),))])
    assert {*(queue_table(players(1, 2, 3, 4, 5), 4, past, {}) or ())} == {1, 3, 4, 5}


def test_among_strangers_the_nearest_ratings_sit_down() -> None:
    """1 has 10 points of rating; of the others 4, 5 and 6 are nearest, and someone unrated has 0."""
    ratings = dict(zip(players(1, 2, 4, 5, 6), (10.0, 30.0, 9.0, 11.0, 12.0), strict=True))
    assert {*(queue_table(players(1, 2, 3, 4, 5, 6), 4, NOBODY, ratings) or ())} == {1, 4, 5, 6}


def test_the_longest_waiting_sit_down_where_all_else_is_equal() -> None:
    assert {*(queue_table(players(9, 8, 7, 6, 5), 4, NOBODY, {}) or ())} == {9, 8, 7, 6}


def test_who_avoids_each_other_is_not_seated_together() -> None:
    apart = {pair(1, 2)}
    assert queue_table(players(1, 2, 3, 4), 4, NOBODY, {}, apart) is None
    assert {*(queue_table(players(1, 2, 3, 4, 5), 4, NOBODY, {}, apart) or ())} == {1, 3, 4, 5}


def test_anyone_who_went_first_less_often_goes_first() -> None:
    past = PastRounds([Pairings(tables=(players(1, 2),)), Pairings(tables=(players(3, 4),))])
    table = queue_table(players(1, 3, 2, 4), 4, past, {})
    assert table is not None
    assert table[0] in players(2, 4)


def test_someone_is_found_beyond_many_who_avoid_each_other() -> None:
    """Of 40 everyone avoids everyone, but three late ones whom no one avoids."""
    apart = {pair(*two) for two in combinations(range(1, 41), 2)}
    table = queue_table(players(*range(1, 44)), 4, NOBODY, {}, apart)
    assert {*(table or ())} == {1, 41, 42, 43}


pairs = st.sets(st.sampled_from([pair(*two) for two in combinations(range(1, 9), 2)]))
tables = st.lists(st.permutations(range(1, 9)).map(lambda all: players(*all[:4])), max_size=6)


@given(
    st.permutations(range(1, 9)).flatmap(lambda all: st.integers(0, 8).map(lambda many: all[:many])),
    st.sampled_from([2, 3, 4]),
    tables,
    pairs,
)
def test_against_every_table_that_there_is(
    waiting: Sequence[int],
    size: int,
    past: list[tuple[Participant, ...]],
    apart: set[frozenset[Participant]],
) -> None:
    """The player with the longest wait who can be seated is, with the fewest earlier meetings, squared; no
    one sits with a player to avoid; there is no table only if none is possible."""

    def met(table: Sequence[int]) -> int:
        return sum(sum({*two} <= {*one} for one in past) ** 2 for two in combinations(table, 2))

    possible = [
        table
        for table in combinations(waiting, size)
        if not any(pair(*two) in apart for two in combinations(table, 2))
    ]
    rounds = PastRounds([Pairings(tables=(one,)) for one in past])
    found = queue_table(players(*waiting), size, rounds, {}, apart)
    if not possible:
        assert found is None
        return
    assert found is not None
    first = possible[0][0]
    assert sorted(found) in [sorted(table) for table in possible]
    assert first in found
    assert met(found) == min(met(table) for table in possible if table[0] == first)
