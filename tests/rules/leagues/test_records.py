"""Records and trends of a few games, by hand."""

from fractions import Fraction

from msgspec.structs import replace

from rules.leagues.bests import Best, records
from rules.leagues.league import Scoring, Stake, preset
from rules.leagues.replays.ratings import Ratings
from rules.leagues.result import Ending
from rules.leagues.result import PlayerNumber as P
from rules.leagues.result import ResultNumber as R
from rules.leagues.statistics import WEEK, points_by_week, rating_trends, streak_of
from tests.rules.leagues.made import PLAIN, bye, drawn, game, killed, match, numbered
from tests.rules.leagues.test_looks import put


def test_records() -> None:
    """1 wins three of four with a draw between; the second game is the quickest, the third the longest.

    Who had 99 life was out when the fourth ended.
    """
    first = replace(put(game(1, 2, 3, played=1), 1, life=12), turns=9, seconds=3600)
    second = put(put(game(1, 2, 3, played=2), 2, out=killed(1, 1)), 3, out=killed(2, 1))
    third = put(replace(drawn(1, 2, played=3), turns=30, seconds=1800), 2, life=80)
    last = [put(game(9, 2, played=4), 2, life=99, out=killed(1, 9)), game(3, 1, 2, 4, played=5)]
    found = records(numbered([first, replace(second, turns=5), third, *last, bye(4)]), {P(9): P(1)})
    assert found.longest_streak == Best(2, R(2), P(1))
    assert found.longest_unbeaten == Best(4, R(4), P(1))
    assert found.quickest_win == Best(5, R(2), P(1))
    assert found.longest_game == Best(30, R(3))
    assert found.longest_time == Best(3600, R(1))
    assert found.highest_life == Best(80, R(3), P(2))
    assert found.most_kills == Best(2, R(2), P(1))
    assert found.biggest_game == Best(4, R(5))


def test_of_equal_records_the_earliest_stands() -> None:
    results = numbered(
        [game(1, 2, played=1), game(3, 4, played=2), game(1, 2, played=3), game(3, 4, played=4)]
    )
    assert records(results, {}).longest_streak == Best(2, R(3), P(1))


def test_nothing_played_has_no_records() -> None:
    assert records([], {}).longest_streak is None
    assert records(numbered([bye(1)]), {}).biggest_game is None


def test_how_the_last_games_went() -> None:
    results = numbered([game(2, 1, played=1), game(1, 2, played=2), game(1, 3, played=3)])
    assert streak_of(results, {}, P(1)) == (Ending.WON, 2)
    assert streak_of(results, {}, P(2)) == (Ending.LOST, 1)
    assert streak_of(results, {}, P(9)) is None


def test_a_rating_over_time_ends_at_the_rating() -> None:
    results = numbered([game(1, 2, played=1), game(2, 3, played=2), bye(1, played=3), drawn(1, 3, played=4)])
    trend = rating_trends(results, {}, PLAIN, [P(1)])[P(1)]
    assert [one.when for one in trend] == [1, 4]
    assert trend[0].rating == Ratings(PLAIN, None, results[:1]).at(1)[P(1)]
    assert trend[-1].rating == Ratings(PLAIN, None, results).at(4)[P(1)]


def test_points_by_week() -> None:
    """3 for a win, 1 for a draw: both in the first week, nothing in the second, a loss in the third."""
    games = [game(1, 2), drawn(1, 3, played=WEEK - 1), game(2, 1, played=2 * WEEK)]
    assert points_by_week(numbered(games), {}, PLAIN, [P(1), P(2), P(9)]) == [
        (WEEK, [Fraction(4), Fraction(0), Fraction(0)]),
        (2 * WEEK, [Fraction(4), Fraction(0), Fraction(0)]),
        (3 * WEEK, [Fraction(4), Fraction(3), Fraction(0)]),
    ]
    assert points_by_week([], {}, PLAIN, [P(1)]) == []


def test_points_by_week_count_matches_when_they_are_over() -> None:
    best_of_three = replace(preset("swiss", "L"), match_hours=24 * 30)
    games = [game(1, 2), game(1, 2, played=WEEK), match(3, 1, "2-0", played=WEEK + 1)]
    assert [numbers for _, numbers in points_by_week(numbered(games), {}, best_of_three, [P(1)])] == [
        [0],
        [3],
    ]


def test_points_by_week_begin_with_what_was_carried_over() -> None:
    weeks = points_by_week(
        numbered([game(1, 2)]),
        {},
        PLAIN,
        [P(1), P(2), P(3)],
        {P(2): Fraction(3, 2)},
    )
    assert weeks == [(WEEK, [3, Fraction(3, 2), 0])]


def test_points_by_week_are_stakes_where_the_league_plays_for_them() -> None:
    """Everyone begins with 1000 and stakes a tenth: 1100 and 900 after one game, then 90 of 900 go over."""
    league = replace(PLAIN, scoring=Scoring(stake=Stake(share=Fraction(1, 10))))
    games = [game(1, 2), game(3, 2, played=WEEK)]
    assert [points for _, points in points_by_week(numbered(games), {}, league, [P(1), P(2), P(3)])] == [
        [1100, 900, 1000],
        [1100, 810, 1090],
    ]
