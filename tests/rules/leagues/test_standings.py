"""Standings of small leagues, worked out on paper."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.leagues.league import League, Scoring, Tiebreaker, TieRules, preset
from rules.leagues.result import PlayerNumber as P
from rules.leagues.result import Result
from rules.leagues.standings import Standings, StandingsLine
from rules.leagues.tally import PlayerTotals
from rules.leagues.tiebreakers import OpponentsMean, match_wins
from tests.rules.leagues.made import PLAIN, bye, drawn, game, match, placed, tally

FLOOR = Fraction(33, 100)
OMW, GW, OGW = Tiebreaker.OPPONENTS_MATCH_WINS, Tiebreaker.GAME_WINS, Tiebreaker.OPPONENTS_GAME_WINS


def standings(league: League, *results: Result) -> Standings:
    return Standings(tally(league, results))


def places(league: League, *results: Result) -> list[tuple[int | None, int]]:
    return [(row.place, row.player) for row in standings(league, *results).rows()]


SWISS = preset("swiss", "Swiss")
ROUNDS = (
    *(match(1, 2, "2-0"), match(3, 4, "2-1"), bye(5)),
    *(match(1, 3, "2-1"), match(5, 2, "1-1-1"), bye(4)),
    *(match(5, 1, "2-1"), match(4, 2, "2-0"), bye(3)),
)


def test_five_players_and_three_rounds_of_swiss() -> None:
    """By the Magic Tournament Rules, Appendix C. A bye is a match won by 2 games to 0, and no opponent.

    | player | matches        | points | share of matches       | games | share of games         |
    | 1      | won 2, lost 1  | 6      | 6/9                    | 5-3   | 15/24                  |
    | 2      | drew 1, lost 2 | 1      | 1/9, counts as 33/100  | 1-5-1 | 4/21, counts as 33/100 |
    | 3      | bye, 1-1       | 6      | 6/9                    | 5-3   | 15/24                  |
    | 4      | bye, 1-1       | 6      | 6/9                    | 5-2   | 15/21                  |
    | 5      | bye, 1-0-1     | 7      | 7/9                    | 5-2-1 | 16/24                  |
    """
    rows = standings(SWISS, *ROUNDS).rows()
    assert [(row.place, row.player, row.points) for row in rows] == [
        (1, 5, 7),
        (2, 3, 6),
        (3, 1, 6),
        (4, 4, 6),
        (5, 2, 1),
    ]
    six, seven = Fraction(6, 9), Fraction(7, 9)
    games = {1: Fraction(5, 8), 2: FLOOR, 3: Fraction(5, 8), 4: Fraction(5, 7), 5: Fraction(2, 3)}
    expected: Mapping[int, tuple[Fraction, Fraction]] = {
        5: ((FLOOR + six) / 2, (games[2] + games[1]) / 2),
        3: ((six + six) / 2, (games[4] + games[1]) / 2),
        1: ((FLOOR + six + seven) / 3, (games[2] + games[3] + games[5]) / 3),
        4: ((six + FLOOR) / 2, (games[3] + games[2]) / 2),
        2: ((six + seven + six) / 3, (games[1] + games[5] + games[4]) / 3),
    }
    for row in rows:
        omw, ogw = expected[row.player]
        assert row.ties == {OMW: omw, GW: games[row.player], OGW: ogw}


def record(won: int, lost: int, drawn: int, byes: int = 0) -> PlayerTotals:
    """Return an account by the points of the Magic Tournament Rules; byes are not among the matches won."""
    return PlayerTotals(
        byes=byes,
        wins=won,
        losses=lost,
        draws=drawn,
        match_points=Fraction(3 * won + drawn),
        possible=Fraction(3 * (won + lost + drawn)),
    )


@pytest.mark.parametrize(
    ("account", "share"),
    # The published examples: 5-2-1, 1-3-0, and 3-2-0 with a bye for one of the wins.
    [(record(5, 2, 1), Fraction(16, 24)), (record(1, 3, 0), FLOOR), (record(2, 2, 0, 1), Fraction(9, 15))],
)
def test_the_examples_of_the_tournament_rules(account: PlayerTotals, share: Fraction) -> None:
    assert match_wins(account, FLOOR, Fraction(3)) == share


def test_the_multiplayer_addendum_leaves_byes_out() -> None:
    assert match_wins(record(2, 2, 0, 1), FLOOR, Fraction(0)) == Fraction(6, 12)


def test_a_mean_over_eight_opponents() -> None:
    """Their shares are .50, .88, .33 (raised from .27), .48, .75, .67, .54 and .79 when rounded."""
    records = [(4, 4, 0), (7, 1, 0), (1, 3, 1), (3, 3, 1), (6, 2, 0), (5, 2, 1), (4, 3, 1), (6, 1, 1)]
    opponents = {P(number): record(*one) for number, one in enumerate(records, 1)}
    own = PlayerTotals(met=8, opponents=dict.fromkeys(opponents, 1))
    mean = OpponentsMean({**opponents, P(9): own}, lambda one: match_wins(one, FLOOR, Fraction(3)), 0, FLOOR)
    assert round(float(mean.exact(P(9))), 2) == 0.62


def test_pods_by_the_multiplayer_addendum() -> None:
    """7 for a win. 1, 3 and 5 have a win and a loss each, so half of what could be had; then the opponents'
    points on average decide: 1 met 2, 3, 4 (0, 7, 0) and then 3, 5, 6 (7, 7, 0), and so on."""
    league = preset("addendum", "Pods")
    pods = [game(1, 2, 3, 4), game(5, 6, 7, 8), game(3, 1, 5, 6)]
    rows = {row.player: row for row in standings(league, *pods).rows()}
    points = Tiebreaker.OPPONENTS_POINTS
    assert [rows[player].ties[Tiebreaker.MATCH_WINS] for player in map(P, (1, 3, 5, 2))] == [
        *[Fraction(1, 2)] * 3,
        Fraction(1, 7),
    ]
    assert rows[P(1)].ties[points] == Fraction(0 + 7 + 0 + 7 + 7 + 0, 6)
    assert rows[P(5)].ties[points] == Fraction(0 + 0 + 0 + 7 + 7 + 0, 6)
    assert rows[P(3)].ties[points] == Fraction(7 + 0 + 0 + 7 + 7 + 0, 6)
    assert [rows[player].place for player in map(P, (1, 3, 5))] == [1, 1, 3]


def test_a_bye_can_count_as_weak_opponents() -> None:
    """1 met 2, who has no points, and had a bye, which stands for three at 1/5; 2 met 1, who won."""
    rows = standings(preset("pods", "Pods"), game(1, 2), bye(1)).rows()
    assert [row.ties[OMW] for row in rows] == [Fraction(1, 5), Fraction(1)]
    weaker = replace(
        preset("pods", "Pods"), ties=TieRules(bye_opponents=3, bye_opponent_wins=Fraction(1, 10))
    )
    (row, _) = standings(weaker, game(1, 2), bye(1)).rows()
    assert row.ties[OMW] == (FLOOR + 3 * Fraction(1, 10)) / 4


def by(*order: Tiebreaker, scoring: Scoring | None = None) -> League:
    return League(name="L", scoring=scoring or PLAIN.scoring, ties=TieRules(order=order))


def test_equal_players_share_a_place_and_the_next_is_left_out() -> None:
    assert places(by(), game(1, 2), game(3, 4), drawn(5, 6)) == [
        (1, 1),
        (1, 3),
        (3, 5),
        (3, 6),
        (5, 2),
        (5, 4),
    ]


def test_head_to_head_among_those_who_are_tied() -> None:
    """1, 2 and 3 have a win each. Among them 1 beat 2, and 2 beat 3; 3 beat only 4, which doesn't count here.
    1 is ahead in 1 of 1 matches with the others, 2 in 1 of 2, 3 in 0 of 1."""
    league = by(Tiebreaker.HEAD_TO_HEAD)
    assert places(league, game(1, 2), game(2, 3), game(3, 4)) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert places(league, game(1, 3), game(2, 4)) == [(1, 1), (1, 2), (3, 3), (3, 4)]


def test_head_to_head_in_pods_goes_by_places() -> None:
    """2 was the second and 1 the third; then each of them won a game, as 5 had. 5 was ahead of both."""
    first = placed((1, (5,)), (2, (2,)), (3, (1,)))
    ranked = places(by(Tiebreaker.HEAD_TO_HEAD), first, game(1, 6), game(2, 6))
    assert ranked == [(1, 5), (2, 2), (3, 1), (4, 6)]


@pytest.mark.parametrize(
    ("tiebreaker", "results", "best"),
    [
        # Three draws and a win, 1 + 1 + 1 + 3, against two wins, 3 + 3.
        (Tiebreaker.WINS, [drawn(1, 8), drawn(1, 7), drawn(1, 8), game(1, 9), game(2, 9), game(2, 9)], 2),
        (Tiebreaker.AVERAGE, [game(1, 9), game(2, 9), game(8, 2)], 1),
        (Tiebreaker.MATCH_WINS, [game(1, 9), game(2, 9), game(8, 2)], 1),
        (
            Tiebreaker.PLACES,
            [placed((1, (8,)), (2, (1,)), (3, (2,))), placed((1, (8,)), (2, (1,)), (3, (2,)))],
            1,
        ),
    ],
)
def test_other_tiebreakers(tiebreaker: Tiebreaker, results: Sequence[Result], best: int) -> None:
    rows = {row.player: row for row in standings(by(tiebreaker), *results).rows()}
    assert rows[P(1)].points == rows[P(2)].points
    assert min((P(1), P(2)), key=lambda player: rows[player].place or 99) == best
    assert rows[P(1)].place != rows[P(2)].place


def test_ratings_break_ties_where_the_league_says_so() -> None:
    made = tally(by(Tiebreaker.RATING), [game(1, 9), game(2, 9)])
    assert [row.player for row in Standings(made, ratings={P(1): 20.5, P(2): 21.5}).rows()] == [2, 1, 9]


def test_who_has_played_too_few_comes_last_and_has_no_place() -> None:
    league = replace(PLAIN, minimum=2)
    assert places(league, game(1, 2), game(2, 3), game(2, 4)) == [(1, 2), (None, 1), (None, 3), (None, 4)]


def test_the_worst_are_dropped() -> None:
    """With +3 and -1, 1 has 3 + 3 - 1 - 1 and drops one loss; 2 has only one match and drops that."""
    league = replace(preset("plus_minus", "L"), drop_worst=1)
    rows = standings(league, game(1, 2), game(1, 3), game(3, 1), game(3, 1)).rows()
    assert {row.player: row.points for row in rows} == {1: 5, 2: 0, 3: 6}


def test_points_carried_over_count_from_the_beginning() -> None:
    made = tally(PLAIN, [game(1, 2)])
    rows = Standings(made, carried={P(2): Fraction(7, 2), P(3): Fraction(1)}).rows()
    assert [(row.player, row.points, row.account.matches) for row in rows] == [
        (2, Fraction(7, 2), 1),
        (1, 3, 1),
        (3, 1, 0),
    ]


def test_stakes_take_the_place_of_points() -> None:
    made = tally(preset("stake", "L"), [game(1, 2)])
    rows = Standings(made, stakes={P(1): Fraction(1070), P(2): Fraction(930)}).rows()
    assert [(row.player, row.points) for row in rows] == [(1, 1070), (2, 930)]


def test_pages_are_parts_of_the_whole() -> None:
    table = standings(SWISS, *ROUNDS)
    whole = table.rows()
    assert len(table) == 5
    for start in range(7):
        for stop in range(start, 8):
            assert table.rows(start, stop) == whole[start:stop]
    assert [table.index(row.player) for row in whole] == [0, 1, 2, 3, 4]
    assert table.row(P(3)) == whole[1]
    assert (table.index(P(9)), table.row(P(9)), standings(SWISS).rows()) == (
        None,
        None,
        (),
    )


def test_a_row_tells_how_it_came_about() -> None:
    row: StandingsLine | None = standings(SWISS, *ROUNDS).row(P(5))
    assert row is not None
    account = row.account
    assert (account.matches, account.byes, account.wins, account.draws, account.losses) == (3, 1, 1, 1, 0)
    assert account.opponents == {1: 1, 2: 1}
