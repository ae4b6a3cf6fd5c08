"""Results that several sides have won together, and seasons with several winners, as people read them."""

from fractions import Fraction

from cogs.leagues.core import parsing
from cogs.leagues.views import pages
from cogs.text.leagues import text as words
from rules.leagues.acts.league import CloseSeason
from rules.leagues.league import preset
from rules.leagues.result import Ending, Entrant, LeagueId, PlayerNumber, PlayerResult, Result, SeasonNumber
from rules.leagues.state import FinalStanding, LeaguePlayer, LeagueState, Roster, Season

NAMES = ("Ana", "Ben", "Cy", "Dee")
PLAYERS = [PlayerNumber(number) for number in range(1, 5)]
FRIDAY = LeagueState(
    league=LeagueId(1),
    guild=1,
    rules=preset("pods", "Friday"),
    players=Roster(
        {number: LeaguePlayer(number=number, name=name) for number, name in zip(PLAYERS, NAMES, strict=True)}
    ),
)


def result(*places: int) -> Result:
    """Return a game of as many players, in which those of place 1 have won."""
    entrants = (
        Entrant(
            lines=(PlayerResult(player=player),),
            place=place,
            ending=Ending.WON if place == 1 else Ending.LOST,
        )
        for player, place in zip(PLAYERS, places, strict=False)
    )
    return Result(played=0, entrants=tuple(entrants))


def test_all_winners_are_named() -> None:
    assert words.outcome_line(FRIDAY, result(1, 1, 3)) == "Ana and Ben beat Cy"
    assert words.outcome_line(FRIDAY, result(1, 1, 3, 3)) == "Ana and Ben beat Cy and Dee"
    assert words.outcome_line(FRIDAY, result(1, 1, 3, 4)) == "1. Ana · 1. Ben · 3. Cy · 4. Dee"
    assert words.sides_in_seat_order(FRIDAY, result(1, 1, 3))[:2] == ["**1.** **Ana**", "**1.** **Ben**"]


def test_a_result_with_several_winners_is_typed_as_it_is_read() -> None:
    typed = words.report_text(FRIDAY, result(1, 1, 3))
    assert typed == "Ana = Ben, Cy"
    assert parsing.sides(typed).places == (1, 1, 3)


def test_all_winners_of_a_season_are_announced() -> None:
    table = tuple(
        FinalStanding(player=player, points=Fraction(points), place=place)
        for player, points, place in zip(PLAYERS, (5, 5, 0), (1, 1, 3), strict=False)
    )
    season = Season(number=SeasonNumber(1), name="Spring", starts=0, ends=10, table=table)
    closed = LeagueState(
        league=FRIDAY.league, guild=1, rules=FRIDAY.rules, players=FRIDAY.players, seasons=(season,)
    )
    end = CloseSeason(season=SeasonNumber(1), ends=10, table=table)
    view = pages.final_table(closed, end, remembered=False)
    (card,) = view.to_components()
    announced = "\n".join(part["content"] for part in card["components"] if "content" in part)
    assert "**Ana** and **Ben** won the season." in announced
    assert "1. Ana         5\n1. Ben         5\n3. Cy          0\n" in announced
