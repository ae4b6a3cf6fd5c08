"""How people get remotes, and what these send without a browser."""

import secrets
from collections.abc import Mapping

import aiohttp
from playwright.async_api import Browser, Page

from tests.evening import Evening
from tests.web.watching import address_in, watch

PHONE = {"width": 360, "height": 720}


async def remote(evening: Evening, who: str, /, **options: object) -> str:
    """The address that somebody gets to play from a seat."""
    answer = await evening.types(who, "game remote", **options)
    assert answer.private, "everybody can read it"
    return address_in(answer)


async def hold(browser: Browser, evening: Evening, who: str, **options: object) -> Page:
    """Somebody's phone with their remote on it."""
    page = await watch(browser, await remote(evening, who), viewport=PHONE, **options)
    page.set_default_timeout(5_000)
    return page


def pressed(do: str, key: str | None = None, **what: object) -> dict[str, object]:
    """A press as a page sends it, under a key of its own."""
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
