"""Going on where an earlier run of the bot, or another process, has stopped."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogs.core import locale
from cogs.core.messaging import AWAY, RETRY

_log = logging.getLogger(__name__)


class Recovery:
    """Carries out what brings up to date whatever may be out of date, in the background.

    ``what`` is a name for logs. ``work`` takes the channel to which it is limited, or None for all channels.
    It may be carried out again at any time: it begins anew where the database or Discord was away, and where
    it is wanted again meanwhile.
    """

    def __init__(self, what: str, work: Callable[[int | None], Awaitable[None]]) -> None:
        self._what = what
        self._work = work
        self._wanted = set[int | None]()
        self._task: asyncio.Task[None] | None = None

    def begin(self, channel: int | None = None) -> None:
        """Recover soon, in one channel or all of them; all of it again, if this is at work already."""
        self._wanted.add(channel)
        if self._task is None or self._task.done():
            self._task = locale.in_background(self._carry_out(), f"recovery of {self._what}")
            self._task.add_done_callback(self._over)

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _carry_out(self) -> None:
        while self._wanted:
            channel = self._wanted.pop()
            try:
                await self._work(channel)
            except AWAY as error:
                self._wanted.add(channel)
                _log.warning("The recovery of %s begins anew later: %s", self._what, error)
                await asyncio.sleep(RETRY)

    def _over(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("The recovery of %s has failed", self._what, exc_info=error)
