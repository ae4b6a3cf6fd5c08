"""Speed of a large league in a database: adding results, standings, corrections, ratings, first page.

``python -m benchmarks.ledger FILE RESULTS`` creates the league in a new file, measures it and prints the
figures as JSON.
"""

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Awaitable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median

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
    ResultNumber,
)
from rules.leagues.state import Person
from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.events.store import Request
from storage.games.games import Games
from storage.leagues.results import ReportedResult

SEED = 20_260_801
PLAYERS = 1_000
POD = 4
APART = 600
"""Seconds between two results."""
AT_ONCE = 2_000
PAGE = 20
TIMES = 15
RECORDED = 100
FEW = 3
RULES = League(name="Bench", confirmation=Confirmation(by=Confirmers.NOBODY))


@dataclass(frozen=True, slots=True)
class Ledger:
    """Seconds in a league with this many results of four players; medians where something is repeated."""

    results: int
    recorded: float
    """Add a result, durably."""
    growth: float
    """The same, divided by that of a new league."""
    first: float
    """The first page of standings after a start, which reads everything."""
    blocked: float
    """The longest time this kept the process from doing anything else."""
    standings: float
    """A page of standings, after a change."""
    corrected: float
    """Void an early result, durably, and show a page of standings."""
    rated: float
    """Void a result in the middle, durably, and recalculate the ratings."""


async def measure(file: Path, results: int) -> Ledger:
    """Create the league and measure it, in its own process."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.ledger", file, str(results)), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    return Ledger(**json.loads(output))


class Bench:
    """A league that grows."""

    def __init__(self, database: Database, results: int) -> None:
        self._database = database
        self._leagues = Games(database).leagues
        self._random = Random(SEED)
        self._interactions = itertools.count(1)
        self._played = itertools.count(EARLIEST + APART, APART)
        self._people = [Person(f"Player {n}", n) for n in range(1, PLAYERS + 1)]
        self._results = results

    async def fill(self, guild: int) -> LeagueId:
        """Create a league with all results in a server."""
        league = (await self._leagues.create(guild, self._request(), RULES)).state.league
        for start in range(0, self._results, AT_ONCE):
            reports = [self._report() for _ in range(min(AT_ONCE, self._results - start))]
            await self._leagues.results.bring_in(league, self._request(), reports)
        return league

    async def run(self) -> Ledger:
        """Measure everything, in order."""
        young = (await self._leagues.create(1, self._request(), RULES)).state.league
        old = await self.fill(2)
        # Alternately, because the disk's speed varies.
        records = [
            (await _timed(self._add(young, self._report())), await _timed(self._add(old, self._report())))
            for _ in range(RECORDED)
        ]
        early, recorded = (median(seconds) for seconds in zip(*records, strict=True))
        self._leagues = Games(self._database).leagues  # which has read nothing yet
        first, blocked = await _watched(self._page(old))
        pages: list[float] = []
        for _ in range(TIMES):
            await self._add(old, self._report())
            pages.append(await _timed(self._page(old)))
        corrected: list[float] = []
        for _ in range(TIMES):
            number = self._random.randint(1, max(self._results // 10, 1))
            corrected.append(await _timed(self._correct(old, ResultNumber(number)), self._page(old)))
        await self._ratings(old)
        middle = self._results // 2
        rated = [
            await _timed(self._correct(old, ResultNumber(middle)), self._ratings(old)) for _ in range(FEW)
        ]
        return Ledger(
            results=self._results,
            recorded=recorded,
            growth=recorded / early,
            first=first,
            blocked=blocked,
            standings=median(pages),
            corrected=median(corrected),
            rated=median(rated),
        )

    def _request(self) -> Request:
        return Request(user=0, name="Judge", interaction=next(self._interactions))

    def _report(self) -> ReportedResult:
        """A result of four players, one of whom wins; an eighth of the games are drawn."""
        played, drawn = next(self._played), self._random.random() < 1 / 8
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

        return ReportedResult(self._random.sample(self._people, POD), make)

    async def _add(self, league: LeagueId, report: ReportedResult) -> None:
        await self._leagues.results.report(league, self._request(), report, judge=True)

    async def _page(self, league: LeagueId) -> None:
        (await self._leagues.projections.standings(league)).rows(0, PAGE)

    async def _ratings(self, league: LeagueId) -> None:
        (await self._leagues.projections.ratings(league)).at(0)

    async def _correct(self, league: LeagueId, number: ResultNumber) -> None:
        """Void a result, or restore it if it is void."""
        record = await self._leagues.results.record(league, number)
        act = self._leagues.results.restore if record.void else self._leagues.results.void
        await act(league, self._request(), number, "")


async def _timed(*steps: Awaitable[object]) -> float:
    """Seconds that these steps take, one after another."""
    began = time.perf_counter()
    for step in steps:
        await step
    return time.perf_counter() - began


async def _watched(what: Awaitable[object]) -> tuple[float, float]:
    """Seconds that something takes, and the longest time nothing else could run meanwhile."""
    worst = 0.0

    async def watch() -> None:
        nonlocal worst
        while True:
            worst = max(worst, await _timed(asyncio.sleep(0.001)))

    watching = asyncio.create_task(watch())
    seconds = await _timed(what)
    watching.cancel()
    return seconds, worst


async def _main(file: Path, results: int) -> None:
    async with open_database(file) as database:
        print(json.dumps(asdict(await Bench(database, results).run())))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2])))
