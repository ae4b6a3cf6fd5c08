"""What a remote lets its player feel: each press, and that they may lose soon."""

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.play.remotes import hold, mine, tap, tile

LISTEN = """() => {
    window.felt = [];
    Object.defineProperty(navigator, "vibrate", { value: pattern => felt.push(pattern), configurable: true });
}"""
"""Keep how long a phone would vibrate, as this machine can't."""
WARNED = "() => felt.some(pattern => pattern[0] >= 100)"


async def felt(page: Page) -> list[list[int]]:
    """Return what has been felt since, and forget it."""
    return await page.evaluate("felt.splice(0)")


async def test_a_press_is_felt_and_a_refusal_differs(evening: Evening, browser: Browser) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    page = await hold(browser, evening, "Ben", reduced_motion="no-preference")
    await page.evaluate(LISTEN)
    await tap(page, "Ben: −1 life")
    await expect(mine(page)).to_have_text("19")
    (pressed,) = await felt(page)
    await page.route("**/press", lambda route: route.abort())
    await tap(page, "Ben: −5 life")
    await evening.types("Ana", "concede")
    await page.unroute("**/press")
    await expect(page.get_by_role("alert")).to_contain_text("Ben −5")
    again, refused = await felt(page)
    assert again == pressed
    assert sum(refused) > sum(pressed)


@pytest.mark.parametrize(
    ("command", "before", "after"),
    [
        ("life lose", {"amount": 34}, {"amount": 1}),  # 6, then 5 or less
        ("counter add", {"kind": "poison", "amount": 7}, {"kind": "poison", "amount": 1}),  # 8 of 10
        ("damage", {"commander": "Krenko", "amount": 14}, {"commander": "Krenko", "amount": 1}),  # 15 of 21
    ],
    ids=["life", "poison", "commander damage"],
)
async def test_who_may_lose_soon_is_warned_once(
    evening: Evening, browser: Browser, command: str, before: dict[str, object], after: dict[str, object]
) -> None:
    await deal(evening)
    await evening.types("Ana", "commander set", name="Krenko, Mob Boss")
    bens, anas = [await hold(browser, evening, who, reduced_motion="no-preference") for who in ("Ben", "Ana")]
    for page in (bens, anas):
        await page.evaluate(LISTEN)
    await evening.types("Ana", command, who="Ben", **before)
    await evening.types("Ana", "life gain", who="Cy", amount=1)
    await expect(tile(bens, "Cy")).to_contain_text("41")
    await expect(bens.locator(".me.near")).to_have_count(0)
    assert await felt(bens) == []
    await evening.types("Ana", command, who="Ben", **after)
    await expect(bens.locator(".me.near")).to_have_count(1)
    await bens.wait_for_function(WARNED)
    await expect(anas.locator(".tile.near")).to_contain_text("Ben")
    assert len(await felt(bens)) == 1
    assert await felt(anas) == [], "it is only said to who may lose"
    await evening.types("Ana", "life gain", who="Cy", amount=1)
    await expect(tile(bens, "Cy")).to_contain_text("42")
    assert await felt(bens) == [], "once is enough"


async def test_nothing_vibrates_where_motion_is_reduced(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await hold(browser, evening, "Ben", reduced_motion="reduce")
    await page.evaluate(LISTEN)
    await tap(page, "Ben: −5 life")
    await evening.types("Ana", "life lose", who="Ben", amount=31)
    await expect(page.locator(".me.near")).to_have_count(1)
    assert await felt(page) == []
