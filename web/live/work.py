"""What is made for pages, piece by piece."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

_log = logging.getLogger(__name__)
PageWork: TypeAlias = Callable[[], Awaitable[None]]
IN_A_ROW = 50
"""Pieces for which readers wait that are done before one that takes longer, if one waits."""


class WorkQueue:
    """Work that is done one after the other; in between, others have a turn.

    What takes longer comes when nothing else waits, or after `IN_A_ROW` others.
    """

    def __init__(self) -> None:
        self._brief, self._long = deque[PageWork](), deque[PageWork]()
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._work(), name="work for pages")

    def add(self, work: PageWork) -> None:
        """Do this when what came before is done."""
        self._brief.append(work)
        self._more.set()

    def add_long(self, work: PageWork) -> None:
        """Do this, which takes longer, when there is time."""
        self._long.append(work)
        self._more.set()

    def close(self) -> None:
        """Do nothing more."""
        self._task.cancel()

    async def _work(self) -> None:
        done = 0
        while True:
            if not self._brief and not self._long:
                self._more.clear()
                await self._more.wait()
            is_long = bool(self._long) and (not self._brief or done >= IN_A_ROW)
            done = 0 if is_long else done + 1
            work = (self._long if is_long else self._brief).popleft()
            try:
                await work()
            except Exception:  # noqa: BLE001  the next commit may be another matter
                _log.exception("What pages show could not be made")
            await asyncio.sleep(0)
