"""A league of ten thousand players as a page: in parts, small, and soon there."""

import re

import aiohttp
import pytest

from rules.leagues.result import LeagueId
from rules.leagues.state import Person
from storage.events.store import Request
from tests.storage.leagues.people import won
from tests.support.evening import Evening
from tests.support.leagues import create, report
from tests.web.answers import body, status
from tests.web.leagues.panel import league_link, press

pytestmark = pytest.mark.own_bot

PLAYERS = 10_000
LARGEST = 60 * 1024
"""Bytes of a page with everything that it loads."""


async def crowd(evening: Evening) -> str:
    """A league of so many guests in pods of four; the address of its page."""
    await create(evening, by="nobody")
    results = [
        won(*(Person(f"Guest {pod * 4 + seat}") for seat in range(4)), played=1_700_000_000 + pod * 600)
        for pod in range(PLAYERS // 4)
    ]
    request = Request(evening.people["Ana"].id, "Ana", 4_000_000)
    await evening.games.leagues.results.bring_in(LeagueId(1), request, results)
    await press(evening, "Turn on")
    await press(evening, "Show guests' names")
    return await league_link(evening)


async def loaded(address: str) -> int:
    """The bytes of a page with its styles, scripts and pictures."""
    page = await body(address)
    total = len(page.encode())
    for asset in set(re.findall(r'(?:href|src)="((?:\.\./)+assets/[^"]+)"', page)):
        async with aiohttp.ClientSession() as session, session.get(f"{address}{asset}") as answer:
            total += len(await answer.read())
    return total


@pytest.mark.full
async def test_ten_thousand_players_are_shown_in_parts(evening: Evening) -> None:
    """A pod's winner has 5 points, the others have none: 2,500 share the first place."""
    address = await crowd(evening)
    await body(address)  # the first one ever reads every result
    for part in ("", "?show=results", "?show=story", "?show=player&player=9999", "feed.json", "feed.xml"):
        await body(address + part)
        assert await loaded(address + part) <= LARGEST, part
    shown = await body(f"{address}?page=200")
    assert "Page 200 of 200" in shown
    assert shown.count("<tr><td>") == 50
    assert "Page 200 of 200" in await body(f"{address}?page=999999999")
    assert "Page 84 of 84" in await body(f"{address}?show=results&page=84")
    assert "Page 1 of 84" in await body(f"{address}?show=results&page=0")


async def test_so_many_different_parts_are_open_at_once_and_no_more(evening: Evening) -> None:
    await create(evening, by="nobody")
    await report(evening, "Ben", "Ben, Cy")
    await press(evening, "Turn on")
    address = await league_link(evening)
    statuses = list[int]()
    async with aiohttp.ClientSession() as session:
        for page in range(1, 70):
            async with session.get(f"{address}?page={page}") as answer:
                statuses.append(answer.status)
    assert statuses == [200] * 64 + [429] * 5
    assert await status(address) == 200, "what is open already has no room any more"
