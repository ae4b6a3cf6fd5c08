"""One process's share of the requests per second that Discord allows an application."""

import asyncio
from collections.abc import Callable

REQUESTS = 38.0
"""Requests per second of all processes together. Discord allows fifty, not counting answers to
interactions. With a burst after a rest it is 46 at most, because some arrive closer together than they were
made."""
BURST = 0.2
"""Seconds of the budget that may be used at once after a rest."""


class RequestBudget:
    """Lets requests pass at this process's rate; ``processes`` returns how many share it."""

    def __init__(self, processes: Callable[[], int]) -> None:
        self._processes = processes
        self._spent = 0.0
        """The time until which the spent budget lasts, by the loop's clock."""

    async def take(self) -> None:
        """Wait until a request may be made, in the order of the calls."""
        now = asyncio.get_running_loop().time()
        self._spent = max(self._spent, now - BURST) + self._processes() / REQUESTS
        if self._spent > now:
            await asyncio.sleep(self._spent - now)
