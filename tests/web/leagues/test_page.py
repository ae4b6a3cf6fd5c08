"""The public page of a league: what it shows, live, and to whom."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import aiohttp
import pytest
from playwright.async_api import Browser, Page, expect

from storage.links import LinkPurpose
from tests.support.evening import Evening
from tests.support.leagues import create, report, saying
from tests.support.messages import buttons, message_of, private_message_of, text
from tests.support.panels import forget
from tests.web.answers import appears, body, status
from tests.web.leagues.panel import (
    SHOW_GUESTS,
    SHOW_NAME,
    SHOW_NUMBER,
    friday,
    league_link,
    panel,
    panel_text,
    press,
)
from tests.web.play.lines import says_when_it_is_lost
from tests.web.shown import show
from tests.web.watching import is_closed, watch


async def rows(page: Page) -> list[list[str]]:
    """Return the standings that a page shows, by cells."""
    shown = page.locator("tbody tr")
    return [await shown.nth(n).locator("td, th").all_inner_texts() for n in range(await shown.count())]


async def test_the_page_shows_the_standings_and_every_result_at_once(
    evening: Evening, browser: Browser
) -> None:
    """5 points a win: Ben 10, Cy 5, the others 0. Then Dee beats Ben twice, and both have 10."""
    await friday(evening)
    await press(evening, SHOW_GUESTS)
    for who in ("Ben", "Cy", "Dee"):
        await press(evening, SHOW_NAME, who)
    page = await watch(browser, await league_link(evening))
    await expect(page.get_by_role("heading", level=1)).to_have_text("Friday")
    shown = await rows(page)
    assert [one[:4] for one in shown[:2]] == [["1", "Ben", "10", "2–0–0"], ["2", "Cy", "5", "1–1–0"]]
    assert {one[1] for one in shown[2:]} == {"Dee", "Zoe"}
    await report(evening, "Dee", "Dee, Ben")
    await report(evening, "Dee", "Dee, Ben")
    await expect(page.locator("tbody tr", has_text="Dee").locator("td").nth(1)).to_have_text("10")
    await expect(page.locator(".results li")).to_have_count(5)
    await expect(page.locator(".results li").first).to_contain_text("Dee beat Ben")
    await expect(page.locator("[data-part=last]")).to_have_text("Dee beat Ben")


@pytest.mark.own_bot
async def test_without_a_judge_there_is_no_page(evening: Evening) -> None:
    await create(evening, by="nobody")
    await report(evening, "Ben", "Ben, Cy")
    shown = message_of(await panel(evening, "Ben"))
    assert "has no public page" in text(shown)
    assert buttons(shown) == [SHOW_NAME]
    ana = evening.people["Ana"].id
    token = await evening.games.links.make_of_league(evening.server.id, 1, ana)  # pyright: ignore[reportArgumentType]
    assert await status(f"{evening.bot.pages}l/{token}/") == 404


async def test_only_those_are_named_who_have_agreed(evening: Evening) -> None:
    await friday(evening)
    address = await league_link(evening)
    asked = saying(evening, "now has a public page")
    said = private_message_of(await evening.people["Ben"].click(asked, label=SHOW_NAME))
    assert text(said) == "You are shown as **Ben**."
    for part in PARTS:
        await appears(address + part, "Ben")
        shown = await body(address + part)
        assert not re.search(r"\b(Cy|Dee|Zoe|Ana)\b", shown), part
    assert "Player 2" in await body(address)
    await evening.people["Ben"].click(asked, label=SHOW_NUMBER)
    everything = [await body(address + part) for part in PARTS]
    assert not any(re.search(r"\bBen\b", one) for one in everything)
    refused = message_of(await evening.people["Eve"].click(asked, label=SHOW_NAME))
    assert "haven't played in Friday" in text(refused)


PARTS = (
    "",
    "?show=results",
    "?show=story",
    "?show=player&player=1",
    "?show=result&result=1",
    "feed.json",
    "feed.xml",
)


@pytest.mark.parametrize(
    "goes",
    [partial(press, label=SHOW_NUMBER, who="Ben"), partial(forget, who="Ben")],
    ids=["withdrawn", "deleted"],
)
async def test_a_name_goes_from_open_pages_at_once(
    evening: Evening, browser: Browser, goes: Callable[[Evening], Awaitable[object]]
) -> None:
    await friday(evening)
    await press(evening, SHOW_NAME, "Ben")
    page = await watch(browser, await league_link(evening, "Cy"))
    await expect(page.locator("tbody tr").first).to_contain_text("Ben")
    await goes(evening)
    await expect(page.locator("tbody tr").first).to_contain_text("Player 1")
    assert "Ben" not in await page.content()


async def test_a_guest_is_named_where_judges_want_that_until_claimed(evening: Evening) -> None:
    await friday(evening)
    address = await league_link(evening)
    assert "Zoe" not in await body(address)
    await press(evening, SHOW_GUESTS)
    await appears(address, "Zoe")
    await evening.types("Ana", "league claim", guest="Zoe", member=evening.people["Eve"])
    shown = await body(address)
    assert "Zoe" not in shown
    assert "Eve" not in shown


async def test_turned_off_it_is_gone_and_stays_gone(evening: Evening) -> None:
    await friday(evening)
    address = await league_link(evening)
    async with aiohttp.ClientSession() as session, session.get(f"{address}events") as stream:
        await stream.content.readuntil(b"\n\n")
        await press(evening, "Turn off")
        assert (await asyncio.wait_for(stream.content.read(), 60)).endswith(b"event: gone\ndata:\n\n")
    assert {await status(address + more) for more in (*PARTS, "events")} == {404}
    await press(evening, "Turn on")
    assert await status(address) == 404, "an old link works again"
    assert await status(await league_link(evening)) == 200


@pytest.mark.own_bot
async def test_judges_revoke_every_link_and_others_their_own(evening: Evening) -> None:
    await friday(evening)
    anas, bens, eves = [await league_link(evening, who) for who in ("Ana", "Ben", "Eve")]
    assert (await panel_text(evening, "Ben")).count("made by") == 1
    assert (await panel_text(evening)).count("made by") == 3
    await press(evening, "Revoke all", "Ben")
    assert [await status(one) for one in (anas, bens, eves)] == [200, 404, 200]
    shown = message_of(await panel(evening))
    newest = max(one.id for one in await evening.games.links.of_league(1))  # pyright: ignore
    await evening.people["Ana"].select(shown, [str(newest)], custom_id="arbiter-league:pagerevoke:1:0:")
    assert [await status(one) for one in (anas, bens, eves)] == [200, 404, 404]


async def test_a_revoked_link_closes_its_page(evening: Evening, browser: Browser) -> None:
    await friday(evening)
    page = await watch(browser, await league_link(evening))
    shown = (await panel(evening)).response
    assert shown is not None
    await is_closed(page, lambda: evening.people["Ana"].click(shown, label="Revoke all"))


@pytest.mark.full
async def test_it_says_within_three_seconds_that_its_line_is_lost(evening: Evening, browser: Browser) -> None:
    await friday(evening)
    await says_when_it_is_lost(browser, await league_link(evening))


async def test_only_judges_turn_it_on_and_off(evening: Evening) -> None:
    await friday(evening)
    await league_link(evening)
    judges, bens = await panel(evening), await panel(evening, "Ben")
    assert judges.response is not None
    assert bens.response is not None
    assert buttons(judges.response) == ["Get a link", "Turn off", SHOW_GUESTS, "Revoke all"]
    assert buttons(bens.response) == ["Get a link", SHOW_NAME]


async def test_without_pages_none_is_turned_on_and_names_can_still_be_withdrawn(tmp_path: Path) -> None:
    async with Evening(tmp_path / "arbiter.db") as evening:
        await create(evening, by="nobody")
        await report(evening, "Ben", "Ben, Cy")
        refused = message_of(await press(evening, "Turn on"))
        assert "have no pages here" in text(refused)
        await press(evening, SHOW_NAME, "Ben")
        await press(evening, SHOW_NUMBER, "Ben")
        assert "You are shown as **Player 1**." in await panel_text(evening, "Ben")


async def test_the_audit_log_tells_who_turned_it_on_and_who_agreed(evening: Evening) -> None:
    await friday(evening)
    await press(evening, SHOW_NAME, "Ben")
    told = (await evening.types("Fay", "league audit")).text
    assert f"<@{evening.people['Ana'].id}>: public page: on, without guests' names" in told
    assert f"<@{evening.people['Ben'].id}>: name of Ben on the public page: shown" in told


async def test_foreign_forged_and_cut_tokens_lead_nowhere(evening: Evening) -> None:
    await friday(evening)
    address = await league_link(evening)
    token = address.rstrip("/").rpartition("/")[2]
    for wrong in (token[:-1], f"{token}A", token.swapcase(), "A" * 27):
        assert await status(address.replace(token, wrong)) == 404
    base = address.rpartition("/l/")[0]
    for path in ("w", "o", "p"):
        assert await status(f"{base}/{path}/{token}/") == 404, "it opens something else"
    where = evening.server.id, evening.channel.id, evening.people["Ana"].id
    other = await evening.games.links.make(LinkPurpose.WATCH, *where)
    assert await status(f"{base}/w/{other}/") == 200
    assert await status(f"{base}/l/{other}/") == 404


async def test_no_one_keeps_it_and_no_other_site_reads_it(evening: Evening) -> None:
    await friday(evening)
    address = await league_link(evening)
    for more in PARTS:
        async with aiohttp.ClientSession() as session, session.get(address + more) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert "Set-Cookie" not in answer.headers
    assert await status(address, Host="evil.example.org") == 421


async def test_it_speaks_seven_languages(evening: Evening) -> None:
    await friday(evening)
    address = await league_link(evening)
    for language in ("de", "fr", "es", "it", "pt", "ja"):
        shown = await body(f"{address}?lang={language}")
        assert f'<html lang="{language}">' in shown
        for english in ("Standings", "Latest results", "No confirmed", "Player 1<"):
            assert english not in shown, language


async def test_it_can_be_read_without_a_script(evening: Evening) -> None:
    await friday(evening)
    page = await show(await league_link(evening))
    assert page.html.count("<tr><td>") == 4
    assert (await show(page.link("Story"))).text.count("Week of ") == 1
    assert (await show(page.link("Results"))).part("shown").count(" beat ") == 3


async def listed(page: Page, heading: str) -> list[str]:
    """Return what a page lists under a heading."""
    section = page.locator("section", has=page.get_by_role("heading", name=heading, exact=True))
    return await section.locator("li").all_inner_texts()


async def test_a_season_and_a_player_are_put_in_words(evening: Evening, browser: Browser) -> None:
    """5 points a win. In the first week Ben beats Cy and Dee: 10. Eight days later Cy beats Dee, Eve and Zoe,
    which makes 15 and three wins in a row with the fifth result, and Eve beats Ben.

    Ben stays at 10 with two wins and a loss. His opponents have won 3 of 4 matches (Cy), none of 2 (Dee,
    which counts as a fifth) and 1 of 2 (Eve): (0.75 + 0.2 + 0.5) / 3 = 48.3%.
    """
    await create(evening, by="nobody")
    await press(evening, "Turn on")
    await press(evening, SHOW_GUESTS)
    await evening.types("Ana", "league season open", name="Spring")
    began = evening.now().date()
    for who, players in (("Ben", "Ben, Cy"), ("Ben", "Ben, Dee")):
        await report(evening, who, players)
    await evening.passes(minutes=8 * 24 * 60)
    for who, players in (("Cy", "Cy, Dee"), ("Cy", "Cy, Eve"), ("Cy", "Cy, Zoe"), ("Eve", "Eve, Ben")):
        await report(evening, who, players)
    for who in ("Ben", "Cy", "Dee", "Eve"):
        await press(evening, SHOW_NAME, who)
    address = await league_link(evening)
    page = await watch(browser, f"{address}?show=story")
    assert await listed(page, "Story") == [
        f"Week of {began + timedelta(days=7)}: 4 games. In the lead now: Cy, 15 points.",
        f"Week of {began}: 2 games. In the lead now: Ben, 10 points.",
    ]
    assert await listed(page, "Records") == [
        "Longest winning streak: 3 wins, Cy (result 5)",
        "Longest unbeaten streak: 3 games, Cy (result 5)",
        "Biggest game: 2 players (result 1)",
    ]
    await page.goto(f"{address}?show=player&player=1")
    standing, matches = await listed(page, "Ben")
    row, _, rating = standing.partition(" · rating ")
    assert row == "2. Ben 10 points · 2–1–0 · opponents' match-win rate 48.3% · wins 2"
    assert re.fullmatch(r"\d+ \(provisional\)", rating)
    assert matches == "3 matches"
    assert await listed(page, "Statistics") == ["1 loss in a row"]
    results = await listed(page, "Results")
    assert len(results) == 3
    for said, expected in zip(results, ("Eve beat Ben", "Ben beat Dee", "Ben beat Cy"), strict=True):
        assert expected in said
    await page.close()


async def test_a_phone_shows_every_column_without_scrolling(evening: Evening, browser: Browser) -> None:
    """In Spanish, where names of tie-breakers are long."""
    await friday(evening)
    address = f"{await league_link(evening)}?lang=es"
    page = await watch(browser, address, viewport={"width": 360, "height": 640})
    hidden = await page.locator(".wide-table").evaluate("one => one.scrollWidth - one.clientWidth")
    cells = await page.locator("th, td").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert (hidden, [one for one in cells if one > 360]) == (0, [])
