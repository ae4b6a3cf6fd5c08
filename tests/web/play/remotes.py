"""How people get remotes, what they tap there, what is sent without a browser, and the results."""

import re
import secrets
from collections.abc import Mapping
from html import unescape

import aiohttp
from playwright.async_api import Browser, Locator, Page

from tests.support.evening import Evening
from tests.support.games import game_of
from tests.web.watching import address_in, watch

PHONE = {"width": 360, "height": 640}
PLAYS_NO_MORE = "This link no longer controls that seat. Get a new one with /game remote."
"""Why a press is refused once a link's player may not play from the seat."""


async def remote(evening: Evening, who: str, /, **options: object) -> str:
    """Return the address that someone gets to play from a seat."""
    answer = await evening.types(who, "game remote", **options)
    assert answer.private, "everybody can read it"
    return address_in(answer)


async def hold(browser: Browser, evening: Evening, who: str, **options: object) -> Page:
    """Return someone's phone with their remote on it."""
    return await watch(browser, await remote(evening, who), viewport=PHONE, **options)


def pressed(do: str, key: str | None = None, **what: object) -> dict[str, object]:
    """Return a press as a page sends it, under its own key."""
    return {"do": do, "key": key or secrets.token_hex(16), **what}


async def send(
    address: str, press: Mapping[str, object], session: aiohttp.ClientSession | None = None, **headers: str
) -> tuple[int, str]:
    """Send a press: the status of the answer, and why it was refused, if it was."""
    if session is None:
        async with aiohttp.ClientSession() as own:
            return await send(address, press, own, **headers)
    async with session.post(f"{address}press", json=press, headers=headers) as answer:
        told: dict[str, object] = {}
        if answer.status == 200:
            told = await answer.json()
        return answer.status, str(told.get("refused", ""))


async def edit_of(address: str, *ways: str) -> str:
    """Return what **Do it** carries, by way of the first button of each panel that has one with these
    words."""
    query = ""
    async with aiohttp.ClientSession() as session:
        for way in ways:
            async with session.get(f"{address}fix?{query}") as answer:
                panel = await answer.text()
            found = re.search(rf'data-(?:look|edit)="([^"]*)"[^>]*>[^<]*{way}', panel)
            assert found is not None, panel
            query = unescape(found[1])
    return query


def mine(page: Page) -> Locator:
    """One's own total."""
    return page.locator(".mine-total .number")


def tile(page: Page, who: str) -> Locator:
    """Return another player, with what matters of them."""
    return page.locator(".tile", has_text=who)


def of(page: Page, who: str) -> Locator:
    """Return the total of another player."""
    return tile(page, who).locator(".number")


async def tap(page: Page | Locator, label: str) -> None:
    """Press a button for one's own seat by its name."""
    await page.get_by_role("button", name=label, exact=True).click()


async def aim(page: Page, who: str) -> None:
    """Open what can be entered for another player."""
    await tile(page, who).click()


async def open_more(page: Page) -> None:
    """Open one's own counters, and what is rarely needed."""
    await tap(page, "More")


async def open_fix(page: Page) -> None:
    """Open the list of steps that can be fixed."""
    await open_more(page)
    await tap(page, "Fix…")


async def open_mine(page: Page) -> None:
    """Open what can be entered for oneself: any amount of life, damage by others' commanders."""
    await page.locator(".mine-total").click()


async def life_of(evening: Evening, who: str) -> int:
    """Return someone's life total."""
    game = await game_of(evening.games, evening.place)
    return game.life[await id_of(evening, who)]


async def id_of(evening: Evening, who: str) -> str:
    """Return someone's id at the table."""
    return next(one.id for one in (await game_of(evening.games, evening.place)).players if one.name == who)
