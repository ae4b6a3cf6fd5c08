"""So much of the processor for pages that games don't notice, however many are open."""

import asyncio
import time
from collections.abc import Callable

IDLE = 0.00002
"""Seconds of CPU time that the event loop takes at most for going round once while nobody else wants it: ten
times what it takes on a fast machine, and less than the shortest step of a command."""
LOOKS, AGAIN, APART = 8, 3, 0.004
"""How often work looks for a moment in which nobody else wants the loop, how often where the work before has
found none, and the seconds between looks."""


class ProcessorShare:
    """A part of the event loop's CPU time that some work may take, and the seconds that it may take at once.

    ``async with share:`` does such work, one after the other, if possible while nobody else wants the loop.
    Beyond its part it waits for its turn, and everything else goes on. ``expected``: whether others are about
    to want the loop, as after a commit for which they wait. ``brief`` work is over before anybody notices, so
    it counts only where others want the loop, or are expected.
    """

    def __init__(
        self,
        share: float,
        at_once: float,
        expected: Callable[[], bool] = lambda: False,
        *,
        brief: bool = False,
    ) -> None:
        self._share = share
        self._at_once = at_once
        self._expected = expected
        self._brief = brief
        self._left = at_once
        self._since = time.monotonic()
        self._turns = asyncio.Lock()
        self._began = 0.0
        self._taken = False
        """Whether others wait for the work that is being done."""

    async def __aenter__(self) -> None:
        await self._turns.acquire()
        try:
            for look in range(AGAIN if self._taken else LOOKS):
                if look:
                    await asyncio.sleep(APART)
                await self._look()
                if not self._taken:
                    break
            self._add()
            while self._left < 0 and self._counts:
                await asyncio.sleep(-self._left / self._share)
                await self._look()
                self._add()
        except BaseException:
            self._turns.release()
            raise
        self._began = time.thread_time()

    async def __aexit__(self, *_error: object) -> None:
        if self._counts:
            self._left -= time.thread_time() - self._began
        self._turns.release()

    @property
    def _counts(self) -> bool:
        return self._taken or not self._brief

    async def _look(self) -> None:
        """See whether others want the loop; lets them have it."""
        await asyncio.sleep(0)  # whoever has slept finds everything cold, and takes longer once
        began = time.thread_time()
        await asyncio.sleep(0)
        self._taken = time.thread_time() - began > IDLE or self._expected()

    def _add(self) -> None:
        now = time.monotonic()
        self._left = min(self._at_once, self._left + (now - self._since) * self._share)
        self._since = now
