"""The bot with its pages, in a separate process.

A line of JSON on the standard input is a `Load` to carry, a line on the output its result. The first line
has the pages' addresses.
"""

import gc

if __name__ == "__main__":
    gc.disable()  # as bot/__main__.py does until everything is loaded

import asyncio
import itertools
import random
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.arbiter import arbiter
from benchmarks.contender import Contender, Work, carry_out
from benchmarks.discord_side import Discord, command, discord_beside
from bot import event_loop
from bot.client import Arbiter
from bot.page_serving import pages
from storage.games.games import Games
from storage.links import LinkPurpose
from tests.support.discord_api.objects import USER, guild_of
from tests.support.stored_games import PEOPLE, place_of
from web.access.addresses import WebAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """``/life lose`` at these tables for this many seconds.

    ``rate``: average commands per second, at random moments and without waiting for results; every
    ``every``-th one at a table of ``often``. ``seed`` determines the moments. ``at_once``: this many at any
    time, as fast as they are answered, at the tables ``crowd``.
    """

    tables: int
    seconds: float
    rate: float
    seed: int = 1
    often: Sequence[int] = ()
    every: int = 10
    crowd: tuple[int, int] = (0, 0)
    at_once: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Seconds until each answer at the rate, the times of commits, and answers per second of the crowd.

    ``commits`` are tables, entries and times of day; ``processor`` is the CPU time per second.
    """

    latencies: list[float]
    commits: list[tuple[int, int, float]]
    throughput: float
    processor: float


@dataclass(frozen=True, slots=True)
class Addresses:
    """The pages' address, with the paths of tables' pages and overlays, and of one more table's remote."""

    base: str
    watch: Sequence[str]
    overlay: Sequence[str]
    remote: str


async def main(file: Path, tables: int, spare: int) -> None:
    """Serve ``tables`` tables with pages, and ``spare`` more without, until the input ends."""
    async with discord_beside() as discord, arbiter(file) as contender:
        bot = contender.bot
        assert isinstance(bot, Arbiter)
        async with pages(bot, bot.games, WebAddress("127.0.0.1", 0)), bot:
            await bot.login("token")
            discord.attach(bot, tables + spare)
            discord.show((await contender.button(0))[1])
            _say(await _addresses(bot, tables))
            while line := await asyncio.to_thread(sys.stdin.readline):
                load = msgspec.json.decode(line, type=Load)
                _say(await _carry(load, contender, bot.games, discord))


def _say(what: object) -> None:
    print(msgspec.json.encode(what).decode(), flush=True)


async def _addresses(bot: Arbiter, tables: int) -> Addresses:
    async def link(purpose: LinkPurpose, table: int) -> str:
        place = place_of(table)
        view = await bot.games.view(place)
        assert view is not None, "every table exists"
        seat = PEOPLE[0].id if purpose is LinkPurpose.SEAT else None
        return await bot.games.links.make(purpose, guild_of(table), place.channel, USER, view.game, seat)

    return Addresses(
        base=bot.pages,
        watch=[f"w/{await link(LinkPurpose.WATCH, table)}/" for table in range(tables)],
        overlay=[f"o/{await link(LinkPurpose.OVERLAY, table)}/" for table in range(tables)],
        remote=f"p/{await link(LinkPurpose.SEAT, tables)}/",
    )


async def _carry(load: Load, contender: Contender, games: Games, discord: Discord) -> Carried:
    newest: dict[int, int] = {}
    for table in range(load.tables):
        view = await games.view(place_of(table))
        assert view is not None, "every table exists"
        newest[table] = view.entries[-1].number
    with _noting(games, newest) as commits:
        began, processor = time.perf_counter(), time.process_time()
        latencies, throughput = await asyncio.gather(
            _at_a_rate(load, discord), _crowd(load, contender, discord)
        )
        used = (time.process_time() - processor) / (time.perf_counter() - began)
    return Carried(latencies=latencies, commits=commits, throughput=throughput, processor=used)


@contextmanager
def _noting(games: Games, newest: dict[int, int]) -> Generator[list[tuple[int, int, float]]]:
    """Record the time of each commit during the block."""
    commits: list[tuple[int, int, float]] = []

    def note(table: int) -> None:
        newest[table] += 1
        commits.append((table, newest[table], time.time()))

    with ExitStack() as stack:
        for table in newest:
            stack.enter_context(games.committed.following(place_of(table).channel, partial(note, table)))
        yield commits


async def _at_a_rate(load: Load, discord: Discord) -> list[float]:
    """Return the seconds until each answer."""
    payloads = [command(table, "life") for table in range(load.tables)]
    often = itertools.cycle(load.often or range(load.tables))
    each = itertools.cycle(range(load.tables))
    chance, moment = random.Random(load.seed), time.perf_counter()
    asked = list[asyncio.Task[float]]()
    for number in range(int(load.rate * load.seconds)):
        moment += chance.expovariate(load.rate)
        await asyncio.sleep(moment - time.perf_counter())
        table = next(often if not number % load.every else each)
        asked.append(asyncio.create_task(discord.deliver(payloads[table])))
    return [await task for task in asked]


async def _crowd(load: Load, contender: Contender, discord: Discord) -> float:
    """Return the answers per second at full speed."""
    if not load.at_once:
        return 0.0
    answers, began = 0, time.perf_counter()
    work = Work("life", range(*load.crowd), 4 * load.at_once, load.at_once)
    while time.perf_counter() - began < load.seconds:
        answers += len((await carry_out(work, contender, discord)).latencies)
    return answers / (time.perf_counter() - began)


if __name__ == "__main__":
    file, *counts = sys.argv[1:]
    event_loop.run(main(Path(file), *map(int, counts)))
