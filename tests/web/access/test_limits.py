"""How often one address may ask and one link may be used, counted by hand, with a real server to ask."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.watching import link
from web.access import limits
from web.access.addresses import WebAddress
from web.access.limits import MISSES, PAGES, PER_LINK, Limits, address_of
from web.server import serve


class Clock:
    """Seconds that tests set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def asking(limits: Limits) -> AsyncGenerator[aiohttp.ClientSession]:
    """A browser at pages of which /found is there and /missing isn't; /link is asked for by link 1."""

    async def found(request: web.Request) -> web.Response:
        limits.require(request)
        return web.Response(text=address_of(request))

    async def missing(request: web.Request) -> web.Response:
        limits.require(request)
        limits.missed(request)
        raise web.HTTPNotFound

    async def link(_request: web.Request) -> web.Response:
        limits.require_link(1)
        return web.Response()

    routes = [web.get("/found", found), web.get("/missing", missing), web.get("/link", link)]
    async with (
        serve(WebAddress("127.0.0.1", 0), routes) as address,
        aiohttp.ClientSession(address.base) as session,
    ):
        yield session


async def ask(session: aiohttp.ClientSession, path: str, forwarded: str = "") -> int:
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    async with session.get(path, headers=headers) as answer:
        return answer.status


async def test_an_address_has_so_many_at_once_and_gets_more_with_time() -> None:
    clock = Clock()
    async with asking(Limits(clock)) as session:
        answers = [await ask(session, "/found") for _ in range(int(PAGES.burst) + 1)]
        assert answers == [200] * int(PAGES.burst) + [429]
        assert await ask(session, "/found", "203.0.113.9") == 200
        clock.now = 1
        answers = [await ask(session, "/found") for _ in range(int(PAGES.per_second) + 1)]
        assert answers == [200] * int(PAGES.per_second) + [429]


async def test_whoever_misses_often_waits_longer() -> None:
    clock = Clock()
    async with asking(Limits(clock)) as session:
        answers = [await ask(session, "/missing") for _ in range(int(MISSES.burst) + 1)]
        assert answers == [404] * int(MISSES.burst) + [429]
        assert await ask(session, "/found") == 429
        clock.now = 1 / MISSES.per_second
        assert [await ask(session, "/missing"), await ask(session, "/found")] == [404, 429]


async def test_a_link_is_not_used_more_often_from_many_addresses() -> None:
    async with asking(Limits(Clock())) as session:
        answers = [await ask(session, "/link", f"203.0.113.{n % 250}") for n in range(1_501)]
        assert PER_LINK.burst == 1_500
        assert answers == [200] * 1_500 + [429]


async def test_open_pages_are_bounded_by_link_and_by_address(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once here; a third one finds room once one has gone."""
    for bound in ("STREAMS_PER_LINK", "STREAMS_PER_ADDRESS"):
        monkeypatch.setattr(limits, bound, 2)
    await deal(evening)
    hall, other, third = [await link(evening) for _ in range(3)]
    async with aiohttp.ClientSession() as session, AsyncExitStack() as kept:

        async def opened(address: str, near: str) -> aiohttp.ClientResponse:
            asked = session.get(f"{address}events", headers={"X-Forwarded-For": near})
            return await kept.enter_async_context(asked)

        async def finds_room(address: str, near: str) -> None:
            for _ in range(100):
                if (await opened(address, near)).status == 200:
                    return
                await asyncio.sleep(0.1)
            pytest.fail("there is no room")

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


async def test_a_proxy_says_who_asks_and_only_its_own_word_counts() -> None:
    async with asking(Limits(Clock())) as session:
        async with session.get("/found") as answer:
            assert await answer.text() == "127.0.0.1"
        for forwarded in ("1.2.3.4", "6.6.6.6, 1.2.3.4"):
            async with session.get("/found", headers={"X-Forwarded-For": forwarded}) as answer:
                assert await answer.text() == "1.2.3.4"
