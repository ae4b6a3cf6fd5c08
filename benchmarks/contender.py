"""One bot in its own process: what runs in it, and `running`, with which another process starts and uses it.

A line of JSON on the standard input is the work to do, and a line of JSON on the output the measurement.
"""

import asyncio
import itertools
import json
import os
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from discord.ext import commands

from benchmarks.child_process import Child, child_process
from benchmarks.discord_side import Discord, command, discord_beside, press
from tests.support.discord_api.objects import Json

MADE_BEFORE = 1000
"""Payloads made before measuring."""
REST = 0.002
"""Seconds to finish the work after an answer when interactions come one at a time."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The message that a bot sends once it can be used."""

    memory: int | None
    """Bytes in memory, if the system reports them."""


@dataclass(frozen=True, slots=True)
class Work:
    """The work: ``count`` commands or presses, ``at_once`` at a time, going through these tables in turn."""

    what: Literal["life", "undo", "redo", "press"]
    tables: Sequence[int]
    count: int
    at_once: int = 1


@dataclass(frozen=True, slots=True)
class Measured:
    """The seconds until each answer, and in total the wall-clock and CPU seconds."""

    latencies: list[float]
    seconds: float
    processor: float
    memory: int | None
    """Bytes in memory afterwards, if the system reports them."""
    refused: int
    """Refusals among the answers: too late, because the machine is too busy to measure on."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot to measure."""

    bot: commands.Bot | commands.AutoShardedBot
    button: Callable[[int], Awaitable[tuple[str, Json]]]
    """Returns the custom_id of the button to press at a table, and the components of its message."""
    refused: Callable[[], int] = lambda: 0
    """Returns the number of refused commands and presses so far."""


Make: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Contender]]
"""Makes a bot with a database file, which is closed afterwards."""
RunLoop: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]


def main(contenders: Mapping[str, Make], run: RunLoop = asyncio.run) -> None:
    """Run the contender that `running` names on the command line, with its file and number of tables.

    ``run`` runs it in an event loop.
    """
    name, file, tables = sys.argv[1:]
    run(_serve(contenders[name](Path(file)), int(tables)))


async def _serve(making: AbstractAsyncContextManager[Contender], tables: int) -> None:
    """Start the bot, print its memory, then carry out work until the input ends."""
    async with discord_beside() as discord, making as contender, contender.bot as bot:
        await bot.login("token")
        print(json.dumps(asdict(Ready(_memory()))), flush=True)
        discord.attach(bot, tables)
        discord.show((await contender.button(0))[1])
        while line := await asyncio.to_thread(sys.stdin.readline):
            measured = await carry_out(Work(**json.loads(line)), contender, discord)
            print(json.dumps(asdict(measured)), flush=True)


async def carry_out(work: Work, contender: Contender, discord: Discord) -> Measured:
    """Carry out work with a bot in this process."""

    async def payload(table: int) -> str:
        return (
            command(table, work.what)
            if work.what != "press"
            else press(table, *await contender.button(table))
        )

    # Made before, but where there are so many that they would count as the bot's memory.
    payloads = {table: await payload(table) for table in work.tables[:MADE_BEFORE]}
    latencies: list[float] = []

    async def ask(mine: Sequence[int]) -> None:
        for table in itertools.islice(itertools.cycle(mine), work.count // work.at_once):
            latencies.append(await discord.deliver(payloads.get(table) or await payload(table)))
            if work.at_once == 1:
                await asyncio.sleep(REST)

    refused = contender.refused()
    began, processor = time.perf_counter(), time.process_time()
    await asyncio.gather(*(ask(work.tables[first :: work.at_once]) for first in range(work.at_once)))
    seconds, processor = time.perf_counter() - began, time.process_time() - processor
    return Measured(latencies, seconds, processor, _memory(), contender.refused() - refused)


def _memory() -> int | None:
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else None


@dataclass(frozen=True, slots=True)
class Running:
    """A contender's process that is ready for work."""

    process: Child
    start: float
    """Seconds from the start of the process until it was ready."""
    memory: int | None
    """Bytes in memory once it was ready."""

    async def do(self, work: Work) -> Measured:
        """Let the contender carry out work."""
        measured = await self.process.ask(asdict(work) | {"tables": [*work.tables]}, Measured)
        if measured.refused:
            print(
                f"{measured.refused} of {work.count} were refused: the machine is too busy.", file=sys.stderr
            )
        return measured


@asynccontextmanager
async def running(module: str, name: str, file: Path, tables: int) -> AsyncGenerator[Running]:
    """Run the contender ``name`` of ``benchmarks.<module>`` in its own process, until the block ends."""
    began = time.perf_counter()
    async with child_process(f"benchmarks.{module}", name, str(file), str(tables)) as process:
        ready = await process.answer(Ready)
        yield Running(process, time.perf_counter() - began, ready.memory)
