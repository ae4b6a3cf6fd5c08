"""So much of the processor for pages that games don't notice, however many are open."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

IDLE = 0.00002
"""Seconds of CPU time that the event loop takes at most for going round once while nobody else wants it: ten
times what it takes on a fast machine, and less than the shortest step of a command."""
APART = 0.001
"""Seconds between two looks for a moment in which nobody else wants the loop."""
PATIENCE = 0.03
"""Seconds after being asked for in which work looks for such a moment."""
SATURATED, SPAN = 0.9, 0.5
"""How much of a processor the process takes where nothing is left over, and the seconds that tell so."""


class ProcessorShare:
    """A part of the event loop's CPU time that some work may take, and the seconds that it may take at once.

    Work is done one after the other, if possible while nobody else wants the loop. Where there is no such
    moment in time it takes its part from others, and waits beyond that. ``expected``: whether others are
    about to want the loop, as after a commit for which they wait. ``brief`` work is over before anybody
    notices, so it counts only where others want the loop, or are expected, or the processor is saturated: of
    a crowd nobody may want the loop for a moment, but what is taken then is lacking later. ``crowded``: how
    much of its part, and of what it may take at once, work has there.
    """

    def __init__(
        self,
        share: float,
        at_once: float,
        expected: Callable[[], bool] = lambda: False,
        *,
        brief: bool = False,
        crowded: float = 1,
    ) -> None:
        self._share = share
        self._at_once = at_once
        self._expected = expected
        self._brief = brief
        self._crowded = crowded
        self._left = at_once
        self._since = time.monotonic()
        self._turns = asyncio.Lock()
        self._taken = False
        """Whether others wait for the work that is being done."""
        self._saturated = False
        self._seen = self._since, time.process_time()
        """When it was seen how much the process takes, and the CPU time that it had taken by then."""

    @asynccontextmanager
    async def turn(self, asked: float | None = None) -> AsyncGenerator[None]:
        """Do work in the block, once it may be. It was ``asked`` for then, by `time.monotonic`, or now."""
        latest = (time.monotonic() if asked is None else asked) + PATIENCE
        async with self._turns:
            await self._wait(latest)
            began = time.thread_time()
            try:
                yield
            finally:
                if self._counts:
                    self._left -= time.thread_time() - began

    @property
    def _counts(self) -> bool:
        return self._taken or self._saturated or not self._brief

    @property
    def _part(self) -> float:
        return self._crowded if self._saturated else 1

    async def _wait(self, latest: float) -> None:
        """Wait for a moment in which nobody else wants the loop, or else for a part of it."""
        await self._look()
        while self._taken and time.monotonic() < latest:
            await asyncio.sleep(APART)
            await self._look()
        self._add()
        while self._left < 0 and self._counts:
            await asyncio.sleep(min(SPAN, -self._left / (self._share * self._part)))
            await self._look()
            self._add()

    async def _look(self) -> None:
        """See whether others want the loop; lets them have it."""
        await asyncio.sleep(0)  # whoever has slept finds everything cold, and takes longer once
        began = time.thread_time()
        await asyncio.sleep(0)
        took = time.thread_time() - began
        self._taken = self._expected() or took > IDLE

    def _add(self) -> None:
        """Add what has come of its part since the last time."""
        now, part = time.monotonic(), self._part
        self._left = min(self._at_once * part, self._left + (now - self._since) * self._share * part)
        self._since = now
        since, taken = self._seen
        if now - since >= SPAN:
            self._seen = now, time.process_time()
            self._saturated = self._seen[1] - taken > SATURATED * (now - since)
