"""Every page in every language: nothing English is left in it, and a remote still has room for thumbs."""

from collections.abc import Mapping, Sequence

import pytest
from playwright.async_api import Browser, expect

from tests.support.evening import Evening, service_of
from tests.support.tables import deal
from tests.web.accessibility import cut_labels, overflow, small_targets
from tests.web.answers import body
from tests.web.leagues.events import begin, event_link, friday
from tests.web.overlay.overlays import overlay_link
from tests.web.play.remotes import remote
from tests.web.watching import link, watch

SMALL = {"width": 320, "height": 640}
ENGLISH: Mapping[str, Sequence[str]] = {
    "watch": ("Turn 1", "lost 3 life", "Story", "Life totals", "Replay step by step", "Connection lost"),
    "replay": ("Turn 1", "lost 3 life", "Story", "Next step", "Live page", "no longer works"),
    "overlay": ("lost 3 life", "Stream overlay", "Connection lost"),
    "start": ("Games as web pages", "For the link to a game", "on its board"),
    "event": ("round 1", "Standings", "have a result", "Connection lost"),
    "remote": (
        "Pass turn",
        "Undo",
        "Hold",
        "Commander damage",
        "Other players",
        "Waiting for a connection",
        "lost 3 life",
        "Connection lost",
    ),
}
"""What pages say in English."""
FIXING = ("Fix a step", "Choose the step", "lost 3 life")


async def addresses(evening: Evening) -> Mapping[str, str]:
    """A page of each kind: of a game in which Ben has lost 3 life, and of an event in its first round."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana, the Bloodsower")
    await evening.types("Ben", "life lose", amount=3)
    watched = await link(evening)
    found = {"watch": watched, "replay": f"{watched}replay", "remote": await remote(evening, "Ben")}
    found["overlay"] = f"{await overlay_link(evening)}?show=last"
    evening.channel = evening.server.create_text_channel("other")
    await friday(evening)
    await begin(evening)
    return found | {"event": await event_link(evening), "start": service_of(evening.bot).pages}


def speaking(address: str, language: str) -> str:
    """An address that asks for a language."""
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


SHARED: Mapping[str, Sequence[str]] = {"it": ("round 1",)}
"""Words that a language has from English."""


def english(shown: str, words: Sequence[str]) -> Sequence[str]:
    """Return those of some English words that are on a page."""
    return tuple(one for one in words if one in shown)


@pytest.mark.own_bot
@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it", "pt", "ja"])
async def test_every_page_speaks_it(evening: Evening, browser: Browser, language: str) -> None:
    found = await addresses(evening)
    for kind, address in found.items():
        shown = await body(speaking(address, language))
        assert f'<html lang="{language}">' in shown, kind
        foreign = tuple(one for one in ENGLISH[kind] if one not in SHARED.get(language, ()))
        assert english(shown, foreign) == (foreign if language == "en" else ()), kind
    page = await watch(browser, speaking(found["remote"], language), viewport=SMALL)
    assert await cut_labels(page) == []
    await page.locator(".bar [data-open=player]").click()
    assert await small_targets(page) == []
    assert await cut_labels(page) == []
    await page.locator("[data-open=fix]").click()
    panel = page.locator("[data-fix]")
    await expect(panel.locator(".step")).to_have_count(2)
    assert english(await panel.inner_text(), FIXING) == (FIXING if language == "en" else ())
    assert await overflow(page) <= 0
    assert await small_targets(page) == []
