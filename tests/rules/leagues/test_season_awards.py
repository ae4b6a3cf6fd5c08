"""What a season is remembered for, and what a result has meant, counted by hand."""

from msgspec.structs import replace

from rules.leagues.bests import Best, Bests, FirstWin, significance
from rules.leagues.result import PlayerNumber as P
from rules.leagues.result import Result
from rules.leagues.result import ResultNumber as R
from rules.leagues.story import Award, AwardKind, awards
from tests.rules.leagues.made import bye, game, killed, numbered
from tests.rules.leagues.test_looks import put

DAY = 86400


def by(result: Result, commander: str, player: int) -> Result:
    return put(result, player, commanders=(commander,))


def test_each_award_with_its_figure() -> None:
    """1 wins games 1, 2 and 4, 2 wins game 3. 3 goes by 1 twice and by 2 once, 2 by 9, who was 1, once."""
    first = put(by(replace(game(1, 2, 3, played=1), turns=9), "Atraxa", 1), 3, out=killed(1, 1))
    second = put(by(replace(game(1, 3, played=2), turns=4), "Atraxa", 1), 3, out=killed(1, 1))
    third = put(by(replace(game(2, 3, played=3), seconds=3600), "Krenko", 2), 3, out=killed(1, 2))
    fourth = put(game(9, 2, played=4), 2, out=killed(1, 9))
    found = awards(numbered([first, second, third, bye(3), fourth]), {P(9): P(1)})
    assert (found.games, found.players) == (4, 3)
    assert {one.kind: one for one in found.awards} == {
        AwardKind.WINS: Award(kind=AwardKind.WINS, number=3, players=(P(1),)),
        AwardKind.STREAK: Award(kind=AwardKind.STREAK, number=3, players=(P(1),)),
        AwardKind.KILLS: Award(kind=AwardKind.KILLS, number=3, players=(P(1),)),
        AwardKind.ARCHENEMY: Award(kind=AwardKind.ARCHENEMY, number=3, players=(P(3),), by=(P(1),), times=2),
        AwardKind.COMMANDER: Award(kind=AwardKind.COMMANDER, number=2, commanders=(("Atraxa",),)),
        AwardKind.TURNS: Award(kind=AwardKind.TURNS, number=9, results=(R(1),)),
        AwardKind.TIME: Award(kind=AwardKind.TIME, number=3600, results=(R(3),)),
        AwardKind.GAMES: Award(kind=AwardKind.GAMES, number=3, players=(P(1), P(2), P(3))),
    }


def test_everyone_who_shares_an_award_is_in_it() -> None:
    """1 and 2 win once each, and no one twice in a row."""
    found = awards(numbered([game(1, 2, played=1), game(2, 1, played=2), game(3, 4, played=3)]), {})
    kinds = {one.kind: one for one in found.awards}
    assert kinds[AwardKind.WINS].players == (P(1), P(2), P(3))
    assert kinds.keys() == {AwardKind.WINS, AwardKind.GAMES}


def test_few_games_have_no_awards() -> None:
    assert awards([], {}).awards == ()
    found = awards(numbered([game(1, 2), game(1, 2), bye(1)]), {})
    assert (found.games, found.awards) == (2, ())


def test_a_result_breaks_the_records_that_it_exceeds_and_no_others() -> None:
    """Turns 9, 9, 5, then 9 again breaks none; 12 does. Life 12 is the most before 30; 1 won its 3."""
    turns = [9, 9, 5, 9, 12]
    results = [replace(game(1 + n % 2, 3, played=n), turns=one) for n, one in enumerate(turns)]
    results = [put(results[0], 1, life=12), *results[1:4], put(results[4], 1, life=30)]
    assert significance(numbered(results), {}, R(4)).broken == Bests()
    broken = significance(numbered(results), {}, R(5)).broken
    assert (broken.longest_game, broken.highest_life) == (Best(12, R(5)), Best(30, R(5), P(1)))
    assert broken.longest_streak == Best(3, R(5), P(1))
    assert (broken.quickest_win, broken.biggest_game) == (None, None)


def test_the_first_games_of_a_league_break_nothing() -> None:
    results = [replace(game(1, 2, played=n), turns=9 + n) for n in range(4)]
    assert significance(numbered(results), {}, R(3)).broken == Bests()
    assert significance(numbered(results), {}, R(4)).broken.longest_game == Best(12, R(4))


def test_a_win_is_worth_a_word_after_thirty_days_or_three_games_without_one() -> None:
    played = [game(1, 2), game(2, 1, played=DAY), game(2, 1, played=2 * DAY), game(3, 2, played=3 * DAY)]
    late = [*played, game(1, 2, played=30 * DAY)]
    assert significance(numbered(late), {}, R(5)).wins == (FirstWin(P(1), 0),)
    early = [*played, game(1, 2, played=30 * DAY - 1)]
    assert significance(numbered(early), {}, R(5)).wins == ()
    never = [game(1, 4), game(1, 4), game(1, 4), game(4, 1)]
    assert significance(numbered(never), {}, R(4)).wins == (FirstWin(P(4), None),)
    assert significance(numbered([game(1, 4), game(1, 4), game(1, 2), game(4, 1)]), {}, R(4)).wins == ()
