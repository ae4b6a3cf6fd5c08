"""Results to test with, as short to write as a line in a score sheet."""

from collections.abc import Sequence
from fractions import Fraction

from rules.leagues.league import League
from rules.leagues.matches import NumberedResult
from rules.leagues.result import Draw, Elimination, Ending, Entrant, PlayerResult, Result, ResultNumber, Time
from rules.leagues.result import PlayerNumber as P
from rules.leagues.tally import Claims, Tally

PLAIN = League(name="Plain")

Placed = tuple[int, tuple[int, ...]]
"""A place and the players of the side that has it."""


def game(*players: int, played: Time = 0) -> Result:
    """Return a free-for-all that the first one won; the others lost at once. They sat in this order."""
    return placed(*((1 if seat == 0 else 2, (player,)) for seat, player in enumerate(players)), played=played)


def drawn(*players: int, draw: Draw = Draw.TIME, played: Time = 0) -> Result:
    """Return a draw of everyone."""
    return placed(*((1, (player,)) for player in players), draw=draw, played=played)


def placed(*sides: Placed, draw: Draw | None = None, played: Time = 0) -> Result:
    """Sides with their places; in a draw those who share the first place drew."""
    best = Ending.WON if draw is None else Ending.DREW
    return Result(
        played=played,
        entrants=tuple(
            Entrant(
                lines=tuple(PlayerResult(player=P(player), seat=seat) for player in players),
                place=place,
                ending=best if place == 1 else Ending.LOST,
            )
            for seat, (place, players) in enumerate(sides, 1)
        ),
        draw=draw,
    )


def match(winner: int, loser: int, score: str, played: Time = 0) -> Result:
    """Return a match reported as a whole: games won, lost and drawn as in "2-1" or "1-1-1"."""
    won, lost, *drawn = map(int, score.split("-"))
    level = won == lost
    return Result(
        played=played,
        entrants=(
            Entrant(
                lines=(PlayerResult(player=P(winner)),),
                place=1,
                ending=Ending.DREW if level else Ending.WON,
                games=won,
            ),
            Entrant(
                lines=(PlayerResult(player=P(loser)),),
                place=1 if level else 2,
                ending=Ending.DREW if level else Ending.LOST,
                games=lost,
            ),
        ),
        draw=Draw.TIME if level else None,
        drawn_games=drawn[0] if drawn else 0,
    )


def bye(player: int, played: Time = 0) -> Result:
    """Return a round without an opponent."""
    return placed((1, (player,)), played=played)


def numbered(results: Sequence[Result]) -> list[NumberedResult]:
    """These results with numbers from 1, in the order of play."""
    return sorted(
        NumberedResult(result.played, ResultNumber(number), result)
        for number, result in enumerate(results, 1)
    )


def tally(league: League, results: Sequence[Result], claims: Claims | None = None) -> Tally:
    """Return the tally of these results, entered in this order."""
    made = Tally(league, claims)
    for number, result in enumerate(results, 1):
        made.add(NumberedResult(result.played, ResultNumber(number), result))
    return made


def points(league: League, *results: Result) -> dict[int, Fraction]:
    """Return everyone's points from these results."""
    return {player: account.points for player, account in tally(league, results).accounts.items()}


def killed(order: int, by: int | None, cause: str = "lose_life") -> Elimination:
    """Return a departure."""
    return Elimination(order=order, cause=cause, by=None if by is None else P(by))
