"""The page of the largest event, of 512 players: in parts, small, made beside the event loop."""

import re

import pytest
from playwright.async_api import Browser, expect

from storage.games.games import Request
from tests.cogs.tournaments.test_largest import played
from tests.support.evening import Evening
from tests.support.event_loop import Holds
from tests.support.leagues import imports
from tests.web.answers import body
from tests.web.leagues.events import event_link
from tests.web.leagues.panel import weekly
from tests.web.traffic import MOST, Received

pytestmark = pytest.mark.own_bot


@pytest.mark.alone
async def test_512_players_after_eight_rounds(evening: Evening, browser: Browser) -> None:
    """128 tables of which 40 are on a page, 512 rows of which 50 are; eight wins of 5 points lead."""
    holds = Holds()
    await weekly(evening)
    await evening.types("Ana", "event create", name="Friday")
    roster = "\n".join(f"Guest {number}" for number in range(512)).encode()
    await imports(evening, roster)
    request = Request(user=evening.people["Ana"].id, name="Ana", interaction=7_777_781)
    await evening.games.tournaments.change(await evening.tournament(), request, played)
    await evening.types("Ana", "event show")
    address = await event_link(evening)
    for page, tables, rows in ((1, 40, 50), (4, 8, 50), (11, 0, 12)):
        shown = await holds.of(f"page {page}", body(f"{address}&page={page}"))
        assert f"Page {page} of 11" in shown
        assert (shown.count("<h3>Table "), shown.count("<tr><td>")) == (tables, rows)
    assert len(re.findall(r"<h3>Table 128\b", await body(f"{address}&page=4"))) == 1
    page, size = await browser.new_page(), Received()
    await size.follow(page, address)
    await expect(page.locator("tbody tr").first.locator("td").nth(1)).to_have_text("40")
    corrected = evening.types("Ana", "event result", table=1, outcome="draw")
    await holds.of("correct", corrected)
    await expect(page.locator(".outcome").first).to_have_text("a draw")
    assert size.total <= MOST, f"{size.total:,} bytes"
    assert holds.too_long == {}
