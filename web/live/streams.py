"""Server-Sent Events: the changes of a page while it is open."""

import asyncio
import time
from collections.abc import Callable

from aiohttp import web

from storage.links import Link
from web.access import security
from web.access.connection import connection_of
from web.access.links import Access
from web.live.feeds import Feed, Snapshot

SEND_TIMEOUT = 10.0
"""Seconds for a reader to receive something; then it is disconnected, and may come again."""
MAX_UNSENT_BYTES = 4096
"""Bytes that may still have to be sent: what was written a moment ago isn't yet with the system."""
RETRY_FIELD = b"retry: 500\n\n"
"""Milliseconds after which a browser reconnects."""
ALIVE_EVENT = b"event: alive\ndata:\n\n"
LINK_GONE = b"event: gone\ndata:\n\n"
"""The link no longer works, so there is no use in coming again."""


class OpenStream:
    """An open page: the snapshot that it shows, and the connection for changes.

    Readers of the same content get the same bytes. A slow connection gets the newest state next, without
    those in between.
    """

    def __init__(self, transport: asyncio.Transport, have: str, works: Callable[[], bool]) -> None:
        self._transport = transport
        self._have = have
        self._works = works
        self._written = time.monotonic()
        self.chunked = False
        """Whether the answer is one in chunks, as it is not to a proxy that speaks HTTP/1.0."""
        self.closed = asyncio.Event()
        """Set when there is nothing more to read, or no reader left."""

    def show(self, snapshot: Snapshot) -> None:
        """Send what the page lacks."""
        message = snapshot.message(self._have)
        if message is not None and self._is_free():
            self._have = snapshot.id
            self._write(message)

    def beat(self, snapshot: Snapshot) -> None:
        """Send what the page lacks, or a keep-alive."""
        if self._is_free():
            message = snapshot.message(self._have)
            self._have = snapshot.id
            self._write(ALIVE_EVENT if message is None else message)

    def close(self) -> None:
        """End: nothing more follows."""
        self.closed.set()

    def _is_free(self) -> bool:
        """Return whether more can be sent now; close a dead connection."""
        if not self._works() or self._transport.is_closing():
            self.close()
            return False
        if self._transport.get_write_buffer_size() < MAX_UNSENT_BYTES:
            return True
        if time.monotonic() - self._written > SEND_TIMEOUT:
            self._transport.abort()
            self.close()
        return False

    def _write(self, message: bytes) -> None:
        self._written = time.monotonic()
        self._transport.write(b"%x\r\n%b\r\n" % (len(message), message) if self.chunked else message)


async def stream(request: web.Request, access: Access, link: Link, feed: Feed) -> web.StreamResponse:
    """Return the handler of a stream, which sends what the page lacks, then every change.

    It ends when the reader leaves, or when the link no longer works.
    """
    links, token = access.games.links, request.match_info["token"]
    have = request.headers.get("Last-Event-ID") or request.query.get("have", "")
    transport = request.transport
    if transport is None:
        raise ConnectionResetError
    reader = OpenStream(transport, have, lambda: links.works(link))
    with (
        access.limits.opened(request, link.id, reader.close),
        links.revoked.following(link, reader.close),
        connection_of(request).streaming(),
    ):
        if await links.find(token) is None:
            raise web.HTTPNotFound
        snapshot = await feed.snapshot()
        security.exempt_from_timeout(request)
        response = web.StreamResponse(headers={"X-Accel-Buffering": "no"})
        response.content_type = "text/event-stream"
        await response.prepare(request)
        try:
            await _write(response, RETRY_FIELD)
            if snapshot.id == have:
                await _write(response, ALIVE_EVENT)
            reader.chunked = response.headers.get("Transfer-Encoding") == "chunked"
            with feed.reading(reader):
                await reader.closed.wait()
            if not transport.is_closing() and not await access.works(token):
                await _write(response, LINK_GONE)
        except (ConnectionError, TimeoutError):
            transport.abort()
        return response


async def _write(response: web.StreamResponse, message: bytes) -> None:
    async with asyncio.timeout(SEND_TIMEOUT):
        await response.write(message)
