"""Leagues to measure with, whose results are brought in through the storage."""

import itertools
from collections.abc import Sequence
from random import Random

from rules.leagues.acts.bounds import EARLIEST
from rules.leagues.league import Confirmation, Confirmers, League
from rules.leagues.result import Draw, Ending, Entrant, LeagueId, PlayerNumber, PlayerResult, Result
from rules.leagues.state import Person
from storage.events.store import Request
from storage.leagues.leagues import Leagues
from storage.leagues.results import ReportedResult

SEED = 20_260_801
PLAYERS = 1_000
POD = 4
APART = 600
"""Seconds between two results."""
AT_ONCE = 2_000
RULES = League(name="Bench", confirmation=Confirmation(by=Confirmers.NO_ONE))


class ResultGenerator:
    """Results of four players each, the same in every run."""

    def __init__(self) -> None:
        self.random = Random(SEED)
        self._interactions = itertools.count(1)
        self._played = itertools.count(EARLIEST + APART, APART)
        self._people = [Person(f"Player {n}", n) for n in range(1, PLAYERS + 1)]

    async def create_league(self, leagues: Leagues, guild: int, results: int = 0) -> LeagueId:
        """Create a league with this many results in a server."""
        league = (await leagues.create(guild, self.request(), RULES)).state.league
        for start in range(0, results, AT_ONCE):
            reports = [self.report() for _ in range(min(AT_ONCE, results - start))]
            await leagues.results.bring_in(league, self.request(), reports)
        return league

    def request(self) -> Request:
        """Return a judge's request, each with another interaction."""
        return Request(user=0, name="Judge", interaction=next(self._interactions))

    def report(self) -> ReportedResult:
        """Return a result of four players, one of whom wins; an eighth of the games are drawn."""
        played, drawn = next(self._played), self.random.random() < 1 / 8
        first, others = (Ending.DREW, Ending.DREW) if drawn else (Ending.WON, Ending.LOST)

        def make(numbers: Sequence[PlayerNumber]) -> Result:
            sides = [
                Entrant(
                    lines=(PlayerResult(player=number, seat=seat, commanders=(f"Commander {number % 97}",)),),
                    place=1 if drawn or seat == 1 else 2,
                    ending=first if seat == 1 else others,
                )
                for seat, number in enumerate(numbers, start=1)
            ]
            return Result(played=played, entrants=tuple(sides), draw=Draw.TIME if drawn else None)

        return ReportedResult(self.random.sample(self._people, POD), make)
