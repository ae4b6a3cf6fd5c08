"""Measures commands with everything that follows them, over real sockets: gateway, answers, boards.

Each bot is a separate process, connected to an imitation of Discord in this one, which also sends it its
own messages and counts its requests by route.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path

from benchmarks.child_process import ROOT
from benchmarks.engines.processor import used_by
from cogs.board.following import QUIET_SECONDS
from storage.settings.definitions import FOLLOW, Level
from storage.settings.settings import SettingsStore
from tests.support import stored_games
from tests.support.bot_process import BotProcess
from tests.support.discord_api.objects import guild_of
from tests.support.discord_api.payloads import LOSE_LIFE
from tests.support.discord_api.server import ANSWER_TIME, DiscordServer, counts
from tests.support.games import games_in


class Bot(StrEnum):
    """The bots to measure."""

    INSERT = "bare command with one durable insert"
    STAYING = "Arbiter, boards stay where they are"
    FOLLOWING = "Arbiter, boards follow the chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowingScale:
    """The amount to measure."""

    rounds: int = 5
    tables: int = 120
    """Tables in a burst."""
    each: int = 10
    """Commands at each of them."""
    at_once: int = 16
    crowd: int = 500
    """Simultaneously busy channels."""
    crowd_each: int = 4
    crowd_at_once: int = 64
    rest: float = 2 * QUIET_SECONDS
    """Seconds without a request after which all follow-up work has ended."""


FULL = FollowingScale()
QUICK = FollowingScale(rounds=2)


@dataclass(slots=True)
class Rounds:
    """All rounds of a bot; CPU milliseconds are per command."""

    answered: list[float] = field(default_factory=list[float])
    """CPU time until the last answer."""
    processor: list[float] = field(default_factory=list[float])
    """CPU time with all follow-up work."""
    per_second: list[float] = field(default_factory=list[float])
    """Answers per second."""
    requests: dict[str, int] = field(default_factory=dict[str, int])
    """Requests of all rounds, by route."""
    commands: int = 0

    @property
    def counted(self) -> float:
        """Requests per command that count for Discord's limit on a bot."""
        return sum(number for route, number in self.requests.items() if counts(route)) / self.commands


Measured = Mapping[Bot, Rounds]


@dataclass(frozen=True, slots=True)
class FollowingResults:
    """Bursts at some tables, and one command at a time in each of many channels."""

    bursts: Measured
    crowds: Measured


@dataclass(frozen=True, slots=True)
class _Running:
    server: DiscordServer
    process: int

    async def carry_out(
        self, tables: Sequence[int], each: int, at_once: int, rest: float, into: Rounds
    ) -> None:
        """Send ``/life lose`` at tables, this many at once, and wait for all follow-up work."""
        waiting, before = [*tables] * each, Counter(self.server.requests)
        began, processor = time.perf_counter(), used_by(self.process)
        await asyncio.gather(*(self._type(waiting[first::at_once]) for first in range(at_once)))
        into.per_second.append(len(waiting) / (time.perf_counter() - began))
        into.answered.append((used_by(self.process) - processor) / len(waiting) * 1000)
        while time.monotonic() - self.server.last < rest:  # noqa: ASYNC110 - any request may be the last
            await asyncio.sleep(0.1)
        into.processor.append((used_by(self.process) - processor) / len(waiting) * 1000)
        for route, number in (self.server.requests - before).items():
            into.requests[route] = into.requests.get(route, 0) + number
        into.commands += len(waiting)

    async def _type(self, tables: Iterable[int]) -> None:
        for table in tables:
            if await self.server.answered(self.server.send(table, LOSE_LIFE)) is None:
                print("An answer came too late: the machine is too busy.", file=sys.stderr)


async def measure(scale: FollowingScale, folder: Path) -> FollowingResults:
    """Measure the bots in turn, with databases in this folder; the first round warms up."""
    tables = max(scale.tables, scale.crowd)
    bursts, crowds = ({bot: Rounds() for bot in Bot} for _ in range(2))
    async with AsyncExitStack() as stack:
        bots = {bot: await stack.enter_async_context(_running(bot, tables, folder)) for bot in Bot}
        for number in range(scale.rounds + 1):
            for bot, process in bots.items():
                burst, crowd = (bursts[bot], crowds[bot]) if number else (Rounds(), Rounds())
                carry_out = partial(process.carry_out, rest=scale.rest)
                await carry_out(range(scale.tables), scale.each, scale.at_once, into=burst)
                await carry_out(range(scale.crowd), scale.crowd_each, scale.crowd_at_once, into=crowd)
    return FollowingResults(bursts, crowds)


@asynccontextmanager
async def _running(bot: Bot, tables: int, folder: Path) -> AsyncGenerator[_Running]:
    """Run a bot in its own folder, connected to its own Discord."""
    home = folder / f"following-{bot.name.lower()}"
    home.mkdir()
    server = DiscordServer(tables, tells_messages=True, answer_time=ANSWER_TIME)
    server.add_boards()
    async with server.serving():
        if bot is Bot.INSERT:
            command = (sys.executable, "-m", "benchmarks.bare_bot", home / "bare.db")
            bare = await asyncio.create_subprocess_exec(*command, server.url, server.gateway.url, cwd=ROOT)
            await server.gateway.ready.wait()
            yield _Running(server, bare.pid)
            bare.kill()
            await bare.wait()
        else:
            database = home / "arbiter.db"
            await stored_games.make(database, tables)
            if bot is Bot.STAYING:
                await _let_stay(database, tables)
            process = BotProcess(server, database, home / "bot.log")
            await process.start()
            yield _Running(server, process.number)
            await process.stop()


async def _let_stay(database: Path, tables: int) -> None:
    """Set every server so that boards don't follow the chat."""
    async with games_in(database) as games:
        settings = SettingsStore(games.database)
        for guild in {guild_of(table) for table in range(tables)}:
            await settings.choose(Level.SERVER, guild, FOLLOW, "0")
