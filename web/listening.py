"""Listening for requests over HTTP, within bounds on connections and sizes, in the event loop of the bot."""

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator, Hashable
from contextlib import asynccontextmanager

from aiohttp import web
from msgspec.structs import replace

from web.access import security
from web.access.addresses import WebAddress
from web.access.connection import BODY, LINGERING, Connection
from web.access.room import Room, SourceOf

CONNECTION_IDLE = 30.0
"""Seconds after which an idle or too slow connection is closed."""
CONNECTIONS = 4_000
"""Connections at once, where the process may open twice as many files."""
LINE, LINES = 4096, 50
"""Bytes of a line of a request, and how many lines."""
BACKLOG = 1024
_strangers = logging.getLogger("web.strangers")
"""The logger for input that isn't a request: it is off, since anyone can fill a log with that."""
_strangers.disabled = True
CONNECTION_SHUTDOWN_GRACE = 1.0
"""Seconds that requests have to end when the bot stops."""


def capacity() -> int:
    """Return the limit of connections: half of the process's open files; raises that limit first."""
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


def unknown(_head: bytes) -> Hashable | None:
    """Return no source: every client is unknown."""
    return None


def bind(address: WebAddress) -> tuple[socket.socket, WebAddress]:
    """Open the socket of an address, and give it with the address that has its port. Raises OSError."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        bound = socket.create_server((address.host, address.port), family=family, backlog=BACKLOG)
    except OSError:
        if not address.spare:
            raise
        bound = socket.create_server((address.host, 0), family=family, backlog=BACKLOG)
    return bound, replace(address, port=bound.getsockname()[1])


@asynccontextmanager
async def listening(
    bound: socket.socket, application: web.Application, source_of: SourceOf = unknown
) -> AsyncGenerator[None]:
    """Serve an application on a socket during the block, and close the socket.

    Every answer gets the headers of `security.HEADERS`. ``source_of``: the source of a request for its
    turn.
    """
    application.on_response_prepare.append(security.cover)
    runner, room = (
        web.AppRunner(application, shutdown_timeout=CONNECTION_SHUTDOWN_GRACE),
        Room(capacity(), source_of),
    )
    await runner.setup()
    async with room.swept():
        try:
            await _Site(runner, bound, room).start()
            yield
        finally:
            await runner.cleanup()
            bound.close()


class _Site(web.SockSite):
    """Listens as aiohttp does, with connections of our own."""

    def __init__(self, runner: web.AppRunner, sock: socket.socket, room: Room) -> None:
        super().__init__(runner, sock)
        self._room = room

    async def start(self) -> None:
        await web.BaseSite.start(self)
        server = self._runner.server
        assert server is not None

        def connect() -> asyncio.Protocol:
            return Connection(
                self._room,
                server,
                access_log=None,  # there are tokens in addresses
                logger=_strangers,
                keepalive_timeout=CONNECTION_IDLE,
                lingering_time=LINGERING,
                max_line_size=LINE,
                max_field_size=LINE,
                max_headers=LINES,
                read_bufsize=BODY,
                auto_decompress=False,  # a few bytes would become thousands, in everyone's event loop
            )

        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(connect, sock=self._sock, backlog=BACKLOG)
