"""A league of a server, the people in it, and results as they tell them."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from rules.leagues.acts.bounds import EARLIEST
from rules.leagues.league import Confirmation, Confirmers, League
from rules.leagues.result import (
    Draw,
    Ending,
    Entrant,
    LeagueId,
    PlayerNumber,
    PlayerResult,
    Result,
    SeasonNumber,
)
from rules.leagues.state import Person
from storage.events.store import Request
from storage.leagues.files.result_files import Known, parse_results
from storage.leagues.leagues import Leagues
from storage.leagues.results import ReportedResult
from storage.spreadsheets import Sheet

GUILD = 1
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NOON_SECONDS = 1_795_262_400
"""1,795,262,400 seconds after 1970 began it is noon on 21 November 2026."""
T0 = EARLIEST
"""The first moment at which anyone can have played."""
ANA, BEN, CY, DEE = (Person(name, 101 + n) for n, name in enumerate(("Ana", "Ben", "Cy", "Dee")))
JUDGE = Person("Judge", 200)
ZOE = Person("Zoe")
"""A guest."""
OPEN = League(name="Open", confirmation=Confirmation(by=Confirmers.NO_ONE))
"""Everything counts at once: 3 points for a win, 1 for a draw, 0 for a loss."""
STRICT = League(name="Strict", confirmation=Confirmation(by=Confirmers.ALL, hours=48))

_interactions = itertools.count(1_000_000)


@dataclass
class Watch:
    """A clock that shows what it was set to."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def hours_pass(self, hours: float) -> None:
        self.now += timedelta(hours=hours)


def by(person: Person) -> Request:
    """Return a request of someone's that no one has made before."""
    assert person.user is not None
    return Request(user=person.user, name=person.name, interaction=next(_interactions))


def won(*people: Person, played: int = NOON_SECONDS) -> ReportedResult:
    """Return a free-for-all: the first one has won, the others have lost and share the second place."""
    return ReportedResult(people, places(*([1] + [2] * (len(people) - 1)), played=played))


def drawn(*people: Person, played: int = NOON_SECONDS, kind: Draw = Draw.AGREED) -> ReportedResult:
    """Return a draw of all of them."""
    return ReportedResult(people, places(*[1] * len(people), played=played, draw=kind))


def results_in(sheet: Sheet) -> Sequence[ReportedResult]:
    """Return the results in a file that is read at noon; raises the first of its faults."""
    file = parse_results(sheet, Known(NOON_SECONDS))
    for fault in file.faults:
        raise fault
    return file.results


def places(
    *places: int, played: int = NOON_SECONDS, draw: Draw | None = None
) -> Callable[[Sequence[PlayerNumber]], Result]:
    """Return a game of everyone for themselves in which those given came to these places."""

    def ending(place: int) -> Ending:
        if place > 1:
            return Ending.LOST
        return Ending.WON if draw is None else Ending.DREW

    def make(numbers: Sequence[PlayerNumber]) -> Result:
        sides = [
            Entrant(lines=(PlayerResult(player=number, seat=seat),), place=place, ending=ending(place))
            for seat, (number, place) in enumerate(zip(numbers, places, strict=True), start=1)
        ]
        return Result(played=played, entrants=tuple(sides), draw=draw)

    return make


async def found(leagues: Leagues, rules: League = OPEN, *channels: int) -> LeagueId:
    """Return a new league."""
    return (await leagues.create(GUILD, by(JUDGE), rules, channels)).state.league


async def points(leagues: Leagues, league: LeagueId, season: SeasonNumber | None = None) -> dict[str, str]:
    """Return everyone's points in the standings, best first."""
    state = await leagues.state(league)
    rows = (await leagues.projections.standings(league, season)).rows()
    return {state.players[row.player].name or f"#{row.player}": str(row.points) for row in rows}
