"""CPU-bound work in a thread of the bot's process, beside the event loop.

Threads share the interpreter, so each busy one delays every answer. So there is only one at a time, with
short turns (`share`).
"""

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from storage.workers.fair_queue import FairQueue

P = ParamSpec("P")
T = TypeVar("T")

TURN = 0.001
"""Seconds after which a thread that computes lets another one run that wants to; Python's own are 0.005."""
MAX_WAITING_CALLS = 1000
"""Works of one requester that may wait."""

_queues = WeakKeyDictionary[asyncio.AbstractEventLoop, FairQueue]()


def share() -> None:
    """Give the threads of this process short turns."""
    sys.setswitchinterval(TURN)


async def in_thread(requester: int, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
    """Return the result of ``function`` for the arguments, for ``requester``: the ID of a server, or of a
    user outside of servers.

    Raises the function's errors; Refusal "server_busy" if too many of the requester's calls are waiting.
    """
    queue = _queues.setdefault(asyncio.get_running_loop(), FairQueue(1, MAX_WAITING_CALLS))
    async with queue.turn(requester):
        return await asyncio.to_thread(function, *arguments, **keywords)
