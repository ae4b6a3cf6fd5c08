"""Pages served over HTTP, in the same event loop as the bot."""

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager

from aiohttp import web
from msgspec.structs import replace

from web.access import security
from web.access.addresses import WebAddress
from web.pages import assets, notices

IDLE = 30.0
"""Seconds after which a connection is closed over which nothing is asked, or too slowly."""
CONNECTIONS = 4_000
"""Connections at once, where the process may open twice as many files; a further one is closed unread."""
LINE, LINES, BODY = 4096, 50, 4096
"""Bytes of a line of a request, how many lines, and bytes of its body."""
BACKLOG = 1024
_strangers = logging.getLogger("web.strangers")
"""What others send that is no request at all isn't logged: anyone can fill a log with that."""
_strangers.disabled = True
LINGERING = 1.0
"""Seconds for which the rest of a request is read after its answer, before the connection is closed."""
FAREWELL = 1.0
"""Seconds that requests have to end when the bot stops."""


def capacity() -> int:
    """How many connections there can be at once, so that half of the files that the process may open are left
    to everything else. The process is let open more, if it may be."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows counts no files
        return CONNECTIONS
    may, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS if most == resource.RLIM_INFINITY else min(most, 2 * CONNECTIONS)
    if may != resource.RLIM_INFINITY and may < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        may = wanted
    return CONNECTIONS if may == resource.RLIM_INFINITY else min(CONNECTIONS, may // 2)


def _nothing() -> None:
    pass


@asynccontextmanager
async def serve(
    address: WebAddress, routes: Iterable[web.AbstractRouteDef], leave: Callable[[], None] = _nothing
) -> AsyncGenerator[WebAddress]:
    """Serve pages during the block, and give the address with its port. Raises OSError.

    ``leave`` lets those go who would stay at the end.
    """
    listening = _listen(address)
    address = replace(address, port=listening.getsockname()[1])
    guard = security.guard(address.names, notices.explain)
    application = web.Application(client_max_size=BODY, middlewares=[guard])
    application.on_response_prepare.append(security.cover)
    application.on_shutdown.append(_once(leave))
    application.add_routes([web.get("/assets/{hash}/{name}", assets.serve), *routes])
    runner = web.AppRunner(
        application,
        access_log=None,  # there are tokens in addresses
        logger=_strangers,
        keepalive_timeout=IDLE,
        lingering_time=LINGERING,
        max_line_size=LINE,
        max_field_size=LINE,
        max_headers=LINES,
        shutdown_timeout=FAREWELL,
    )
    await runner.setup()
    try:
        await _Site(runner, listening).start()
        yield address
    finally:
        await runner.cleanup()
        listening.close()


def _once(leave: Callable[[], None]) -> Callable[[web.Application], Awaitable[None]]:
    async def leaving(_application: web.Application) -> None:
        leave()

    return leaving


def _listen(address: WebAddress) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family, backlog=BACKLOG)
    except OSError:
        if not address.spare:
            raise
        return socket.create_server((address.host, 0), family=family, backlog=BACKLOG)


class _Closed(asyncio.Protocol):
    """A connection too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.abort()


class _Site(web.SockSite):
    """Listens as aiohttp does, but takes so many connections only."""

    async def start(self) -> None:
        await web.BaseSite.start(self)
        server = self._runner.server
        assert server is not None

        most = capacity()

        def connect() -> asyncio.Protocol:
            return server() if len(server.connections) < most else _Closed()

        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(connect, sock=self._sock, backlog=BACKLOG)
