"""Every contender in turn, round after round, so that whatever else the machine does hits all alike."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from benchmarks import engine, ledger, tables
from benchmarks.contender import Work
from benchmarks.engine import Engine
from benchmarks.figures import Series
from benchmarks.ledger import Ledger
from benchmarks.processes import Running, running
from cogs.core.board_updater import PAUSE

PLAYERS = (4, 32)
PLAYED = 100
"""Tables among the many at which something happens."""
LOADING = 50
"""Tables that are loaded at the same time to fill the memory."""


class Case(StrEnum):
    """What is measured."""

    BARE = "bare"
    INSERT = "insert"
    UNLOCKED = "insert unlocked"
    FRESH = "life at a fresh table"
    OLD = "life at a table with a long log"
    MANY = "life among many tables"
    LOADED = "life at a table not in memory"
    BUTTON = "button with insert"
    PRESS = "press on a board"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How much to measure."""

    tables: int
    """In the database with many tables."""
    entries: int
    """In the log of the table with a long one."""
    rounds: int
    count: int
    """Commands, or presses, of each contender in a round."""
    crowds: tuple[int, ...]
    """Numbers of channels that are busy at once."""
    crowd_rounds: int
    each: int
    """Commands in each busy channel in a round."""
    rest: float = 2 * PAUSE
    """Seconds after a round for the last edits of boards."""
    starts: int
    actions: int
    """Of the rules alone, in one game."""
    results: int
    """In the league with many."""


FULL = Scale(
    tables=10_000,
    entries=10_000,
    rounds=15,
    count=200,
    crowds=(200, 500),
    crowd_rounds=5,
    each=8,
    starts=5,
    actions=20_000,
    results=100_000,
)
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
)


@dataclass(slots=True)
class Start:
    """How a contender's processes began: seconds until they took commands, and bytes in memory then."""

    seconds: list[float] = field(default_factory=list[float])
    memory: list[int | None] = field(default_factory=list[int | None])


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """Everything that was measured."""

    single: Mapping[Case, Series]
    crowds: Mapping[int, Mapping[Case, Series]]
    starts: Mapping[Case, Start]
    memory: int | None
    """Bytes that the bot holds in memory with every one of the many tables loaded."""
    engine: list[Engine]
    ledger: Ledger


async def measure(scale: Scale, folder: Path) -> Results:
    """Measure everything, with databases in this folder."""
    await tables.make(folder / "fresh.db", scale.rounds + 1)
    await tables.make(folder / "old.db", 1, scale.entries)
    await tables.make(folder / "many.db", scale.tables)
    rules = [engine.measure(players, scale.actions) for players in PLAYERS]
    league = await ledger.measure(folder / "league.db", scale.results)
    starts = await _starts(scale, folder)
    async with _everybody(scale, folder) as contenders:
        single = await _single(scale, contenders)
        crowds = {crowd: await _crowd(scale, contenders, crowd) for crowd in scale.crowds}
        everything = Work("command", range(scale.tables), scale.tables, at_once=min(LOADING, scale.tables))
        memory = (await contenders[Case.MANY].do(everything)).memory
    return Results(single=single, crowds=crowds, starts=starts, memory=memory, engine=rules, ledger=league)


@asynccontextmanager
async def _contender(scale: Scale, folder: Path, case: Case) -> AsyncGenerator[Running]:
    processes = {
        Case.BARE: ("bare", "bare", "bare.db", scale.rounds + 1),
        Case.INSERT: ("bare", "insert", "insert.db", scale.tables),
        Case.UNLOCKED: ("bare", "unlocked", "unlocked.db", scale.tables),
        Case.FRESH: ("arbiter", "arbiter", "fresh.db", scale.rounds + 1),
        Case.OLD: ("arbiter", "arbiter", "old.db", 1),
        Case.MANY: ("arbiter", "arbiter", "many.db", scale.tables),
    }
    module, name, file, channels = processes[case]
    async with running(module, name, folder / file, channels) as process:
        yield process


@asynccontextmanager
async def _everybody(scale: Scale, folder: Path) -> AsyncGenerator[Mapping[Case, Running]]:
    """A process for each contender."""
    async with AsyncExitStack() as stack:
        cases = (Case.BARE, Case.INSERT, Case.UNLOCKED, Case.FRESH, Case.OLD, Case.MANY)
        yield {case: await stack.enter_async_context(_contender(scale, folder, case)) for case in cases}


async def _starts(scale: Scale, folder: Path) -> Mapping[Case, Start]:
    """The contenders are started one after the other, again and again."""
    starts = {case: Start() for case in (Case.BARE, Case.INSERT, Case.FRESH, Case.MANY)}
    for _ in range(scale.starts):
        for case, start in starts.items():
            async with _contender(scale, folder, case) as process:
                start.seconds.append(process.start)
                start.memory.append(process.memory)
    return starts


async def _single(scale: Scale, contenders: Mapping[Case, Running]) -> Mapping[Case, Series]:
    """One command or press at a time; the first round only warms up."""
    apart = max(scale.tables // PLAYED, 1)
    played = range(0, scale.tables, apart)
    series: dict[Case, Series] = {}
    for number in range(scale.rounds + 1):
        # A fresh table in each round, so that its log stays short.
        works = {
            Case.BARE: (Case.BARE, Work("command", [number], scale.count)),
            Case.INSERT: (Case.INSERT, Work("command", [number], scale.count)),
            Case.FRESH: (Case.FRESH, Work("command", [number], scale.count)),
            Case.OLD: (Case.OLD, Work("command", [0], scale.count)),
            Case.MANY: (Case.MANY, Work("command", played, scale.count)),
            Case.BUTTON: (Case.INSERT, Work("press", [number], scale.count)),
            Case.PRESS: (Case.FRESH, Work("press", [number], scale.count)),
        }
        if number > 0 and apart > scale.rounds:
            unloaded = range(number, scale.tables, apart)
            works[Case.LOADED] = (Case.MANY, Work("command", unloaded, len(unloaded)))
        for case, (contender, work) in works.items():
            measured = await contenders[contender].do(work)
            if number > 0:
                series.setdefault(case, Series()).add(measured)
    return series


async def _crowd(scale: Scale, contenders: Mapping[Case, Running], crowd: int) -> Mapping[Case, Series]:
    """A command at a time in each of so many channels; the first round only warms up."""
    series: dict[Case, Series] = {}
    work = Work("command", range(crowd), crowd * scale.each, at_once=crowd)
    for number in range(scale.crowd_rounds + 1):
        for case in (Case.INSERT, Case.UNLOCKED, Case.MANY):
            measured = await contenders[case].do(work)
            if number > 0:
                series.setdefault(case, Series()).add(measured)
        await asyncio.sleep(scale.rest)
    return series
