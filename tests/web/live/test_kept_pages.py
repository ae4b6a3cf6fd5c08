"""Pages that are kept up to date: they say what one opened now says, and cost nothing that no one reads."""

import asyncio
import math
import re
import time
from itertools import pairwise

import aiohttp
import pytest

from tests.support.evening import Evening
from tests.support.tables import deal
from tests.web.answers import body
from tests.web.watching import kept_feeds, link
from web.live import feeds
from web.watch.clocks import set_to
from web.watch.table import TableSource

LOST = 2.5
"""Seconds of silence after which a page says that its line is lost."""
TANA = {"commander": "Tana, the Bloodsower"}
STEPS: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("Ben", "life lose", {"amount": 3}),
    ("Ben", "life lose", {"amount": 3}),
    ("Cy", "life gain", {"amount": 5}),
    ("Ana", "commander set", {"name": TANA["commander"]}),
    ("Ana", "damage", {"amount": 15, "who": "Ben", **TANA}),
    ("Cy", "life lose", {"amount": 1}),
    ("Cy", "counter add", {"kind": "poison", "amount": 8}),
    ("Ana", "designate monarch", {}),
    ("Dee", "life lose", {"amount": 1}),
    ("Ana", "designate daynight", {"to": "night"}),
    ("Ana", "clock round", {"minutes": 50}),
    ("Ana", "life lose", {"amount": 2}),
    ("Ana", "clock pause", {}),
    ("Ana", "life lose", {"amount": 2}),
    ("Ana", "turn next", {}),
    ("Dee", "life lose", {"amount": 2}),
    ("Dee", "undo", {}),
    ("Dee", "undo", {}),
    ("Dee", "redo", {}),
    ("Dee", "life gain", {"amount": 7}),
    ("Ana", "hold", {}),
    ("Dee", "life lose", {"amount": 100}),
    ("Dee", "life gain", {"amount": 100}),
    ("Dee", "life lose", {"amount": 100}),
    ("Ben", "release", {}),
    ("Cy", "life lose", {"amount": 3}),
    ("Ben", "concede", {}),
    ("Cy", "life lose", {"amount": 100}),
    ("Cy", "undo", {}),
)
"""What changes totals only, and what changes everything else, in turns; a loss, the end, and back."""


async def said(source: TableSource) -> dict[str, str]:
    """Return everything that a page says, with its clocks as they stand at one moment."""
    entry, parts = await source.parts()
    found = {"entry": entry, **parts, **await source.slow_parts()}
    return found | {"head": set_to(found["head"], 2_000_000_000_000)}


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_page_that_was_open_all_along_says_what_one_opened_now_says(
    evening: Evening, language: str
) -> None:
    await deal(evening)
    kept = TableSource(evening.games, evening.place, None, language)
    shown = await said(kept)
    for who, command, options in STEPS:
        await evening.types(who, command, **options)
        before, shown = shown, await said(kept)
        assert shown["seats"] != before["seats"] or shown["last"] != before["last"], command
        assert shown == await said(TableSource(evening.games, evening.place, None, language)), (
            command,
            options,
        )


@pytest.mark.own_bot(real_time=True)
async def test_a_clock_stands_as_it_is_when_a_page_is_opened(evening: Evening) -> None:
    """Two seconds of silence at the table: a turn takes that much longer, a round has that much less."""
    await deal(evening)
    await evening.types("Ana", "clock round", minutes=50)
    address = await link(evening)
    await body(address)
    await asyncio.sleep(2.1)
    clocks = re.findall(r"<dd[^>]*>(\d+):(\d\d)</dd>", await body(address))
    turn, left = (60 * int(minutes) + int(seconds) for minutes, seconds in clocks)
    assert turn >= 2
    assert 50 * 60 - 60 < left <= 50 * 60 - 2


@pytest.mark.own_bot
async def test_nothing_is_made_that_no_one_reads(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await deal(evening)
    address = await link(evening)
    assert ">40<" in await body(address)
    assert kept_feeds() == 1
    monkeypatch.setattr(feeds, "COMING", -math.inf)  # the simulation's clock stands still
    await evening.types("Ben", "life lose", amount=3)
    await asyncio.sleep(1)
    assert kept_feeds() == 0
    assert ">37<" in await body(address)
    await evening.types("Ben", "life lose", amount=3)
    assert ">34<" in await body(address)


async def signs(address: str, seconds: float) -> tuple[list[float], int]:
    """Return when something came on a stream, and how often that was only a sign of life."""
    arrived, alive, end = list[float](), 0, time.monotonic() + seconds
    async with aiohttp.ClientSession() as session, session.get(f"{address}events") as stream:
        while (left := end - time.monotonic()) > 0:
            try:
                event = await asyncio.wait_for(stream.content.readuntil(b"\n\n"), left)
            except TimeoutError:
                break
            arrived.append(time.monotonic())
            alive += event.startswith(b"event: alive")
    return arrived, alive


@pytest.mark.full
async def test_a_quiet_table_gives_signs_of_life_often_enough_and_no_oftener(evening: Evening) -> None:
    await deal(evening)
    arrived, alive = await signs(await link(evening), 8)
    gaps = [later - before for before, later in pairwise(arrived)]
    assert max(gaps) < LOST
    assert 3 <= alive <= 8 / 1.5
