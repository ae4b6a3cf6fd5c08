"""What a large league in a database costs: a result more, standings, corrections, ratings, the first look.

``python -m benchmarks.ledger FILE RESULTS`` makes the league in this new file, measures it and prints
the figures as JSON.
"""

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median

from rules.leagues.league import Confirmation, Confirmers, League
from rules.leagues.result import Draw, Ending, Entrant, LeagueId, PlayerNumber, PlayerResult, Result
from rules.leagues.state import Person
from storage.engine.database import Database
from storage.events.values import Request
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
    """Seconds, in a league of so many results of pods of four; medians of what is done again and again."""

    results: int
    recorded: float
    """One result more, durable."""
    growth: float
    """That, over the same in a league that has just begun."""
    first: float
    """The first look at the standings after a start: everything is read."""
    blocked: float
    """The longest time in which that kept the process from anything else."""
    standings: float
    """A page of the standings, after something has changed."""
    corrected: float
    """A result of the past is voided, durable, and a page of the standings shown."""
    rated: float
    """A result in the middle is voided, and the ratings are right again."""


async def measure(file: Path, results: int) -> Ledger:
    """Make the league and measure it, in a process of its own."""
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
        self._played = itertools.count(APART, APART)
        self._people = [Person(f"Player {n}", n) for n in range(1, PLAYERS + 1)]
        self._results = results

    async def run(self) -> Ledger:
        """Everything, in order."""
        young = (await self._leagues.create(1, self._request(), RULES)).state.league
        old = (await self._leagues.create(2, self._request(), RULES)).state.league
        for start in range(0, self._results, AT_ONCE):
            told = [self._told() for _ in range(min(AT_ONCE, self._results - start))]
            await self._leagues.results.bring_in(old, self._request(), told)
        # In turn, because the disk has better moments and worse ones.
        records = [
            (await _timed(self._recording(young)), await _timed(self._recording(old)))
            for _ in range(RECORDED)
        ]
        early, recorded = (median(seconds) for seconds in zip(*records, strict=True))
        self._leagues = Games(self._database).leagues  # which has read nothing yet
        first, blocked = await _watched(self._page(old))
        pages: list[float] = []
        for _ in range(TIMES):
            await self._recording(old)()
            pages.append(await _timed(self._page(old)))
        corrected = [await _timed(self._correction(old, self._page(old))) for _ in range(TIMES)]
        await self._ratings(old)()
        rated = [await _timed(self._correction(old, self._ratings(old), middle=True)) for _ in range(FEW)]
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

    def _told(self) -> ReportedResult:
        """Four players, one of whom wins; an eighth of the games is drawn."""
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

    def _recording(self, league: LeagueId) -> Callable[[], Awaitable[object]]:
        told = self._told()
        return lambda: self._leagues.results.report(league, self._request(), told, judge=True)

    def _page(self, league: LeagueId) -> Callable[[], Awaitable[object]]:
        async def look() -> None:
            (await self._leagues.projections.standings(league)).rows(0, PAGE)

        return look

    def _ratings(self, league: LeagueId) -> Callable[[], Awaitable[object]]:
        async def look() -> None:
            (await self._leagues.projections.ratings(league)).at(0)

        return look

    def _correction(
        self, league: LeagueId, look: Callable[[], Awaitable[object]], *, middle: bool = False
    ) -> Callable[[], Awaitable[object]]:
        """A result in the first tenth, or in the middle, is voided, or restored if it is void."""
        number = self._results // 2 if middle else self._random.randint(1, max(self._results // 10, 1))

        async def correct() -> None:
            record = await self._leagues.search.record(league, number)
            act = self._leagues.results.restore if record.void else self._leagues.results.void
            await act(league, self._request(), number, "")
            await look()

        return correct


async def _timed(what: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await what()
    return time.perf_counter() - began


async def _watched(what: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """How long it takes, and the longest time in which nothing else was done meanwhile."""
    worst = 0.0

    async def watch() -> None:
        nonlocal worst
        while True:
            worst = max(worst, await _timed(lambda: asyncio.sleep(0.001)))

    watching = asyncio.create_task(watch())
    seconds = await _timed(what)
    watching.cancel()
    return seconds, worst


async def _main(file: Path, results: int) -> None:
    async with Database.open(file) as database:
        print(json.dumps(asdict(await Bench(database, results).run())))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2])))
