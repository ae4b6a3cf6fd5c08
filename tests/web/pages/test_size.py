"""Every page is small: for readers with little data left, and for a thousand readers at once."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, expect

from cogs.summary.curves import Fate, LifeCurves, LifeLine
from rules.actions.life import LoseLife
from rules.game.game import Game
from storage.games.games import Request
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.leagues import report
from tests.support.tables import deal
from tests.web.leagues.panel import SHOW_GUESTS, friday, league_link, press
from tests.web.overlay.overlays import overlay_link
from tests.web.play.remotes import remote
from tests.web.traffic import MOST, Received
from tests.web.watching import link
from web.watch.chart import chart


async def test_every_page_takes_60_kilobytes_at_most(evening: Evening, browser: Browser) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy, Dee", life=900_000)
    for n in range(20):
        await evening.types("Ben", "life lose", amount=1)
        await evening.types("Ana", "turn next")
        await evening.types("Cy", "counter add", kind=f"charm {n}", amount=1)
    watch = await link(evening)
    addresses: Mapping[str, str] = {
        "watch": watch,
        "replay": f"{watch}replay",
        "remote": (own := await remote(evening, "Ben")),
        "table": f"{own}table",
        "overlay": await overlay_link(evening),
    }
    pages = {kind: await browser.new_page() for kind in addresses}
    sizes = {kind: Received() for kind in pages}
    for kind, page in pages.items():
        await sizes[kind].follow(page, addresses[kind])
    complete = {kind: found.total for kind, found in sizes.items()}
    await evening.types("Ben", "life lose", amount=1)
    for page in (pages[kind] for kind in pages if kind != "replay"):
        await expect(page.locator("body")).to_contain_text("899979")
    total = pages["watch"].locator(".chart .name", has_text="899979")
    await expect(total).to_have_count(1)  # which comes later
    for kind, found in sizes.items():
        assert found.requests >= 3, f"{kind} has not loaded a style and a script"
        if kind == "replay":
            assert found.total == complete[kind]
        else:  # what was pushed is counted
            await evening.until(lambda found=found, kind=kind: found.total > complete[kind])
        assert found.total <= MOST, f"{kind}: {found.total:,} bytes"
    for page in pages.values():
        await page.close()


async def received(browser: Browser, address: str) -> int:
    """Return the bytes that a page takes until it is there, and what it follows has begun."""
    page, size = await browser.new_page(), Received()
    await size.follow(page, address)
    await page.wait_for_timeout(300)
    assert size.requests >= 3, f"{address} has not loaded a style and a script"
    await page.close()
    return size.total


@pytest.mark.full
async def test_the_page_of_a_league_takes_60_kilobytes_at_most(evening: Evening, browser: Browser) -> None:
    await friday(evening)
    await press(evening, SHOW_GUESTS)
    for n in range(30):
        await report(evening, "Ben", f"Guest of the league {n}, Another one {n}, A third {n}, A fourth {n}")
    address = await league_link(evening)
    for part in ("", "?show=results", "?show=story", "?show=player&player=1"):
        assert await received(browser, address + part) <= MOST, part


@pytest.mark.full
async def test_a_replay_of_1000_steps_takes_60_kilobytes_at_most(evening: Evening, browser: Browser) -> None:
    """Also where every second step was undone, so that no two of those that count follow each other."""
    await deal(evening, life=900_000)
    view = await view_of(evening.games, evening.place)
    ben = view.table.players[1] if isinstance(view.table, Game) else None
    assert ben is not None
    for n in range(1_000):
        request = Request(ben.user or 0, ben.name, 5_000_000 + 3 * n)
        await evening.games.act(view.game, request, lambda _: LoseLife(who=(ben.id,), amount=1))
        if n % 2:
            await evening.games.undo(view.game, replace(request, interaction=request.interaction + 1))
    address = f"{await link(evening)}replay"
    assert await received(browser, address) <= MOST
    page = await browser.new_page()
    await page.goto(address)
    await page.get_by_role("slider").press("End")
    await expect(page.locator(".seats")).to_contain_text("899500")  # 1,000 were lost, 500 of them undone


def test_a_chart_has_a_bounded_number_of_changes_and_totals() -> None:
    """However long a game is, and however high its totals are."""
    falling = [(float(step), 900_000 - 100 * step) for step in range(3_000)]
    lines = [
        LifeLine(name=f"Player {n}", group=n, points=tuple(falling), end=3_000, fate=Fate.PLAYING)
        for n in range(4)
    ]
    drawn = chart(LifeCurves(heading="", about="", lines=tuple(lines), end=3_000, over=False))
    assert drawn is not None
    assert sum(curve.path.count("V") for curve in drawn.curves) <= 600 + len(lines)
    assert all(curve.label.endswith(" 600100") for curve in drawn.curves)
    assert all(curve.path.endswith(f"V{curve.y}H{curve.x}") for curve in drawn.curves)
    assert [level.text for level in drawn.levels] == ["0", "200000", "400000", "600000", "800000"]
