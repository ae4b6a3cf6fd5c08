"""Readers of pages, in a separate process: they receive pushed changes and record the times.

Each line of the standard input is a request as JSON, and is answered by one line: ``{"read": [path, …]}``
opens streams and answers once each has sent something; ``{"received": true}`` answers with everything that
has arrived; ``{"idle": n}`` opens connections with incomplete requests; ``{"close": true}`` closes
everything.
"""

import asyncio
import re
import sys
import time
from collections.abc import Iterable
from typing import TypeAlias
from urllib.parse import urlsplit

import msgspec

_ID = re.compile(rb"id: \d+\.(\d+)\.")
SPLIT = 64
"""The bytes around an event's number, which may arrive in two parts."""
LITTLE = (b"", b"GET /w/", b"POST / HTTP/1.1\r\nContent-Length: 4000\r\n")
"""Requests that are too short to be served."""
CONNECT_TIMEOUT = 60
"""Seconds until every stream has sent something."""
Received: TypeAlias = list[tuple[int, int, float]]
"""A reader's number, a received entry, and the time of day."""


class PageReader(asyncio.Protocol):
    """One open stream."""

    def __init__(self, request: bytes, number: int, received: Received) -> None:
        self._request = request
        self._number = number
        self._received = received
        self._rest = b""
        self._newest = 0
        self.begun = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Record which entry has arrived."""
        now, said = time.time(), self._rest + data
        self._rest = data[-SPLIT:]
        newest = max(map(int, _ID.findall(said)), default=0)
        if newest > self._newest:
            self._newest = newest
            self._received.append((self._number, newest, now))
            if not self.begun.done():
                self.begun.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the stream; an answer that isn't a stream is an error."""
        if not self.begun.done():
            self.begun.set_exception(ConnectionError(self._rest.decode(errors="replace")))


class Idle(asyncio.Protocol):
    """A connection without a request, or with an incomplete one."""

    def __init__(self, said: bytes) -> None:
        self._said = said

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send an incomplete request."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self._said)


class Readers:
    """All open connections."""

    def __init__(self, base: str) -> None:
        parts = urlsplit(base)
        assert parts.hostname is not None
        assert parts.port is not None
        self._host, self._port = parts.hostname, parts.port
        self._name = parts.netloc
        self._transports: list[asyncio.BaseTransport] = []
        self.received: Received = []

    async def read(self, wanted: Iterable[str]) -> int:
        """Open streams, and wait until each has sent something; each reader has its own address."""
        loop, readers = asyncio.get_running_loop(), list[PageReader]()
        for number, path in enumerate(wanted):
            request = (
                f"GET /{path}events HTTP/1.1\r\nHost: {self._name}\r\n"
                f"X-Forwarded-For: 203.0.{number // 250}.{number % 250}\r\n\r\n"
            )
            reader = PageReader(request.encode(), number, self.received)
            transport, _ = await loop.create_connection(lambda one=reader: one, self._host, self._port)
            self._transports.append(transport)
            readers.append(reader)
        async with asyncio.timeout(CONNECT_TIMEOUT):
            for reader in readers:
                await reader.begun
        return len(readers)

    async def idle(self, count: int) -> int:
        """Open connections that send nothing, half a request, or the announcement of more."""
        loop = asyncio.get_running_loop()
        for number in range(count):
            what = LITTLE[number % len(LITTLE)]
            transport, _ = await loop.create_connection(lambda what=what: Idle(what), self._host, self._port)
            self._transports.append(transport)
        return count

    def close(self) -> int:
        """Close everything, and forget what has arrived."""
        for transport in self._transports:
            transport.close()
        count = len(self._transports)
        self._transports.clear()
        self.received.clear()
        return count

    def take(self) -> Received:
        """Return everything that has arrived since the last call."""
        received, self.received[:] = [*self.received], []
        return received


async def main(base: str) -> None:
    """Carry out requests until the input ends."""
    readers = Readers(base)
    while line := await asyncio.to_thread(sys.stdin.readline):
        match msgspec.json.decode(line):
            case {"read": wanted}:
                said = await readers.read(wanted)
            case {"idle": count}:
                said = await readers.idle(count)
            case {"received": True}:
                said = readers.take()
            case _:
                said = readers.close()
        print(msgspec.json.encode(said).decode(), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
