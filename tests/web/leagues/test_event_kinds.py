"""Events of teams and top cuts on the page of their league."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.cogs.tournaments.test_queue import newest
from tests.cogs.tournaments.test_rounds import tables, types
from tests.support.evening import Evening
from tests.support.messages import message_of
from tests.web.leagues.events import begin, event_link
from tests.web.leagues.panel import SHOW_NAME, press, weekly
from tests.web.watching import address_in, watch

pytestmark = pytest.mark.own_bot


async def test_a_top_cut_is_shown_to_its_champion(evening: Evening, browser: Browser) -> None:
    """Eight play a round, the best four of it the cut: seats by seeds. A drawn final is the first seed's.

    The standings stay as they were: 5 points for a win, 1 for a draw.
    """
    await weekly(evening)
    await evening.types("Ana", "event create", name="Friday")
    await evening.types("Ana", "event add", players="new: Gil, Hal, Ida, Jo, Kim, Lee, Mo, Nia")
    first, second = await begin(evening)
    await types(evening, 1, 1, "win", who=first[2])
    await types(evening, 1, 2, "draw", reason="effect", who=second[0])
    page = await watch(browser, await event_link(evening))
    points = page.locator("tbody tr td:nth-of-type(2)")
    await expect(points).to_have_text(["5", *"1111", *"000"])
    await evening.types("Ana", "event cut", players=4)
    (final,) = await begin(evening)
    assert final[0] == first[2]
    assert {*final[1:]} < {*second}
    await expect(page.get_by_role("heading", level=2).first).to_have_text("Friday: top cut, round 1")
    shown = page.locator(".event li")
    await expect(shown).to_have_count(1)
    await expect(shown.locator(".seated bdi")).to_have_text(final)
    await expect(page.locator(".event .parts a")).to_have_text(["Round 1", "Top cut 1"])
    await types(evening, 2, 1, "draw", reason="effect", who=final[3])
    await expect(shown.locator(".outcome")).to_have_text("a draw")
    await expect(points).to_have_text(["5", *"1111", *"000"])
    closed = await evening.types("Ana", "event close")
    assert closed.text.splitlines()[0] == f"**Friday** is over: **{first[2]}** wins!"
    await expect(page.locator(".event .note")).to_have_text(re.compile(rf"1\b.*\b1\b.*{first[2]}"))
    await page.get_by_role("link", name="Round 1").click()
    await expect(page.locator(".outcome")).to_have_text([f"{first[2]} wins", "a draw"])


async def test_a_team_is_called_by_those_of_its_players_who_have_agreed(
    evening: Evening, browser: Browser
) -> None:
    """Ben agrees, Cy doesn't; Blue are two guests. What a team is called may name its players."""
    await weekly(evening)
    await evening.types("Ana", "event create", name="Friday", team_size=2)
    ben, cy = (evening.people[who].mention for who in ("Ben", "Cy"))
    await evening.types("Ben", "event team", name="Cy and Ben", players=f"{ben}, {cy}")
    await evening.types("Ana", "event team", name="Blue", players="new: Gil, Hal")
    answer = message_of(
        await evening.people["Ben"].click(newest(evening, "\n-# Teams of 2"), label="Open page")
    )
    await begin(evening)
    (names,) = await tables(evening)
    page = await watch(browser, address_in(answer.content))
    seats = page.locator(".event .seated bdi")
    called = {"Cy and Ben": "Entrant 1 + Entrant 2", "Blue": "Gil + Hal"}
    await expect(seats).to_have_text([called[one] for one in names])
    await press(evening, SHOW_NAME, "Ben")
    called["Cy and Ben"] = "Ben + Entrant 2"
    await expect(seats).to_have_text([called[one] for one in names])
    await types(evening, 1, 1, "lose", who="Gil")
    await expect(page.locator(".outcome")).to_have_text("Ben + Entrant 2 wins")
    await expect(page.locator("tbody th")).to_have_text(["Ben + Entrant 2", "Gil + Hal"])
    assert "Cy" not in await page.content()


async def test_matches_are_shown_with_their_games_and_the_tie_breakers_of_games(
    evening: Evening, browser: Browser
) -> None:
    """Best of three: Gil beats Hal by 2–1. Gil has 6 of 9 game points and Hal 3, 33.3%; Hal's match-win rate
    of nothing counts as a third (MTR Appendix C)."""
    await weekly(evening)
    await evening.types("Ana", "event create", name="Friday", play="duels", best_of=3)
    await evening.types("Ana", "event add", players="new: Gil, Hal")
    shown = message_of(await evening.people["Ben"].click(newest(evening, "\n-# Duels"), label="Open page"))
    await begin(evening)
    await evening.types("Ana", "event result", table=1, winner="Gil", games="2-1")
    page = await watch(browser, address_in(shown.content))
    await expect(page.locator(".outcome")).to_have_text("Gil wins (2–1)")
    heads = await page.locator("thead th").all_inner_texts()
    assert heads[-2:] == ["game-win rate", "opponents' game-win rate"]
    cells = page.locator("tbody tr").first.locator("td")
    await expect(cells).to_have_text(["1", "3", "1–0–0", "33.3%", "66.7%", "33.3%"])
