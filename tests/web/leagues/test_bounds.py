"""A league of ten thousand players as a page: in parts, small, and soon there."""

import gc
import re
from contextlib import AsyncExitStack

import aiohttp
import pytest

from rules.leagues.state import Person
from storage.events.store import Request
from tests.storage.leagues.people import won
from tests.support.evening import Evening
from tests.support.leagues import create, report
from tests.web.answers import body, status
from tests.web.leagues.panel import SHOW_GUESTS, league_link, press
from web.leagues import page
from web.live import fair
from web.live.feeds import Feed

PLAYERS = 10_000
LARGEST = 60 * 1024
"""Bytes of a page with everything that it loads."""


async def crowd(evening: Evening) -> str:
    """Make a league of so many guests in pods of four; return the address of its page."""
    await create(evening, by="nobody")
    results = [
        won(*(Person(f"Guest {pod * 4 + seat}") for seat in range(4)), played=1_700_000_000 + pod * 600)
        for pod in range(PLAYERS // 4)
    ]
    request = Request(evening.people["Ana"].id, "Ana", 4_000_000)
    await evening.games.leagues.results.bring_in(await evening.league(), request, results)
    await press(evening, "Turn on")
    await press(evening, SHOW_GUESTS)
    return await league_link(evening)


async def loaded(address: str) -> int:
    """Return the bytes of a page with its styles, scripts and pictures."""
    page = await body(address)
    total = len(page.encode())
    for asset in set(re.findall(r'(?:href|src)="((?:\.\./)+assets/[^"]+)"', page)):
        async with aiohttp.ClientSession() as session, session.get(f"{address}{asset}") as answer:
            total += len(await answer.read())
    return total


@pytest.mark.own_bot
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


async def small(evening: Evening) -> str:
    """Make a league of one result; return the address of its page."""
    await create(evening, by="nobody")
    await report(evening, "Ben", "Ben, Cy")
    await press(evening, "Turn on")
    return await league_link(evening)


async def test_one_reader_closes_no_part_for_others(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four have room. Who follows all of these has none for a fifth, and loses two to another client."""
    monkeypatch.setattr(page, "MAX_LEAGUE_VIEWS", 4)
    address = await small(evening)
    async with aiohttp.ClientSession() as session, AsyncExitStack() as kept:

        async def opened(part: int, near: str) -> aiohttp.ClientResponse:
            asked = session.get(f"{address}events?page={part}", headers={"X-Forwarded-For": near})
            return await kept.enter_async_context(asked)

        assert {await status(f"{address}?page={part}") for part in range(1, 20)} == {200}
        greedy = [await opened(part, "203.0.113.1") for part in range(1, 6)]
        assert [one.status for one in greedy] == [200] * 4 + [429]
        assert {await status(f"{address}?page={part}") for part in range(1, 20)} == {200}, (
            "read without a feed"
        )
        assert [(await opened(part, "203.0.113.2")).status for part in (11, 12)] == [200, 200]
        for closed in greedy[:2]:
            await closed.content.read()
        assert [(await opened(13, f"203.0.113.{n}")).status for n in (1, 2)] == [429, 429]
        assert (await opened(3, "203.0.113.2")).status == 200, "what is followed already has room for all"
        assert not any(one.content.at_eof() for one in greedy[2:4])


@pytest.mark.usefixtures("no_collector")
async def test_views_that_are_not_kept_go_automatically(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "MAX_LEAGUE_VIEWS", 1)
    address = await small(evening)
    before = _feeds()
    for part in range(2, 20):
        assert await status(f"{address}?page={part}") == 200
    assert _feeds() <= before + 1


def _feeds() -> int:
    return sum(isinstance(one, Feed) for one in gc.get_objects())


async def test_too_many_feeds_at_once_are_refused(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    address = await small(evening)
    asked = [f"{address}{page}" for page in ("feed.json", "feed.xml", "")]
    assert [await status(page) for page in asked] == [200, 200, 200]
    monkeypatch.setattr(fair, "MAX_WAITING_WORK", 0)
    assert [await status(page) for page in asked] == [429, 429, 200]


NOTHING = ("show=player&player=3", "show=player", "show=result&result=2", "season=1", "show=event&event=1")


async def test_there_is_no_page_of_what_a_league_does_not_have(evening: Evening) -> None:
    """It has two players, one result, no season and no event."""
    address = await small(evening)
    for nothing in NOTHING:
        assert await status(f"{address}?{nothing}") == 404, nothing
        assert await status(f"{address}events?{nothing}") == 404, nothing
    assert await status(f"{address}?show=player&player=2&result=9&round=7") == 200, (
        "only what is shown counts"
    )
