"""The page of an event in a channel that no league counts: everyone's name, as on the event's message."""

from html import unescape

import pytest
from playwright.async_api import Browser, expect

from tests.cogs.tournaments.test_rounds import types
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import create
from tests.support.messages import buttons
from tests.web.accessibility import SMALL, findings, small_targets
from tests.web.answers import body, status
from tests.web.leagues.events import begin, deletes_ben, event_link, friday
from tests.web.leagues.panel import press
from tests.web.play.lines import says_when_it_is_lost
from tests.web.watching import is_closed, links, listed, watch

pytestmark = pytest.mark.own_bot


@pytest.mark.full
async def test_pairings_results_the_clock_and_standings_are_live(evening: Evening, browser: Browser) -> None:
    await friday(evening)
    page = await watch(browser, await event_link(evening))
    await expect(page.locator(".shown").first).to_contain_text("9 players")
    first, second = await begin(evening, minutes=60)
    shown = page.locator(".event li")
    await expect(shown).to_have_count(3)
    for number, names in enumerate((first, second)):
        await expect(shown.nth(number).locator("bdi")).to_have_text(names)
    await expect(page.locator(".event .running")).to_have_count(2)
    await types(evening, 1, 1, "win", who=first[0])
    await expect(shown.first.locator(".outcome")).to_have_text(f"{first[0]} wins")
    await expect(page.locator("tbody tr")).to_have_count(9)
    assert await page.locator("link[rel=alternate]").count() == 0


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_axe_finds_nothing(evening: Evening, browser: Browser, scheme: str) -> None:
    await friday(evening)
    await begin(evening, minutes=60)
    page = await watch(browser, await event_link(evening), **SMALL, color_scheme=scheme)
    assert await findings(page) == []
    assert await small_targets(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= 320


async def test_earlier_events_of_the_channel_stay(evening: Evening) -> None:
    await friday(evening)
    await begin(evening)
    address = await event_link(evening)
    await evening.types("Ana", "event close")
    await evening.env.settle()
    await evening.types("Ana", "event create", name="Later")
    assert "Friday: round 1" in await body(address)
    latest = await body(address.partition("?")[0])
    assert "Later" in latest
    assert "Friday: round 1" not in latest


async def test_its_links_are_listed_and_revoked_with_those_of_games(
    evening: Evening, browser: Browser
) -> None:
    await friday(evening)
    page = await watch(browser, await event_link(evening, "Ben"))
    answer = await links(evening, "Ben")
    assert "Events in this channel" in listed(answer)
    shown = answer.response
    assert shown is not None
    await is_closed(page, lambda: evening.people["Ben"].click(shown, label="Revoke all"))
    assert await status(page.url) == 404


@pytest.mark.full
async def test_it_says_within_three_seconds_that_its_line_is_lost(evening: Evening, browser: Browser) -> None:
    await friday(evening)
    await says_when_it_is_lost(browser, await event_link(evening))


async def test_it_is_gone_once_a_league_counts_the_channel(evening: Evening) -> None:
    """From then on names are shown by agreement only, on the page of the league."""
    await friday(evening)
    address = await event_link(evening)
    assert "9 players" in await body(address)
    await create(evening, "Weekly")
    assert await status(address) == 404
    await evening.types("Ana", "event add", players="new Zoe")
    await evening.env.settle()
    assert "Open page" not in buttons(event(evening))
    await press(evening, "Turn on")
    await evening.types("Ana", "event add", players="new Yan")
    await evening.env.settle()
    assert "/l/" in await event_link(evening)


async def test_who_was_forgotten_is_a_number(evening: Evening, browser: Browser) -> None:
    """At the table that Ben sits at; he has dropped, and nothing was played that the standings would show."""
    await friday(evening)
    page = await deletes_ben(evening, browser)
    await expect(page.locator(".event li", has_text="Entrant 1")).to_have_count(1)


async def test_a_bracket_shows_each_match_with_its_winner(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday", play="duels", pairing="double elimination")
    await evening.types("Ana", "event add", players="new: Gil, Hal")
    ((first, second),) = await begin(evening)
    await evening.types("Ana", "event result", table=1, winner=second)
    ((_, _),) = await begin(evening)
    shown = unescape(await body(await event_link(evening)))
    assert "Table 1 · grand final" in shown
    assert "Winners' bracket, round 1" in shown
    assert f'<span class="won"><bdi>{second}</bdi></span>' in shown
    assert f'<span class="lost"><bdi>{first}</bdi></span>' in shown
    assert "Grand final" in shown
