"""Measures two processes that share a PostgreSQL database against one, on databases of one server."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.contender import Running, Work, running
from benchmarks.engines.bot import SHARDS
from benchmarks.engines.processor import used_below
from storage.engine.sharding import shard_of
from tests.support import stored_games
from tests.support.discord_api.objects import CHANNELS_IN_GUILD, guild_of
from tests.support.postgresql.server import PostgresqlServer

INSTALLATIONS = {"one": [(0, 1)], "two": [(0,), (1,)]}
"""The shards of each process, by database."""


@dataclass(slots=True)
class ProcessRounds:
    """All rounds with this number of processes; CPU seconds are per answer."""

    per_second: list[float] = field(default_factory=list[float])
    """Answers of all processes per second, until all have answered everything."""
    bots: list[float] = field(default_factory=list[float])
    discord: list[float] = field(default_factory=list[float])
    """CPU seconds of the processes that imitate Discord."""
    server: list[float] = field(default_factory=list[float])
    """CPU seconds of PostgreSQL."""

    @property
    def busy(self) -> list[float]:
        """The number of cores in use, by round."""
        all_of_them = zip(self.bots, self.discord, self.server, strict=True)
        return [sum(one) * rate for one, rate in zip(all_of_them, self.per_second, strict=True)]


def crowd_of(shard: int, crowd: int) -> Sequence[int]:
    """Return a shard's part of the tables: those of one server."""
    server = next(n for n in range(SHARDS) if shard_of(guild_of(n * CHANNELS_IN_GUILD), SHARDS) == shard)
    first = server * CHANNELS_IN_GUILD
    return range(first, first + crowd // SHARDS)


async def measure(
    server: PostgresqlServer, folder: Path, *, rounds: int, crowd: int, each: int, rest: float
) -> Mapping[int, ProcessRounds]:
    """Measure ``/life lose`` in this many channels at once, in alternating rounds, by number of processes.

    The first round only warms up.
    """
    played = [table for shard in range(SHARDS) for table in crowd_of(shard, crowd)]
    results = dict[int, ProcessRounds]()
    async with AsyncExitStack() as stack:
        installations = list[tuple[list[Running], list[Work]]]()
        for name, parts in INSTALLATIONS.items():
            server.run("createdb", f"--host={server.folder}", "--username=postgres", name)
            await stored_games.make(server.address(name), played)
            started, works = list[Running](), list[Work]()
            for number, own in enumerate(parts):
                file = folder / f"engines-{name}-{number}"
                file.write_text(" ".join([server.address(name), *map(str, own)]), encoding="utf-8")
                bot = running("engines.bot", "shared", file, max(played) + 1)
                started.append(await stack.enter_async_context(bot))
                mine = [table for shard in own for table in crowd_of(shard, crowd)]
                works.append(Work("life", mine, len(mine) * each, at_once=len(mine)))
            installations.append((started, works))
        for number in range(rounds + 1):
            for started, works in installations if number % 2 else reversed(installations):
                kept = results.setdefault(len(started), ProcessRounds())
                await _round(server, started, works, kept if number else ProcessRounds())
                await asyncio.sleep(rest)
    return results


async def _round(
    server: PostgresqlServer, started: Sequence[Running], works: Sequence[Work], rounds: ProcessRounds
) -> None:
    """Run all processes of an installation at the same time, and add their results."""
    postmaster = int((server.data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    clocks: list[Callable[[], float]] = [
        lambda: sum(used_below(one.process.pid) for one in started),
        lambda: used_below(postmaster),
    ]
    before = [clock() for clock in clocks]
    done = await asyncio.gather(*(one.do(work) for one, work in zip(started, works, strict=True)))
    discord, database = (clock() - began for clock, began in zip(clocks, before, strict=True))
    answers = sum(len(one.latencies) for one in done)
    rounds.per_second.append(answers / max(one.seconds for one in done))
    rounds.bots.append(sum(one.processor for one in done) / answers)
    rounds.discord.append(discord / answers)
    rounds.server.append(database / answers)
