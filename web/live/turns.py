"""Work for pages, done one after the other, within a share of the processor."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from web.live.share import ProcessorShare

_log = logging.getLogger(__name__)
PageWork: TypeAlias = Callable[[], Awaitable[None]]


class WorkQueue:
    """Work that waits for its turn. Before each piece everybody else has one: the share sees to that."""

    def __init__(self, share: ProcessorShare) -> None:
        self._share = share
        self._waiting = deque[PageWork]()
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._work(), name="work for pages")

    def add(self, work: PageWork) -> None:
        """Do this when what came before is done."""
        self._waiting.append(work)
        self._more.set()

    def close(self) -> None:
        """Do nothing more."""
        self._task.cancel()

    async def _work(self) -> None:
        while True:
            while not self._waiting:
                self._more.clear()
                await self._more.wait()
            work = self._waiting.popleft()
            try:
                async with self._share:
                    await work()
            except Exception:  # noqa: BLE001  the next commit may be another matter
                _log.exception("What pages show could not be made")
