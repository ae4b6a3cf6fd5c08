"""A share of the processor for which clients take turns: much for one client doesn't delay the others."""

import asyncio
import time
from collections.abc import AsyncGenerator, Hashable
from contextlib import asynccontextmanager

from aiohttp import web

from web.access.turns import Turns
from web.live.share import ProcessorShare

WAITING = 60
"""How much may wait for one client, which may be a hall: as much as it may ask for by one link at once."""


class FairShare:
    """Work for clients within a share of the processor, one after the other and in rotation by client."""

    def __init__(self, share: ProcessorShare) -> None:
        self._share = share
        self._turns = Turns(1)

    @asynccontextmanager
    async def turn(self, client: Hashable) -> AsyncGenerator[None]:
        """Do work for a client in the block, at its turn.

        Raises HTTPTooManyRequests where `WAITING` pieces of work wait for that client.
        """
        if self._turns.waiting(client) >= WAITING:
            raise web.HTTPTooManyRequests
        asked, work = time.monotonic(), _Work()
        self._turns.ask(work, client)
        try:
            await work.begun.wait()
            async with self._share.turn(asked):
                yield
        finally:
            self._turns.end(work)


class _Work:
    """A piece of work that waits for its turn."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()

    def begin(self) -> None:
        """It is its turn."""
        self.begun.set()
