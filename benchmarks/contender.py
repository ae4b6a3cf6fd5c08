"""One bot in a process of its own, which works when a line of JSON on its standard input tells it to."""

import argparse
import asyncio
import itertools
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from discord.ext import commands

from benchmarks.discord_side import Discord, discord_beside
from benchmarks.payloads import Json, command, press

REST = 0.002
"""Seconds after each of those that come one at a time, in which a bot ends what it does behind its answer."""


@dataclass(frozen=True, slots=True)
class Work:
    """What to do: ``count`` commands or presses, ``at_once`` of them at any time, at these tables in turn."""

    what: Literal["command", "press"]
    tables: Sequence[int]
    count: int
    at_once: int = 1


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of it: the seconds to each answer, those in all, and those of processor time."""

    latencies: list[float]
    seconds: float
    processor: float
    memory: int | None
    """Bytes that the process holds in memory now, where the system tells."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot to measure."""

    bot: commands.Bot
    button: Callable[[int], Awaitable[tuple[str, Json]]]
    """The custom_id of the button to press at a table, and the components of its message."""


Make: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Contender]]
"""Makes a bot over a database file, which is closed after it."""


def main(contenders: Mapping[str, Make]) -> None:
    """Be the process of the contender that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=contenders)
    parser.add_argument("file", type=Path)
    parser.add_argument("tables", type=int)
    options = parser.parse_args()
    asyncio.run(serve(contenders[options.name](options.file), options.tables))


async def serve(making: AbstractAsyncContextManager[Contender], tables: int) -> None:
    """Start the bot and print what memory it takes; then do one work after the other until the input ends."""
    async with discord_beside() as discord, making as measured, measured.bot as bot:
        await bot.login("token")
        print(json.dumps(memory()), flush=True)
        discord.attach(bot, tables)
        discord.show((await measured.button(0))[1])
        while line := await asyncio.to_thread(sys.stdin.readline):
            came = await carry_out(Work(**json.loads(line)), measured, discord)
            print(json.dumps(asdict(came)), flush=True)


async def carry_out(work: Work, measured: Contender, discord: Discord) -> Measured:
    """Do a work and measure it."""
    payloads = [await _payload(work, table, measured) for table in work.tables]
    latencies: list[float] = []

    async def ask(mine: Sequence[str]) -> None:
        for payload in itertools.islice(itertools.cycle(mine), work.count // work.at_once):
            latencies.append(await discord.deliver(payload))
            if work.at_once == 1:
                await asyncio.sleep(REST)

    began, processor = time.perf_counter(), time.process_time()
    await asyncio.gather(*(ask(payloads[first :: work.at_once]) for first in range(work.at_once)))
    return Measured(latencies, time.perf_counter() - began, time.process_time() - processor, memory())


async def _payload(work: Work, table: int, measured: Contender) -> str:
    return command(table) if work.what == "command" else press(table, *await measured.button(table))


def memory() -> int | None:
    """Bytes that this process holds in memory, where the system tells."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else None
