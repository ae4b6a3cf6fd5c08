"""Round robins: everyone meets everyone, and no one is left out twice."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rules.pairings.pairings import Pairings, Participant
from rules.pairings.round_robin import circle_round, circle_rounds, have_met, places_of
from tests.support.machines import examples

P = Participant


def seeds(players: int) -> list[Participant]:
    return [P(one) for one in range(1, players + 1)]


def played(players: int, times: int, seed: int = 0) -> list[Pairings]:
    places, found = places_of(seeds(players)), list[Pairings]()
    for _ in range(circle_rounds(places, times)):
        found.append(circle_round(places, seeds(players), found, seed))
    return found


@examples(40)
@given(st.integers(2, 25), st.integers(1, 2), st.integers(0, 99))
def test_everyone_meets_everyone_as_often_as_they_should(players: int, times: int, seed: int) -> None:
    """Of an even number each plays in each round of n - 1; of an odd one each has one bye in n rounds."""
    rounds = played(players, times, seed)
    assert len(rounds) == times * (players - 1 + players % 2)
    met = Counter(frozenset(table) for one in rounds for table in one.tables)
    assert met == dict.fromkeys(map(frozenset, combinations(range(1, players + 1), 2)), times)
    byes = Counter(player for one in rounds for player in one.byes)
    assert byes == (dict.fromkeys(range(1, players + 1), times) if players % 2 else {})
    for one in rounds:
        assert sorted(one.participants) == seeds(players)


@examples(40)
@given(st.integers(2, 25), st.integers(0, 99))
def test_first_turns_are_shared(players: int, seed: int) -> None:
    """The player who goes first did so no more often before than the opponent."""
    starts = Counter[int]()
    for one in played(players, 2, seed):
        for first, second in one.tables:
            assert starts[first] <= starts[second]
        starts.update(first for first, _ in one.tables)


def test_who_was_to_meet_a_player_who_has_dropped_has_a_bye() -> None:
    places = places_of(seeds(4))
    first = circle_round(places, seeds(4), [], 0)
    gone = first.tables[0][0]
    left = [one for one in seeds(4) if one != gone]
    rounds = [first]
    for _ in range(2):
        rounds.append(circle_round(places, left, rounds, 0))
    byes = [player for one in rounds for player in one.byes]
    assert sorted([*byes, *(one for one in first.tables[0] if one != gone)]) == left


def test_whether_everyone_has_met_everyone() -> None:
    rounds = played(5, 1)
    assert have_met(seeds(5), rounds)
    assert not have_met(seeds(5), rounds[:-1])
