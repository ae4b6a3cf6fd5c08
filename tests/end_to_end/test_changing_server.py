"""A server changes while a game goes on: people, roles and permissions go, channels move or are deleted."""

import pytest

from storage.settings.definitions import JUDGE, MAY_ENTER, Level, Permission
from tests.support.evening import Evening
from tests.support.messages import private_message_of
from tests.support.tables import deal
from tests.support.threads import in_thread
from tests.support.wording import gist


async def test_a_kicked_player_keeps_the_seat_and_others_enter_for_it(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy")
    evening.server.remove_member(evening.people["Ben"])
    await evening.env.settle()
    lost = await evening.types("Ana", "life lose", amount=7, who="Ben")
    assert lost.text == "**Ben** 40 → 33"
    assert "Ben · 33\n" in evening.board()
    asked = await evening.people["Ana"].slash(evening.channel, "concede", who="Ben")
    await evening.people["Ana"].click(private_message_of(asked), label="Concede for Ben")
    ended = await evening.types("Ana", "concede", who="Ana")
    assert "Cy CR 104.2a" in gist(ended.text)


async def test_who_loses_a_role_loses_what_it_allowed(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, Permission.OWN)
    await deal(evening, "commander", "Ana, Ben, Cy")
    await evening.types("Ana", "life lose", amount=1, who="Ben")
    moderator = evening.server.roles["Moderator"]
    evening.env.backend.remove_member_role(evening.server.id, evening.people["Ana"].id, moderator.id)
    await evening.env.settle()
    assert "Ben" in await evening.refused("Ana", "life lose", amount=1, who="Ben")
    await evening.types("Ana", "life lose", amount=1)
    assert "Ana · 39\n" in evening.board()
    assert "Ben · 39\n" in evening.board()


async def test_a_deleted_judge_role_leaves_the_moderators_in_charge(evening: Evening) -> None:
    judge = evening.server.create_role("Judge")
    await evening.settings.choose(Level.SERVER, evening.server.id, JUDGE, str(judge.id))
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, Permission.JUDGES)
    await deal(evening, "commander", "Ana, Ben, Cy")
    evening.env.backend.delete_role(evening.server.id, judge.id)
    await evening.env.settle()
    assert "Only moderators" in await evening.refused("Ben", "life lose", amount=1)
    await evening.types("Ana", "life lose", amount=1, who="Ben")
    assert "Ben · 39\n" in evening.board()


async def test_a_game_goes_on_in_a_channel_that_is_renamed_and_moved(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy")
    category = evening.server.create_category("Archive")
    evening.env.backend.edit_channel(evening.channel.id, {"name": "elsewhere", "parent_id": category.id})
    await evening.env.settle()
    await evening.presses("Ben", "−5")
    assert "Ben · 35\n" in evening.board()


@pytest.mark.own_bot
async def test_a_game_goes_on_in_a_thread_that_was_archived(evening: Evening) -> None:
    await in_thread(evening)
    await deal(evening, "commander", "Ana, Ben, Cy")
    evening.env.backend.edit_channel(evening.channel.id, {}, thread_metadata={"archived": True})
    await evening.env.settle()
    await evening.restart()
    evening.env.backend.edit_channel(evening.channel.id, {}, thread_metadata={"archived": False})
    await evening.env.settle()
    await evening.types("Ben", "life lose", amount=5)
    assert "Ben · 35\n" in evening.board()


async def test_timers_in_a_channel_that_is_gone_trouble_no_one(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy")
    await evening.types("Ana", "clock round", minutes=1)
    evening.env.backend.delete_channel(evening.channel.id)
    evening.channel = evening.server.create_text_channel("table-2")
    await evening.passes(minutes=2)
    gone = [str(error) for error in evening.errors()]
    assert gone, "the log says which game's channel is gone"
    assert all("Unknown Channel" in line for line in gone)
    await deal(evening, "free_for_all", "Ana, Ben, Cy")
    await evening.types("Ben", "life lose", amount=5)
    assert "Ben · 15\n" in evening.board()


async def test_a_bot_that_loses_its_permissions_says_so_and_still_answers(evening: Evening) -> None:
    await deal(evening, "commander", "Ana, Ben, Cy")
    channel = evening.text_channel
    await channel.set_permissions(channel.guild.me, view_channel=False, send_messages=False)
    lost = await evening.types("Ben", "life lose", amount=5)
    assert lost.text == "**Ben** 40 → 35"
    assert all("Updating boards was refused" in str(error) for error in evening.errors())
    await evening.presses("Ben", "−1")
    assert "Ben · 34\n" in evening.board()
