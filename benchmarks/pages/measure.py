"""Measures the pages: their delay, and how much `/life` slows down, with readers and without."""

import asyncio
from bisect import bisect_left
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from math import ceil, inf
from pathlib import Path
from statistics import median
from typing import TypeVar

from playwright.async_api import Browser

from benchmarks.child_process import Child, child_process
from benchmarks.pages import browser
from benchmarks.pages.bot import Addresses, Carried, Load
from benchmarks.pages.readers import Received
from tests.support import stored_games

T = TypeVar("T")
SPARE = 51
"""Tables without readers: the remote's, and those of the crowd."""
SETTLED = 2.0
"""Seconds for the last changes to reach readers; later ones count as infinitely late."""
OVERLAYS = 10
"""Every one of this many tables has a reader of its overlay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageScale:
    """The amount to measure."""

    tables: int = 250
    readers: int = 1_000
    rate: float = 200
    """Changes per second."""
    rounds: int = 12
    seconds: float = 5
    """Seconds of each load."""
    screens: int = 4
    """Pages in a browser; a tenth of all changes are at their tables."""
    presses: int = 20
    """Presses on a remote, in each round."""
    between: float = 4.0
    """Seconds until the next load after opening pages in a browser, which starts a process for each, or
    after closing all, which are kept for a while."""
    idle: int = 2_000
    """Connections with incomplete requests."""


FULL = PageScale()
QUICK = PageScale(rounds=2, presses=10)


class Beside(Enum):
    """The load that pages carry while `/life` is measured."""

    READERS = auto()
    NOBODY = auto()
    IDLE = auto()


@dataclass(slots=True)
class Plays:
    """`/life` over all rounds: seconds until each answer, a crowd's answers per second, CPU time per
    second.

    ``medians``: of the seconds until an answer in each load.
    """

    latencies: list[float] = field(default_factory=list[float])
    medians: list[float] = field(default_factory=list[float])
    throughput: list[float] = field(default_factory=list[float])
    processor: list[float] = field(default_factory=list[float])

    def add_calm(self, carried: Carried) -> None:
        """Add a load at a rate."""
        self.latencies += carried.latencies
        self.medians.append(median(carried.latencies))
        self.processor.append(carried.processor)

    @property
    def median(self) -> float:
        """Median milliseconds until an answer."""
        return median(self.latencies) * 1000


@dataclass(slots=True)
class PageResults:
    """All measurements; lists are seconds.

    ``received``: from a commit to its arrival at a reader; ``overlay``: at a reader of an overlay;
    ``crowded``: at both while a crowd uses the CPU; ``painted``: until a browser has painted it;
    ``pressed``: from a press on a remote until the remote shows it.
    """

    alone: Plays = field(default_factory=Plays)
    read: Plays = field(default_factory=Plays)
    idle: Plays = field(default_factory=Plays)
    received: list[float] = field(default_factory=list[float])
    overlay: list[float] = field(default_factory=list[float])
    crowded: list[float] = field(default_factory=list[float])
    painted: list[float] = field(default_factory=list[float])
    pressed: list[float] = field(default_factory=list[float])


def rare(seconds: Sequence[float]) -> float:
    """Return the 99th percentile in milliseconds."""
    return sorted(seconds)[ceil(0.99 * len(seconds)) - 1] * 1000


class Measuring:
    """A run: the bot, the readers, and the measurements."""

    def __init__(self, scale: PageScale, bot: Child, readers: Child, addresses: Addresses) -> None:
        self._scale = scale
        self._bot = bot
        self._readers = readers
        self._addresses = addresses
        self.results = PageResults()
        often = tuple(range(0, scale.tables, max(1, scale.tables // scale.screens)))[: scale.screens]
        self._calm = Load(tables=scale.tables, seconds=scale.seconds, rate=scale.rate, often=often)
        crowd = (scale.tables + 1, scale.tables + SPARE)
        self._full = Load(
            tables=scale.tables, seconds=scale.seconds, rate=scale.rate, crowd=crowd, at_once=SPARE - 1
        )

    async def round(self, number: int, chromium: Browser | None) -> None:
        """Measure the same load with readers, alone, and with idle connections, there and back; then a
        crowd's.

        Compared loads run at nearly the same time, because a machine's speed varies.
        """
        there, back = [*Beside], [*Beside][::-1]
        for beside in (*there, *back):
            async with self._connected(beside) as plays:
                calm = await self._bot.ask(self._calm, Carried)
                plays.add_calm(calm)
                if beside is Beside.READERS:
                    for reader, late in await self._late(calm):
                        of = self.results.overlay if self._overlaid(reader) else self.results.received
                        of += late
        for beside in back if number % 2 else there:
            async with self._connected(beside) as plays:
                full = await self._bot.ask(self._full, Carried)
                plays.throughput.append(full.throughput)
                if beside is Beside.READERS:
                    for _, late in await self._late(full):
                        self.results.crowded += late
        if chromium is not None:
            async with self._connected(Beside.READERS):
                await self._on_screens(chromium)

    @asynccontextmanager
    async def _connected(self, beside: Beside) -> AsyncGenerator[Plays]:
        match beside:
            case Beside.READERS:
                await self._readers.ask({"read": [*self._wanted()]}, int)
                plays = self.results.read
            case Beside.NOBODY:
                plays = self.results.alone
            case Beside.IDLE:
                await self._readers.ask({"idle": self._scale.idle}, int)
                plays = self.results.idle
        yield plays
        await self._readers.ask({"close": True}, int)
        if beside is Beside.READERS:
            await asyncio.sleep(self._scale.between)

    def _wanted(self) -> Iterable[str]:
        """Yield the paths for each reader."""
        for number in range(self._scale.readers):
            paths = self._addresses.overlay if self._overlaid(number) else self._addresses.watch
            yield paths[number % self._scale.tables]

    def _overlaid(self, reader: int) -> bool:
        return reader < self._scale.tables and not reader % OVERLAYS

    async def _on_screens(self, chromium: Browser) -> None:
        """Measure the load at a rate with pages in a browser, too, which uses part of the CPU."""
        base, addresses, often = self._addresses.base, self._addresses, self._calm.often
        screens = [base + addresses.watch[table] for table in often]
        async with browser.opened(chromium, [base + addresses.remote, *screens]) as (remote, *pages):
            await asyncio.sleep(self._scale.between)
            calm, pressed = await asyncio.gather(
                self._bot.ask(self._calm, Carried), browser.press(remote, self._scale.presses)
            )
            self.results.pressed += pressed
            await asyncio.sleep(SETTLED)
            for table, page in zip(often, pages, strict=True):
                self.results.painted += _late(_of(calm, table), await browser.painted(page))

    async def _late(self, carried: Carried) -> Iterable[tuple[int, list[float]]]:
        """Wait until everything has arrived; return for each notified reader the seconds after
        each commit."""
        arrived: Mapping[int, list[tuple[int, float]]] = defaultdict(list)
        await asyncio.sleep(SETTLED)
        for reader, entry, moment in await self._readers.ask({"received": True}, Received):
            arrived[reader].append((entry, moment))
        return [
            (reader, _late(_of(carried, reader % self._scale.tables), found))
            for reader, found in arrived.items()
        ]


def _of(carried: Carried, table: int) -> list[tuple[int, float]]:
    return [(entry, moment) for one, entry, moment in carried.commits if one == table]


def _late(commits: Sequence[tuple[int, float]], shown: Sequence[tuple[int, float]]) -> list[float]:
    """Return the seconds from each commit until it, or a later one, arrived."""
    shown = sorted(shown)
    entries = [entry for entry, _ in shown]
    there = [*(moment for _, moment in shown), inf]
    return [there[bisect_left(entries, entry)] - moment for entry, moment in commits]


async def measure(scale: PageScale, folder: Path) -> PageResults:
    """Measure with a database in this folder. The first round only warms up."""
    file = folder / "pages.db"
    await stored_games.make(file, scale.tables + SPARE)
    async with child_process("benchmarks.pages.bot", str(file), str(scale.tables), str(SPARE)) as bot:
        addresses = await bot.answer(Addresses)
        async with (
            child_process("benchmarks.pages.readers", addresses.base) as readers,
            browser.chromium() as chromium,
        ):
            measuring = Measuring(scale, bot, readers, addresses)
            for number in range(scale.rounds + 1):
                if number == 1:
                    measuring.results = PageResults()
                await measuring.round(number, chromium)
    return measuring.results
