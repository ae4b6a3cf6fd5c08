"""What is pressed on a remote without a line: told at once, and entered or refused later, never lost."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, Dialog, Error, Page, expect

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.accessibility import findings, small_targets
from tests.web.play.lines import expect_lost, line_to, page_over
from tests.web.play.remotes import PHONE, aim, hold, life_of, mine, of, open_fix, remote, tap
from tests.web.watching import revoke_all

FRESH: Mapping[str, Any] = {"viewport": PHONE}


async def waiting(page: Page, what: str) -> None:
    """Wait until a page says that this is still to be sent."""
    await expect(page.locator("[data-waiting]")).to_have_text(re.compile(f": {what}"))


async def test_a_remote_without_a_line_says_so_within_three_seconds(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    address = await remote(evening, "Ben")
    async with line_to(address) as line:
        page = await page_over(line, browser, address, **FRESH)
        line.fall_silent()
        await expect_lost(page)
        await tap(page, "Ben: −5 life")
        await expect(page.locator("[data-waiting]")).to_contain_text("Waiting for a connection: Ben −5")
        assert await findings(page) == []
        line.come_back()
        await expect(page.locator("[data-line]")).to_be_empty()
        await expect(mine(page)).to_have_text("35")
        await page.context.close()


async def test_all_that_was_pressed_is_entered_in_its_order(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await page.context.set_offline(True)
    await tap(page, "Ben: −5 life")
    await tap(page, "Undo")  # of the −5
    for _ in range(3):
        await tap(page, "Ben: −1 life")  # one step, as on the board
    await aim(page, "Cy")
    await tap(page, "Cy: −5 life")
    await waiting(page, "Ben −5, Undo, Ben −3, Cy −5")
    await expect(mine(page)).to_have_text("40")  # what was committed, and nothing that was not
    await expect(of(page, "Cy")).to_have_text("40")
    await page.context.set_offline(False)
    await expect(mine(page)).to_have_text("37")
    await expect(of(page, "Cy")).to_have_text("35")
    await expect(page.locator("[data-waiting]")).to_have_text("Sent: Ben −5, Undo, Ben −3, Cy −5")


async def test_what_waits_survives_that_the_page_is_closed(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await remote(evening, "Ben")
    context = await browser.new_context(**FRESH)
    page = await context.new_page()
    await page.goto(address)
    await context.set_offline(True)
    await tap(page, "Ben: −5 life")
    await waiting(page, "Ben −5")
    await page.close()
    await context.set_offline(False)
    later = await context.new_page()
    await later.goto(address)
    await expect(mine(later)).to_have_text("35")
    await expect(later.locator("[data-waiting]")).to_have_text("Sent: Ben −5")
    await later.reload()
    await expect(mine(later)).to_have_text("35")
    assert await life_of(evening, "Ben") == 35
    await context.close()


BLOCKED = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })"
)
"""What a browser does that is set to store nothing for a site."""


async def test_who_leaves_is_asked_where_the_browser_keeps_nothing(
    evening: Evening, browser: Browser
) -> None:
    """As long as something waits; after that the page is left at once."""
    await deal(evening)
    address = await remote(evening, "Ben")
    page = await browser.new_page(**FRESH)
    await page.add_init_script(BLOCKED)
    await page.goto(address)
    await page.route("**/press", lambda route: route.abort())
    await tap(page, "Ben: −5 life")
    await waiting(page, "Ben −5")
    asked = list[str]()

    async def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        await dialog.dismiss()

    page.on("dialog", stay)
    with pytest.raises(Error, match="ERR_ABORTED"):
        await page.goto("about:blank")
    assert asked == ["beforeunload"]
    await page.unroute("**/press")
    await expect(page.locator("[data-waiting]")).not_to_have_text(re.compile("Waiting"))
    await expect(mine(page)).to_have_text("35")
    await page.goto("about:blank")
    assert asked == ["beforeunload"]
    assert await life_of(evening, "Ben") == 35


async def test_two_tabs_of_a_link_enter_everything_once(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await remote(evening, "Ben")
    context = await browser.new_context(**FRESH)
    tabs = [await context.new_page() for _ in range(2)]
    for tab in tabs:
        await tab.goto(address)
    await context.set_offline(True)
    await tap(tabs[0], "Ben: −5 life")
    await tap(tabs[1], "Ben: −1 life")
    await waiting(tabs[1], "Ben −1")
    await context.set_offline(False)
    third = await context.new_page()  # finds what waits of both
    await third.goto(address)
    for tab in (*tabs, third):
        await expect(mine(tab)).to_have_text("34")
    await expect(third.locator("[data-waiting]")).not_to_have_text(re.compile("Waiting"))
    assert await life_of(evening, "Ben") == 34
    await context.close()


async def test_a_link_that_was_revoked_meanwhile_tells_what_was_not_entered(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    address = await remote(evening, "Ben")
    async with line_to(address) as line:
        context = await browser.new_context(proxy={"server": line.proxy}, **FRESH)
        page = await context.new_page()
        await page.goto(address)
        line.break_off()
        await tap(page, "Ben: −5 life")
        await waiting(page, "Ben −5")
        await tap(page, "Undo")
        await page.close()
        await revoke_all(evening, "Ben")
        line.come_back()
        later = await context.new_page()
        await later.goto(address)
        await expect(later.get_by_role("heading", level=1)).to_have_text("Nothing here")
        told = later.get_by_role("alert").locator("p")
        await expect(told).to_have_text(["May not have been saved: Ben −5", "Rejected: Undo"])
        assert await findings(later) == []
        assert await small_targets(later) == []
        await later.reload()  # until it is read
        await later.get_by_role("button", name="Got it").click()
        await expect(later.get_by_text("entered")).to_have_count(0)
        await later.reload()
        await expect(later.get_by_role("button", name="Got it")).to_have_count(0)
        assert await life_of(evening, "Ben") == 40
        await context.close()


async def test_a_fix_that_was_asked_for_offline_is_looked_at_again(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    page = await hold(browser, evening, "Ben")
    await open_fix(page)
    await page.locator("[data-fix] button", has_text="Ben lost 3 life").click()
    await expect(page.get_by_role("button", name="Do it")).to_be_visible()
    await page.route("**/press", lambda route: route.abort())
    await tap(page, "Do it")
    await waiting(page, r".*\d")
    await evening.types("Cy", "life lose", amount=2)
    await page.unroute("**/press")
    await expect(page.locator(".refused")).to_contain_text("The game has moved on since this preview.")
    await tap(page, "Do it")
    await expect(mine(page)).to_have_text("40")
    await expect(of(page, "Cy")).to_have_text("38")


async def test_what_was_entered_in_a_game_is_not_said_in_the_next_one(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    page = await hold(browser, evening, "Ben")
    await page.context.set_offline(True)
    await tap(page, "Ben: −5 life")
    await waiting(page, "Ben −5")
    await page.context.set_offline(False)
    await expect(page.locator("[data-waiting]")).to_have_text("Sent: Ben −5")
    await evening.types("Ana", "concede")
    await evening.presses("Ana", "Rematch")
    await evening.types("Ana", "game start", first="Ana")
    await expect(mine(page)).to_have_text("20")
    await expect(page.locator("[data-waiting]")).to_be_empty()
    await expect(page.locator("[data-toast]")).to_be_hidden()
