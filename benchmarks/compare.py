"""Measures the contenders in turn, round after round, so that other load affects all of them alike."""

import asyncio
import compileall
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import ceil
from pathlib import Path
from statistics import median

from benchmarks import engine, ledger
from benchmarks.child_process import ROOT
from benchmarks.contender import Measured, Running, Work, running
from benchmarks.engine import Engine
from benchmarks.engines import measure as engines
from benchmarks.engines.measure import EngineResults, EngineScale
from benchmarks.following import measure as following
from benchmarks.following.measure import FollowingResults, FollowingScale
from benchmarks.ledger import Ledger
from benchmarks.pages import measure as pages
from benchmarks.pages.measure import PageResults, PageScale
from cogs.core.delivery.boards.updater import EDIT_INTERVAL
from tests.support import stored_games

PLAYERS = (4, 32)
PLAYED = 100
"""Active tables among the many."""
LOADING = 50
"""Tables loaded at the same time to fill the memory."""


class Case(StrEnum):
    """A measured case."""

    BARE = "bare"
    INSERT = "insert"
    UNLOCKED = "insert unlocked"
    FRESH = "life at a fresh table"
    SHARDED = "life at a fresh table of a bot with many shards"
    OLD = "life at a table with a long log"
    MANY = "life among many tables"
    LOADED = "life at a table not in memory"
    BUTTON = "button with insert"
    PRESS = "press on a board"
    UNDO, REDO = "undo at a fresh table", "redo at a fresh table"
    OLD_UNDO, OLD_REDO = "undo at a table with a long log", "redo at a table with a long log"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The amount to measure."""

    tables: int = 10_000
    """Tables in the database with many tables."""
    entries: int = 10_000
    """Entries in the log of the table with a long one."""
    rounds: int = 15
    count: int = 200
    """Commands, or presses, per contender and round."""
    crowds: tuple[int, ...] = (200, 500)
    """Numbers of simultaneously busy channels."""
    crowd_rounds: int = 5
    each: int = 8
    """Commands per busy channel and round."""
    rest: float = 2 * EDIT_INTERVAL
    """Seconds after a round for the last board updates."""
    starts: int = 5
    actions: int = 20_000
    """Actions in one game, for the rules alone."""
    results: int = 100_000
    """Results in the large league."""
    pages: PageScale = pages.FULL
    engines: EngineScale = engines.FULL
    following: FollowingScale = following.FULL


FULL = Scale()
QUICK = Scale(
    tables=500,
    entries=500,
    rounds=5,
    count=100,
    crowds=(200,),
    crowd_rounds=2,
    each=4,
    starts=2,
    actions=4_000,
    results=10_000,
    pages=pages.QUICK,
    engines=engines.QUICK,
    following=following.QUICK,
)


@dataclass(slots=True)
class Series:
    """All measurements of one case, over all rounds."""

    latencies: list[float] = field(default_factory=list[float])
    processor: float = 0.0
    per_second: list[float] = field(default_factory=list[float])

    def add(self, measured: Measured) -> None:
        """Add a round."""
        self.latencies += measured.latencies
        self.processor += measured.processor
        self.per_second.append(len(measured.latencies) / measured.seconds)

    @property
    def median(self) -> float:
        """Median milliseconds until an answer."""
        return median(self.latencies) * 1000

    @property
    def rare(self) -> float:
        """The 99th percentile of the milliseconds until an answer."""
        return sorted(self.latencies)[ceil(0.99 * len(self.latencies)) - 1] * 1000

    @property
    def each(self) -> float:
        """CPU milliseconds per answer, including everything that follows it."""
        return self.processor / len(self.latencies) * 1000

    @property
    def throughput(self) -> float:
        """Answers per second in the median round."""
        return median(self.per_second)


@dataclass(slots=True)
class Start:
    """For each start of a contender: seconds until it was ready, and bytes in memory then."""

    seconds: list[float] = field(default_factory=list[float])
    memory: list[int | None] = field(default_factory=list[int | None])


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """All measurements."""

    single: Mapping[Case, Series]
    crowds: Mapping[int, Mapping[Case, Series]]
    starts: Mapping[Case, Start]
    memory: int | None
    """The bot's bytes in memory with all of the many tables loaded."""
    engine: list[Engine]
    ledger: Ledger
    pages: PageResults
    engines: EngineResults | None
    """None if no PostgreSQL is installed."""
    following: FollowingResults


async def measure(scale: Scale, folder: Path) -> Results:
    """Measure everything, with databases in this folder."""
    await stored_games.make(folder / "fresh.db", scale.rounds + 1)
    await stored_games.make(folder / "sharded.db", scale.rounds + 1)
    await stored_games.make(folder / "old.db", 1, scale.entries)
    await stored_games.make(folder / "many.db", scale.tables)
    rules = [engine.measure(players, scale.actions) for players in PLAYERS]
    league = await ledger.measure(folder / "league.db", scale.results)
    starts = await _starts(scale, folder)
    async with AsyncExitStack() as stack:
        cases = (Case.BARE, Case.INSERT, Case.UNLOCKED, Case.FRESH, Case.SHARDED, Case.OLD, Case.MANY)
        contenders = {
            case: await stack.enter_async_context(_contender(scale, folder, case)) for case in cases
        }
        single = await _single(scale, contenders)
        crowds = {crowd: await _crowd(scale, contenders, crowd) for crowd in scale.crowds}
        everything = Work("life", range(scale.tables), scale.tables, at_once=min(LOADING, scale.tables))
        memory = (await contenders[Case.MANY].do(everything)).memory
    read = await pages.measure(scale.pages, folder)
    both = await engines.measure(scale.engines, folder)
    followed = await following.measure(scale.following, folder)
    return Results(
        single=single,
        crowds=crowds,
        starts=starts,
        memory=memory,
        engine=rules,
        ledger=league,
        pages=read,
        engines=both,
        following=followed,
    )


def _contender(scale: Scale, folder: Path, case: Case) -> AbstractAsyncContextManager[Running]:
    processes = {
        Case.BARE: ("bare", "bare", "bare.db", scale.rounds + 1),
        Case.INSERT: ("bare", "insert", "insert.db", scale.tables),
        Case.UNLOCKED: ("bare", "unlocked", "unlocked.db", scale.tables),
        Case.FRESH: ("arbiter", "arbiter", "fresh.db", scale.rounds + 1),
        Case.SHARDED: ("arbiter", "sharded", "sharded.db", scale.rounds + 1),
        Case.OLD: ("arbiter", "arbiter", "old.db", 1),
        Case.MANY: ("arbiter", "arbiter", "many.db", scale.tables),
    }
    module, name, file, channels = processes[case]
    return running(module, name, folder / file, channels)


async def _starts(scale: Scale, folder: Path) -> Mapping[Case, Start]:
    """Start the contenders one after another, several times, compiled as in the container's image."""
    for package in ("benchmarks", "bot", "cogs", "rules", "storage"):
        await asyncio.to_thread(compileall.compile_dir, ROOT / package, quiet=1)
    starts = {case: Start() for case in (Case.BARE, Case.INSERT, Case.FRESH, Case.MANY)}
    for _ in range(scale.starts):
        for case, start in starts.items():
            async with _contender(scale, folder, case) as process:
                start.seconds.append(process.start)
                start.memory.append(process.memory)
    return starts


async def _single(scale: Scale, contenders: Mapping[Case, Running]) -> Mapping[Case, Series]:
    """Measure one command or press at a time; the first round only warms up."""
    apart = max(scale.tables // PLAYED, 1)
    played = range(0, scale.tables, apart)
    series: dict[Case, Series] = {}
    for number in range(scale.rounds + 1):
        # A fresh table in each round, so that its log stays short.
        here, press, undo, redo = (
            Work(what, [number], scale.count) for what in ("life", "press", "undo", "redo")
        )
        works = {
            Case.BARE: (Case.BARE, here),
            Case.INSERT: (Case.INSERT, here),
            Case.FRESH: (Case.FRESH, here),
            Case.SHARDED: (Case.SHARDED, here),
            Case.UNDO: (Case.FRESH, undo),
            Case.REDO: (Case.FRESH, redo),
            Case.OLD: (Case.OLD, replace(here, tables=[0])),
            Case.OLD_UNDO: (Case.OLD, replace(undo, tables=[0])),
            Case.OLD_REDO: (Case.OLD, replace(redo, tables=[0])),
            Case.MANY: (Case.MANY, replace(here, tables=played)),
            Case.BUTTON: (Case.INSERT, press),
            Case.PRESS: (Case.FRESH, press),
        }
        if number > 0 and apart > scale.rounds:
            unloaded = range(number, scale.tables, apart)
            works[Case.LOADED] = (Case.MANY, Work("life", unloaded, len(unloaded)))
        for case, (contender, work) in works.items():
            measured = await contenders[contender].do(work)
            if number > 0:
                series.setdefault(case, Series()).add(measured)
    return series


async def _crowd(scale: Scale, contenders: Mapping[Case, Running], crowd: int) -> Mapping[Case, Series]:
    """Measure one command at a time in each of many channels; the first round only warms up."""
    series: dict[Case, Series] = {}
    work = Work("life", range(crowd), crowd * scale.each, at_once=crowd)
    for number in range(scale.crowd_rounds + 1):
        for case in (Case.INSERT, Case.UNLOCKED, Case.MANY):
            measured = await contenders[case].do(work)
            if number > 0:
                series.setdefault(case, Series()).add(measured)
        await asyncio.sleep(scale.rest)
    return series
