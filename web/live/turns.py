"""Work for pages, done one after the other, within a share of the processor."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from web.live.share import ProcessorShare

_log = logging.getLogger(__name__)
PageWork: TypeAlias = Callable[[], Awaitable[None]]


class WorkQueue:
    """Work that waits for its turn. Before each piece everybody else has one: the share sees to that.

    ``gathered``: seconds from the end of what was waiting to the beginning of what has come since. Much in a
    row meets fewer of the others than one by one.
    """

    def __init__(self, share: ProcessorShare, gathered: float = 0) -> None:
        self._share = share
        self._gathered = gathered
        self._waiting = deque[tuple[PageWork, float]]()
        """What is to be done, and when it was asked for, by `time.monotonic`."""
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._work(), name="work for pages")

    def add(self, work: PageWork) -> None:
        """Do this when what came before is done."""
        self._waiting.append((work, time.monotonic()))
        self._more.set()

    def close(self) -> None:
        """Do nothing more."""
        self._task.cancel()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            while not self._waiting:
                begin = loop.time() + self._gathered
                self._more.clear()
                await self._more.wait()
                await asyncio.sleep(begin - loop.time())
            work, asked = self._waiting.popleft()
            try:
                async with self._share.turn(asked):
                    await work()
            except Exception:  # noqa: BLE001  the next commit may be another matter
                _log.exception("What pages show could not be made")
