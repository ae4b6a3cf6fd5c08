"""Overlays in a real browser, as a stream gets them: transparent, each alone, right after every change."""

import asyncio
import re

import aiohttp
import pytest
from playwright.async_api import Browser, Page, expect

from cogs.summary.palette import PALETTE
from tests.support.evening import Evening
from tests.support.messages import message_of
from tests.support.panels import forget
from tests.support.tables import deal, gather, two_headed
from tests.web.accessibility import findings
from tests.web.answers import body, read
from tests.web.overlay.overlays import OBS, TRANSPARENT, overlay, overlay_link, pixels
from tests.web.shown import Shown, show
from tests.web.watching import expect_gone, gone, kept_feeds, link, watch
from web.overlay import page as overlay_pages

CORNER = (795, 595)
"""A pixel of the browser source where no overlay has anything."""


async def test_a_table_over_a_picture_is_transparent_where_nothing_is(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    page = await overlay(browser, await overlay_link(evening), "card=102030&size=24")
    await expect(page.locator(".number")).to_have_text(["40", "40", "40", "40"])
    shown = await pixels(page)
    assert shown.getpixel(CORNER) == (0, 0, 0, TRANSPARENT)
    box = await page.locator(".seat").nth(1).bounding_box()
    assert box is not None
    middle = int(box["x"] + box["width"] - 8), int(box["y"] + box["height"] / 2)
    assert shown.getpixel(middle) == (0x10, 0x20, 0x30, 255)
    dark = await watch(browser, page.url, **OBS, color_scheme="dark")
    assert (await pixels(dark)).getpixel(CORNER) == (0, 0, 0, TRANSPARENT)


async def test_a_channel_without_a_game_shows_nothing_at_all(evening: Evening, browser: Browser) -> None:
    address = await overlay_link(evening)
    page = await overlay(browser, address)
    for kind in ("table", "player&player=1", "last", "clock", "result"):
        await page.goto(f"{address}?show={kind}")
        assert (await pixels(page)).getchannel("A").getextrema() == (TRANSPARENT, TRANSPARENT)


async def test_sizes_and_colors_are_those_of_the_address(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await overlay_link(evening)
    page = await overlay(browser, address, "size=50&text=ff8800&accent=0f0&card=00000080")
    seat = page.locator(".seat.active")
    names = ("fontSize", "color", "borderTopColor", "backgroundColor")
    style = "(one, names) => { const style = getComputedStyle(one); return names.map(name => style[name]) }"
    assert await seat.evaluate(style, names) == [
        "50px",
        "rgb(255, 136, 0)",
        "rgb(0, 255, 0)",
        "rgba(0, 0, 0, 0.5)",
    ]


async def test_a_number_never_breaks(evening: Evening, browser: Browser) -> None:
    """At OBS's own size; what has more than seven digits is shortened."""
    await deal(evening)
    for who, life in (("Ana", 123), ("Ben", 4567), ("Cy", 999_999), ("Dee", 999_999)):
        await evening.types("Ana", "life set", to=life, who=who)
    for _ in range(4):
        await evening.types("Ana", "life double", who="Dee")
    page = await overlay(browser, await overlay_link(evening))
    await expect(page.locator(".number")).to_have_text(["123", "4567", "999999", "15.9M"])
    lines = await page.locator(".number").evaluate_all("all => all.map(one => one.getClientRects().length)")
    assert lines == [1, 1, 1, 1]
    wide = "all => all.map(one => one.scrollWidth <= one.clientWidth)"
    assert all(await page.locator(".seat").evaluate_all(wide))


async def test_the_look_is_that_of_the_address_and_keeps_commanders(
    evening: Evening, browser: Browser
) -> None:
    """Upright, totals stand below each other; compact ones are lower. Each has its color of the pages."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Atraxa")
    address = await overlay_link(evening)
    tops, heights = dict[str, int](), dict[str, float]()
    for look in ("row", "compact", "vertical"):
        page = await overlay(browser, address, f"look={look}&size=24")
        seats = page.locator(".seat")
        await expect(seats.first).to_contain_text("Atraxa")
        boxes = [await seats.nth(n).bounding_box() for n in range(4)]
        tops[look] = len({box["y"] for box in boxes if box is not None})
        heights[look] = min(box["height"] for box in boxes if box is not None)
        await page.close()
    assert (tops["row"], tops["vertical"]) == (1, 4)
    assert heights["compact"] < heights["row"] / 1.5
    shown = await overlay(browser, address)
    own = "all => all.map(one => getComputedStyle(one).getPropertyValue('--own').trim())"
    colors = await shown.locator(".seat").evaluate_all(own)
    assert colors == [one.dark for one in PALETTE[:4]]


async def test_every_change_is_on_the_stream_at_once(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await overlay_link(evening)
    table, last = await overlay(browser, address), await overlay(browser, address, "show=last")
    for step in range(1, 4):
        await evening.types("Ben", "life lose", amount=1)
        await expect(table.locator(".number").nth(1)).to_have_text(str(40 - step))
        await expect(last.locator(".last")).to_contain_text(f"{41 - step} → {40 - step}")
    await evening.types("Ben", "undo")
    await expect(last.locator(".last")).to_contain_text("undid step")


async def test_one_player_by_seat_or_name_and_a_team_by_its_players(evening: Evening) -> None:
    await deal(evening)
    address = f"{await overlay_link(evening)}?show=player&player="
    await evening.types("Cy", "life lose", amount=3)
    for player in ("3", "cy"):
        assert (await show(address + player)).part("shown") == "Cy 37 −3"
    for nobody in ("5", "Zoe"):
        assert (await show(address + nobody)).part("shown") == ""
    await evening.types("Ana", "game end")
    await two_headed(evening)
    for player in ("Ana", "Ben"):
        assert "Red" in (await show(address + player, "Red")).part("shown")


@pytest.mark.full
@pytest.mark.own_bot(real_time=True)
async def test_a_clock_runs_and_pauses(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await overlay(browser, await overlay_link(evening), "show=clock")
    await evening.types("Ana", "clock round", minutes=50)
    clock = page.locator("dd").last
    await expect(clock).to_have_text(re.compile("49:5."))
    before = await clock.inner_text()
    await expect(clock).not_to_have_text(before)
    await evening.types("Ana", "clock pause")
    await expect(page.locator("[data-until]")).to_have_count(0)


async def test_the_result_appears_with_the_end_and_goes_with_an_undo(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    page = await overlay(browser, await overlay_link(evening), "show=result")
    await expect(page.locator(".result")).to_have_count(0)
    await evening.types("Ben", "life lose", amount=20)
    await expect(page.locator(".result")).to_have_text(re.compile(r"Ana .*\(CR 104\.2a\)"))
    await evening.types("Ana", "undo")
    await expect(page.locator(".result")).to_have_count(0)


async def test_a_streamer_sets_it_up_once_for_all_games_of_a_channel(
    evening: Evening, browser: Browser
) -> None:
    address = await overlay_link(evening)
    page = await overlay(browser, address)
    await gather(evening, "two_player", "Ana, Ben")
    await expect(page.locator("h2")).to_have_text(["Ana", "Ben"])
    await evening.types("Ana", "game end")
    await deal(evening, "two_player", "Cy, Dee")
    await expect(page.locator(".number")).to_have_text(["20", "20"])
    first = await overlay(browser, await overlay_link(evening, channel=False))
    await evening.types("Ana", "game end")
    await deal(evening, "two_player", "Ana, Eve")
    await expect(page.locator("h2").last).to_have_text("Eve")
    await expect(first.locator("h2").last).to_have_text("Dee")


async def test_hidden_names_are_in_nothing_that_is_sent(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Ben", "counter add", kind="Ana's shield", amount=1)
    await evening.types("Ana", "life lose", who="Ben", amount=3)
    address = await overlay_link(evening)
    for kind in ("table", "player&player=Ben", "last", "clock", "result"):
        html = (await body(f"{address}?show={kind}&names=hide")).replace("player=Ben", "")
        assert not re.search(r"\b(Ana|Ben|Cy|Dee)\b", html), kind
    last, table = [await overlay(browser, address, f"{kind}names=hide") for kind in ("show=last&", "")]
    await expect(last.locator(".last")).to_contain_text("Player 1: Player 2 40 → 37")
    await expect(table.locator(".details")).to_contain_text("Player 1's shield")
    await evening.types("Ana", "life set", who="Dee, Cy", to=7)
    await expect(table.locator(".number").nth(2)).to_have_text("7")
    await expect(last.locator(".last")).to_contain_text("7")
    assert not re.search(r"\b(Ana|Ben|Cy|Dee)\b", await last.content())


@pytest.mark.own_bot(real_time=True)
async def test_anyone_who_is_forgotten_is_gone_from_open_overlays(evening: Evening, browser: Browser) -> None:
    """Also from one that is late on purpose, and from what it shows only later."""
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    address = await overlay_link(evening)
    late, table, last = [await overlay(browser, address, query) for query in ("delay=1", "", "show=last")]
    for page in (table, last, late):
        await expect(page.locator("body")).to_contain_text("Ben")
    await evening.types("Ben", "life lose", amount=4)
    await forget(evening, "Ben")
    await asyncio.gather(*(gone(page, "Ben") for page in (table, last, late)))
    await expect(last.locator(".last")).to_contain_text("Player 1 37 → 33")
    for page in (table, late):
        await expect(page.locator(".seat", has_text="Player 1").locator(".number")).to_have_text("33")
        await gone(page, "Ben")


WRONG = (
    ("show=tabel", "show=tabel doesn't work. Use table, player, last, clock, result, standings."),
    ("show=player", "show=player needs a player as well, such as player=2 or player=Ben."),
    ("player=0", "player=0 doesn't work. Use a seat's number or a player's name."),
    ("size=11", "size=11 doesn't work. Use 12–200."),
    ("size=1e2", "size=1e2 doesn't work. Use 12–200."),
    ("delay=901", "delay=901 doesn't work. Use 0–900."),
    ("delay=-1", "delay=-1 doesn't work. Use 0–900."),
    ("text=red", "text=red doesn't work. Use ffffff, ffffff80, fff."),
    ("card=%23fff", "card=#fff doesn't work."),
    ("accent=fff}body{display:none", "doesn't work."),
    ("names=no", "names=no doesn't work. Use show, hide."),
    ("lang=xx", "lang=xx doesn't work. Use en, de,"),
    (
        "color=fff",
        "There is no color. Use show, player, names, delay, size, rows, text, card, accent, lang.",
    ),
    ("size=9&delay=x", "size=9 doesn't work. Use 12–200. delay=x doesn't work. Use 0–900."),
)
"""Parameters that there aren't, and what is said of them."""


async def test_wrong_parameters_are_answered_by_what_is_right(evening: Evening) -> None:
    await deal(evening)
    address = await overlay_link(evening)
    for query, why in WRONG:
        status, html = await read(f"{address}?{query}")
        assert status == 400, query
        page = Shown(address, html)
        assert page.heading == "This overlay's address is wrong"
        assert why in page.text
        for path in ("style.css", "events"):
            assert (await read(f"{address}{path}?{query}"))[0] == 400, query


async def test_a_link_is_for_what_it_was_made_for(evening: Evening) -> None:
    await deal(evening)
    watching, streaming = await link(evening), await overlay_link(evening)
    assert (await read(watching.replace("/w/", "/o/")))[0] == 404
    assert (await read(streaming.replace("/o/", "/w/")))[0] == 404
    assert (await read(f"{streaming[:-1]}?show=last"))[0] == 200
    assert (await read(streaming))[0] == 200


async def test_a_revoked_link_closes_its_overlays(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await overlay_link(evening)
    page = await overlay(browser, address)
    async with aiohttp.ClientSession() as session, session.get(f"{address}events") as stream:
        await stream.content.readuntil(b"\n\n")
        listed = message_of(await evening.people["Ana"].slash(evening.channel, "game links"))
        assert "Stream overlay: Any game in this channel" in str(listed.components)
        await evening.people["Ana"].click(listed, label="Revoke all")
        assert (await stream.content.read()).endswith(b"event: gone\ndata:\n\n")
    await expect_gone(page)


@pytest.mark.own_bot
async def test_a_channel_keeps_so_many_different_overlays_and_shows_any(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four are kept here; what no one reads makes room."""
    await deal(evening)
    address = await overlay_link(evening)
    monkeypatch.setattr(overlay_pages, "MAX_OVERLAYS", 4)
    answers = [(await read(f"{address}?delay={delay}"))[0] for delay in range(20)]
    assert answers == [200] * 20
    assert kept_feeds() == 4


@pytest.mark.own_bot
async def test_an_overlay_says_within_three_seconds_that_its_line_is_lost(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    page = await overlay(browser, await overlay_link(evening))
    await evening.restart()  # which takes another port
    await expect(page.locator("[data-line]")).to_have_text("Connection lost. Trying again…")


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["table", "player&player=1", "last", "clock", "result"])
async def test_axe_finds_nothing_on_an_overlay(evening: Evening, browser: Browser, kind: str) -> None:
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ana", "counter add", kind="poison", amount=8)
    address = await overlay_link(evening)
    if kind == "result":
        await evening.types("Ben", "life lose", amount=20)
    assert await findings(await overlay(browser, address, f"show={kind}")) == []


NEWER = """
for (const [owner, names] of [
  [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
  [Object, ["groupBy"]], [Map, ["groupBy"]],
  [Promise, ["withResolvers", "try"]], [String.prototype, ["isWellFormed", "toWellFormed"]],
  [Set.prototype, ["union", "intersection", "difference"]], [URL, ["canParse", "parse"]],
  [Document.prototype, ["startViewTransition"]],
  [Element.prototype, ["setHTMLUnsafe", "checkVisibility", "moveBefore"]],
  [Document, ["parseHTMLUnsafe"]], [globalThis, ["Iterator", "scheduler", "Sanitizer"]],
]) for (const name of names) delete owner[name];
"""
"""Takes away what browsers have learned since Chromium 103, which OBS Studio 28 has."""
RULES = """
[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap(
  function all(rule) { return [rule.constructor.name, ...[...(rule.cssRules ?? [])].flatMap(all)]; })
"""
LATER = re.compile(r"@container|@layer|@scope|:has\(|\dcq\w|\d[dls]v[hw]|color-mix|oklch|&|text-wrap|subgrid")


async def works(page: Page, evening: Evening) -> None:
    await evening.types("Ben", "life lose", amount=1)
    await expect(page.locator(".number").nth(1)).to_have_text("39")


async def test_it_works_in_the_browser_of_obs_studio_28(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    page = await browser.new_page()
    await page.add_init_script(NEWER)
    await page.goto(await overlay_link(evening))
    assert await page.evaluate("[].toSorted") is None
    await works(page, evening)
    assert set(await page.evaluate(RULES)) <= {
        *("CSSStyleRule", "CSSMediaRule", "CSSKeyframesRule", "CSSKeyframeRule"),
    }
    styles = await page.locator("link[rel=stylesheet]").evaluate_all("all => all.map(one => one.href)")
    assert len(styles) == 2
    for address in styles:
        assert not LATER.search((await read(address))[1])
