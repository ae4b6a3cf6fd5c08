"""Stakes: what everyone puts in and who takes it, in hundredths of a point."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from rules.leagues.league import DrawRule, Draws, League, Scoring, Share, Stake, preset
from rules.leagues.matches import NumberedResult
from rules.leagues.replays.stakes import Stakes
from rules.leagues.result import Draw, PlayerNumber, Result
from tests.rules.leagues.made import PLAIN, bye, drawn, game, numbered, placed

PRESET = preset("stake", "S")
EVEN = League(name="S", scoring=Scoring(stake=Stake(start=Fraction(100), share=Fraction(1, 10))))


def after(league: League, *results: Result) -> dict[int, Fraction]:
    return {**Stakes(league, None, numbered(results)).points()}


def test_the_first_seat_stakes_the_most() -> None:
    """7% of 1000 is 70; by seat 92.40, 73.50, 63.70 and 50.40. The third seat wins and gets the others'."""
    winner_third = placed((2, (1,)), (2, (2,)), (1, (3,)), (2, (4,)))
    assert after(PRESET, winner_third) == {
        1: Fraction("907.6"),
        2: Fraction("926.5"),
        3: 1000 + Fraction("92.4") + Fraction("73.5") + Fraction("50.4"),
        4: Fraction("949.6"),
    }


def test_seats_beyond_the_last_or_unknown_stake_the_plain_share() -> None:
    five = placed(*((1 if player == 5 else 2, (player,)) for player in range(1, 6)))
    won = Fraction("92.4") + Fraction("73.5") + Fraction("63.7") + Fraction("50.4")
    assert after(PRESET, five)[5] == 1000 + won
    entrants = tuple(replace(one, lines=(replace(one.lines[0], seat=None),)) for one in game(1, 2).entrants)
    assert after(PRESET, replace(game(1, 2), entrants=entrants)) == {1: 1070, 2: 930}


def test_one_game_builds_on_the_other() -> None:
    """100 each: 110 and 90; then a tenth of 90, which is 9; then a tenth of 119 the other way round."""
    assert after(EVEN, game(1, 2)) == {1: 110, 2: 90}
    assert after(EVEN, game(1, 2), game(1, 2, played=1)) == {1: 119, 2: 81}
    assert after(EVEN, game(1, 2), game(1, 2, played=1), game(2, 1, played=2)) == {
        1: Fraction("107.1"),
        2: Fraction("92.9"),
    }


def test_those_who_draw_share_the_pot_and_nothing_gets_lost() -> None:
    """A tenth of 100 each. Of a pot of 40 for three, the hundredth that is left over goes to the first."""
    assert after(EVEN, drawn(1, 2, 3)) == {1: 100, 2: 100, 3: 100}
    two_of_three = placed((1, (1,)), (1, (2,)), (3, (3,)), draw=Draw.SIMULTANEOUS)
    assert after(EVEN, two_of_three) == {1: 105, 2: 105, 3: 90}
    three_against_one = placed((1, (1, 2, 3)), (2, (4,)))
    assert after(EVEN, three_against_one) == {
        1: Fraction("103.34"),
        2: Fraction("103.33"),
        3: Fraction("103.33"),
        4: 90,
    }


def test_no_one_stakes_on_a_bye_or_on_what_is_played_again() -> None:
    again = replace(EVEN.scoring, draws=Draws(time=DrawRule(share=Share.REPLAY)))
    assert after(EVEN, bye(1)) == {1: 100}
    assert after(replace(EVEN, scoring=again), drawn(1, 2)) == {1: 100, 2: 100}


def test_a_claimed_guest_plays_on_with_the_players_points() -> None:
    stakes = Stakes(EVEN, {PlayerNumber(9): PlayerNumber(1)}, numbered([game(1, 2), game(9, 2, played=1)]))
    assert stakes.points() == {1: 119, 2: 81}


def _chance(seed: int) -> Sequence[Result]:
    random = Random(seed)
    return [game(*random.sample(range(1, 9), 4), played=played) for played in range(100)]


def test_a_correction_in_the_past_is_as_if_it_had_always_been_so() -> None:
    results = numbered(_chance(1))
    stakes = Stakes(PRESET, None, results)
    stakes.points()
    was = results.pop(20)
    stakes.remove(was)
    assert stakes.points() == Stakes(PRESET, None, results).points()
    now = NumberedResult(was.played, was.number, game(8, 7, 6, 5, played=was.played))
    stakes.add(now)
    assert stakes.points() == Stakes(PRESET, None, [*results, now]).points()
    assert stakes.catch_up()
    # Eight players with 1000 each: whatever is won was someone's.
    assert sum(stakes.points().values()) == 8000


def test_only_leagues_with_stakes_have_them() -> None:
    with pytest.raises(ValueError, match="no stakes"):
        Stakes(PLAIN)
