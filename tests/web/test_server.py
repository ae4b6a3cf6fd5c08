"""What every page's answer has, and what no request gets through."""

import asyncio
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from web import listening
from web.access import security
from web.access.addresses import WebAddress
from web.pages import assets
from web.pages.assets import address_of
from web.server import serve_routes

LOCAL = WebAddress("127.0.0.1", 0)


@pytest_asyncio.fixture
async def client() -> AsyncGenerator[aiohttp.ClientSession]:
    """A browser that asks at the address of pages that no one has made yet."""
    async with serve_routes(LOCAL, ()) as address, aiohttp.ClientSession(address.base) as session:
        yield session


async def raw(address: WebAddress, said: bytes, *, seconds: float = 5, pause: float = 0) -> bytes:
    """Return what is answered to something said over a connection, until it is closed; with a pause after
    each byte, if there is to be one."""
    reader, writer = await asyncio.open_connection(address.host, address.port)
    saying = asyncio.create_task(say(writer, said, pause))
    try:
        return await asyncio.wait_for(reader.read(), seconds)
    except ConnectionError:
        return b""
    finally:
        saying.cancel()
        await closed(writer)


async def say(writer: asyncio.StreamWriter, said: bytes, pause: float) -> None:
    """Say something at once or, with a pause, byte by byte."""
    for part in said if pause else ():
        writer.write(bytes([part]))
        await asyncio.sleep(pause)
    if not pause:
        writer.write(said)


async def closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection, which may be closed already."""
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def test_every_answer_says_what_a_browser_must_not_do(client: aiohttp.ClientSession) -> None:
    for path in ("/", "/w/secret/", address_of("page.css")):
        async with client.get(path) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "unsafe" not in policy
            assert "default-src 'none'" in policy
            ancestors = policy.partition("frame-ancestors ")[2].split(";")[0].split()
            assert {one.rpartition(".")[0].rpartition(".")[2].rpartition("/")[2] for one in ancestors} == {
                "discord",
                "discordsays",
            }
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "Set-Cookie" not in answer.headers


async def test_only_what_has_no_token_in_its_address_is_kept(client: aiohttp.ClientSession) -> None:
    async with client.get("/w/secret/") as answer:
        assert answer.status == 404
        assert answer.headers["Cache-Control"] == "no-store"
    async with client.get(address_of("page.css")) as answer:
        assert answer.status == 200
        assert "immutable" in answer.headers["Cache-Control"]


async def test_assets_are_compressed_for_clients_that_accept_it(client: aiohttp.ClientSession) -> None:
    found: list[tuple[str | None, bytes]] = []
    for accepted in ("gzip", "identity"):
        async with client.get(address_of("page.css"), headers={"Accept-Encoding": accepted}) as answer:
            found.append((answer.headers.get("Content-Encoding"), await answer.read()))
    style = assets.ASSETS["page.css"].content
    assert found == [("gzip", style), (None, style)]


async def test_an_asset_has_the_address_of_its_content_only(client: aiohttp.ClientSession) -> None:
    for path in ("/assets/000000000000/page.css", "/assets/page.css", "/assets/x/..%2f..%2fserver.py"):
        async with client.get(path) as answer:
            assert answer.status == 404


async def test_a_notice_is_in_the_language_of_the_browser(client: aiohttp.ClientSession) -> None:
    async with client.get("/w/secret/", headers={"Accept-Language": "xx, de-AT;q=0.8, en;q=0.5"}) as answer:
        text = await answer.text()
        assert '<html lang="de">' in text
        assert "abgelaufen" in text
    async with client.get("/w/secret/?lang=fr", headers={"Accept-Language": "de"}) as answer:
        assert "a expiré" in await answer.text()


async def test_the_name_of_another_host_leads_nowhere() -> None:
    public = WebAddress("127.0.0.1", 0, "https://arbiter.example.org/")
    async with serve_routes(public, ()) as address, aiohttp.ClientSession(address.own) as session:
        path = f"/{address_of('page.css')}"
        for host in (
            "evil.example.org",
            "127.0.0.1",
            f"127.0.0.1:{address.port}",
            "arbiter.example.org.evil",
        ):
            async with session.get(path, headers={"Host": host}) as answer:
                assert answer.status == 421
        async with session.get(path, headers={"Host": "Arbiter.example.org"}) as answer:
            assert answer.status == 200


async def test_oversized_requests_are_refused(client: aiohttp.ClientSession) -> None:
    async with client.get("/" + "a" * 10_000) as answer:
        assert answer.status == 400
    async with client.get("/", headers={"X-Long": "a" * 10_000}) as answer:
        assert answer.status == 400
    async with client.get("/", headers={f"X-{n}": "a" for n in range(100)}) as answer:
        assert answer.status == 400


async def test_anyone_who_asks_too_slowly_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "CONNECTION_IDLE", 0.3)
    async with serve_routes(LOCAL, ()) as address:
        assert await raw(address, b"") == b""
        assert await raw(address, b"GET / HTTP/1.1\r\nHost: 127") == b""


async def test_anyone_who_sends_a_body_too_slowly_is_answered_and_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(security, "REQUEST_TIMEOUT", 0.3)

    async def read(request: web.Request) -> web.Response:
        return web.Response(text=await request.text())

    async with serve_routes(LOCAL, [web.post("/read", read)]) as address:
        head = f"POST /read HTTP/1.1\r\nHost: {address.host}:{address.port}\r\nContent-Length: "
        said = await raw(address, f"{head}4000\r\n\r\n{'a' * 10}".encode())
        assert said.startswith(b"HTTP/1.1 408 ")
        whole = await raw(address, f"{head}10\r\nConnection: close\r\n\r\n{'a' * 10}".encode())
        assert whole.startswith(b"HTTP/1.1 200 ")
        assert whole.endswith(b"\r\n\r\n" + b"a" * 10)


async def test_a_head_that_drips_gets_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte by byte it would take 10 seconds."""
    monkeypatch.setattr(listening, "CONNECTION_IDLE", 0.3)
    async with serve_routes(LOCAL, ()) as address:
        head = b"GET / HTTP/1.1\r\n".ljust(200, b"a")
        assert await raw(address, head, pause=0.05) == b""


@pytest.mark.parametrize(("may", "most", "capacity"), [(100, 300, 150), (1024, 20_000, 4_000)])
async def test_half_of_the_files_are_left_to_everything_else(may: int, most: int, capacity: int) -> None:
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({may}, {most}))"
    program = f"{limit}; from web.listening import capacity; print(capacity())"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program), cwd=Path(__file__).parents[2], stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    assert int(said) == capacity


async def test_another_port_does_where_the_first_one_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with serve_routes(WebAddress("127.0.0.1", port, spare=True), ()) as address:
            assert address.port not in (0, port)
        with pytest.raises(OSError, match="in use"):
            async with serve_routes(WebAddress("127.0.0.1", port), ()):
                pass
