"""Overlays that are some seconds late on purpose: never early, right after a reconnect, as everything was."""

import asyncio
import time
from datetime import datetime, timedelta

import pytest
from playwright.async_api import Browser, Page, expect

from storage.games.games import GameView
from tests.support.evening import Evening
from tests.support.tables import begin, deal, gather
from tests.web.overlay.overlays import overlay, overlay_link

DELAY = 1.0
"""Seconds of the delay."""


OBSERVE = """() => {
    globalThis.shown = [];
    const look = () => {
        const total = document.querySelectorAll('.number')[1]?.textContent;
        if (total !== shown.at(-1)?.[0]) shown.push([total, Date.now() / 1000]);
    };
    look();
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
}"""
"""Notes from now on when a page shows another total of Ben's."""


async def late_overlay(browser: Browser, address: str, more: str = "") -> Page:
    """Return an overlay that is late, and notes when it shows what."""
    page = await overlay(browser, address, f"delay={DELAY:.0f}{more}")
    await page.evaluate(OBSERVE)
    return page


async def shown_at(page: Page, total: str) -> float:
    """Return the moment at which a page began to show this total of Ben's, last; by the clock of
    `time.time`."""
    begun = "total => shown.findLast(([one]) => one === total)?.[1]"
    return await (await page.wait_for_function(begun, arg=total)).json_value()


async def lose(evening: Evening, amount: int) -> float:
    """Ben loses life; the moment right before that is committed."""
    before = time.time()
    await evening.types("Ben", "life lose", amount=amount)
    return before


@pytest.mark.own_bot(real_time=True)
async def test_it_is_as_late_as_wanted_and_no_less(evening: Evening, browser: Browser) -> None:
    dealt = time.time()
    await deal(evening)
    page = await late_overlay(browser, await overlay_link(evening))
    await shown_at(page, "40")
    before = await lose(evening, 3)
    await asyncio.sleep(0.5)
    second = await lose(evening, 4)
    assert await shown_at(page, "37") - before >= DELAY
    assert await shown_at(page, "33") - second >= DELAY
    assert await shown_at(page, "40") - dealt >= DELAY


@pytest.mark.full
@pytest.mark.own_bot(real_time=True)
async def test_it_is_as_late_after_a_reconnect_and_for_who_comes_later(
    evening: Evening, browser: Browser
) -> None:
    await deal(evening)
    address = await overlay_link(evening)
    await asyncio.sleep(DELAY)
    page = await overlay(browser, address, f"delay={DELAY:.0f}")
    before = await lose(evening, 3)
    await page.reload()
    await page.evaluate(OBSERVE)
    late = await late_overlay(browser, address, "&size=20")
    for shown in await asyncio.gather(*(shown_at(one, "37") for one in (page, late))):
        assert shown - before >= DELAY


@pytest.mark.full
@pytest.mark.own_bot(real_time=True)
async def test_it_is_as_late_after_a_restart_of_the_bot(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    address = await overlay_link(evening)
    await asyncio.sleep(DELAY)
    before = await lose(evening, 3)
    await evening.restart()
    base = (await overlay_link(evening)).rpartition("/o/")[0]  # on another port
    path = address.rpartition("/o/")[2]
    page = await late_overlay(browser, f"{base}/o/{path}")
    assert await shown_at(page, "37") - before >= DELAY


@pytest.mark.full
@pytest.mark.own_bot(real_time=True)
async def test_what_is_undone_in_time_was_there_for_as_long(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await asyncio.sleep(DELAY)
    page = await late_overlay(browser, await overlay_link(evening))
    before = await lose(evening, 3)
    await asyncio.sleep(1)
    undone = time.time()
    await evening.types("Ben", "undo")
    shown = await shown_at(page, "37")
    assert shown - before >= DELAY
    await expect(page.locator(".number").nth(1)).to_have_text("40")
    assert await shown_at(page, "40") - undone >= DELAY
    assert shown == await shown_at(page, "37"), "it was shown twice"


@pytest.mark.full
@pytest.mark.own_bot(real_time=True)
async def test_a_clock_is_behind_by_the_delay(evening: Evening, browser: Browser) -> None:
    await deal(evening)
    await evening.types("Ana", "clock round", minutes=50)
    address = await overlay_link(evening)
    await asyncio.sleep(DELAY)
    now = await overlay(browser, address, "show=clock")
    then = await overlay(browser, address, f"show=clock&delay={DELAY:.0f}")
    until = "one => Number(one.dataset.until)"
    left = [await page.locator("[data-until]").last.evaluate(until) for page in (now, then)]
    assert left[1] - left[0] == 1000 * DELAY


async def test_a_table_stood_as_it_was_shown_then(evening: Evening) -> None:
    """What the log makes of a moment is what was to be seen at that moment."""
    games, place = evening.games, evening.place
    seen: list[tuple[datetime, GameView | None]] = [(games.now(), None)]

    async def look() -> None:
        seen.append((games.now(), await games.view(place)))
        await evening.passes(minutes=1)

    await evening.passes(minutes=1)
    await gather(evening, "commander", "Ana, Ben")
    await look()
    await begin(evening, "Ana, Ben")
    await look()
    for command, options in (
        ("life lose", {"amount": 3}),
        ("clock round", {"minutes": 50}),
        ("turn next", {}),
        ("undo", {}),
        ("life gain", {"amount": 5}),
        ("clock pause", {}),
        ("life lose", {"amount": 42}),
        ("undo", {}),
        ("life lose", {"amount": 42}),
    ):
        await evening.types("Ben", command, **options)
        await look()
    await deal(evening, "two_player", "Cy, Dee")
    await look()
    after = [*(moment for moment, _ in seen[1:]), None]
    for (moment, view), following in zip(seen, after, strict=True):
        found, due = await games.view_at(place, moment)
        if following is None or due is None:
            assert following is due is None
        else:
            assert moment < due <= following
        assert (found is None) == (view is None)
        if found is not None and view is not None:
            assert (found.game, found.table, [*found.entries]) == (view.game, view.table, [*view.entries])
            assert (found.clock, found.turn_times) == (view.clock, view.turn_times)
        later = moment + timedelta(seconds=30)
        again, _ = await games.view_at(place, later)
        assert (None if again is None else again.table) == (None if view is None else view.table)
