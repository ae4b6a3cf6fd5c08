"""So much of the processor for pages that games don't notice, however many are open."""

import asyncio
import time

IDLE = 0.00002
"""Seconds of CPU time that the event loop takes at most for going round once while nobody else wants it: ten
times what it takes on a fast machine, and less than the shortest step of a command."""
LOOKS, APART = 4, 0.0025
"""How often work looks for a moment in which nobody else wants the loop, and the seconds between looks."""
CROWDED, WINDOW = 0.8, 0.2
"""The part of the event loop's time from which on others need its free moments, too, in which they wait for
the database, and the seconds over which that is measured."""


class ProcessorShare:
    """A part of the event loop's CPU time that some work may take, and the seconds that it may take at once.

    ``async with share:`` does such work, one after the other, if possible while nobody else wants the loop.
    Beyond its part it waits for its turn, and everything else goes on. ``brief`` work is over before anybody
    notices, so it counts only where it takes the loop from others.
    """

    def __init__(self, share: float, at_once: float, *, brief: bool = False) -> None:
        self._share = share
        self._at_once = at_once
        self._brief = brief
        self._left = at_once
        self._since = time.monotonic()
        self._turns = asyncio.Lock()
        self._began = 0.0
        self._taken = False
        """Whether others wait for the work that is being done."""
        self._own = 0.0
        """CPU time that the work has taken."""
        self._measured, self._others = self._since, time.thread_time()
        """When was measured last, and the CPU time of others by then; the work's own left out of both."""
        self._crowded = False
        """Whether others had almost all of the loop's time then."""

    async def __aenter__(self) -> None:
        await self._turns.acquire()
        try:
            # Where the last one found no free moment, this one doesn't wait for one either.
            for look in range(1 if self._taken else LOOKS):
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
        took = time.thread_time() - self._began
        self._own += took
        if self._counts:
            self._left -= took
        self._turns.release()

    @property
    def _counts(self) -> bool:
        return self._taken or not self._brief

    async def _look(self) -> None:
        """See whether others want the loop."""
        now, others = time.monotonic() - self._own, time.thread_time() - self._own
        if now - self._measured >= WINDOW:
            self._crowded = others - self._others > CROWDED * (now - self._measured)
            self._measured, self._others = now, others
        self._taken = await _others_wait() or self._crowded

    def _add(self) -> None:
        now = time.monotonic()
        self._left = min(self._at_once, self._left + (now - self._since) * self._share)
        self._since = now


async def _others_wait() -> bool:
    """Whether the event loop has something else to do; lets it do that."""
    began = time.thread_time()
    await asyncio.sleep(0)
    return time.thread_time() - began > IDLE
