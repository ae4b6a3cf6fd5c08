"""Measures the bot with PostgreSQL and with a file: the same work alternately, in pairs."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from benchmarks.contender import Measured, Running, Work, running
from benchmarks.engines import processes
from benchmarks.engines.processes import ProcessRounds
from tests.support import stored_games
from tests.support.postgresql.server import NotInstalled, PostgresqlServer, new_server

Kind: TypeAlias = Literal["/life", "press", "crowd"]
"""Single commands, single presses, and one command at a time in each of many channels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineScale:
    """The amount to measure."""

    rounds: int = 10
    count: int = 200
    """Commands, or presses, in each round."""
    crowd: int = 500
    """Simultaneously busy channels."""
    each: int = 8
    """Commands per busy channel and round."""
    rest: float = 1.0
    """Seconds after a round for the last board updates."""


FULL = EngineScale()
QUICK = EngineScale(rounds=3, count=100, each=4)


@dataclass(slots=True)
class Rounds:
    """All rounds of one kind of work with one engine."""

    latencies: list[float] = field(default_factory=list[float])
    processor: list[float] = field(default_factory=list[float])
    """CPU seconds of the bot's process per answer, with all follow-up work, by round."""
    per_second: list[float] = field(default_factory=list[float])
    """Answers per second, by round."""

    def add(self, measured: Measured) -> None:
        """Add a round."""
        self.latencies += measured.latencies
        self.processor.append(measured.processor / len(measured.latencies))
        self.per_second.append(len(measured.latencies) / measured.seconds)


@dataclass(frozen=True, slots=True)
class Pair:
    """The same task run with both engines."""

    sqlite: Rounds = field(default_factory=Rounds)
    postgresql: Rounds = field(default_factory=Rounds)


@dataclass(frozen=True, slots=True)
class EngineResults:
    """All measurements with PostgreSQL."""

    pairs: Mapping[Kind, Pair]
    processes: Mapping[int, ProcessRounds]
    """Measurements by the number of processes that share the work."""


async def measure(scale: EngineScale, folder: Path) -> EngineResults | None:
    """Measure with a file in this folder and its own server; None if no PostgreSQL is installed."""
    try:
        with new_server(options="") as server:
            return await _measure(scale, folder, server)
    except NotInstalled:
        return None


async def _measure(scale: EngineScale, folder: Path, server: PostgresqlServer) -> EngineResults:
    file, named = folder / "engines.db", folder / "engines-address"
    database = server.address()
    named.write_text(database, encoding="utf-8")
    channels = max(scale.crowd, scale.rounds + 1)
    await stored_games.make(file, channels)
    await stored_games.make(database, channels)
    async with (
        running("arbiter", "arbiter", file, channels) as with_file,
        running("engines.bot", "postgresql", named, channels) as with_server,
    ):
        pairs = await _rounds(scale, with_file, with_server)
    shared = await processes.measure(
        server, folder, rounds=scale.rounds, crowd=scale.crowd, each=scale.each, rest=scale.rest
    )
    return EngineResults(pairs, shared)


async def _rounds(scale: EngineScale, with_file: Running, with_server: Running) -> Mapping[Kind, Pair]:
    """Return the figures of the rounds after the first, which only warms up."""
    results: dict[Kind, Pair] = {}
    for number in range(scale.rounds + 1):
        works: dict[Kind, Work] = {
            "/life": Work("life", [number], scale.count),
            "press": Work("press", [number], scale.count),
            "crowd": Work("life", range(scale.crowd), scale.crowd * scale.each, at_once=scale.crowd),
        }
        for kind, work in works.items():
            pair = results.setdefault(kind, Pair())
            both = [(with_file, pair.sqlite), (with_server, pair.postgresql)]
            for contender, rounds in both if number % 2 else reversed(both):
                measured = await contender.do(work)
                if number > 0:
                    rounds.add(measured)
                await asyncio.sleep(scale.rest)
    return results
