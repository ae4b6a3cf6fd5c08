"""Discord's limit on session starts: when few are left, shards wait so that these last until the reset."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

import discord

_log = logging.getLogger(__name__)

RESERVE = 0.2
"""The part of Discord's limit that is spread over the time until it resets."""
ANSWER_LIFETIME = 60.0
"""Seconds for which Discord's last answer is used instead of asking again."""


class SessionStarts:
    """The schedule of shards' session starts, which identify the bot; resuming is not limited.

    Discord resets the token of a bot that exceeds its daily limit, such as 1,000 session starts. With this
    schedule, a service manager can restart a failing bot at any rate.

    ``ask`` fetches Discord's limit. ``shards``: the total number of shards. ``processes``: how many
    processes start sessions for the same bot.
    """

    def __init__(
        self,
        ask: Callable[[], Awaitable[discord.SessionStartLimits]],
        *,
        shards: Callable[[], int],
        processes: Callable[[], int],
    ) -> None:
        self._ask = ask
        self._shards = shards
        self._processes = processes
        self._booking = asyncio.Lock()
        self._limits: discord.SessionStartLimits | None = None
        self._asked = self._resets = 0.0
        """The time of the last request, and of the limit's reset, by the loop's clock."""
        self._left = 0
        """The remaining starts by that answer, minus the booked ones."""
        self._turns: dict[int, float] = {}
        """The times at which waiting shards may start a session, by the loop's clock."""
        self._last = 0.0
        """The last booked turn."""

    async def limits(self) -> discord.SessionStartLimits:
        """Fetch Discord's limit, unless it was fetched within the last minute.

        Raises discord.GatewayNotFound, aiohttp.ClientError and OSError.
        """
        clock = asyncio.get_running_loop().time
        if self._limits is None or clock() >= self._asked + ANSWER_LIFETIME:
            self._limits = limits = await self._ask()
            self._asked = clock()
            self._resets = self._asked + limits.reset_after / 1000
            self._left = limits.remaining - self._processes() * len(self._turns)
        return self._limits

    async def wait(self, shard: int) -> None:
        """Wait until a shard may start a session; after an interrupted wait, only for the rest of it.

        Raises discord.GatewayNotFound, aiohttp.ClientError and OSError if Discord is unreachable.
        """
        if shard not in self._turns:
            async with self._booking:
                self._turns[shard] = await self._book(shard)
        await asyncio.sleep(self._turns[shard] - asyncio.get_running_loop().time())

    def begun(self, shard: int) -> None:
        """Record that a shard starts its session: its next start has to wait again."""
        del self._turns[shard]

    async def _book(self, shard: int) -> float:
        limits = await self.limits()
        now, processes = asyncio.get_running_loop().time(), self._processes()
        left, self._left = self._left, self._left - processes
        if left > max(int(RESERVE * limits.total), self._shards()):
            return now
        before = max(now, self._last)
        # Other processes wait for their own turns meanwhile. With none left, the reset is the next turn.
        gap = (self._resets - before) * processes / max(left, processes)
        turn = self._last = max(now, min(before + gap, self._resets))
        _log.warning(
            "%d of the %d connections that Discord allows are left until %s; beyond them it would reset the "
            "bot's token. So that they last, shard %d waits until %s.",
            *(max(left, 0), limits.total, _shown(self._resets - now), shard, _shown(turn - now)),
        )
        return turn


def _shown(seconds: float) -> str:
    """Return a duration as text."""
    return f"{discord.utils.utcnow() + timedelta(seconds=seconds):%Y-%m-%d %H:%M} UTC"
