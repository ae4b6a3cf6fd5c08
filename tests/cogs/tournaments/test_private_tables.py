"""Tables of an event as private threads of their players and the judges, and their voice channels."""

import discord
import pytest
from simcord import ChannelHandle

from rules.game.game import Game
from tests.cogs.tournaments import test_queue as queues
from tests.cogs.tournaments.test_organize import Panel
from tests.cogs.tournaments.test_rounds import play, state, tables, thread, types, view
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.leagues import begin_round, judge_role, sign_up
from tests.support.messages import text
from tests.support.panels import takes_round_back

MEMBERS = ("Ben", "Cy", "Dee")
ROOM = "Friday · round {round} · table {table}"


def forbid(evening: Evening, permission: str, *, forbidden: bool = True) -> None:
    """Take a permission from the bot in the server, or give it back."""
    backend = evening.env.backend
    for role in [*backend.get_guild(evening.server.id).roles.values()]:
        if role.managed or role.id == evening.server.id:
            allowed = discord.Permissions(int(role.permissions))
            allowed.update(**{permission: not forbidden})
            backend.edit_role(evening.server.id, role.id, {"permissions": allowed.value})


def rooms(evening: Evening) -> dict[str, int | None]:
    """The voice channels of the server by name, each with its category; but for the ones that were there."""
    channels = evening.env.backend.channels.values()
    found = [one for one in channels if one.guild_id == evening.server.id and "table" in str(one.name)]
    return {str(one.name): one.parent_id for one in found if one.type == discord.ChannelType.voice.value}


def room(evening: Evening, round: int, table: int) -> ChannelHandle:
    """A table's voice channel."""
    name, channels = ROOM.format(round=round, table=table), evening.env.backend.channels.values()
    (found,) = [
        one
        for one in channels
        if one.guild_id == evening.server.id and one.name == name and not one.is_thread
    ]
    return ChannelHandle(evening.env, evening.server, found)


def members(evening: Evening, there: ChannelHandle) -> set[str]:
    """Return the names of the people who were added to a thread."""
    added = evening.env.backend.channels[there.id].thread_members
    return {name for name, person in evening.people.items() if person.id in added}


async def test_a_private_table_has_its_players_and_the_judges_alone(evening: Evening) -> None:
    """Ana organizes; Eve is a judge."""
    judges = await judge_role(evening, "Eve")
    await evening.types("Ana", "event create", name="Friday", private=True)
    await sign_up(evening, "Gil")
    await begin_round(evening)
    there = thread(evening, 1, 1)
    assert evening.env.backend.channels[there.id].type == discord.ChannelType.private_thread.value
    assert {"Ana", *MEMBERS} <= members(evening, there)
    assert "Fay" not in members(evening, there)
    opened = next(one for one in there.history() if "your table is open" in text(one))
    assert judges.mention in text(opened), "Discord adds everyone with the role, as it is mentioned"
    sent = [one.json for one in evening.env.http_requests if one.method == "POST" and one.json is not None]
    (post,) = [one for one in sent if "your table is open" in str(one.get("content"))]
    assert [*map(int, post["allowed_mentions"]["roles"])] == [judges.id]
    await types(evening, 1, 1, "win", who=(await tables(evening))[0][0])
    assert (await state(evening)).rounds[0].outcomes


async def test_public_tables_stay_public(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, "Gil")
    await begin_round(evening)
    kind = evening.env.backend.channels[thread(evening, 1, 1).id].type
    assert kind == discord.ChannelType.public_thread.value


async def test_who_is_moved_to_a_private_table_is_added(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday", private=True, play="duels")
    await sign_up(evening, "Gil")
    await begin_round(evening)
    first, second = await tables(evening)
    await evening.types("Ana", "event move", who=first[0], swap=second[0])
    await evening.env.settle()
    for number, names in enumerate(await tables(evening), start=1):
        here = {name for name in names if name in MEMBERS}
        assert here <= members(evening, thread(evening, 1, number))


async def test_without_the_permission_private_tables_are_refused_by_its_name(evening: Evening) -> None:
    forbid(evening, "create_private_threads")
    refused = await evening.refused("Ana", "event create", name="Friday", private=True)
    assert refused.key == "event_no_private_threads"
    assert "Create Private Threads" in refused
    refused = await evening.refused("Ana", "event queue", name="Friday", private=True)
    assert refused.key == "event_no_private_threads"
    forbid(evening, "create_private_threads", forbidden=False)
    await evening.types("Ana", "event create", name="Friday", private=True)
    await sign_up(evening, "Gil")
    forbid(evening, "create_private_threads")
    await begin_round(evening)
    assert evening.channel.threads == []
    (said,) = [one for one in evening.chat() if "could be opened" in one]
    assert "Create Private Threads" in said
    assert len(evening.errors()) == 1
    forbid(evening, "create_private_threads", forbidden=False)
    await evening.types("Ana", "event show")
    await evening.env.settle()
    assert members(evening, thread(evening, 1, 1)) >= {*MEMBERS}


@pytest.fixture
async def voiced(evening: Evening) -> Evening:
    """The event Friday of eight in two pods with voice channels, in the category Tables."""
    category = evening.server.create_category("Tables")
    evening.channel = evening.server.create_text_channel("friday", category=category)
    await evening.types("Ana", "event create", name="Friday", voice=True)
    await sign_up(evening, "Gil", "Hal", "Ida", "Jo", "Kim")
    return evening


async def test_each_table_has_a_voice_channel_until_the_next_round(voiced: Evening) -> None:
    await begin_round(voiced)
    category = voiced.env.backend.channels[voiced.channel.id].parent_id
    assert category is not None
    assert rooms(voiced) == {ROOM.format(round=1, table=table): category for table in (1, 2)}
    for table in (1, 2):
        opened = next(one for one in thread(voiced, 1, table).history() if "your table is open" in text(one))
        assert f"<#{room(voiced, 1, table).id}>" in text(opened)
    for table, names in enumerate(await tables(voiced), start=1):
        await types(voiced, 1, table, "win", who=names[0])
    assert len(rooms(voiced)) == 2, "the round is not over before the next one is paired"
    await begin_round(voiced)
    assert {*rooms(voiced)} == {ROOM.format(round=2, table=table) for table in (1, 2)}
    await voiced.types("Ana", "event close")
    await voiced.env.settle()
    assert rooms(voiced) == {}
    assert await voiced.database.fetch("SELECT * FROM tournament_room") == []


async def test_a_round_that_is_taken_back_leaves_no_voice_channel(voiced: Evening) -> None:
    await begin_round(voiced)
    await takes_round_back(voiced, "Ana", event(voiced))
    assert rooms(voiced) == {}


async def test_no_one_is_thrown_out_of_a_voice_channel(voiced: Evening) -> None:
    await begin_round(voiced)
    await voiced.people["Ben"].join_voice(room(voiced, 1, 1))
    await voiced.types("Ana", "event close")
    await voiced.env.settle()
    assert {*rooms(voiced)} == {ROOM.format(round=1, table=1)}
    await voiced.people["Ben"].leave_voice()
    await voiced.env.settle()
    assert rooms(voiced) == {}


@pytest.mark.own_bot
async def test_a_restart_leaves_no_voice_channel_behind(voiced: Evening) -> None:
    """The event ends while the bot is off, so to speak: Ben is still in, and leaves meanwhile."""
    await begin_round(voiced)
    await voiced.people["Ben"].join_voice(room(voiced, 1, 2))
    await voiced.types("Ana", "event close")
    await voiced.env.settle()
    assert {*rooms(voiced)} == {ROOM.format(round=1, table=2)}
    await voiced.bot.close()
    voiced.env.backend.set_voice_state(voiced.server.id, voiced.people["Ben"].id, None)
    await voiced.restart(settled=True)
    assert rooms(voiced) == {}


@pytest.mark.own_bot
async def test_a_voice_channel_whose_answer_was_lost_is_not_made_twice(
    voiced: Evening, network: Network
) -> None:
    network.lose_answers("POST", f"/guilds/{voiced.server.id}/channels")
    await begin_round(voiced)
    await voiced.passes(seconds=60)
    names = [one.name for one in voiced.env.backend.channels.values() if one.guild_id == voiced.server.id]
    assert names.count(ROOM.format(round=1, table=1)) == 2, "a thread and a voice channel"
    voiced.errors()
    await voiced.types("Ana", "event close")
    await voiced.env.settle()
    assert rooms(voiced) == {}


async def test_without_the_permission_tables_open_without_voice_channels(evening: Evening) -> None:
    forbid(evening, "manage_channels")
    await evening.types("Ana", "event create", name="Friday", voice=True)
    assert any("Manage Channels" in one for one in evening.chat())
    await sign_up(evening, "Gil", "Hal", "Ida", "Jo", "Kim")
    await begin_round(evening)
    assert rooms(evening) == {}
    assert isinstance((await view(evening, 1, 2)).table, Game)
    said = [one for one in evening.chat() if "without voice channels. " in one]
    assert len(said) == 1, "once, and not for each table"
    forbid(evening, "manage_channels", forbidden=False)
    for table, names in enumerate(await tables(evening), start=1):
        await types(evening, 1, table, "win", who=names[0])
    await begin_round(evening)
    assert len(rooms(evening)) == 2


async def test_a_queue_removes_the_voice_channel_of_a_table_that_is_over(evening: Evening) -> None:
    await evening.types("Ana", "event queue", name="Friday", voice=True)
    await queues.four_join(evening)
    assert {*rooms(evening)} == {"Friday · table 1"}
    await queues.types(evening, 1, "game end")
    await evening.env.settle()
    assert rooms(evening) == {}


async def test_a_queues_table_that_continues_has_a_voice_channel_again(evening: Evening) -> None:
    await evening.types("Ana", "event queue", name="Friday", voice=True)
    await queues.four_join(evening)
    await queues.types(evening, 1, "game end")
    await evening.env.settle()
    await queues.types(evening, 1, "undo")
    await evening.env.settle()
    assert {*rooms(evening)} == {"Friday · table 1"}
    await queues.types(evening, 1, "win", who="Ben")
    await evening.env.settle()
    assert rooms(evening) == {}


async def test_tables_of_a_reopened_event_have_voice_channels_again(voiced: Evening) -> None:
    """Those that are still played, as they were before."""
    await begin_round(voiced)
    before = rooms(voiced)
    await voiced.types("Ana", "event close")
    await voiced.env.settle()
    assert rooms(voiced) == {}
    await (await Panel(voiced).open()).press("Reopen event")
    await voiced.env.settle()
    assert rooms(voiced) == before != {}
    await types(voiced, 1, 1, "win", who=(await tables(voiced))[0][0])
    await voiced.env.settle()
    assert rooms(voiced) == before


async def test_events_without_the_option_make_no_voice_channels(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, "Gil")
    await play(evening)
    assert rooms(evening) == {}
