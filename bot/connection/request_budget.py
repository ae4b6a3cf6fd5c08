"""One process's share of the requests that Discord takes from an application in a second."""

import asyncio
from collections.abc import Callable

REQUESTS = 38.0
"""Requests in a second that all processes make together. Discord takes fifty, and answers to interactions
beside them. With what may be made at once after a rest it is 46 at most, because some arrive closer together
than they were made."""
BURST = 0.2
"""Seconds whose requests may be made at once after a rest."""


class RequestBudget:
    """Lets requests pass as fast as this process may make them; ``processes`` tells how many share that."""

    def __init__(self, processes: Callable[[], int]) -> None:
        self._processes = processes
        self._spent = 0.0
        """Until when what has been spent lasts, by the loop's clock."""

    async def take(self) -> None:
        """Wait until a request may be made, in the order of the calls."""
        now = asyncio.get_running_loop().time()
        self._spent = max(self._spent, now - BURST) + self._processes() / REQUESTS
        if self._spent > now:
            await asyncio.sleep(self._spent - now)
