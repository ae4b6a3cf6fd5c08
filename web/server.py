"""The HTTP server of pages: the path of every request."""

import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager

from aiohttp import web

from web.access.addresses import WebAddress
from web.access.connection import BODY
from web.access.limits import Limits
from web.access.room import SourceOf
from web.access.security import guard
from web.listening import bind, listening, unknown
from web.pages import assets, notices

CLIENT_ERRORS = range(400, 500)
RETRIABLE_STATUSES = frozenset({408, 429})
LIMIT_STATUS = 429
"""How a client is answered that has asked for too much that there isn't."""


def _nothing() -> None:
    pass


@asynccontextmanager
async def serve_routes(
    address: WebAddress,
    routes: Iterable[web.AbstractRouteDef],
    limits: Limits | None = None,
    source_of: SourceOf = unknown,
    leave: Callable[[], None] = _nothing,
    bound: socket.socket | None = None,
) -> AsyncGenerator[WebAddress]:
    """Serve pages during the block, and yield the address with its port.

    Raises OSError. ``limits`` counts requests for missing pages, ``source_of`` returns the source that takes
    a request's turn, and ``leave`` disconnects remaining clients at the end. ``bound``: the socket of the
    address, if it is open already.
    """
    if bound is None:
        bound, address = bind(address)
    counted = Limits() if limits is None else limits

    def explain(request: web.Request, status: int) -> web.Response:
        misses = status in CLIENT_ERRORS and status not in RETRIABLE_STATUSES
        return notices.error_page(
            request, status if not misses or counted.may_miss(request) else LIMIT_STATUS
        )

    application = web.Application(
        client_max_size=BODY, middlewares=[guard(address.names.__contains__, BODY, explain)]
    )
    application.on_shutdown.append(_once(leave))
    application.add_routes([web.get("/assets/{hash}/{name}", assets.asset_handler), *routes])
    async with listening(bound, application, source_of):
        yield address


def _once(leave: Callable[[], None]) -> Callable[[web.Application], Awaitable[None]]:
    async def leaving(_application: web.Application) -> None:
        leave()

    return leaving
