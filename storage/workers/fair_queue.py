"""Fair turns at a scarce resource: in order within one server, and one server after the other."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from rules.refusal import Refusal


class FairQueue:
    """A queue in which at most ``most`` calls run at once, one of each requester.

    ``waiting``: how many calls of a requester may wait; further ones are refused.
    """

    def __init__(self, most: int, waiting: int) -> None:
        self._most = most
        self._limit = waiting
        self._running: set[int] = set()
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()
        """Waiting tasks by requester; the next requester comes first."""

    def __len__(self) -> int:
        """Return how many are waiting."""
        return sum(map(len, self._waiting.values()))

    def require_room(self, requester: int) -> None:
        """Raise Refusal "server_busy" if too many calls of an requester are waiting."""
        if len(self._waiting.get(requester, ())) >= self._limit:
            raise Refusal("server_busy")

    @asynccontextmanager
    async def turn(self, requester: int) -> AsyncGenerator[None]:
        """Wait for a turn, and have it during the block; raises Refusal "server_busy"."""
        self.require_room(requester)
        ticket = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(requester, deque()).append(ticket)
        self._admit()
        try:
            await ticket
            yield
        finally:
            if ticket.done() and not ticket.cancelled():
                self._running.discard(requester)
                if requester in self._waiting:
                    self._waiting.move_to_end(requester)
            else:
                self._withdraw(requester, ticket)
            self._admit()

    def _admit(self) -> None:
        """Start the next calls in the free slots."""
        while len(self._running) < self._most:
            requester = next((one for one in self._waiting if one not in self._running), None)
            if requester is None:
                return
            ticket = self._waiting[requester][0]
            self._withdraw(requester, ticket)
            if not ticket.cancelled():
                self._running.add(requester)
                ticket.set_result(None)

    def _withdraw(self, requester: int, ticket: asyncio.Future[None]) -> None:
        """Remove a ticket from the queue, if it is still there."""
        tickets = self._waiting.get(requester)
        if tickets is None:
            return
        if ticket in tickets:
            tickets.remove(ticket)
        if not tickets:
            del self._waiting[requester]
