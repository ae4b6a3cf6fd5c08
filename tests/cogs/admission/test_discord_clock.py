"""Discord's time as an interaction's age: never too old, whatever the machine's own clock says."""

from datetime import UTC, datetime

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from bot.connection.responses import observed_connector
from cogs.admission.discord_clock import OBSERVATION_LIFETIME, DiscordClock
from tests.support.clock import Clock

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp()


@pytest.fixture
def watch() -> Clock[float]:
    """A monotonic clock that stands where it is put."""
    return Clock(1000.0)


def begun(moment: float) -> int:
    """Return the ID of something that Discord made at this moment."""
    return discord.utils.time_snowflake(datetime.fromtimestamp(moment, UTC))


def test_the_first_thing_heard_of_is_new(watch: Clock[float]) -> None:
    assert DiscordClock(watch).age(begun(NOON)) == 0


def test_what_waited_is_as_old_as_what_came_before_says(watch: Clock[float]) -> None:
    clock = DiscordClock(watch)
    assert clock.age(begun(NOON)) == 0
    watch.now += 10
    assert clock.age(begun(NOON + 6)) == pytest.approx(4)
    assert clock.age(begun(NOON + 10)) == pytest.approx(0)


def test_a_slow_first_delivery_makes_nothing_older_than_it_is(watch: Clock[float]) -> None:
    clock = DiscordClock(watch)
    watch.now += 3  # three seconds on the way
    clock.age(begun(NOON))
    watch.now += 1
    assert clock.age(begun(NOON + 4)) == 0


def test_a_clock_that_drifts_is_put_right_by_what_came_lately(watch: Clock[float]) -> None:
    clock = DiscordClock(watch)
    clock.has_been(NOON + 5)  # five seconds more than later deliveries bear out
    ages: list[float] = []
    for _ in range(3):
        watch.now += OBSERVATION_LIFETIME + 1
        ages.append(clock.age(begun(NOON + watch.now - 1000)))
    assert ages == pytest.approx([5, 0, 0])


def test_a_machine_that_slept_makes_nothing_too_old(watch: Clock[float]) -> None:
    clock = DiscordClock(watch)
    clock.age(begun(NOON))
    assert clock.age(begun(NOON + 3600)) == 0


async def test_responses_say_what_time_it_is(watch: Clock[float]) -> None:
    async def dated(_request: web.Request) -> web.Response:
        return web.Response(headers={"Date": "Sun, 22 Nov 2026 12:00:04 GMT"})

    clock = DiscordClock(watch)
    app = web.Application()
    app.router.add_get("/", dated)
    connector = observed_connector(lambda response: clock.has_answered(response.headers.get("Date")))
    async with TestServer(app) as server, ClientSession(connector=connector) as session:
        await session.get(server.make_url("/"))
        watch.now += 0.5
        await session.get(server.make_url("/"))  # in the same second
    assert clock.age(begun(NOON)) == pytest.approx(4.5)
