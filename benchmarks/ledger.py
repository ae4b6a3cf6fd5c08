"""Speed of a large league in a database: adding results, standings, corrections, ratings, first page.

``python -m benchmarks.ledger FILE RESULTS`` creates the league in a new file, measures it and prints the
figures as JSON.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.child_process import child_process
from rules.leagues.result import LeagueId, ResultNumber
from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.games.games import Games
from storage.leagues.results import ReportedResult
from tests.support.stored_leagues import ResultGenerator

PAGE = 20
TIMES = 15
RECORDED = 100
FEW = 3


@dataclass(frozen=True, slots=True)
class Ledger:
    """Seconds in a league with this many results of four players; medians of repeated steps."""

    results: int
    recorded: float
    """The time to add a result, durably."""
    growth: float
    """`growth` as a multiple of a new league's."""
    first: float
    """The time for the first page of standings after a start, which reads everything."""
    blocked: float
    """The longest time for which that blocks the process."""
    standings: float
    """The time for a page of standings, after a change."""
    corrected: float
    """The time to void an early result, durably, and show a page of standings."""
    rated: float
    """The time to void a result in the middle, durably, and recalculate the ratings."""


async def measure(file: Path, results: int) -> Ledger:
    """Create the league and measure it, in its own process."""
    async with child_process("benchmarks.ledger", str(file), str(results)) as process:
        return await process.answer(Ledger)


class Bench:
    """A league that grows."""

    def __init__(self, database: Database, results: int) -> None:
        self._database = database
        self._leagues = Games(database).leagues
        self._generator = ResultGenerator()
        self._results = results

    async def run(self) -> Ledger:
        """Measure everything, in order."""
        young = await self._generator.create_league(self._leagues, 1)
        old = await self._generator.create_league(self._leagues, 2, self._results)
        # Alternately, because the disk's speed varies.
        records = [
            (
                await _timed(self._add(young, self._generator.report())),
                await _timed(self._add(old, self._generator.report())),
            )
            for _ in range(RECORDED)
        ]
        early, recorded = (median(seconds) for seconds in zip(*records, strict=True))
        self._leagues = Games(self._database).leagues  # which has read nothing yet
        first, blocked = await _watched(self._page(old))
        pages: list[float] = []
        for _ in range(TIMES):
            await self._add(old, self._generator.report())
            pages.append(await _timed(self._page(old)))
        corrected: list[float] = []
        for _ in range(TIMES):
            number = self._generator.random.randint(1, max(self._results // 10, 1))
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

    async def _add(self, league: LeagueId, report: ReportedResult) -> None:
        await self._leagues.results.report(league, self._generator.request(), report, judge=True)

    async def _page(self, league: LeagueId) -> None:
        (await self._leagues.projections.standings(league)).rows(0, PAGE)

    async def _ratings(self, league: LeagueId) -> None:
        (await self._leagues.projections.ratings(league)).at(0)

    async def _correct(self, league: LeagueId, number: ResultNumber) -> None:
        """Void a result, or restore it if it is void."""
        record = await self._leagues.results.record(league, number)
        act = self._leagues.results.restore if record.void else self._leagues.results.void
        await act(league, self._generator.request(), number, "")


async def _timed(*steps: Awaitable[object]) -> float:
    """Return the seconds that these steps take, one after another."""
    began = time.perf_counter()
    for step in steps:
        await step
    return time.perf_counter() - began


async def _watched(what: Awaitable[object]) -> tuple[float, float]:
    """Return the seconds that ``work`` takes, and the longest block of the event loop meanwhile."""
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
