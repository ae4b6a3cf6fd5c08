"""The page that lies on the table: every total on one screen, turned to its player, pressed by several."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from aiohttp import ClientSession
from playwright.async_api import Browser, Page, expect

from tests.support.evening import Evening
from tests.support.tables import RED_AND_BLUE, deal, deal_teams, two_headed
from tests.web.accessibility import SCREENS, findings, small_targets
from tests.web.play.remotes import remote
from tests.web.watching import link, watch

COVERED = """(parts) => {
    const boxes = [...document.querySelectorAll(parts)].map(one => [one, one.getBoundingClientRect()]);
    const out = boxes.filter(([, box]) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1
        || box.bottom > innerHeight + 1 || box.width < 1);
    const over = boxes.filter(([, box], place) => boxes.some(([, other], there) => there > place
        && box.left < other.right - 1 && other.left < box.right - 1
        && box.top < other.bottom - 1 && other.top < box.bottom - 1));
    return [...out, ...over].map(([one]) => one.outerHTML);
}"""
"""Of these, what isn't whole on the screen or lies on another one."""
HALVED = """() => [...document.querySelectorAll(".seat .details li")].filter(one => {
    const [box, around] = [one, one.parentNode].map(each => each.getBoundingClientRect());
    const cut = box.bottom > around.bottom + 1;
    if (one.matches(".near")) return cut || one.scrollWidth > one.clientWidth;
    return cut && box.top < around.bottom - .5;
}).map(one => one.outerHTML)"""
"""Details of players that are shown in part, also at their ends if they may soon lose them the game."""


async def table(evening: Evening, who: str = "Ana") -> str:
    """Return the address of the page on the table, by someone's link."""
    return f"{await remote(evening, who)}table"


def named(count: int) -> Sequence[str]:
    """So many players, most of them with the widest name there is."""
    return ("Ana", "Ben", *(f"{n}{'W' * 31}" for n in range(count - 2)))


async def totals_whole(evening: Evening, browser: Browser, count: int) -> None:
    """See that so many totals of seven digits, and what is pressed for them, are whole on every screen."""
    await evening.types("Ana", "life set", to=999_999, who="each player")
    await evening.types("Ana", "life gain", amount=999_999, who="each player")
    await evening.types("Ana", "poison", amount=8)
    pages = (
        (await table(evening), ".spot .number, .spot .side, .bar .act"),
        (await link(evening), ".seats .number"),
    )
    for address, parts in pages:
        page = await watch(browser, address, reduced_motion="reduce")
        for width, height in SCREENS:
            await page.set_viewport_size({"width": width, "height": height})
            assert await page.evaluate(COVERED, parts) == [], (address[-5:], width, height)
            assert await page.evaluate(HALVED) == [], (width, height)
            numbers = page.locator(":is(.spot, .seat) .number")
            heights = await numbers.evaluate_all("all => all.map(one => one.offsetHeight)")
            assert len(heights) == count
            assert min(heights) >= 15, (address[-5:], width, height)


@pytest.mark.sample(1)
@pytest.mark.parametrize("count", [10, 2, 3, 4, 5, 6, 7, 8, 9])
async def test_everyone_is_on_one_screen(evening: Evening, browser: Browser, count: int) -> None:
    """On the page to watch, too; seven digits stand in one line."""
    await deal(evening, "two_player" if count == 2 else "free_for_all", ", ".join(named(count)), life=40)
    await totals_whole(evening, browser, count)


TEAMS = {
    "team_vs_team": ({"Red": f"Ana, {'W' * 32}", "Blue": f"Cy, 2{'W' * 31}"}, 4),
    "two_headed_giant": (RED_AND_BLUE, 2),
    "emperor": ({"Red": "Ana, Ben, Cy", "Blue": f"Dee, Eve, {'W' * 32}"}, 6),
}
"""Teams by format, with how many totals they have."""


@pytest.mark.full
@pytest.mark.parametrize("variant", TEAMS)
async def test_every_team_is_on_one_screen(evening: Evening, browser: Browser, variant: str) -> None:
    teams, count = TEAMS[variant]
    await deal_teams(evening, variant, teams)
    await totals_whole(evening, browser, count)


async def both_down(page: Page, *names: str) -> None:
    """Put a finger on each of these buttons, and lift them all at once."""
    boxes = [await page.get_by_role("button", name=name, exact=True).bounding_box() for name in names]
    points = [
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": n}
        for n, box in enumerate(boxes)
        if box is not None
    ]
    line = await page.context.new_cdp_session(page)
    await line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})  # pyright: ignore
    await line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})  # pyright: ignore


async def test_several_fingers_press_at_once_and_everything_counts(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    page = await watch(browser, await table(evening), has_touch=True, viewport={"width": 1024, "height": 768})
    for _ in range(5):
        await both_down(page, "Ana: −1 life", "Ben: −1 life", "Cy: +1 life")
    for who, total in (("Ana", "35"), ("Ben", "35"), ("Cy", "45"), ("Dee", "40")):
        await expect(page.locator(".spot", has_text=who).locator(".number")).to_have_text(total)
    await evening.until(lambda: all(f"# {one}\n" in evening.board() for one in ("Ben · 35", "Cy · 45")))
    await page.locator(".spot", has_text="Dee").locator(".middle").tap()
    await page.get_by_role("button", name="Dee: −7 life").tap()
    await expect(page.locator(".spot", has_text="Dee").locator(".number")).to_have_text("33")


async def test_a_team_has_one_total_and_it_follows_the_chat(evening: Evening, browser: Browser) -> None:
    await two_headed(evening)
    page = await watch(browser, await table(evening))
    await page.get_by_role("button", name="Red: −1 life", exact=True).click()
    await evening.types("Cy", "life lose", amount=4)
    for team, total in (("Red", "29"), ("Blue", "26")):
        minus = page.get_by_role("button", name=f"{team}: −1 life", exact=True)
        await expect(page.locator(".spot", has=minus).locator(".number")).to_have_text(total)


async def test_it_can_be_installed_and_what_is_only_watched_cannot_be_pressed(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    watched, own = await link(evening), await table(evening)
    page = await watch(browser, own, reduced_motion="reduce")
    async with ClientSession() as session:
        address = await page.locator("link[rel=manifest]").evaluate("one => one.href")
        async with session.get(address) as answer:
            about = await answer.json(content_type="application/manifest+json")
        assert about["start_url"] == "./table"
        for icon in about["icons"]:
            async with session.get(own.rpartition("table")[0] + icon["src"]) as answer:
                assert answer.content_type == "image/png"
                assert (await answer.read()).startswith(b"\x89PNG")
        async with session.get(f"{watched}table") as answer:
            assert answer.status == 404
    assert await findings(page) == []
    await page.get_by_role("button", name="More").click()
    assert await findings(page) == []
    assert await small_targets(page) == []
    await page.get_by_role("button", name="Names of colors").click()
    await expect(page.locator(".spot", has_text="Ana").locator(".color")).to_be_visible()
    await page.get_by_role("button", name="Light or dark").click()
    assert await findings(page) == [], "in the dark"
    page = await watch(browser, watched)
    await expect(page.locator("[data-do]")).to_have_count(0)


async def test_an_installed_page_says_that_it_is_offline(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await (await browser.new_context()).new_page()
    await page.goto(await table(evening))
    await page.evaluate("navigator.serviceWorker.register('worker.js?lang=en')")  # as when installed
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    await page.context.set_offline(True)
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("You're offline")
    await page.context.close()


async def fingers(page: Page, *names: str, times: int) -> None:
    """Tap these buttons together so many times; page's time stands still, so that no finger holds one."""
    line = await page.context.new_cdp_session(page)
    points = [
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": n}
        for n, name in enumerate(names)
        if (box := await page.get_by_role("button", name=name, exact=True).bounding_box()) is not None
    ]
    assert len(points) == len(names)
    for _ in range(times):
        for kind, down in (("touchStart", points), ("touchEnd", [])):
            await line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": down})  # pyright: ignore


@pytest.mark.full
async def test_500_presses_at_once_count_once_each(evening: Evening, browser: Browser) -> None:
    """Four tablets lie on the table, with four fingers on each, while Ana and Cy hold their remotes."""
    await deal(evening, life=500)
    lying, ana, cy = await table(evening), await remote(evening, "Ana"), await remote(evening, "Cy")
    everyone = ("Ana: −1 life", "Ben: −1 life", "Cy: +1 life", "Dee: +1 life")
    hands = [(lying, everyone)] * 4 + [
        (ana, ("Ana: −1 life", "Ana: −5 life")),
        (cy, ("Cy: −1 life", "Cy: +5 life")),
    ]
    pages = list[Page]()
    for address, _ in hands:
        context = await browser.new_context(has_touch=True, viewport={"width": 1024, "height": 768})
        page = await context.new_page()
        await page.clock.install()
        await page.goto(address)
        await page.clock.pause_at(datetime.now(UTC) + timedelta(days=1))
        pages.append(page)
    await asyncio.gather(
        *(fingers(page, *names, times=25) for page, (_, names) in zip(pages, hands, strict=True))
    )
    for page in pages:
        await page.clock.resume()
    totals = {"Ana": 500 - 100 - 150, "Ben": 500 - 100, "Cy": 500 + 100 + 100, "Dee": 500 + 100}
    lines = [f"{who} · {total}\n" for who, total in totals.items()]
    await evening.until(lambda: all(one in evening.board() for one in lines))
    for page in pages:
        for who, total in totals.items():
            shown = page.locator(".spot, .tile, .me", has_text=who).locator(".number")
            await expect(shown).to_have_text(str(total))
        await page.context.close()
