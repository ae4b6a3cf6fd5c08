"""Work in the bot's process, in slices between which other tasks run."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

SLICE_SECONDS = 0.005
"""Seconds of CPU time after which others have a turn."""
ROUNDS_BETWEEN_SLICES = 8
"""Rounds of the event loop between two slices, of whatever work: the steps of a press up to its commit."""


class _Turns:
    """Runs the slices of all work in one event loop one after another."""

    def __init__(self) -> None:
        self._waiting = deque[asyncio.Future[None]]()
        self._going = False

    def wait(self) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if not self._going:
            self._going = True
            loop.call_soon(self._give, loop)
        return turn

    def _give(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the next slice, in the next iteration of the loop."""
        self._going = bool(self._waiting)
        if self._going:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
            loop.call_soon(self._rest, loop, ROUNDS_BETWEEN_SLICES)

    def _rest(self, loop: asyncio.AbstractEventLoop, rounds: int) -> None:
        if rounds:
            loop.call_soon(self._rest, loop, rounds - 1)
        else:
            self._give(loop)


_turns = WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns]()


async def pause() -> None:
    """Yield to other tasks; of all slices that yield, one continues at a time."""
    await _turns.setdefault(asyncio.get_running_loop(), _Turns()).wait()


async def sliced(items: Iterable[T]) -> AsyncIterator[T]:
    """Yield the items, with pauses for other tasks."""
    await pause()
    begun = time.thread_time()
    for item in items:
        yield item
        if time.thread_time() - begun > SLICE_SECONDS:
            await pause()
            begun = time.thread_time()
