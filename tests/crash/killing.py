"""A program of these tests that prints a line for everything it has answered, killed in the middle of it.

Each is a separate process, forked from one that has imported the bot: a kill takes from it what it would
take from one that was started from a shell, and comes half a second earlier.
"""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from io import BufferedReader
from multiprocessing.connection import Connection
from typing import Any

from storage.engine.database import Database, DatabaseUnusable
from storage.engine.opening import is_postgresql, open_database
from tests.support.forking import FORKING

DETECTION_TIMEOUT = 10.0
"""Seconds in which a server has noticed that a process is gone."""


@asynccontextmanager
async def taken_over(address: str) -> AsyncGenerator[Database]:
    """A database whose owner was killed a moment ago, which a server takes a while to notice."""
    end = time.monotonic() + DETECTION_TIMEOUT
    while True:
        async with AsyncExitStack() as stack:
            try:
                database = await stack.enter_async_context(open_database(address))
            except DatabaseUnusable as error:
                if "in use" not in str(error) or not is_postgresql(address) or time.monotonic() > end:
                    raise
                await asyncio.sleep(0.01)
                continue
            yield database
            return


async def wait_until_free(server: str | None) -> None:
    """Wait until a server, if there is one, has noticed that a database's owner was killed."""
    if server is not None:
        async with taken_over(server):
            pass


async def run_and_kill(
    main: Callable[..., Coroutine[Any, Any, None]], *arguments: object, after: float, may_end: bool = False
) -> list[str]:
    """Return the whole lines that a program has printed until so many seconds after the first one.

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
