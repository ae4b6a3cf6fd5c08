"""Links stop working once their owners can't see the channel, or the bot has left the server."""

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp
import pytest
from simcord.backend.serializers import guild_create_payload

from tests.support.evening import Evening
from tests.support.hiding import hide
from tests.support.processes import SECONDS
from tests.support.tables import deal
from tests.web.answers import status
from tests.web.leagues.events import event_link
from tests.web.leagues.events import friday as friday_of_events
from tests.web.leagues.panel import friday, league_link
from tests.web.overlay.overlays import overlay_link
from tests.web.play.remotes import remote
from tests.web.play.test_seat_holders import removed, shut_out
from tests.web.watching import link

GONE = b"event: gone\ndata:\n\n"


async def links_of(evening: Evening, who: str) -> list[str]:
    """Return a link of each kind to the channel's game that someone has made."""
    overlay = (await overlay_link(evening, who)).partition("?")[0]
    return [await link(evening, who), overlay, await remote(evening, who)]


async def asked(evening: Evening, who: str) -> int:
    """Return how often Discord was asked about someone."""
    path = f"/members/{evening.people[who].id}"
    return sum(one.method == "GET" and path in one.path for one in evening.env.http_requests)


@pytest.mark.parametrize("way", [removed, shut_out])
async def test_links_of_who_is_kept_out_show_nothing(
    evening: Evening, way: Callable[[Evening], Awaitable[None]]
) -> None:
    """Also after they have shown something: Discord is asked again after a minute."""
    await deal(evening)
    bens, cys = await links_of(evening, "Ben"), await links_of(evening, "Cy")
    assert [await status(one) for one in bens + cys] == [200] * 6
    await way(evening)
    await evening.passes(minutes=1.1)
    assert [await status(one) for one in bens + cys] == [404] * 3 + [200] * 3
    assert await status(f"{bens[0]}replay") == 404
    assert await status(f"{bens[0]}events") == 404


async def test_discord_is_asked_once_a_minute(evening: Evening) -> None:
    await deal(evening)
    bens = await link(evening, "Ben")
    before = await asked(evening, "Ben")
    for minute in range(1, 3):
        assert [await status(bens) for _ in range(5)] == [200] * 5
        assert await asked(evening, "Ben") - before == minute
        await evening.passes(minutes=1.1)
    await removed(evening)
    assert [await status(bens) for _ in range(5)] == [404] * 5
    assert await asked(evening, "Ben") - before == 3


@pytest.mark.parametrize("way", [removed, shut_out])
@pytest.mark.parametrize("kind", [link, remote])
async def test_a_page_that_is_open_ends_after_a_minute(
    evening: Evening,
    kind: Callable[[Evening, str], Awaitable[str]],
    way: Callable[[Evening], Awaitable[None]],
) -> None:
    await deal(evening)
    bens = await kind(evening, "Ben")
    async with aiohttp.ClientSession() as session, session.get(f"{bens}events") as stream:
        await stream.content.readuntil(b"\n\n")
        await way(evening)
        await evening.passes(minutes=1.1)
        async with asyncio.timeout(SECONDS):
            assert (await stream.content.read()).endswith(GONE)


async def test_what_the_bot_cannot_see_ends_no_link(evening: Evening) -> None:
    """Nor does an outage."""
    await deal(evening)
    bens = await link(evening, "Ben")
    evening.env.backend.emit("GUILD_DELETE", {"id": str(evening.server.id), "unavailable": True})
    await evening.env.settle()
    assert await status(bens) == 200
    backend = evening.env.backend
    here = guild_create_payload(backend, backend.guilds[evening.server.id])
    backend.emit("GUILD_CREATE", {**here, "unavailable": False})
    await hide(evening)
    await evening.passes(minutes=1.1)
    assert await status(bens) == 200


async def test_all_links_of_a_server_end_when_the_bot_leaves_it(evening: Evening) -> None:
    """Those of events and leagues, too, which their owners may leave."""
    await friday_of_events(evening)
    event = (await event_link(evening)).partition("?")[0]
    assert await status(event) == 200
    async with aiohttp.ClientSession() as session, session.get(f"{event}events") as stream:
        assert stream.status == 200
        await stream.content.readuntil(b"\n\n")
        await deal(evening)
        everything = [event, *await links_of(evening, "Ben")]
        evening.env.backend.remove_guild(evening.server.id)
        await evening.env.settle()
        assert [await status(one) for one in everything] == [404] * len(everything)
        assert (await stream.content.read()).endswith(GONE)


@pytest.mark.own_bot
async def test_a_bot_that_was_removed_while_it_was_off_shows_nothing(evening: Evening) -> None:
    await friday(evening)
    league, watch = await league_link(evening), await link(evening, "Ben", channel=True)
    assert [await status(one) for one in (league, watch)] == [200, 200]
    paths = [one.partition(evening.bot.pages)[2] for one in (league, watch)]
    await evening.env.settle()
    evening.env.backend.guilds.pop(evening.server.id)
    await evening.restart()
    assert [await status(evening.bot.pages + path) for path in paths] == [404, 404]
