"""A season's story: a few weeks on paper, 3 points for a win."""

from fractions import Fraction

from rules.leagues.result import PlayerNumber as P
from rules.leagues.story import story
from tests.rules.leagues.made import PLAIN, bye, game, numbered

DAY = 86400


def test_weeks_have_their_games_and_who_leads_at_their_ends() -> None:
    """1 and 2 win a game each, then 2 wins one; a week later no one plays, then 1 wins two, and 3 has a bye.

    1 has 3, 3 and 9 points, 2 has 3, 6 and 6.
    """
    results = numbered(
        [
            game(1, 2, played=0),
            game(2, 1, played=3 * DAY),
            game(2, 1, played=8 * DAY),
            game(1, 2, played=22 * DAY),
            game(1, 2, played=23 * DAY),
            bye(3, played=24 * DAY),
        ]
    )
    weeks = story(results, {}, PLAIN, {}, [P(1), P(2)])
    assert [(one.starts // DAY, one.ends // DAY, one.games) for one in weeks] == [
        (0, 7, 2),
        (7, 14, 1),
        (21, 28, 2),
    ]
    assert [(one.leaders, one.points) for one in weeks] == [((1, 2), 3), ((2,), 6), ((1,), 9)]
    assert [one.watched for one in weeks] == [(3, 3), (3, 6), (9, 6)]


def test_points_from_before_count_and_guests_are_who_claimed_them() -> None:
    """2 begins with 4 points; 9, who is 2, wins a game: 7. Then 1 wins three, which makes 9."""
    results = numbered(
        [
            game(9, 1, played=0),
            *(game(1, 2, played=8 * DAY + n) for n in range(3)),
        ]
    )
    weeks = story(results, {P(9): P(2)}, PLAIN, {P(2): Fraction(4)}, [P(2)])
    assert [(one.leaders, one.points, one.watched) for one in weeks] == [((2,), 7, (7,)), ((1,), 9, (7,))]


def test_without_results_there_is_nothing_to_tell() -> None:
    assert story([], {}, PLAIN, {}, []) == []
