"""A program of these tests that prints a line for everything it has answered, killed in the middle of it.

Each is a process of its own, forked from one that has imported the bot: a kill takes from it what it would
take from one that was started from a shell, and comes half a second earlier.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Coroutine
from io import BufferedReader
from multiprocessing.connection import Connection
from typing import Any

PROGRAMS = (
    "alarm",
    "announcement_to_kill",
    "backupper",
    "compactor",
    "evening_to_kill",
    "forgetter",
    "league_streamer",
    "rewriter",
    "streamer",
)

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload([f"tests.crash.{name}" for name in PROGRAMS])


async def run_and_kill(
    main: Callable[..., Coroutine[Any, Any, None]], *arguments: object, after: float, may_end: bool = False
) -> list[str]:
    """The whole lines that a program has printed until so many seconds after the first one.

    ``may_end``: whether it may have ended by then.
    """
    ours, theirs = FORKING.Pipe(duplex=False)
    process = FORKING.Process(target=_run, args=(theirs, main, arguments))
    process.start()
    theirs.close()
    with _printed(ours) as printed:
        first = await asyncio.to_thread(printed.readline)
        reading = asyncio.create_task(asyncio.to_thread(printed.read))
        await asyncio.sleep(after)
        assert may_end or process.exitcode is None
        process.kill()
        lines = first + await reading
    ours.close()
    process.join()
    return lines.decode().rpartition("\n")[0].splitlines()


def _printed(output: Connection) -> BufferedReader:
    return open(output.fileno(), "rb", closefd=False)


def _run(
    output: Connection, main: Callable[..., Coroutine[Any, Any, None]], arguments: tuple[object, ...]
) -> None:
    os.dup2(output.fileno(), 1)
    output.close()
    asyncio.run(main(*arguments))
