"""What strangers may send and keep before it is known whose a request is, over real connections."""

import asyncio
import gc
import logging
import select
import socket
import struct
import zlib
from collections.abc import AsyncGenerator, Hashable
from contextlib import asynccontextmanager, suppress

import aiohttp
import pytest
from aiohttp import web

from web import listening
from web.access import connection, room
from web.access.addresses import WebAddress
from web.access.connection import Connection, connection_of
from web.server import serve_routes

LOCAL = WebAddress("127.0.0.1", 0)
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Clients:
    """Those who connect to pages of which /read reads a body, /large is large, and /stream stays open."""

    def __init__(self, address: WebAddress) -> None:
        self.address = address
        self._open = list[asyncio.StreamWriter]()

    def head(self, asked: str = "GET /", *lines: str) -> bytes:
        """Return the head of a request."""
        host = f"Host: {self.address.host}:{self.address.port}"
        return "\r\n".join([f"{asked} HTTP/1.1", host, *lines, "", ""]).encode()

    async def connect(self, said: bytes = b"", own: str = "127.0.0.1") -> Line:
        """Connect from one of this machine's addresses, and say something."""
        reader, writer = await asyncio.open_connection(
            self.address.host, self.address.port, local_addr=(own, 0)
        )
        self._open.append(writer)
        writer.write(said)
        return reader, writer

    async def ask(self, said: bytes) -> bytes:
        """Say something, and give all that is answered until the connection is closed."""
        reader, _ = await self.connect(said)
        return await read(reader)

    async def close(self) -> None:
        """Close all connections."""
        for writer in self._open:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


async def read(reader: asyncio.StreamReader) -> bytes:
    """Return all that is answered until a connection is closed, or cut."""
    said = b""
    with suppress(ConnectionError):
        while part := await reader.read(2**16):
            said += part
    return said


async def answer(reader: asyncio.StreamReader) -> int:
    """Return the status of the next answer, which is read to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().casefold()
    await reader.readexactly(int(head.partition("content-length: ")[2].split("\r\n")[0]))
    return int(head.split()[1])


async def settle() -> None:
    """Let everything arrive that is under way."""
    for _ in range(30):
        await asyncio.sleep(0.001)


@asynccontextmanager
async def pages(*routes: web.RouteDef) -> AsyncGenerator[Clients]:
    """Pages, and those who connect to them."""

    async def read(request: web.Request) -> web.Response:
        return web.Response(body=await request.read())

    async def large(_request: web.Request) -> web.Response:
        return web.Response(body=bytes(2**25))

    async def stream(request: web.Request) -> web.StreamResponse:
        with connection_of(request).streaming():
            response = web.StreamResponse()
            await response.prepare(request)
            await response.write(b"open")
            await asyncio.sleep(1e6)
        return response

    own = web.post("/read", read), web.get("/large", large), web.get("/stream", stream)

    def source_of(head: bytes) -> Hashable | None:
        return "known" if b"/known" in head else None

    async with serve_routes(LOCAL, [*own, *routes], source_of=source_of) as address:
        clients = Clients(address)
        yield clients
        await clients.close()


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "identity", "gzip, gzip"])
@pytest.mark.parametrize("path", ["/read", "/nowhere"])
async def test_nothing_that_is_sent_is_unpacked(coding: str, path: str) -> None:
    """No page compresses what it sends; 16 MB of zeros are 16 KB of deflate."""
    bomb = zlib.compress(bytes(2**24))
    async with pages() as clients:
        lines = f"Content-Encoding: {coding}", f"Content-Length: {len(bomb)}"
        said = await clients.ask(clients.head(f"POST {path}", *lines) + bomb)
        assert said.startswith(b"HTTP/1.1 415 ")
        assert b"Nothing was entered." in said


@pytest.mark.parametrize("chunked", [False, True])
async def test_a_body_has_4096_bytes_at_most(chunked: bool) -> None:
    async with pages() as clients:
        for size, status in ((4096, b"200"), (4097, b"413"), (2**20, b"413")):
            body = b"%x\r\n%b\r\n0\r\n\r\n" % (size, bytes(size)) if chunked else bytes(size)
            how = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {size}"
            said = await clients.ask(clients.head("POST /read", how, "Connection: close") + body)
            assert said.startswith(b"HTTP/1.1 " + status), size


async def test_a_whole_head_has_16_kilobytes_at_most() -> None:
    """Complete or not, in as few or many parts as it comes."""
    async with pages() as clients:
        lines = [f"X-{n}: {'a' * 4000}" for n in range(4)]
        assert (await clients.ask(clients.head("GET /", *lines, "Connection: close"))).startswith(
            b"HTTP/1.1 404 "
        )
        assert (await clients.ask(clients.head("GET /", *lines, *lines))).startswith(b"HTTP/1.1 431 ")
        unfinished = clients.head("GET /", *lines, *lines).rstrip()
        assert (await clients.ask(unfinished)).startswith(b"HTTP/1.1 431 ")
        reader, writer = await clients.connect()
        for begin in range(0, len(unfinished), 1000):
            writer.write(unfinished[begin : begin + 1000])
            await asyncio.sleep(0)
        assert (await read(reader)).startswith(b"HTTP/1.1 431 ")


async def test_what_has_waited_longest_makes_room_for_other_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MAX_PENDING_BYTES", 50_000)
    async with pages() as clients:
        unfinished = clients.head("GET /", *(f"X-{n}: {'a' * 3000}" for n in range(3))).removesuffix(b"\r\n")
        lines = [await clients.connect(unfinished) for _ in range(20)]
        assert [await read(reader) for reader, _ in lines[:15]] == [b""] * 15
        for reader, writer in lines[16:]:
            writer.write(b"\r\n")
            assert await answer(reader) == 404


async def test_who_is_idle_longest_makes_room_for_who_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "CONNECTIONS", 20)
    async with pages() as clients:
        idle = [await clients.connect() for _ in range(20)]
        reader, _ = await clients.connect(clients.head())
        assert await answer(reader) == 404
        assert await read(idle[0][0]) == b""
        idle[1][1].write(clients.head())
        assert await answer(idle[1][0]) == 404


async def test_strangers_close_no_connection_over_which_a_link_has_worked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "STRANGERS", 5)

    async def works(request: web.Request) -> web.Response:
        connection_of(request).note_working()
        return web.Response()

    async with pages(web.get("/works", works)) as clients:
        visitors = [await clients.connect() for _ in range(3)]
        for reader, writer in visitors:
            writer.write(clients.head("GET /works"))
            assert await answer(reader) == 200
        strangers = [await clients.connect() for _ in range(9)]
        assert [await read(reader) for reader, _ in strangers[:4]] == [b""] * 4
        for reader, writer in (*visitors, *strangers[4:]):
            writer.write(clients.head())
            assert await answer(reader) == 404


async def test_streams_stay_open_as_others_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they are all that there is, a further connection is closed unread."""
    monkeypatch.setattr(listening, "CONNECTIONS", 3)
    async with pages() as clients:
        streams = [await clients.connect(clients.head("GET /stream")) for _ in range(3)]
        for reader, _ in streams:
            await reader.readuntil(b"open")
        assert await clients.ask(clients.head()) == b""
        streams[0][1].close()
        await settle()
        for _ in range(5):
            reader, _ = await clients.connect(clients.head())
            assert await answer(reader) == 404
        assert not any(reader.at_eof() for reader, _ in streams[1:])


async def test_one_network_has_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """A further one closes its own oldest one, and no one else's."""
    monkeypatch.setattr(connection, "is_near", lambda _address: False)  # pyright: ignore
    monkeypatch.setattr(room, "PER_NETWORK", 5)
    async with pages() as clients:
        other = await clients.connect(own="127.0.0.2")
        many = [await clients.connect(own="127.0.0.3") for _ in range(9)]
        assert [await read(reader) for reader, _ in many[:4]] == [b""] * 4
        for reader, writer in (other, *many[4:]):
            writer.write(clients.head())
            assert await answer(reader) == 404


async def test_a_connection_asks_for_one_thing_after_another() -> None:
    """A client that doesn't wait for an answer gets only the first one."""
    async with pages() as clients:
        said = await clients.ask(clients.head() * 20)
        assert said.count(b"HTTP/1.1 404 ") == 1
        said = await clients.ask(clients.head("POST /read", "Content-Length: 4") + b"body" + clients.head())
        assert said.count(b"HTTP/1.1 200 ") == 1
        reader, writer = await clients.connect()
        for body in (b"first", b"second", b""):
            head = clients.head("POST /read", f"Content-Length: {len(body)}")
            writer.write(head[:20])
            await asyncio.sleep(0)
            writer.write(head[20:] + body[:3])
            await asyncio.sleep(0)
            writer.write(body[3:])
            assert await answer(reader) == 200


async def test_a_connection_goes_on_after_a_body_that_was_not_wanted() -> None:
    """The answer may come before the rest of a small body does."""
    async with pages() as clients:
        reader, writer = await clients.connect(clients.head("POST /nowhere", "Content-Length: 6") + b"abc")
        assert await answer(reader) == 404
        writer.write(b"def")
        await settle()
        writer.write(clients.head("POST /read", "Content-Length: 6") + b"ghijkl")
        assert await answer(reader) == 200


async def test_an_answer_that_no_one_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SWEEP", 0.05)
    monkeypatch.setattr(room, "CLIENT_READ_TIMEOUT", 0.2)
    async with pages() as clients:
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(slow, (clients.address.host, clients.address.port))
            await loop.sock_sendall(slow, clients.head("GET /large"))
            cut = select.poll()
            cut.register(slow, select.POLLERR)
            assert await asyncio.to_thread(cut.poll, 60_000), "it is still kept"


async def test_whose_link_is_known_waits_for_no_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers' requests begin one after another here; that of a link that works is the next."""
    monkeypatch.setattr(room, "MAX_UNCHECKED", 1)
    begun, may_end = list[str](), asyncio.Event()

    async def begin(request: web.Request) -> web.Response:
        begun.append(request.path)
        await may_end.wait()
        return web.Response()

    async with pages(web.get("/{name}", begin)) as clients:
        lines = list[Line]()
        for path in ("/first", "/second", "/third", "/known"):
            lines.append(await clients.connect(clients.head(f"GET {path}")))
            await settle()
        assert begun == ["/first"]
        may_end.set()
        assert [await answer(reader) for reader, _ in lines] == [200] * 4
        assert begun == ["/first", "/known", "/second", "/third"]


async def test_a_request_of_a_connection_that_is_lost_before_its_turn_leaves_no_trace(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The second request's turn comes in the very moment in which its client resets the connection."""
    monkeypatch.setattr(room, "MAX_UNCHECKED", 1)
    may_end = asyncio.Event()

    async def wait(_request: web.Request) -> web.Response:
        await may_end.wait()
        return web.Response()

    async with pages(web.get("/wait", wait)) as clients:
        first, _ = await clients.connect(clients.head("GET /wait"))
        await settle()
        with socket.create_connection((clients.address.host, clients.address.port)) as second:
            second.sendall(clients.head("GET /wait"))
            await settle()
            second.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        may_end.set()
        assert await answer(first) == 200
        await settle()
    gc.collect()  # a task's failure is logged when the task goes
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == []


async def test_a_lost_connection_keeps_its_turn_until_its_handler_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So no more handlers run at once, however often a client sends a request and resets the connection."""
    monkeypatch.setattr(room, "MAX_UNCHECKED", 2)
    may_end, running = asyncio.Event(), list[int]()

    async def wait(_request: web.Request) -> web.Response:
        running.append(1)
        await may_end.wait()
        return web.Response()

    async with pages(web.get("/wait", wait)) as clients:
        for _ in range(5):
            with socket.create_connection((clients.address.host, clients.address.port)) as client:
                client.sendall(clients.head("GET /wait"))
                await settle()
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            await settle()
        assert len(running) == 2
        may_end.set()
        last, _ = await clients.connect(clients.head("GET /wait"))
        assert await answer(last) == 200, "the turns are free again"


@pytest.mark.parametrize(
    "said",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 20_000,
        b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
)
async def test_no_answer_says_what_runs_here(said: bytes) -> None:
    async with pages() as clients:
        head, _, body = (await clients.ask(said)).partition(b"\r\n\r\n")
        lines = dict(line.split(": ", 1) for line in f"{head.decode()} ".split("\r\n")[1:])
        assert lines["Server"].strip() == ""
        assert lines["X-Content-Type-Options"].strip() == "nosniff"
        assert lines["Content-Security-Policy"].startswith("default-src 'none'")
        shown = (head + body).lower()
        assert not any(word in shown for word in (b"python", b"aiohttp", b"llhttp", b"invalid"))


async def test_every_kind_of_answer_has_an_empty_server() -> None:
    async with pages() as clients, aiohttp.ClientSession(clients.address.base) as session:
        for method, path in (("POST", "/read"), ("GET", "/nowhere"), ("PUT", "/read")):
            async with session.request(method, path) as found:
                assert found.headers["Server"] == ""


@pytest.mark.usefixtures("no_collector")
async def test_nothing_of_a_request_waits_for_the_collector() -> None:
    """Collecting what a few thousand requests leave would hold the event loop for a quarter of a second."""

    async def here(_request: web.Request) -> web.Response:
        return web.Response()

    async def gone(_request: web.Request) -> web.Response:
        raise web.HTTPNotFound

    def left() -> set[int]:
        kinds = web.BaseRequest | Connection
        return {id(one) for one in gc.get_objects() if isinstance(one, kinds)} - {id(one) for one in others}

    others = [one for one in gc.get_objects() if isinstance(one, web.BaseRequest | Connection)]
    async with pages(web.get("/gone", gone), web.get("/here", here)) as clients:
        for asked in ("GET /here", "GET /gone", "GET /nowhere", "POST /here"):
            reader, writer = await clients.connect(clients.head(asked))
            await answer(reader)
            writer.close()
        for said in (clients.head("POST /nowhere", "Content-Length: 4000"), clients.head("GET /here") * 9):
            _, writer = await clients.connect(said)
            await settle()
            writer.transport.abort()
        async with asyncio.timeout(60):
            while left():  # noqa: ASYNC110
                await asyncio.sleep(0.1)
