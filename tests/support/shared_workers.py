"""Worker processes that bots of the same tests use one after the other."""

import asyncio
from typing import ClassVar, Self

from bot.client import Arbiter
from storage.workers.pool import Workers

IDLE = 100 * 365 * 86_400.0
"""Seconds after which an idle worker would end: longer than tests last, also by simulated time."""


class SharedWorkers(Workers):
    """A worker process that stays when a bot closes: starting one takes longer than most tests.

    Use it with ``async with`` in the event loop of the bots that share it.
    """

    current: ClassVar["SharedWorkers | None"] = None

    def __init__(self) -> None:
        super().__init__(most=1, idle=IDLE)
        self._loop = asyncio.get_running_loop()

    @classmethod
    def here(cls) -> Workers:
        """Return the workers shared by bots of the running event loop, or new ones if none are shared."""
        shared = cls.current
        return shared if shared is not None and shared._loop is asyncio.get_running_loop() else Workers()

    async def __aenter__(self) -> Self:
        SharedWorkers.current = self
        return self

    async def __aexit__(self, *_error: object) -> None:
        SharedWorkers.current = None
        await super().close()

    async def close(self) -> None:
        """Leave the processes to the next bot."""


class BotWithSharedWorkers(Arbiter):
    """The bot, whose worker processes other bots of the same tests use, too."""

    async def setup_hook(self) -> None:
        self._workers = SharedWorkers.here()
        await super().setup_hook()
