"""Discord's scheduled event for an event: created, moved, canceled and ended with it."""

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from storage.settings.definitions import ZONE, Level
from tests.cogs.tournaments.test_rounds import state
from tests.cogs.tournaments.test_sign_up import lines
from tests.support.evening import Evening


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening on which the bot may create Discord's events."""
    return evening


def announced(evening: Evening) -> list[Any]:
    return [*evening.env.backend.get_guild(evening.server.id).scheduled_events.values()]


def at(evening: Evening, hours: int) -> int:
    """Return the full hour so many hours from now, in seconds since 1970."""
    return (int(evening.now().timestamp()) // 3600 + hours) * 3600


async def settled(evening: Evening) -> list[Any]:
    await evening.env.settle()
    return announced(evening)


@pytest.mark.own_bot
async def test_an_event_is_announced_moved_and_canceled(evening: Evening) -> None:
    starts = at(evening, 48)
    await evening.types("Ana", "event create", name="Friday", scheduled=f"<t:{starts}:f>")
    (made,) = await settled(evening)
    assert (made.name, made.description) == ("Friday", f"Sign up in <#{evening.channel.id}>.")
    assert datetime.fromisoformat(made.scheduled_start_time).timestamp() == starts
    assert lines(evening)[2] == f"Starts <t:{starts}:f> (<t:{starts}:R>)."
    await evening.restart()
    moved = await evening.types("Ana", "event schedule", start=f"<t:{starts + 3600}>")
    assert moved.text == f"**Friday** starts <t:{starts + 3600}:f>."
    (made,) = await settled(evening)
    assert datetime.fromisoformat(made.scheduled_start_time).timestamp() == starts + 3600
    assert (await evening.types("Ana", "event schedule")).text == "**Friday** has no Discord event."
    assert [one.status for one in await settled(evening)] == [discord.EventStatus.cancelled.value]
    await evening.types("Ana", "event schedule", start=f"<t:{starts}>")
    assert len(await settled(evening)) == 2
    await evening.types("Ana", "event close")
    assert {one.status for one in await settled(evening)} == {discord.EventStatus.cancelled.value}


@pytest.mark.own_bot
async def test_one_that_has_begun_is_ended_with_the_event(evening: Evening) -> None:
    when = evening.now().strftime("%Y-%m-%d") + " 23:59"
    await evening.types("Ana", "event create", name="Friday", scheduled=when)
    (made,) = await settled(evening)
    await evening.restart(away=26 * 3600)
    evening.env.backend.edit_scheduled_event(evening.server.id, made.id, {"status": 2})
    await evening.types("Ana", "event close")
    assert [one.status for one in await settled(evening)] == [discord.EventStatus.completed.value]


@pytest.mark.own_bot
async def test_a_crash_makes_no_second_one_and_forgets_no_end(evening: Evening) -> None:
    starts = at(evening, 48)
    await evening.types("Ana", "event create", name="Friday", scheduled=f"<t:{starts}>")
    await settled(evening)
    await evening.database.write(("UPDATE tournament SET scheduled = NULL", ()))
    await evening.restart()
    assert len(await settled(evening)) == 1
    row = await evening.database.fetch("SELECT scheduled FROM tournament")
    assert row[0]["scheduled"] == announced(evening)[0].id
    evening.env.backend.delete_scheduled_event(evening.server.id, announced(evening)[0].id)
    await evening.types("Ana", "event close")
    assert await settled(evening) == []


async def test_what_cannot_be_announced_is_said_at_once(blank: Evening) -> None:
    backend, starts = blank.env.backend, at(blank, 48)
    (own,) = [one for one in backend.get_guild(blank.server.id).roles.values() if one.managed]
    permissions = discord.Permissions(int(own.permissions))
    permissions.update(create_events=False)
    backend.edit_role(blank.server.id, own.id, {"permissions": permissions.value})
    refused = await blank.types("Ana", "event create", name="Friday", scheduled=f"<t:{starts}>")
    assert refused.text == (
        "Discord doesn't let me create events here. Give me the permission **Create Events** and try "
        "again, or leave out the start time."
    )
    permissions.update(create_events=True)
    backend.edit_role(blank.server.id, own.id, {"permissions": permissions.value})
    for wrong in ("soon", "2020-01-01 10:00", "2200-01-01"):
        refused = await blank.types("Ana", "event create", name="Friday", scheduled=wrong)
        assert refused.text == (
            f"“{wrong}” isn't a future date and time. Write it like Saturday 7pm, 28.11. 19:00 or "
            "2026-11-28 19:00, in the time zone of `/settings`."
        )
    assert "no event" in (await blank.types("Ana", "event show")).text


async def test_words_are_shown_as_a_time_before_anything_is_saved(evening: Evening) -> None:
    """In Berlin, noon is 10:00 in UTC in June, and 11:00 in December."""
    await evening.settings.choose(Level.SERVER, evening.server.id, ZONE, "Europe/Berlin")
    await evening.types("Ana", "event create", name="Friday")
    starts = int(datetime(2026, 6, 1, 10, tzinfo=UTC).timestamp())
    (suggested,) = await evening.suggestions("Ana", "event schedule", "start", "1.6.2026 12:00")
    assert suggested == "Mon 1 Jun 2026, 12:00 (Europe/Berlin)"
    refused = await evening.refused("Ana", "event schedule", start="1.6.2026 12:00")
    assert refused.key == "event_confirm_start"
    assert f"<t:{starts}:F>" in refused
    assert announced(evening) == []
    await evening.types("Ana", "event schedule", start=f"<t:{starts}>")
    await settled(evening)
    assert datetime.fromisoformat(announced(evening)[0].scheduled_start_time).timestamp() == starts
    await evening.types("Ana", "event schedule", start="2026-12-01 12:00")
    winter = int(datetime(2026, 12, 1, 11, tzinfo=UTC).timestamp())
    assert (await state(evening)).rules.starts == winter
