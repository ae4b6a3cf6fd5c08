"""Fair turns among clients: much work for one doesn't delay the others."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Generic, TypeVar

from aiohttp import web

from web.access.turns import Turns

T = TypeVar("T")

MAX_WAITING_WORK = 60
"""Different things that may wait for one client, which may be a hall: as many as by one link at once."""


class FairTurns(Generic[T]):
    """Makes content for clients one at a time, in rotation by client."""

    def __init__(self) -> None:
        self._turns = Turns(1)
        self._waiting = dict[Hashable, _Work[T]]()
        """Work that has not begun, by client and subject."""

    async def made(self, client: Hashable, what: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the result of ``make`` at a client's turn, made once for all its requests for the same.

        The work is canceled once no request waits for it. Raises HTTPTooManyRequests if `MAX_WAITING_WORK`
        different things wait for the client.
        """
        key = client, what
        work = self._waiting.get(key)
        if work is None:
            if self._turns.waiting(client) >= MAX_WAITING_WORK:
                raise web.HTTPTooManyRequests
            work = self._waiting[key] = _Work[T]()
            self._turns.ask(work, client)
            work.task = asyncio.create_task(self._make(work, key, make))
            work.task.add_done_callback(partial(self._end, work))
        work.askers += 1
        try:
            return await asyncio.shield(work.task)
        finally:
            work.askers -= 1
            if not work.askers:
                self._close(work, key)
                work.task.cancel()

    async def _make(self, work: "_Work[T]", key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        await work.begun.wait()
        self._close(work, key)
        return await make()

    def _end(self, work: "_Work[T]", _task: asyncio.Task[T]) -> None:
        self._turns.end(work)

    def _close(self, work: "_Work[T]", key: Hashable) -> None:
        """Close it to further requests, which may need newer data."""
        if self._waiting.get(key) is work:
            del self._waiting[key]


class _Work(Generic[T]):
    """Something that waits for its turn, and how many wait for it."""

    task: asyncio.Task[T]

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.askers = 0

    def begin(self) -> None:
        """Start at its turn."""
        self.begun.set()
