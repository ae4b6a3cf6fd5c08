"""What the guides show of pages: on a phone and on a tablet, as they look in a browser, and a replay.

`make pictures` puts them into docs/pictures.
"""

import os
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.support.evening import Evening
from tests.support.leagues import create, report
from tests.support.tables import deal
from tests.web.leagues.panel import SHOW_NAME, league_link, press
from tests.web.play.remotes import aim, hold, open_fix, remote
from tests.web.watching import link, watch

pytestmark = pytest.mark.skipif("PICTURES" not in os.environ, reason="takes pictures: make pictures")


@pytest.mark.own_bot(real_time=True)
async def test_take_pictures_of_a_game(evening: Evening, browser: Browser, pictures: Path) -> None:
    await deal(evening)
    for who, name in (
        ("Ana", "Atraxa, Praetors' Voice"),
        ("Ben", "Tana, the Bloodsower"),
        ("Cy", "Krenko, Mob Boss"),
        ("Dee", "Meren of Clan Nel Toth"),
    ):
        await evening.types(who, "commander set", name=name)
    played = (("Dee", 3), ("Ana", 5), ("Cy", 4), ("Dee", 9), ("Ben", 2), ("Ana", 11), ("Cy", 13), ("Ben", 6))
    for who, amount in played:
        await evening.types(who, "life lose", amount=amount)
        await evening.types("Ana", "turn next")
    await evening.types("Dee", "life gain", amount=7)
    await evening.types("Ben", "damage", amount=14, who="Cy", commander="Tana, the Bloodsower")
    await evening.types("Ana", "counter add", kind="poison", amount=3)
    await evening.types("Ana", "designate monarch")
    await evening.types("Ana", "clock round", minutes=50)
    await evening.types("Dee", "life lose", amount=4)
    address = await link(evening)
    sizes = (("page-phone", 390, 844, "light"), ("page-tablet", 1180, 820, "dark"))
    for file, width, height, scheme in sizes:
        page = await watch(
            browser,
            address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        await expect(page.locator(".chart svg")).to_be_visible()
        await page.screenshot(path=pictures / f"{file}.png")
        await page.close()
    page = await watch(
        browser, f"{address}replay", viewport={"width": 1180, "height": 820}, reduced_motion="reduce"
    )
    await page.get_by_role("slider").fill("22")
    await expect(page.locator(".place")).to_contain_text("23 of")
    await page.screenshot(path=pictures / "page-replay.png")
    await page.close()


@pytest.mark.own_bot(real_time=True)
async def test_take_a_picture_of_a_remote(evening: Evening, browser: Browser, pictures: Path) -> None:
    await deal(evening)
    await evening.types("Ben", "commander set", name="Tana, the Bloodsower")
    await evening.types("Cy", "commander set", name="Krenko, Mob Boss")
    await evening.types("Ben", "life lose", amount=6)
    await evening.types("Dee", "life lose", amount=13)
    await evening.types("Ben", "damage", amount=7, who="Cy", commander="Tana, the Bloodsower")
    page = await hold(browser, evening, "Ben", reduced_motion="reduce", color_scheme="dark")
    await page.screenshot(path=pictures / "remote.png")
    await aim(page, "Cy")
    await page.screenshot(path=pictures / "remote-opponent.png")
    await open_fix(page)
    await page.locator("[data-fix] .step", has_text="13 life").click()
    await expect(page.locator("[data-fix] .differences")).to_be_visible()
    await page.screenshot(path=pictures / "remote-fix.png")
    table = await watch(
        *(browser, f"{await remote(evening, 'Ben')}table"),
        viewport={"width": 1180, "height": 820},
        reduced_motion="reduce",
    )
    await table.screenshot(path=pictures / "tabletop.png")


async def test_take_pictures_of_a_league(evening: Evening, browser: Browser, pictures: Path) -> None:
    await create(evening, by="nobody")
    await evening.types("Ana", "league season open", name="Spring", starts="2020-01-01 00:00")
    pods = ("Ana, Ben, Cy, Dee", "Ben, Ana, Eve, Cy", "Cy, Dee, Ana, Fay", "Ana, Eve, Ben, Dee")
    pods = (*pods, "Ben, Fay, Cy, Ana", "Dee, Cy, Eve, Ben", "Ben, Dee, Fay, Eve", "Ana, Cy, Ben, Fay")
    for week, players in enumerate(pods):
        day = f"2025-0{1 + week // 4}-{2 + 7 * (week % 4):02} 19:00"
        await report(evening, players.partition(",")[0], players, when=day, turns=8 + week % 3)
    await press(evening, "Turn on")
    for who in ("Ana", "Ben", "Cy", "Dee", "Eve"):
        await press(evening, SHOW_NAME, who)
    address = await league_link(evening)
    shown = (("league-page", "", 1180, 820, "light"), ("league-phone", "", 390, 844, "dark"))
    shown = (*shown, ("league-story", "?show=story", 1180, 820, "light"))
    for file, part, width, height, scheme in shown:
        page = await watch(
            browser,
            address + part,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        await expect(page.get_by_role("heading", level=1)).to_have_text("Friday")
        await page.screenshot(path=pictures / f"{file}.png")
        await page.close()
