"""What is pushed to pages over real connections: slow readers get the newest state."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.watching import link
from web.live import streams, work
from web.live.feeds import Snapshot, server_sent_event
from web.live.streams import OpenStream
from web.live.work import PageWork, WorkQueue

LARGE = 1_000_000


def snapshot(number: int) -> Snapshot:
    """So much that few of them fit into a connection that no one reads."""
    parts = {"table": f"{number} " + "x" * LARGE}
    return Snapshot(f"1.{number}.ab", parts, f"1.{number - 1}.ab", server_sent_event(f"1.{number}.ab", parts))


@asynccontextmanager
async def connected() -> AsyncGenerator[tuple[OpenStream, asyncio.StreamReader, asyncio.Transport]]:
    """A stream to a reader at the other end of a connection, and its own end of that."""
    found: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
    server = await asyncio.start_server(lambda _, writer: found.set_result(writer), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    transport = (await found).transport
    assert isinstance(transport, asyncio.Transport)
    yield OpenStream(transport, "", lambda: True), reader, transport
    transport.abort()
    writer.close()
    server.close()


async def test_a_slow_reader_gets_the_newest_state_and_not_what_was_before() -> None:
    async with connected() as (stream, reader, transport):
        for number in range(1, 101):
            stream.show(snapshot(number))
        said = b""
        while transport.get_write_buffer_size():
            said += await reader.read(LARGE)
        stream.beat(snapshot(100))
        transport.close()
        while more := await reader.read(LARGE):
            said += more
    ids = [int(number) for number in re.findall(rb"^id: 1\.(\d+)\.ab$", said, re.MULTILINE)]
    assert ids[0] == 1
    assert ids[-1] == 100
    assert len(ids) < 30


async def test_who_takes_nothing_for_long_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async with connected() as (stream, _, transport):
        while not transport.get_write_buffer_size():
            stream.show(snapshot(1))
            stream.show(snapshot(2))
        stream.beat(snapshot(2))
        assert not stream.closed.is_set()
        monkeypatch.setattr(streams, "SEND_TIMEOUT", 0)
        stream.beat(snapshot(2))
        assert stream.closed.is_set()
        assert transport.is_closing()


@pytest.mark.own_bot
async def test_a_proxy_of_http_1_0_gets_no_chunks(evening: Evening) -> None:
    await deal(evening)
    address = urlsplit(await link(evening))
    assert address.hostname is not None
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(f"GET {address.path}events HTTP/1.0\r\nHost: {address.netloc}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert b"chunked" not in head
    assert await reader.readuntil(b"\n\n") == streams.RETRY_FIELD
    assert (await reader.readuntil(b"\n\n")).startswith(b"id: 1.")
    await evening.types("Ben", "life lose", amount=3)
    assert (await reader.readuntil(b"\n\n")).startswith(b"id: 1.")
    writer.close()


async def test_work_that_fails_keeps_no_other_from_being_done(caplog: pytest.LogCaptureFixture) -> None:
    queue, done = WorkQueue(), asyncio.Event()

    async def fail() -> None:
        raise ValueError

    async def finish() -> None:
        done.set()

    queue.add(fail)
    queue.add(finish)
    async with asyncio.timeout(60):
        await done.wait()
    queue.close()
    assert "could not be made" in caplog.text


async def test_what_takes_longer_waits_for_the_rest_but_not_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two brief pieces come before each long one, as far as there are any."""
    monkeypatch.setattr(work, "IN_A_ROW", 2)
    monkeypatch.setattr(work, "REST_RATIO", 0)
    queue, done, ended = WorkQueue(), list[str](), asyncio.Event()

    def piece(name: str) -> PageWork:
        async def do() -> None:
            done.append(name)
            if len(done) == 7:
                ended.set()

        return do

    for name in ("A", "B"):
        queue.add_long(piece(name))
    for name in ("a", "b", "c", "d", "e"):
        queue.add(piece(name))
    async with asyncio.timeout(60):
        await ended.wait()
    queue.close()
    assert done == ["a", "b", "A", "c", "d", "B", "e"]
