"""Results that make no sense are refused, each for its own reason."""

import pytest
from msgspec.structs import replace

from rules.leagues.league import Extras, Format, League, Scoring
from rules.leagues.result import Draw, Ending, Entrant, PlayerNumber, PlayerResult, Result, ResultSource
from rules.leagues.validity import fits, require_valid
from rules.refusal import Refusal
from tests.rules.leagues.made import PLAIN, bye, drawn, game, match, placed

NOW = 1_000_000
TOGETHER = placed((1, (1,)), (1, (2,)), (3, (3,)))
BEST_OF_THREE = League(name="Three", best_of=3)


@pytest.mark.parametrize(
    ("league", "result"),
    [
        (PLAIN, game(1, 2, 3, 4)),
        (PLAIN, drawn(1, 2)),
        (PLAIN, bye(1)),
        (PLAIN, placed((1, (1, 2)), (2, (3, 4)), (2, (5, 6)))),
        (PLAIN, placed((1, (1,)), (1, (2,)), (3, (3,)), draw=Draw.SIMULTANEOUS)),
        (PLAIN, replace(game(1, 2), played=NOW + 60)),
        (PLAIN, replace(TOGETHER, source=ResultSource.TABLE)),
        (PLAIN, replace(TOGETHER, source=ResultSource.IMPORT)),
        (BEST_OF_THREE, match(1, 2, "2-1")),
        (BEST_OF_THREE, match(1, 2, "1-0-1")),
        (BEST_OF_THREE, match(1, 2, "1-1-1")),
    ],
)
def test_these_are_fine(league: League, result: Result) -> None:
    require_valid(league, result, NOW)


def _ended(result: Result, *endings: Ending) -> Result:
    entrants = zip(result.entrants, endings, strict=True)
    return replace(result, entrants=tuple(replace(one, ending=ending) for one, ending in entrants))


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (replace(game(1, 2), played=NOW + 3600), "result_of_the_future"),
        (Result(played=0, entrants=()), "result_without_players"),
        (
            Result(played=0, entrants=(Entrant(lines=(), place=1, ending=Ending.WON),)),
            "result_without_players",
        ),
        (game(1, 2, 1), "player_twice"),
        (placed((1, (1,)), (1, (2,)), (2, (3,)), draw=Draw.TIME), "places_dont_fit"),
        (placed((2, (1,)), (3, (2,))), "places_dont_fit"),
        (placed((1, (1,)), (3, (2,))), "places_dont_fit"),
        (placed((1, (1,)), (1, (2,))), "endings_dont_fit"),
        (replace(placed((1, (1,)), (1, (2,))), source=ResultSource.IMPORT), "endings_dont_fit"),
        (TOGETHER, "endings_dont_fit"),
        (replace(game(1, 2), draw=Draw.TIME), "endings_dont_fit"),
        (replace(drawn(1, 2), draw=None), "endings_dont_fit"),
        (_ended(game(1, 2), Ending.WON, Ending.WON), "endings_dont_fit"),
        (match(1, 2, "3-0"), "games_dont_fit"),
        (match(1, 2, "0-1"), "games_dont_fit"),
        (replace(match(1, 2, "1-0"), drawn_games=-1), "games_dont_fit"),
        (replace(match(1, 2, "1-1"), draw=None), "endings_dont_fit"),
        (replace(game(1, 2, 3), drawn_games=1), "games_dont_fit"),
    ],
)
def test_these_are_not(result: Result, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        require_valid(BEST_OF_THREE, result, NOW)
    assert caught.value.reason == reason


def test_awards_are_those_of_the_league() -> None:
    line = PlayerResult(player=PlayerNumber(1), awards={"play of the game": 1})
    result = Result(played=0, entrants=(Entrant(lines=(line,), place=1, ending=Ending.WON),))
    with pytest.raises(Refusal) as caught:
        require_valid(PLAIN, result, NOW)
    assert caught.value.reason == "no_awards"
    other = League(name="L", scoring=Scoring(extras=Extras(awards={"best hat": PLAIN.scoring.win})))
    with pytest.raises(Refusal) as caught:
        require_valid(other, result, NOW)
    assert (caught.value.reason, caught.value.values["known"]) == ("no_such_award", ("best hat",))
    known = Extras(awards={"play of the game": PLAIN.scoring.win})
    require_valid(League(name="L", scoring=Scoring(extras=known)), result, NOW)


TEAMS = placed((1, (1, 2)), (2, (3, 4)))


@pytest.mark.parametrize(
    ("format", "fitting"),
    [
        (Format.ANY, {"duel", "four", "teams", "bye"}),
        (Format.DUEL, {"duel", "bye"}),
        (Format.FREE_FOR_ALL, {"duel", "four", "bye"}),
        (Format.TEAMS, {"teams", "bye"}),
    ],
)
def test_formats(format: Format, fitting: set[str]) -> None:
    games = {"duel": game(1, 2), "four": game(1, 2, 3, 4), "teams": TEAMS, "bye": bye(1)}
    league = League(name="L", format=format)
    assert {name for name, result in games.items() if fits(league, result)} == fitting


def test_variants_count_as_far_as_they_are_known() -> None:
    league = League(name="L", variants=("commander",))
    assert fits(league, replace(game(1, 2), variant="commander"))
    assert fits(league, game(1, 2))
    with pytest.raises(Refusal) as caught:
        require_valid(league, replace(game(1, 2), variant="emperor"), NOW)
    assert caught.value.reason == "result_doesnt_fit"
