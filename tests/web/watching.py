"""How people get to the page of a game and list their links, and what they see there."""

import asyncio
import re
from collections.abc import Awaitable, Callable

import aiohttp
from playwright.async_api import Browser, Page, expect
from simcord import InteractionResult

from tests.support.evening import Evening
from tests.support.messages import Said, private_message_of, text
from tests.web.windows import WINDOWS


def address_in(said: Said | str) -> str:
    """Return the address in an answer."""
    found = re.search(r"<(https?://[^>]+)>", said if isinstance(said, str) else said.text)
    assert found is not None, said
    return found[1]


async def link(evening: Evening, who: str = "Ana", **options: object) -> str:
    """Return the address that someone gets for the page of this channel's game."""
    answer = await evening.types(who, "game page", **options)
    assert answer.private, "everybody can read it"
    return address_in(answer)


async def watch(browser: Browser, address: str, **options: object) -> Page:
    """Return a page of the browser on an address, with its stream open."""
    page = await WINDOWS.take(browser, **options)
    await page.goto(address)
    return page


def kept_feeds() -> int:
    """Return how many things are made for pages at the moment."""
    return sum(task.get_name() == "feed of pages" for task in asyncio.all_tasks())


async def totals(page: Page) -> dict[str, str]:
    """Return the totals that a page shows at one moment, by name, once every seat has one."""
    await expect(page.locator(".seat:not(:has(.number))")).to_have_count(0)
    read = "all => all.map(one => ['h3', '.number'].map(part => one.querySelector(part).innerText))"
    shown: list[tuple[str, str]] = await page.locator(".seat").evaluate_all(read)
    return {name.replace("▸", "").strip(): number for name, number in shown}


async def gone(page: Page, name: str) -> None:
    """Wait until a name is nowhere on an open page, also where it isn't shown."""
    await page.wait_for_function(
        "name => !document.documentElement.outerHTML.includes(name)", arg=name, timeout=60_000
    )


async def expect_gone(page: Page) -> None:
    """Wait until a page says of its line that the link has ended, in the words that came with it."""
    line = page.locator("[data-line]")
    await expect(line).to_have_text(await line.get_attribute("data-gone") or "-")


async def is_closed(page: Page, revoke: Callable[[], Awaitable[object]]) -> None:
    """See how the stream of a page ends when its link is revoked, and that the page says so."""
    events = f"{page.url.partition('?')[0]}events"
    async with aiohttp.ClientSession() as session, session.get(events) as stream:
        await stream.content.readuntil(b"\n\n")
        await revoke()
        assert (await stream.content.read()).endswith(b"event: gone\ndata:\n\n")
    await expect_gone(page)
    assert await page.locator("[data-line]").inner_text() == "This link no longer works."


async def links(evening: Evening, who: str) -> InteractionResult:
    """Return what /game links shows to someone."""
    return await evening.people[who].slash(evening.channel, "game links")


async def revoke_all(evening: Evening, who: str) -> None:
    """Let someone revoke all links that /game links shows to them."""
    shown = (await links(evening, who)).response
    assert shown is not None
    await evening.people[who].click(shown, label="Revoke all")


def listed(answer: InteractionResult) -> str:
    """Return the text of a list of links."""
    return text(private_message_of(answer))
