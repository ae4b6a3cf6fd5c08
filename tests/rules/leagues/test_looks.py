"""Looks at results: a few games on paper, counted by hand."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from rules.game.deck_info import DeckInfo
from rules.leagues.league import FairnessRules
from rules.leagues.matches import NumberedResult
from rules.leagues.result import Elimination, PlayerResult, Result, ResultNumber
from rules.leagues.result import PlayerNumber as P
from rules.leagues.statistics import (
    Score,
    by_bracket,
    by_mulligans,
    commanders,
    head_to_head,
    scores_by_seat,
    wilson,
)
from rules.leagues.validity import flags
from tests.rules.leagues.made import bye, drawn, game, killed, numbered, placed

HOUR = 3600


def put(result: Result, player: int, **changes: object) -> Result:
    """The same result with something else in one player's line."""

    def line(one: PlayerResult) -> PlayerResult:
        return replace(one, **changes) if one.player == player else one

    entrants = [replace(one, lines=tuple(map(line, one.lines))) for one in result.entrants]
    return replace(result, entrants=tuple(entrants))


def test_head_to_head() -> None:
    """1 against 2: a win, a pod that 3 won before 2 and 1, a draw, a loss by 2's own hand, a win as one side.

    Guest 9 is 2.
    """
    pod = placed((1, (3,)), (2, (2,)), (3, (1,)))
    lost = put(game(9, 1), 1, out=killed(1, 9))
    results = numbered([game(1, 2), pod, drawn(1, 2), lost, placed((1, (1, 2)), (2, (3, 4))), game(1, 3)])
    duel = head_to_head(results, {P(9): P(2)}, P(1), P(2))
    assert (duel.games, duel.won, duel.lost, duel.neither) == (4, 1, 1, 2)
    assert (duel.ahead, duel.behind) == (1, 2)
    assert (duel.together, duel.together_won) == (1, 1)
    assert (duel.kills, duel.killed) == (0, 1)
    other = head_to_head(results, {P(9): P(2)}, P(2), P(1))
    assert (other.won, other.lost, other.ahead, other.behind, other.kills) == (1, 1, 2, 1, 1)


def test_a_win_together_is_not_a_win_against_each_other() -> None:
    """1 and 2 beat 3 together: neither beat the other, and each beat 3."""
    results = numbered([placed((1, (1,)), (1, (2,)), (3, (3,)))])
    duel = head_to_head(results, {}, P(1), P(2))
    assert (duel.games, duel.won, duel.lost, duel.neither) == (1, 0, 0, 1)
    assert (duel.ahead, duel.behind) == (0, 0)
    assert head_to_head(results, {}, P(2), P(3)).won == 1


def test_seats_by_the_size_of_the_table() -> None:
    """Seats are as named; the winner sits first in `game`. Of a game with a seat unknown none counts."""
    third = placed((2, (1,)), (2, (2,)), (1, (3,)), (2, (4,)))
    unknown = put(game(1, 2, 3, 4), 4, seat=None)
    results = numbered([game(1, 2, 3, 4), third, drawn(1, 2, 3, 4), game(2, 1), unknown, bye(1)])
    found = scores_by_seat(results, {})
    scores = {
        size: [(one.won, one.drawn, one.lost) for one in table.values()] for size, table in found.items()
    }
    assert scores == {2: [(1, 0, 0), (0, 0, 1)], 4: [(1, 1, 1), (0, 1, 2), (1, 1, 1), (0, 1, 2)]}
    own = scores_by_seat(results, {}, player=P(2))
    assert {size: {seat: one.games for seat, one in table.items()} for size, table in own.items()} == {
        2: {1: 1, 2: 0},
        4: {1: 0, 2: 3, 3: 0, 4: 0},
    }


def scores(found: Mapping[int, Score]) -> dict[int, tuple[int, int, int]]:
    return {number: (one.won, one.drawn, one.lost) for number, one in found.items()}


def test_results_by_mulligans() -> None:
    """Player 1 wins with none, wins with two, draws with none; a game without records doesn't count."""
    kept = put(put(game(1, 2), 1, mulligans=0), 2, mulligans=1)
    twice = put(put(game(1, 2), 1, mulligans=2), 2, mulligans=0)
    level = put(put(drawn(1, 2), 1, mulligans=0), 2, mulligans=0)
    results = numbered([kept, twice, level, game(1, 2), bye(1)])
    assert scores(by_mulligans(results, {})) == {0: (1, 2, 1), 1: (0, 0, 1), 2: (1, 0, 0)}
    assert scores(by_mulligans(results, {}, P(1))) == {0: (1, 1, 0), 2: (1, 0, 0)}


def test_results_by_bracket() -> None:
    """Guest 9 is player 2; a deck that wasn't described is in no bracket."""
    first = put(put(game(1, 9), 1, deck_info=DeckInfo(bracket=3)), 9, deck_info=DeckInfo(bracket=2))
    second = put(game(2, 1), 2, deck_info=DeckInfo(bracket=3))
    results = numbered([first, second])
    claims = {P(9): P(2)}
    assert scores(by_bracket(results, claims)) == {2: (0, 0, 1), 3: (2, 0, 0)}
    assert scores(by_bracket(results, claims, P(2))) == {2: (0, 0, 1), 3: (1, 0, 0)}


def test_heads_of_one_giant_sit_in_one_seat() -> None:
    teams = placed((1, (1, 2)), (2, (3, 4)))
    scores = scores_by_seat(numbered([teams]), {})
    assert {size: [one.games for one in table.values()] for size, table in scores.items()} == {2: [1, 1]}


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Wilson's interval by its formula with z = 1.96: for 0 of n it is 0 and z²/(n + z²), for 1 of 2 it is
    # 1/2 ± z / 2 / sqrt(2 + z²).
    [(0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (1, 2, 0.0945, 0.9055), (0, 0, 0, 1)],
)
def test_how_uncertain_a_share_is(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=1e-4)


def test_an_interval_shrinks_with_the_games() -> None:
    """Of 648 pods the first seat won 31.5%, which is 204: 31.5% ± 3.6%."""
    assert wilson(204, 648) == pytest.approx((0.280, 0.352), abs=1e-3)


def test_commanders() -> None:
    """Partners in either order are one; the most played comes first."""
    first = put(
        put(game(1, 2, 3), 1, commanders=("Tymna", "Thrasios")), 2, commanders=("Kinnan",), out=killed(1, 1)
    )
    second = put(put(game(3, 1), 1, commanders=("Thrasios", "Tymna")), 3, commanders=("Najeela",))
    third = put(drawn(2, 1), 2, commanders=("Thrasios", "Tymna"))
    found = commanders(numbered([first, second, third]), {})
    assert list(found) == [("Thrasios", "Tymna"), ("Kinnan",), ("Najeela",)]
    partners = found["Thrasios", "Tymna"]
    assert (partners.score.won, partners.score.drawn, partners.score.lost) == (1, 1, 1)
    assert (partners.players, partners.kills, partners.places) == ({1, 2}, 1, 1 + 2 + 1)
    assert list(commanders(numbered([first, second, third]), {}, player=P(3))) == [("Najeela",)]


def test_commanders_in_any_case_and_decks_without_one() -> None:
    first = put(put(game(1, 2), 1, commanders=("Kinnan",)), 2, deck="Burn")
    second = put(put(game(2, 1), 1, commanders=("kinnan",), deck="Combo"), 2, deck="burn")
    found = commanders(numbered([first, second]), {})
    assert {names: (one.score.won, one.score.lost) for names, one in found.items()} == {
        ("Burn",): (1, 1),
        ("Kinnan",): (1, 1),
    }


FAIR = FairnessRules(games=3, hours=24)


def suspicious(*results: Result, claims: dict[P, P] | None = None) -> list[tuple[int, int]]:
    """The pairs that the last of these results makes suspicious."""
    told = [
        NumberedResult(result.played, ResultNumber(number), result)
        for number, result in enumerate(results, 1)
    ]
    return [flag.players for flag in flags(FAIR, claims or {}, told, told[-1])]


def test_the_same_two_in_a_short_time_are_shown_to_judges() -> None:
    assert suspicious(game(1, 2), game(1, 2, played=HOUR)) == []
    assert suspicious(game(1, 2), game(2, 1, played=HOUR), game(1, 2, played=2 * HOUR)) == [(1, 2)]
    assert suspicious(game(1, 2), game(1, 2, played=HOUR), game(1, 2, played=24 * HOUR)) == []
    assert suspicious(game(1, 2), game(1, 2, played=HOUR), game(1, 3, played=2 * HOUR)) == []
    assert suspicious(game(1, 2), game(1, 2, played=HOUR), game(1, 9), claims={P(9): P(2)}) == [(1, 2)]


def test_what_was_entered_late_is_looked_at_where_it_was_played() -> None:
    before, after = game(1, 2, played=30 * HOUR), game(1, 2, played=40 * HOUR)
    assert suspicious(before, after, game(1, 2, played=35 * HOUR)) == [(1, 2)]
    assert suspicious(before, after, game(1, 2, played=5 * HOUR)) == []


def test_pods_are_looked_at_pair_by_pair_and_teammates_are_none() -> None:
    pod, teams = game(1, 2, 3, 4), placed((1, (1, 2)), (2, (3, 4)))
    assert suspicious(pod, pod, teams) == [(1, 3), (1, 4), (2, 3), (2, 4)]
    told = [NumberedResult(0, ResultNumber(number), pod) for number in (1, 2, 3)]
    assert flags(FairnessRules(games=0), {}, told, told[-1]) == ()
    assert {flag.results for flag in flags(FAIR, {}, told, told[-1])} == {(1, 2, 3)}


def test_an_out_by_no_one_is_not_a_kill() -> None:
    result = put(game(1, 2), 2, out=Elimination(order=1, cause="lose_life"), commanders=("Kinnan",))
    assert commanders(numbered([put(result, 1, commanders=("Najeela",))]), {})["Najeela",].kills == 0
