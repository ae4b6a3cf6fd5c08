"""How often one client may miss and one link may be used, counted by hand, with a real server to ask."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from tests.support.clock import Clock
from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.watching import link
from web.access import limits
from web.access.addresses import WebAddress
from web.access.limits import Limits
from web.server import serve_routes


@asynccontextmanager
async def asking(limits: Limits) -> AsyncGenerator[aiohttp.ClientSession]:
    """A browser at pages of which those of links are there, such as /link/1, and /missing isn't."""

    async def link(request: web.Request) -> web.Response:
        limits.require(request, int(request.match_info["number"]))
        return web.Response()

    async def join(request: web.Request) -> web.Response:
        limits.require_name(request, int(request.match_info["number"]))
        return web.Response()

    async def missing(_request: web.Request) -> web.Response:
        raise web.HTTPNotFound

    routes = [web.get("/link/{number}", link), web.get("/join/{number}", join), web.get("/missing", missing)]
    async with (
        serve_routes(WebAddress("127.0.0.1", 0), routes, limits) as address,
        aiohttp.ClientSession(address.base) as session,
    ):
        yield session


async def ask(session: aiohttp.ClientSession, path: str, forwarded: str = "203.0.113.1") -> int:
    async with session.get(path, headers={"X-Forwarded-For": forwarded}) as answer:
        return answer.status


async def test_a_hall_with_one_address_presses_as_fast_as_it_can() -> None:
    """Sixty phones press once a second for eight seconds, each on its own remote."""
    clock = Clock(0.0)
    async with asking(Limits(clock)) as session:
        for clock.now in range(8):
            assert {await ask(session, f"/link/{phone}") for phone in range(60)} == {200}


@pytest.mark.parametrize("path", ["/missing", "/nowhere", "/link/1/beyond"])
async def test_misses_refuse_further_misses_and_nothing_else(path: str) -> None:
    """20 at once, then one in two seconds; after that, existing pages still open."""
    clock = Clock(0.0)
    async with asking(Limits(clock)) as session:
        answers = [await ask(session, path) for _ in range(25)]
        assert answers == [404] * 20 + [429] * 5
        async with session.get(path, headers={"X-Forwarded-For": "203.0.113.1"}) as refused:
            assert refused.headers["Retry-After"] == "60"
        assert await ask(session, "/link/1") == 200
        assert await ask(session, path, "203.0.113.2") == 404
        clock.now = 2
        assert [await ask(session, path) for _ in range(2)] == [404, 429]


@pytest.mark.parametrize("guesser", ["203.0.113.{}, 203.0.113.1", "2001:db8:1:2::{}", "203.0.113.1:{}"])
async def test_no_one_is_many_clients_by_what_they_write(guesser: str) -> None:
    """Neither before a proxy's own word, nor by the addresses that one network has, nor by ports."""
    async with asking(Limits(Clock(0.0))) as session:
        answers = [await ask(session, "/missing", guesser.format(number)) for number in range(1, 41)]
        assert answers == [404] * 20 + [429] * 20


async def test_guests_of_a_hall_with_one_address_join_at_once() -> None:
    """Sixty by one link, each with a wrong name first; or four at each of sixty tables."""
    async with asking(Limits(Clock(0.0))) as session:
        assert {await ask(session, "/join/1") for _ in range(2 * 60)} == {200}
    async with asking(Limits(Clock(0.0))) as session:
        assert {await ask(session, f"/join/{table}") for table in range(60) for _ in range(4)} == {200}


async def test_names_are_bounded_by_link_whatever_the_address_and_by_address_whatever_the_link() -> None:
    """120 for a link and 240 for an address; then one a second and two."""
    clock = Clock(0.0)
    async with asking(Limits(clock)) as session:
        strangers = [await ask(session, "/join/1", f"203.0.113.{n}") for n in range(130)]
        assert strangers == [200] * 120 + [429] * 10
        assert await ask(session, "/join/2", "203.0.113.1") == 200, "other tables go on"
        clock.now = 1
        assert [await ask(session, "/join/1", "203.0.113.1") for _ in range(2)] == [200, 429]
        many = [await ask(session, f"/join/{3 + n}", "198.51.100.7") for n in range(250)]
        assert many == [200] * 240 + [429] * 10
        clock.now = 2
        assert [await ask(session, f"/join/{n}", "198.51.100.7") for n in (500, 501, 502)] == [200, 200, 429]


async def test_a_link_is_bounded_and_every_client_has_a_part_of_it_alone() -> None:
    """60 for each client and 1,500 for all together; then 2 and 50 a second."""
    clock = Clock(0.0)
    async with asking(Limits(clock)) as session:
        answers = [await ask(session, "/link/1") for _ in range(1_570)]
        assert answers == [200] * 1_560 + [429] * 10
        assert [await ask(session, "/link/1", "203.0.113.2") for _ in range(61)] == [200] * 60 + [429]
        assert await ask(session, "/link/2") == 200
        clock.now = 1
        assert [await ask(session, "/link/1", "203.0.113.2") for _ in range(53)] == [200] * 52 + [429]


async def test_open_pages_are_bounded_by_link_and_by_address(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once here; a third one finds room once one has gone."""
    for bound in ("STREAMS_PER_LINK", "STREAMS_PER_CLIENT"):
        monkeypatch.setattr(limits, bound, 2)
    await deal(evening)
    hall, other, third = [await link(evening) for _ in range(3)]
    async with aiohttp.ClientSession() as session, AsyncExitStack() as kept:

        async def opened(address: str, near: str) -> aiohttp.ClientResponse:
            asked = session.get(f"{address}events", headers={"X-Forwarded-For": near})
            return await kept.enter_async_context(asked)

        async def finds_room(address: str, near: str) -> None:
            async with asyncio.timeout(60):
                while (await opened(address, near)).status != 200:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)

        by_link = [await opened(hall, f"203.0.113.{n}") for n in (1, 2, 3)]
        assert [one.status for one in by_link] == [200, 200, 429]
        assert (await opened(other, "203.0.113.3")).status == 200, "another link has room of its own"
        by_link[0].close()
        await finds_room(hall, "203.0.113.3")
        by_address = [await opened(one, "203.0.113.9") for one in (other, third, third)]
        assert [one.status for one in by_address] == [200, 200, 429]
        assert (await opened(third, "203.0.113.10")).status == 200, "another address has room of its own"
        by_address[0].close()
        await finds_room(await link(evening), "203.0.113.9")


async def test_who_has_most_open_makes_room_for_others(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four streams by one link one client has all; another one gets two of them, and then no one more."""
    monkeypatch.setattr(limits, "STREAMS_PER_LINK", 4)
    await deal(evening)
    address = await link(evening)
    async with aiohttp.ClientSession() as session, AsyncExitStack() as kept:

        async def opened(near: str) -> aiohttp.ClientResponse:
            asked = session.get(f"{address}events", headers={"X-Forwarded-For": near})
            return await kept.enter_async_context(asked)

        greedy = [await opened("203.0.113.1") for _ in range(4)]
        assert (await opened("203.0.113.1")).status == 429
        assert [(await opened("203.0.113.2")).status for _ in range(2)] == [200, 200]
        for closed in greedy[:2]:
            await closed.content.read()
        assert [(await opened(near)).status for near in ("203.0.113.1", "203.0.113.2")] == [429, 429]
        assert not any(one.content.at_eof() for one in greedy[2:])


async def test_who_is_refused_closes_no_stream_of_others(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link has room if the greedy client makes it, but the new one has two streams open elsewhere."""
    monkeypatch.setattr(limits, "STREAMS_PER_LINK", 3)
    monkeypatch.setattr(limits, "STREAMS_PER_CLIENT", 2)
    await deal(evening)
    watched, first, second = [await link(evening) for _ in range(3)]
    async with aiohttp.ClientSession() as session, AsyncExitStack() as kept:

        async def opened(address: str, near: str) -> aiohttp.ClientResponse:
            asked = session.get(f"{address}events", headers={"X-Forwarded-For": near})
            return await kept.enter_async_context(asked)

        greedy = [await opened(watched, "203.0.113.21") for _ in range(2)]
        other = await opened(watched, "203.0.113.22")
        assert [(await opened(one, "203.0.113.23")).status for one in (first, second)] == [200, 200]
        assert (await opened(watched, "203.0.113.23")).status == 429
        ends = [asyncio.create_task(one.content.read()) for one in (*greedy, other)]
        ended, _ = await asyncio.wait(ends, timeout=0.3)
        assert not ended
        for one in ends:
            one.cancel()
