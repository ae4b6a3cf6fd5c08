"""Pages under a path of a site, where a proxy puts them: all that they ask for is there, too."""

from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from msgspec.structs import replace
from playwright.async_api import Browser, expect
from yarl import URL

from tests.support.evening import Evening
from tests.support.processes import Handler, endpoint, free_port
from tests.support.tables import deal
from tests.web.answers import body
from tests.web.leagues.panel import friday, league_link
from tests.web.overlay.overlays import overlay, overlay_link
from tests.web.play.remotes import hold, life_of, mine, open_fix, tap
from tests.web.watching import link, watch
from web.access.addresses import WebAddress

PREFIX = "/arbiter"
OF_ONE_CONNECTION = {"Connection", "Keep-Alive", "Transfer-Encoding"}


def passing(own: str, session: aiohttp.ClientSession) -> Handler:
    """Return a proxy that removes the prefix; Host goes on as it was asked, and answers piece by piece."""

    async def passed(request: web.Request) -> web.StreamResponse:
        if not request.raw_path.startswith(f"{PREFIX}/"):
            raise web.HTTPNotFound
        address = URL(own + request.raw_path.removeprefix(f"{PREFIX}/"), encoded=True)
        async with session.request(
            request.method,
            address,
            headers=request.headers,
            data=await request.read(),
            allow_redirects=False,
        ) as answer:
            kept = {name: value for name, value in answer.headers.items() if name not in OF_ONE_CONNECTION}
            told = web.StreamResponse(status=answer.status, headers=kept)
            await told.prepare(request)
            with suppress(ConnectionError):  # the reader has gone
                async for piece in answer.content.iter_any():
                    await told.write(piece)
            return told

    return passed


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening whose pages are behind a proxy, under a path."""
    own = WebAddress("127.0.0.1", free_port())
    async with (
        aiohttp.ClientSession(auto_decompress=False) as session,
        endpoint(passing(own.own, session)) as proxy,
        Evening(tmp_path / "arbiter.db", pages=replace(own, public=f"{proxy}{PREFIX}/")) as evening,
    ):
        yield evening


async def test_a_page_follows_the_table_and_leads_to_its_replay(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await link(evening)
    assert URL(address).path.startswith(f"{PREFIX}/w/")
    page = await watch(browser, address.rstrip("/"))  # the slash is often lost
    assert page.url == address
    ben = page.locator(".seat", has_text="Ben").locator(".number")
    await expect(ben).to_have_text("40")
    await evening.types("Ben", "life lose", amount=3)
    await expect(ben).to_have_text("37")
    await page.locator("a[href^=replay]").click()
    await page.get_by_role("link", name="Last step", exact=True).click()
    await expect(ben).to_have_text("37")
    await page.locator(".way a").click()
    await expect(page).to_have_url(address)


async def test_a_press_on_a_remote_acts(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await tap(page, "Ben: −5 life")
    await expect(mine(page)).to_have_text("35")
    assert await life_of(evening, "Ben") == 35
    await open_fix(page)
    await expect(page.locator("[data-fix] .step").first).to_contain_text("lost 5 life")


async def test_an_overlay_has_the_style_of_its_address(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await overlay(browser, await overlay_link(evening), "size=50&text=ff8800")
    seat = page.locator(".seat").first
    await expect(seat).to_have_css("font-size", "50px")
    await expect(seat).to_have_css("color", "rgb(255, 136, 0)")
    await evening.types("Ana", "life lose", amount=3)
    await expect(seat.locator(".number")).to_have_text("37")


async def test_a_league_leads_to_its_parts_and_feeds(evening: Evening, browser: Browser) -> None:
    await friday(evening)
    address = await league_link(evening)
    page = await watch(browser, address)
    await page.get_by_role("link", name="Results").click()
    await expect(page.locator(".results li")).to_have_count(3)
    await page.locator(".results a").first.click()
    await expect(page.locator(".shown").first).to_contain_text("Player")
    await page.get_by_role("link", name="Story").click()
    await expect(page.locator(".story li")).to_have_count(1)
    await page.get_by_role("link", name="Standings").click()
    await page.locator("tbody a").first.click()
    await expect(page.get_by_role("heading", name="Player 1")).to_be_visible()
    feeds = page.locator(".feeds a")
    for n in range(await feeds.count()):
        feed = await body(await feeds.nth(n).evaluate("one => one.href"))
        assert address in feed
