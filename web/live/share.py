"""So much of the processor for pages that games don't notice, however many are open."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class ProcessorShare:
    """A part of the event loop's CPU time that some work may take, and the seconds that it may take at once.

    Beyond that the work waits for its turn, and everything else goes on.
    """

    def __init__(self, share: float, at_once: float) -> None:
        self._share = share
        self._at_once = at_once
        self._left = at_once
        self._since = time.monotonic()
        self._turns = asyncio.Lock()

    @asynccontextmanager
    async def taking(self) -> AsyncGenerator[None]:
        """Do such work in the block, one after the other."""
        async with self._turns:
            self._add()
            while self._left < 0:
                await asyncio.sleep(-self._left / self._share)
                self._add()
            began = time.thread_time()
            try:
                yield
            finally:
                self._left -= time.thread_time() - began

    def _add(self) -> None:
        now = time.monotonic()
        self._left = min(self._at_once, self._left + (now - self._since) * self._share)
        self._since = now
