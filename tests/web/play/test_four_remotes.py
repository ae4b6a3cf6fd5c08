"""A game of four to its end, on four remotes at once, beside the chat and a page of it."""

import asyncio
import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.evening import Evening
from tests.support.games import game_of
from tests.support.tables import deal
from tests.web.play.remotes import aim, hold, mine, open_more, tap
from tests.web.watching import link, totals, watch

NAMES = ("Ana", "Ben", "Cy", "Dee")


async def seen(page: Page, name: str) -> dict[str, int]:
    """Return the totals that someone's remote shows, by name."""
    others = page.locator(".tile:not(.each)")
    names = await others.locator(".who").all_inner_texts()
    numbers = await others.locator(".number").all_inner_texts()
    found = {one.replace("▸", "").strip(): int(number) for one, number in zip(names, numbers, strict=True)}
    return {**found, name: int(await mine(page).inner_text())}


async def passes(page: Page, following: str) -> None:
    """End the turn of this remote's player."""
    await tap(page, "Pass turn")
    await expect(page.get_by_role("heading", level=1)).to_contain_text(f"{following}'s turn")


async def hits(page: Page, who: str, *amounts: int) -> None:
    """One's own commander deals so much combat damage to someone, blow by blow."""
    for amount in amounts:
        await aim(page, who)
        await tap(page, f"{who}: Commander damage {amount}")


@pytest.mark.full
async def test_four_play_to_the_end_on_their_phones_beside_the_chat(
    evening: Evening, browser: Browser
) -> None:
    """Expected by the rules: Cy loses with 21 damage by one commander (704.6c), Dee with ten poison counters
    (704.5c), Ana concedes (104.3a), so Ben wins (104.2a)."""
    await deal(evening)
    await evening.types("Ben", "commander set", name="Krenko, Mob Boss")
    ana, ben, cy, dee = [await hold(browser, evening, who) for who in NAMES]
    pages = dict(zip(NAMES, (ana, ben, cy, dee), strict=True))
    table = await watch(browser, await link(evening))
    # All four at once: each pays a little life.
    labels = ("Ana: −1 life", "Ben: −5 life", "Cy: +1 life", "Dee: −5 life")
    await asyncio.gather(*(tap(page, one) for page, one in zip(pages.values(), labels, strict=True)))
    await passes(ana, "Ben")
    await hits(ben, "Cy", 7)
    await evening.types("Dee", "life gain", amount=2)  # someone types meanwhile
    await passes(ben, "Cy")
    await passes(cy, "Dee")
    await aim(dee, "Ana")
    await asyncio.gather(tap(dee, "Ana: −5 life"), tap(ben, "Ben: −1 life"))
    await passes(dee, "Ana")
    await passes(ana, "Ben")
    await hits(ben, "Cy", 14)
    await expect(cy.locator(".me .details")).to_contain_text("out: lost")
    await aim(ana, "Dee")
    for _ in range(10):
        await tap(ana, "Dee: poison +1")
    await expect(dee.locator(".me .details")).to_contain_text("out: lost")
    await open_more(ana)
    await tap(ana, "Concede")
    expected = {"Ana": 34, "Ben": 34, "Cy": 20, "Dee": 37}
    for name, page in pages.items():
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Ben wins")
        assert await seen(page, name) == expected
    await expect(table.get_by_role("heading", level=1)).to_contain_text("Ben wins")
    assert {name: int(total) for name, total in (await totals(table)).items()} == expected
    rules = ("704.6c", "704.5c", "104.3a", "104.2a")
    await evening.until(lambda: all(any(rule in one for one in evening.chat()) for rule in rules))
    await evening.until(lambda: "Ben wins" in evening.board())
    game, board = await game_of(evening.games, evening.place), evening.board()
    assert {one.name: game.life[one.id] for one in game.players} == expected
    for name, total in expected.items():
        assert re.search(rf"{name}\W.*\b{total}\b", board), board
