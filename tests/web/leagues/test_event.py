"""An event on the page of its league: pairings, results, clocks and standings, live, names by agreement."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import ExitStack

import pytest
from playwright.async_api import Browser, expect

from tests.cogs.tournaments.test_rounds import types
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.games import following
from tests.support.leagues import create, report
from tests.support.messages import message_of, text
from tests.web.accessibility import SMALL, findings, small_targets
from tests.web.answers import body, status
from tests.web.leagues.events import GUESTS, begin, deletes_ben, event_link, friday
from tests.web.leagues.panel import SHOW_GUESTS, SHOW_NAME, SHOW_NUMBER, league_link, panel_text, press
from tests.web.traffic import MOST, Received
from tests.web.watching import address_in, watch
from web.leagues.events import PublicEvents

pytestmark = pytest.mark.own_bot


async def night(evening: Evening) -> None:
    """A league with a page that names Ben and guests, and its event of Ben, Cy, Dee and six guests."""
    await create(evening, "Weekly", by="nobody")
    await report(evening, "Ben", "Ben, Cy")
    await press(evening, "Turn on")
    await press(evening, SHOW_GUESTS)
    await press(evening, SHOW_NAME, "Ben")
    await friday(evening)


def public(names: Sequence[str]) -> list[str]:
    """Return what the page calls them: neither Cy, the league's second, nor Dee, the event's third, has
    agreed."""
    return [{"Cy": "Player 2", "Dee": "Entrant 3"}.get(name, name) for name in names]


async def test_a_round_its_results_and_standings_are_shown_at_once(
    evening: Evening, browser: Browser
) -> None:
    """Nine players: two tables and a bye. A win and a bye are 5 points, opponents' wins are 20% at least."""
    await night(evening)
    page = await watch(browser, await event_link(evening))
    await expect(page.locator(".shown").first).to_contain_text(
        "There are no standings before the first round."
    )
    first, second = await begin(evening, minutes=60)
    await expect(page.get_by_role("heading", level=2).first).to_have_text("Friday: round 1")
    shown = page.locator(".event li")
    await expect(shown).to_have_count(3)
    for number, names in enumerate((first, second)):
        await expect(shown.nth(number).locator("bdi")).to_have_text(public(names))
    (bye,) = {"Ben", "Cy", "Dee", *GUESTS} - {*first, *second}
    await expect(shown.nth(2)).to_contain_text("Bye")
    await expect(shown.nth(2).locator("bdi")).to_have_text(public([bye]))
    places = {name: f"table 1, seat {seat}" for seat, name in enumerate(public(first), start=1)}
    places |= {name: f"table 2, seat {seat}" for seat, name in enumerate(public(second), start=1)}
    places |= {name: "bye" for name in public([bye])}
    by_name = [f"{name} → {places[name]}" for name in sorted(places)]
    await expect(page.locator(".by-name li")).to_have_text(by_name)
    winner = next(one for one in first if one in GUESTS)
    await types(evening, 1, 1, "win", who=winner)
    wins = f"{winner} wins"
    await expect(shown.first.locator(".outcome")).to_have_text(wins)
    await expect(page.locator("[data-part=last]")).to_have_text(f"Table 1: {wins}")
    await expect(page.locator(".event .note")).to_have_text(re.compile(r"1\b.*\b2\b"))
    rows = page.locator("tbody tr")
    await expect(rows).to_have_count(9)
    leaders = {await rows.nth(n).locator("th").inner_text() for n in range(2)}
    assert leaders == {winner, *public([bye])}
    cells = await rows.filter(has_text=winner).locator("td").all_inner_texts()
    assert cells[1:] == ["5", "1–0–0", "20.0%"]
    await types(evening, 1, 1, "undo")
    await expect(shown.first.locator(".outcome")).to_have_count(0)


@pytest.mark.own_bot(real_time=True)
async def test_the_clock_of_the_round_runs_stops_and_goes_on(evening: Evening, browser: Browser) -> None:
    await night(evening)
    await begin(evening, minutes=60)
    page = await watch(browser, await event_link(evening))
    clocks = page.locator(".event .running")
    await expect(clocks).to_have_count(2)
    assert re.fullmatch(r"(59:\d\d|1:00:00)", await clocks.first.inner_text())
    before = await clocks.first.inner_text()
    await expect(clocks.first).not_to_have_text(before)
    await expect(page.locator(".event dd[data-until]")).to_have_count(1)
    await types(evening, 1, 1, "clock pause")
    await expect(page.locator(".event .running[data-until]")).to_have_count(1)
    await types(evening, 1, 1, "clock resume")
    await expect(page.locator(".event .running[data-until]")).to_have_count(2)


async def test_a_process_that_has_read_no_table_follows_their_clocks(evening: Evening) -> None:
    await friday(evening)
    await begin(evening, minutes=60)
    event = await evening.games.tournaments.state(await evening.tournament())
    paused = asyncio.Event()
    async with following(evening.database) as games:
        with ExitStack() as stack:
            await PublicEvents(games).follow_clocks(event, 1, paused.set, stack)
            await types(evening, 1, 1, "turn next")
            assert not paused.is_set(), "the clock goes on"
            await types(evening, 1, 1, "clock pause")
            async with asyncio.timeout(60):
                await paused.wait()


async def test_earlier_rounds_and_events_stay(evening: Evening) -> None:
    await night(evening)
    first, second = await begin(evening)
    for number, names in ((1, first), (2, second)):
        await types(evening, 1, number, "win", who=names[0])
    await begin(evening)
    address = await event_link(evening)
    assert "Friday: round 2" in await body(address)
    assert f"{public(first)[0]} wins" in await body(f"{address}&round=1")
    await evening.types("Ana", "event close")
    await evening.env.settle()
    await evening.types("Ana", "event create", name="Later")
    latest = address.partition("&")[0]
    assert "There are no standings" in await body(latest)
    async with asyncio.timeout(60):  # what was read a moment ago is kept, and made again soon
        while "Later" not in (old := await body(address)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert "This event is over." in old
    assert await status(f"{latest}&event=99") == 404


async def test_the_league_leads_to_its_events_and_to_no_others(evening: Evening) -> None:
    await create(evening, "Weekly", by="nobody")
    await report(evening, "Ben", "Ben, Cy")
    await press(evening, "Turn on")
    address = await league_link(evening)
    assert "show=event" not in await body(address)
    own, evening.channel = evening.channel, evening.server.create_text_channel("other")
    await evening.types("Ana", "event create", name="Elsewhere")
    assert "/e/" in await event_link(evening), "it has a page of its own"
    evening.channel = own
    assert "show=event" not in await body(address)
    assert await status(f"{address}?show=event&event=1") == 404
    await evening.types("Ana", "event create", name="Friday")
    assert "show=event" in await body(f"{address}?show=results")


async def test_only_those_are_named_who_have_agreed(evening: Evening, browser: Browser) -> None:
    await night(evening)
    await begin(evening)
    address = await event_link(evening)
    shown = await body(address)
    assert not re.search(r"\b(Cy|Dee|Ana)\b", shown)
    assert all(re.search(rf"\b{name}\b", shown) for name in ("Ben", "Player 2", "Entrant 3", *GUESTS))
    page = await watch(browser, address)
    await press(evening, "Hide guests' names")
    await press(evening, SHOW_NUMBER, "Ben")
    await expect(page.locator("tbody")).not_to_contain_text("Ben")
    await expect(page.locator("tbody")).to_contain_text("Entrant 4")
    assert not re.search(r"\b(Ben|Gil|Kim)\b", await page.content())


async def test_players_agree_to_be_named_before_they_have_played(evening: Evening, browser: Browser) -> None:
    """Dee has signed up for the event and played no game of the league; Eve has done neither."""
    await night(evening)
    await begin(evening)
    shown = message_of(await evening.people["Dee"].click(event(evening), label="Open page"))
    assert "It shows a number instead of your name. Change that with `/league-page`." in text(shown)
    page = await watch(browser, address_in(shown.content))
    rows = page.locator("tbody")
    await expect(rows).to_contain_text("Entrant 3")
    answer = message_of(await press(evening, SHOW_NAME, "Dee"))
    assert "You are shown as **Dee**." in text(answer)
    await expect(rows).to_contain_text("Dee")
    await expect(rows).not_to_contain_text("Entrant 3")
    again = message_of(await evening.people["Dee"].click(event(evening), label="Open page"))
    assert "by a number" not in again.content
    await press(evening, SHOW_NUMBER, "Dee")
    await expect(rows).not_to_contain_text("Dee")
    assert "Dee" not in await body(await league_link(evening)), "who hasn't played isn't in the standings"
    assert SHOW_NAME not in await panel_text(evening, "Eve")


async def test_what_privacy_deletes_goes_from_open_pages(evening: Evening, browser: Browser) -> None:
    await night(evening)
    await deletes_ben(evening, browser)


async def test_turned_off_the_button_says_so_and_the_link_is_gone(evening: Evening) -> None:
    await night(evening)
    address, message = await event_link(evening), event(evening)
    await press(evening, "Turn off")
    assert await status(address) == 404
    refused = message_of(await evening.people["Ben"].click(message, label="Open page"))
    assert "no public page" in refused.content


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_and_a_small_phone_has_room(
    evening: Evening, browser: Browser, scheme: str
) -> None:
    await night(evening)
    first, _ = await begin(evening, minutes=60)
    await types(evening, 1, 1, "win", who=first[1])
    page = await watch(browser, await event_link(evening), color_scheme=scheme, **SMALL)
    await expect(page.locator(".running")).to_have_count(1)
    assert await findings(page) == []
    assert await small_targets(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= 320
    plain = await watch(browser, page.url, java_script_enabled=False)
    await expect(plain.locator(".event li")).to_have_count(3)


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ["de", "fr", "es", "it", "pt", "ja"])
async def test_it_speaks_every_language(evening: Evening, language: str) -> None:
    await night(evening)
    await begin(evening)
    shown = await body(f"{await event_link(evening)}&lang={language}")
    for english in ("Entrant 3", "Standings", "have a result"):
        assert english not in shown, english
    assert ("Friday: round 1" in shown) == (language == "it"), "Italian calls it a round, too"


@pytest.mark.full
async def test_the_page_of_an_event_of_64_takes_60_kilobytes_at_most(
    evening: Evening, browser: Browser
) -> None:
    await create(evening, "Weekly", by="nobody")
    await press(evening, "Turn on")
    await press(evening, SHOW_GUESTS)
    await evening.types("Ana", "event create", name="Friday")
    for n in range(0, 64, 16):
        await evening.types(
            "Ana", "event add", players="new: " + ", ".join(f"Guest {n + one}" for one in range(16))
        )
    first = (await begin(evening, minutes=60))[0][0]
    page, size = await browser.new_page(), Received()
    await size.follow(page, await event_link(evening))
    await expect(page.locator(".event li")).to_have_count(16)
    await expect(page.locator("tbody tr")).to_have_count(50)
    complete = size.total
    await evening.types("Ana", "event result", table=1, winner=first)
    await expect(page.locator(".outcome")).to_have_text(f"{first} wins")
    await asyncio.sleep(0.5)
    assert complete < size.total <= MOST, f"{size.total:,} bytes"
