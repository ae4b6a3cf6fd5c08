"""Faults of requests to Discord's HTTP API."""

import asyncio
from collections.abc import Callable

from aiohttp import web

from tests.support.discord_api.responses import Handler, refusal

LOST = 0
"""In place of a status: the connection breaks."""


class HttpFaults:
    """The faults of the HTTP API; by default there are none."""

    def __init__(self) -> None:
        self.restore()

    def restore(self) -> None:
        """Remove all faults."""
        self.delay: Callable[[], float] = lambda: 0.0
        self.status: Callable[[], int | None] = lambda: None
        self.loses_request: Callable[[], bool] = lambda: False
        self.spoils_answer: Callable[[web.Request, bytes], int | None] = _as_it_is
        """The status, or `LOST`, with which a request that was carried out is answered, given its body."""

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Apply the faults to a request that writes something."""
        if request.method == "GET" or "commands" in request.path:
            return await handler(request)
        body = await request.read()
        if (delay := self.delay()) > 0:
            await asyncio.sleep(delay)
        if self.loses_request():
            _cut(request)
        status = self.status()
        if status == 429 and "/channels/" in request.path:
            return refusal(429, 0, retry_after=0.3)
        if status is not None and status != 429:
            return web.Response(status=status)
        response = await handler(request)
        spoiled = self.spoils_answer(request, body)
        if spoiled == LOST:
            _cut(request)
        return response if spoiled is None else web.Response(status=spoiled)


def _as_it_is(_request: web.Request, _body: bytes) -> int | None:
    return None


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionResetError
