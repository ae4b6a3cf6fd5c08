"""The standings of a league over a stream's picture."""

import time

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.evening import Evening
from tests.support.leagues import create, report
from tests.support.messages import message_of
from tests.web.accessibility import findings
from tests.web.answers import read
from tests.web.leagues.panel import SHOW_NAME, SHOW_NUMBER, friday, press
from tests.web.overlay.overlays import TRANSPARENT, overlay, overlay_link, pixels
from tests.web.watching import address_in

SHOW = "show=standings"


async def rows(page: Page) -> list[str]:
    """Return the rows that an overlay shows."""
    return [one.replace("\t", " ") for one in await page.locator("tbody tr").all_inner_texts()]


async def test_the_standings_follow_every_result(evening: Evening, browser: Browser) -> None:
    """5 points a win: Ben 10, Cy 5; then Cy wins twice and has 15."""
    await friday(evening)
    await press(evening, SHOW_NAME, "Ben")
    page = await overlay(browser, await overlay_link(evening), f"{SHOW}&rows=2")
    await expect(page.locator("tbody tr")).to_have_count(2)
    assert await rows(page) == ["1 Ben 10 2–0–0", "2 Player 2 5 1–1–0"]
    assert (await pixels(page)).getpixel((795, 595)) == (0, 0, 0, TRANSPARENT)
    assert await findings(page) == []
    for _ in range(2):
        await report(evening, "Cy", "Cy, Ben")
    await expect(page.locator("tbody tr").first).to_contain_text("15")
    assert await rows(page) == ["1 Player 2 15 3–1–0", "2 Ben 10 2–2–0"]
    hidden = await overlay(browser, page.url.partition("?")[0], f"{SHOW}&names=hide")
    assert (await rows(hidden))[1] == "2 Player 1 10 2–2–0"


async def test_only_while_the_league_has_a_page(evening: Evening, browser: Browser) -> None:
    await create(evening, by="nobody")
    await report(evening, "Ben", "Ben, Cy")
    page = await overlay(browser, await overlay_link(evening), SHOW)
    assert (await pixels(page)).getchannel("A").getextrema() == (TRANSPARENT, TRANSPARENT)
    await press(evening, "Turn on")
    await expect(page.locator("tbody tr")).to_have_count(2)
    await press(evening, "Turn off")
    await expect(page.locator("tbody tr")).to_have_count(0)


@pytest.mark.full
async def test_delayed_standings_are_never_early_and_a_withdrawn_name_is_never_late(
    evening: Evening, browser: Browser
) -> None:
    await friday(evening)
    await press(evening, SHOW_NAME, "Ben")
    address = await overlay_link(evening)
    page = await overlay(browser, address, f"{SHOW}&delay=3")
    assert await rows(page) == [], "what stood there at first may be newer than the delay"
    await expect(page.locator("tbody tr").first).to_contain_text("Ben")
    committed = time.monotonic()
    await report(evening, "Ben", "Ben, Cy")
    await expect(page.locator("tbody tr").first).to_contain_text("15")
    assert time.monotonic() - committed >= 3
    await press(evening, SHOW_NUMBER, "Ben")
    await expect(page.locator("tbody")).to_have_count(0)
    await expect(page.locator("tbody tr").first).to_contain_text("Player 1")


async def test_too_many_rows_are_refused(evening: Evening) -> None:
    address = await overlay_link(evening)
    for rows in ("0", "21", "many", "-1"):
        status, text = await read(f"{address}?{SHOW}&rows={rows}")
        assert status == 400, rows
        assert "1–20" in text, rows


async def test_a_thread_has_the_standings_of_its_channel(evening: Evening, browser: Browser) -> None:
    await friday(evening)
    await evening.types("Ana", "event create", name="Night")
    await evening.types("Ana", "event add", players="new: Gus, Hal, Ida, Jon")
    await evening.types("Ana", "event round")
    thread = next(one for one in evening.channel.threads if "Friday" not in (one.name or ""))
    given = message_of(await evening.people["Ana"].slash(thread, "game page", **{"for": "overlay"}))
    page = await overlay(browser, address_in(given.content), f"{SHOW}&rows=1")
    assert await rows(page) == ["1 Player 1 10 2–0–0"]
