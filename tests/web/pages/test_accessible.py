"""Pages for everyone: what axe-core finds, the keyboard, still pictures for who wants them, changes told."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.evening import Evening
from tests.support.leagues import report
from tests.support.tables import deal, gather
from tests.web.accessibility import PHONE, SMALL, WIDE, findings, overflow, small_targets
from tests.web.leagues.panel import SHOW_NAME, friday, league_link, press
from tests.web.overlay.overlays import overlay_link
from tests.web.play.remotes import remote
from tests.web.watching import link, watch


async def full_game(evening: Evening) -> None:
    """A game in which everything stands beside the totals that there is, with one player out."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana, the Bloodsower")
    await evening.types("Ana", "damage", amount=15, who="Ben", commander="Tana, the Bloodsower")
    await evening.types("Cy", "counter add", kind="poison", amount=8)
    await evening.types("Ana", "designate monarch")
    await evening.types("Ana", "clock round", minutes=50)
    await evening.types("Dee", "life lose", amount=40)
    for _ in range(12):
        await evening.types("Ana", "turn next")


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_axe_finds_nothing_on_the_page_of_a_game(
    evening: Evening, browser: Browser, scheme: str, size: dict[str, Any]
) -> None:
    await full_game(evening)
    page = await watch(browser, await link(evening), color_scheme=scheme, **size)
    await expect(page.locator(".chart svg")).to_be_visible()
    assert await findings(page) == []
    assert await small_targets(page) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_before_and_after_a_game(
    evening: Evening, browser: Browser, scheme: str
) -> None:
    address = await link(evening, channel=True)
    page = await watch(browser, address, color_scheme=scheme, **WIDE)
    assert await findings(page) == []
    await gather(evening, "two_headed_giant", "Ana, Ben, Cy, Dee")
    await expect(page.locator(".seat")).to_have_count(4)
    assert await findings(page) == []
    await evening.types("Ana", "game end")
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "life lose", amount=20)
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Ana wins")
    assert await findings(page) == []
    await page.goto(f"{address}nothing")
    assert await findings(page) == []


@pytest.mark.own_bot
async def test_axe_finds_nothing_where_the_line_is_lost(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await watch(browser, await link(evening), **WIDE)
    await evening.restart()  # which takes another port
    await expect(page.locator("[data-line]")).to_have_text("Connection lost. Trying again…")
    assert await findings(page) == []


async def test_only_the_last_change_is_read_out(evening: Evening, browser: Browser) -> None:
    await full_game(evening)
    page = await watch(browser, await link(evening), **WIDE)
    live = page.locator("[aria-live], [role=status], [role=alert], [role=log]")
    assert await live.evaluate_all("all => all.map(one => one.className)") == ["line", "last"]
    kept = await page.locator(".seat", has_text="Cy").element_handle()
    await evening.types("Ben", "life lose", amount=1)
    await expect(page.locator(".last")).to_contain_text("lost 1 life")
    assert kept is not None
    assert await kept.evaluate("one => one.isConnected"), "what hasn't changed was replaced"


async def test_a_remote_reads_out_changes_and_nothing_else(evening: Evening, browser: Browser) -> None:
    """Its other places for that are empty until there is something to say of the line or of a press."""
    await full_game(evening)
    page = await watch(browser, await remote(evening, "Ben"), **PHONE)
    live = page.locator("[aria-live], [role=status], [role=alert], [role=log]")
    told = dict(await live.evaluate_all("all => all.map(one => [one.className || 'line', one.innerText])"))
    assert [where for where, what in told.items() if what.strip()] == ["last"]
    await live.evaluate_all(
        """all => {
            globalThis.written = [];
            const everything = { childList: true, characterData: true, subtree: true };
            for (const one of all)
                new MutationObserver(() => written.push(one.className)).observe(one, everything);
        }"""
    )
    await page.wait_for_timeout(1500)  # clocks run meanwhile
    assert await page.evaluate("written") == []
    await evening.types("Cy", "life lose", amount=1)
    await expect(page.locator(".last")).to_contain_text("lost 1 life")
    assert set(await page.evaluate("written")) == {"last"}


async def test_the_story_can_be_read_by_keyboard(evening: Evening, browser: Browser) -> None:
    await full_game(evening)
    page = await watch(browser, await link(evening), **PHONE)
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.closest('.story') !== null")
    await page.keyboard.press("End")
    await becomes(page, "document.activeElement.scrollTop > 0")


@pytest.mark.parametrize("way", [link, overlay_link, pytest.param(remote, marks=pytest.mark.full)])
async def test_nothing_moves_for_who_wants_that(
    evening: Evening, browser: Browser, way: Callable[[Evening, str], Awaitable[str]]
) -> None:
    await deal(evening)
    page = await watch(browser, await way(evening, "Ben"), **WIDE)
    await evening.types("Ben", "life lose", amount=1)
    await expect(page.locator(".change")).to_have_text("−1")
    running = "document.getAnimations().length"
    assert await page.evaluate(running) == 0
    await page.emulate_media(reduced_motion="no-preference")
    await evening.types("Ben", "life gain", amount=5)
    await becomes(page, f"{running} > 0")


async def becomes(page: Page, condition: str) -> None:
    """Wait until this is so on a page; its policy forbids the page to check that from a script."""
    for _ in range(100):
        if await page.evaluate(condition):
            return
        await page.wait_for_timeout(50)
    pytest.fail(condition)


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "phone"])
async def test_axe_finds_nothing_on_any_page_of_a_league(
    evening: Evening, browser: Browser, scheme: str, size: dict[str, Any]
) -> None:
    await friday(evening)
    await press(evening, SHOW_NAME, "Ben")
    await evening.types("Ana", "league season open", name="Spring")
    await report(evening, "Ben", "Ben, Cy, Dee")
    address = await league_link(evening)
    page = await watch(browser, address, color_scheme=scheme, **size)
    for part in (
        "",
        "?show=results",
        "?show=story&season=0",
        "?show=player&player=1",
        "?show=result&result=1",
    ):
        await page.goto(address + part)
        assert await findings(page) == [], part
        assert await small_targets(page) == [], part
        assert await overflow(page) <= 0, f"{part} is wider than the phone"
