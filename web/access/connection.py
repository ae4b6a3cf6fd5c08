"""One connection, and its limits before its request's owner is known."""

import asyncio
import socket
import struct
from contextlib import AbstractContextManager, suppress
from http import HTTPStatus
from typing import Any, cast

from aiohttp import StreamReader, web

from web.access.clients import is_near, network_of
from web.access.room import Room
from web.access.security import SECURITY_HEADERS

HEAD, BODY = 16 * 1024, 4096
"""Bytes of a request before its body, and of the body. Browsers and proxies send one or two kilobytes."""
LINGERING = 1.0
"""Seconds for which a client's further data is dropped after an answer, before the connection is closed."""
_NO_LINGERING = struct.pack("ii", 1, 0)
_END = b"\r\n\r\n"
_LINES = {**SECURITY_HEADERS, "Content-Length": "0", "Connection": "close"}
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\n%s\r\n" % b"".join(
    f"{name}: {value}\r\n".encode() for name, value in _LINES.items()
)
"""The answer to a head that is too large, without reading it."""


class Connection(web.RequestHandler):
    """A connection that passes its requests to aiohttp one by one, each in its turn and once the head is
    complete."""

    def __init__(self, room: Room, server: web.Server, **settings: Any) -> None:
        super().__init__(server, loop=asyncio.get_running_loop(), **settings)
        self._room = room
        self._wire: asyncio.Transport | None = None
        """The transport, also while it is being closed."""
        self.network = ""
        """The client's network; empty for a proxy, which has many clients."""
        self.held = bytearray()
        """The bytes of a request that has not begun."""
        self._searched = 0
        self._is_waiting = self._is_refused = False
        """Whether the head that is held is complete, or was too large."""
        self._has_begun = False
        self._left = 0
        """Bytes that may still follow of the request that has begun."""
        self._before = 0
        """Requests on this connection before that one."""
        self._body: StreamReader | None = None
        """The body of the request that has begun, once it is answered."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take one of the room's places, or close if none is free."""
        self._wire = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        self.network = "" if is_near(address) else network_of(address)
        if self._room.enter(self):
            super().connection_made(transport)
        else:
            self.abort()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Leave the place to others; a request that has arrived and isn't being handled is dropped."""
        self._room.leave(self)
        self._wire = self._body = None
        idle = None if self._waiter is None else self._task_handler
        super().connection_lost(exc)
        self._messages.clear()
        self._keepalive_handle = None
        if idle is not None:  # it may be about to take a request, which no handler would answer
            idle.cancel()

    def abort(self) -> None:
        """Close the connection at once, dropping unsent data."""
        self._room.leave(self)
        if self._wire is not None:
            wire: socket.socket | None = self._wire.get_extra_info("socket")
            if wire is not None:
                with suppress(OSError):
                    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
            self._wire.abort()

    @property
    def is_handled(self) -> bool:
        """Whether a request is being handled, which continues after the connection is lost."""
        return self._current_request is not None

    @property
    def unread(self) -> int:
        """Bytes of answers that the client has not received yet."""
        return 0 if self._wire is None else self._wire.get_write_buffer_size()

    def data_received(self, data: bytes) -> None:
        """Hold data until a head is complete; then pass on as much as allowed."""
        if not data:  # aiohttp goes on with what it has put aside
            super().data_received(data)
        elif self._is_under_way():
            self._hand_on(data)
        elif not self._is_refused:
            self._hold(data)

    def _is_under_way(self) -> bool:
        """Return whether a request is unanswered, or more of its body is expected."""
        if self._body is not None and self._body.is_eof():
            self._has_begun, self._body = False, None
        return self._has_begun

    def _hold(self, data: bytes) -> None:
        self.held += data[: HEAD + BODY + 1 - len(self.held)]
        if not self._room.hold(self) or self._is_waiting:
            return
        end = self.held.find(_END, max(0, self._searched - len(_END)))
        self._searched = len(self.held)
        if (len(self.held) if end < 0 else end) > HEAD:
            self._refuse()
        elif end >= 0:
            self._is_waiting = True
            self._room.ask(self)

    def _refuse(self) -> None:
        """Answer a head that is too large; drop further data, so that the answer arrives."""
        self._room.release(self)
        self.held, self._is_refused = bytearray(), True
        if self._wire is not None:
            self._wire.write(TOO_LARGE)
            self._wire.write_eof()
            asyncio.get_running_loop().call_later(LINGERING, self.abort)

    def begin(self) -> None:
        """Pass the held request to aiohttp."""
        data = bytes(self.held)
        self._room.release(self)
        self.held, self._searched, self._is_waiting = bytearray(), 0, False
        self._has_begun, self._left, self._before = True, HEAD + BODY, self._request_count
        self._hand_on(data)
        if self._request_count == self._before:  # empty lines alone, or the connection is being closed
            self._has_begun = False
            self._room.end_turn(self)

    def _hand_on(self, data: bytes) -> None:
        part, self._left = data[: max(0, self._left)], self._left - len(data)
        if part:
            super().data_received(part)
        if (
            self._left < 0 or self._request_count > self._before + 1
        ):  # browsers and proxies wait for an answer
            self.close()  # after it; what still comes is dropped

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer; after it the connection is free for the next request."""
        self._room.end_turn(self)
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            self._body = None if self._wire is None else request.content

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer an invalid request, without parsing details."""
        super().handle_error(request, status, exc, message)
        answer = web.Response(status=status, text=HTTPStatus(status).phrase, headers=SECURITY_HEADERS)
        answer.force_close()
        return answer

    def note_working(self) -> None:
        """Record that the current request's link works."""
        self._room.note_working(self)

    def streaming(self) -> AbstractContextManager[None]:
        """Keep the connection open during the block, for whatever others need a place."""
        return self._room.streaming(self)


def connection_of(request: web.Request) -> Connection:
    """Return the connection of a request."""
    connection = request.protocol
    assert isinstance(connection, Connection)
    return connection
