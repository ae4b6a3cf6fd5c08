"""Games that make a best-of match: which belong together, when it ends, how it ended."""

from msgspec.structs import replace

from rules.leagues.league import League
from rules.leagues.matches import Match, alone, matches_of, pairing_key
from rules.leagues.result import Draw, Ending, Result
from rules.leagues.result import ResultNumber as R
from tests.rules.leagues.made import bye, drawn, game, match, numbered

THREE = League(name="Three", best_of=3)
FIVE = League(name="Five", best_of=5)
MINUTE, HOUR = 60, 3600


def matches(league: League, *games: Result) -> list[tuple[int, ...]]:
    """Return the numbers of the games in each match."""
    return [one.numbers for one in matches_of(league, numbered(games))]


def shown(match: Match) -> dict[int, tuple[Ending, int, int, int]]:
    """Return how it ended for each player, and the games won, drawn and lost."""
    return {one.players[0]: (one.ending, one.won, one.drawn, one.lost) for one in match.showings}


def series(*winners: int) -> list[Result]:
    """Return games of 1 against 2, half an hour apart; 0 is a draw."""
    times = range(0, len(winners) * 30 * MINUTE, 30 * MINUTE)
    return [
        game(winner, 3 - winner, played=time) if winner else drawn(1, 2, played=time)
        for winner, time in zip(winners, times, strict=True)
    ]


def test_a_match_ends_when_one_has_the_wins() -> None:
    assert matches(THREE, *series(1, 1)) == [(1, 2)]
    assert matches(THREE, *series(1, 2, 2)) == [(1, 2, 3)]
    assert matches(THREE, *series(1, 2)) == []
    assert matches(FIVE, *series(1, 2, 2, 1, 1)) == [(1, 2, 3, 4, 5)]
    assert matches(THREE, *series(1, 1, 2, 2)) == [(1, 2), (3, 4)]


def test_a_drawn_game_decides_nothing() -> None:
    (one,) = matches_of(THREE, numbered(series(1, 0, 2, 1)))
    assert shown(one) == {1: (Ending.WON, 2, 1, 1), 2: (Ending.LOST, 1, 1, 2)}
    assert one.draw is None


def test_a_match_can_be_ended_as_it_stands() -> None:
    first, second = series(1, 2)
    (level,) = matches_of(THREE, numbered([first, replace(second, ends_match=True)]))
    assert shown(level) == {1: (Ending.DREW, 1, 0, 1), 2: (Ending.DREW, 1, 0, 1)}
    assert level.draw is Draw.TIME
    (ahead,) = matches_of(THREE, numbered([replace(first, ends_match=True)]))
    assert shown(ahead) == {1: (Ending.WON, 1, 0, 0), 2: (Ending.LOST, 0, 0, 1)}


def test_games_far_apart_are_of_different_matches() -> None:
    """Twelve hours at most; the earlier match stands as it was left, the later one is still open."""
    late = game(1, 2, played=13 * HOUR)
    assert matches(THREE, game(1, 2), late) == [(1,)]
    assert matches(THREE, game(1, 2), game(1, 2, played=12 * HOUR)) == [(1, 2)]
    assert matches(THREE, replace(game(1, 2), match="final"), replace(late, match="final")) == [(1, 2)]


def test_the_order_of_play_counts_and_not_that_of_entry() -> None:
    first, second, third = series(1, 2, 2)
    assert matches(THREE, third, first, second) == [(2, 3, 1)]


def test_what_is_a_match_alone() -> None:
    for result in (game(1, 2, 3), match(1, 2, "2-0"), bye(1)):
        assert pairing_key(THREE, result) is None
    assert pairing_key(League(name="One"), game(1, 2)) is None
    assert pairing_key(THREE, game(1, 2)) == pairing_key(THREE, game(2, 1))
    assert pairing_key(THREE, game(1, 2)) != pairing_key(THREE, replace(game(1, 2), match="final"))
    assert pairing_key(THREE, game(1, 2)) != pairing_key(THREE, game(1, 3))


def test_games_of_a_reported_match_and_of_a_bye() -> None:
    """A bye counts as won without losing a game (MTR Appendix C): two games in a best of three."""
    assert shown(alone(THREE, R(1), match(1, 2, "2-1"))) == {
        1: (Ending.WON, 2, 0, 1),
        2: (Ending.LOST, 1, 0, 2),
    }
    assert shown(alone(THREE, R(1), match(1, 2, "1-1-1"))) == {
        1: (Ending.DREW, 1, 1, 1),
        2: (Ending.DREW, 1, 1, 1),
    }
    assert shown(alone(THREE, R(1), bye(1))) == {1: (Ending.WON, 2, 0, 0)}
    assert shown(alone(League(name="One"), R(1), bye(1))) == {1: (Ending.WON, 1, 0, 0)}
    assert shown(alone(THREE, R(1), game(1, 2, 3)))[2] == (Ending.LOST, 0, 0, 1)
