"""A seat's link stops working once Discord no longer lets its player into the channel."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import discord
import pytest
from playwright.async_api import Browser, expect
from simcord.backend import serializers

from cogs.pages import holders
from storage.settings.definitions import MAY_ENTER, Level
from tests.support.evening import Evening
from tests.support.hiding import hide, show
from tests.support.tables import deal
from tests.support.threads import archived, in_thread
from tests.web.play.remotes import PLAYS_NO_MORE, hold, id_of, life_of, mine, pressed, remote, send, tap

HIDDEN = (
    "Arbiter can't see this channel, so it can't check whether you can. Use commands in the channel until a "
    "moderator gives Arbiter the View Channel permission."
)


async def removed(evening: Evening) -> None:
    """Ben is kicked from the server."""
    evening.server.remove_member(evening.people["Ben"])


async def timed_out(evening: Evening) -> None:
    """Ben may say nothing for an hour."""
    until = datetime.now(UTC) + timedelta(hours=1)
    changes = {"timed_out_until": until.isoformat()}
    evening.env.backend.edit_member(evening.server.id, evening.people["Ben"].id, changes)


async def shut_out(evening: Evening) -> None:
    """Ben no longer sees the channel."""
    channel = evening.text_channel
    ben = await channel.guild.fetch_member(evening.people["Ben"].id)
    await channel.set_permissions(ben, view_channel=False)
    await evening.env.settle()


WAYS = [removed, timed_out, shut_out]


@pytest.mark.parametrize("way", WAYS)
async def test_who_is_kept_out_before_the_first_press_plays_no_more(
    evening: Evening, way: Callable[[Evening], Awaitable[None]]
) -> None:
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    await way(evening)
    assert await send(address, pressed("life", who=me, amount=-3)) == (200, PLAYS_NO_MORE)
    assert await send(address, pressed("undo")) == (200, PLAYS_NO_MORE)
    assert await life_of(evening, "Ben") == 40


@pytest.mark.sample(1)
@pytest.mark.parametrize("way", WAYS)
async def test_the_page_says_that_its_player_is_kept_out_after_a_press(
    evening: Evening,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
    way: Callable[[Evening], Awaitable[None]],
) -> None:
    """Nothing is believed from one press to the next here."""
    monkeypatch.setattr(holders, "MEMBER_LIFETIME", 0)
    await deal(evening)
    page = await hold(browser, evening, "Ben")
    await tap(page, "Ben: −1 life")
    await expect(mine(page)).to_have_text("39")
    await way(evening)
    await tap(page, "Ben: −5 life")
    await expect(page.locator(".refused")).to_have_text(f"Rejected: Ben −5. {PLAYS_NO_MORE}")
    await expect(mine(page)).to_have_text("39")
    assert await life_of(evening, "Ben") == 39


async def test_what_is_changed_in_the_channel_counts_for_the_next_press(evening: Evening) -> None:
    """Discord tells of it, so no one has to be asked, also within a minute of the last press."""
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    assert await send(address, pressed("life", who=me, amount=-3)) == (200, "")
    await shut_out(evening)
    assert await send(address, pressed("life", who=me, amount=-3)) == (200, PLAYS_NO_MORE)
    assert await life_of(evening, "Ben") == 37


async def test_what_is_changed_about_a_role_counts_for_the_next_press(evening: Evening) -> None:
    """Only judges enter here, and Ana is one as long as her role may manage the server."""
    await deal(evening)
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, "judges")
    address, cy = await remote(evening, "Ana"), await id_of(evening, "Cy")
    assert await send(address, pressed("life", who=cy, amount=-3)) == (200, "")
    moderator = evening.server.roles["Moderator"]
    evening.env.backend.edit_role(evening.server.id, moderator.id, {"permissions": 0})
    await evening.env.settle()
    status, why = await send(address, pressed("life", who=cy, amount=-3))
    assert status == 200
    assert "judge" in why.lower() or "moderator" in why.lower()
    assert await life_of(evening, "Cy") == 37


async def test_while_the_bot_cannot_see_the_channel_it_says_so(evening: Evening) -> None:
    """It can't tell then who can see the channel; the link works again with the next press after that."""
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    await hide(evening)
    assert await send(address, pressed("life", who=me, amount=-3)) == (200, HIDDEN)
    answer = await evening.types("Ben", "game remote")
    assert (answer.private, answer.text.replace("`", "")) == (True, HIDDEN)
    await show(evening)
    assert await send(address, pressed("life", who=me, amount=-3)) == (200, "")
    assert await life_of(evening, "Ben") == 37


async def test_the_same_goes_for_a_thread_that_the_bot_has_not_been_told_of(evening: Evening) -> None:
    """It isn't in what Discord says of a server after the start, as long as its channel is hidden."""
    channel = evening.channel.id
    await in_thread(evening)
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    await hide(evening, channel)
    backend = evening.env.backend
    backend.emit(
        "THREAD_DELETE", serializers.thread_payload(backend, backend.get_channel(evening.channel.id))
    )
    assert evening.bot.get_channel(evening.channel.id) is None
    assert await send(address, pressed("life", who=me, amount=-3)) == (200, HIDDEN)


async def test_a_thread_that_has_archived_itself_is_played_in(evening: Evening) -> None:
    await in_thread(evening)
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    await archived(evening)
    assert await send(address, pressed("life", who=me, amount=-3)) == (200, "")
    asked = len(evening.env.http_requests)
    assert await send(address, pressed("life", who=me, amount=-1)) == (200, "")
    assert not [one for one in evening.env.http_requests[asked:] if one.method == "GET"], "it is known"
    assert await life_of(evening, "Ben") == 36


async def test_a_thread_that_was_deleted_is_not_played_in(evening: Evening) -> None:
    await in_thread(evening)
    await deal(evening)
    address, me = await remote(evening, "Ben"), await id_of(evening, "Ben")
    thread = evening.bot.get_channel(evening.channel.id)
    assert isinstance(thread, discord.Thread)
    await thread.delete()
    await evening.env.settle()
    assert await send(address, pressed("life", who=me, amount=-3)) == (200, PLAYS_NO_MORE)
