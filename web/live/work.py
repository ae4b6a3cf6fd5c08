"""Work for pages, done piece by piece."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

_log = logging.getLogger(__name__)
PageWork: TypeAlias = Callable[[], Awaitable[None]]
IN_A_ROW = 50
"""Pieces for which readers wait that are done before one that takes longer, if one waits."""
REST_RATIO = 19
"""After a piece that takes longer none of these is begun for so many times what it took: they have a
twentieth of the processor, however many tables change all the time."""


class WorkQueue:
    """Runs jobs one after the other, and yields in between.

    Long jobs run when no others wait, or after `IN_A_ROW` others.
    """

    def __init__(self) -> None:
        self._brief, self._long = deque[PageWork](), deque[PageWork]()
        self._rested = 0.0
        """When what takes longer may be begun, by the loop's clock."""
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._work(), name="work for pages")

    def add(self, work: PageWork) -> None:
        """Add a job, to run after the earlier ones."""
        self._brief.append(work)
        self._more.set()

    def add_long(self, work: PageWork) -> None:
        """Add a long job, to run when there is time."""
        self._long.append(work)
        self._more.set()

    def close(self) -> None:
        """Do nothing more."""
        self._task.cancel()

    async def _work(self) -> None:
        loop, done = asyncio.get_running_loop(), 0
        while True:
            may_be_long = bool(self._long) and loop.time() >= self._rested
            if may_be_long and (not self._brief or done >= IN_A_ROW):
                done, began = 0, loop.time()
                await _carried_out(self._long.popleft())
                self._rested = loop.time() + REST_RATIO * (loop.time() - began)
            elif self._brief:
                done += 1
                await _carried_out(self._brief.popleft())
            else:
                await self._wait()
            await asyncio.sleep(0)

    async def _wait(self) -> None:
        """Wait until there is a job, or a long one may run."""
        self._more.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._rested if self._long else None):
                await self._more.wait()


async def _carried_out(work: PageWork) -> None:
    try:
        await work()
    except Exception:  # noqa: BLE001  the next commit may be another matter
        _log.exception("What pages show could not be made")
