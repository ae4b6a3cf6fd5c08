"""How remotes and the page on the table are held: by the left hand, on the full screen, awake."""

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.play.remotes import hold, open_more, remote, tap
from tests.web.watching import link, watch

UPRIGHT, ACROSS = (360, 640), (740, 360)
AWAKE = """() => {
    window.asked = [];
    navigator.wakeLock.request = kind => { asked.push(kind); return Promise.resolve({}); };
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Ask again whether the screen may go dark, as after coming back to a page."""


async def left_of(page: Page, name: str) -> float:
    """Return where a button begins."""
    box = await page.get_by_role("button", name=name, exact=True).bounding_box()
    assert box is not None
    return box["x"]


async def test_a_remote_for_the_left_hand_has_everything_on_the_other_side(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben", reduced_motion="reduce")
    for left in (False, True):
        for width, height in (ACROSS, UPRIGHT):
            await page.set_viewport_size({"width": width, "height": height})
            assert (await left_of(page, "Undo") < await left_of(page, "Pass turn…")) is left
            assert (await left_of(page, "Ben: +1 life") < await left_of(page, "Ben: −1 life")) is left
        if not left:
            await open_more(page)
            await tap(page, "Left-handed")
            await page.reload()  # the phone keeps it
            await expect(page.locator(".bar")).to_be_visible()
    await open_more(page)
    await expect(page.get_by_role("button", name="Left-handed")).to_have_attribute("aria-pressed", "true")


async def test_the_page_on_the_table_stays_awake_and_takes_the_full_screen(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    page = await watch(browser, f"{await remote(evening, 'Ana')}table", reduced_motion="reduce")
    await page.evaluate(AWAKE)
    assert await page.evaluate("asked") == ["screen"]
    await page.locator("[data-open=views]").click()
    for full in (True, False):
        await page.locator("[data-full]").click()
        await page.wait_for_function("full => (document.fullscreenElement !== null) === full", arg=full)


WHOLE = """names => [...document.querySelectorAll(names)].every(one => {
    const inner = one.getBoundingClientRect(), outer = one.closest("button, header").getBoundingClientRect();
    return one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1 &&
        inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom + 1;
})"""
"""Whether none of these is cut, nor sticks out of its button or heading."""


@pytest.mark.parametrize("language", ["de", "es", "ja"])
async def test_a_phone_cuts_neither_the_tax_of_partners_nor_what_the_page_is_about(
    evening: Evening, browser: Browser, language: str
) -> None:
    await deal(evening)
    await evening.types("Ben", "commander set", name="Krav, the Unredeemed", partner="Regna, the Redeemer")
    width, height = UPRIGHT
    seat, game = await remote(evening, "Ben"), await link(evening)
    page = await watch(browser, f"{seat}?lang={language}", reduced_motion="reduce")
    await page.set_viewport_size({"width": width, "height": height})
    await expect(page.locator(".cast small")).to_have_count(2)
    assert await page.evaluate(WHOLE, ".cast small")
    await page.goto(f"{game}?lang={language}")
    await expect(page.locator(".screen h1")).to_be_visible()
    assert await page.evaluate(WHOLE, ".screen h1")
