"""Players who don't come to their table: called after five minutes, told to judges, marked as no-shows."""

import asyncio

import discord
import pytest

from rules.game.game import Game
from tests.cogs.tournaments.test_rounds import lines, play, state, tables, thread, types, view
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import begin_round, create, judge_role, sign_up, standing
from tests.support.messages import buttons, pressable, text
from tests.support.panels import forget

MEMBERS = ("Ben", "Cy", "Dee")


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """A round of the event Friday of Ben, Cy, Dee and the guest Gil, in the channel of the league Pods."""
    await create(evening, "Pods")
    await evening.types("Ana", "event create", name="Friday")
    await sign_up(evening, "Gil")
    await begin_round(evening)
    return evening


def calls(evening: Evening) -> list[discord.Message]:
    """Return the messages in the thread of the table that call those who are missing."""
    return [one for one in thread(evening, 1, 1).history() if "I'm here" in buttons(one)]


def called(evening: Evening) -> list[str]:
    """Return whom these messages call."""
    return [text(one).partition(":")[0] for one in calls(evening)]


async def names(evening: Evening) -> list[str]:
    """Return the members at the table, in the order of seats."""
    return [name for name in (await tables(evening))[0] if name in MEMBERS]


async def mentions(evening: Evening, *who: str) -> str:
    return ", ".join(evening.people[name].mention for name in await names(evening) if name in who)


async def inbox(evening: Evening) -> str:
    return (await evening.types("Ana", "league inbox")).text


async def missing(evening: Evening) -> bool:
    """Return whether the inbox says of a table that someone isn't there, and not only that it hasn't
    played."""
    return any(line.count("**: ") == 2 for line in (await inbox(evening)).splitlines())


@pytest.mark.own_bot
async def test_who_is_not_at_the_table_is_called_after_five_minutes(evening: Evening) -> None:
    """Ben has written something, Cy has rolled a die, Gil has no account."""
    await evening.people["Ben"].send(thread(evening, 1, 1), "hello")
    first, evening.channel = evening.channel, thread(evening, 1, 1)
    await evening.types("Cy", "roll")
    evening.channel = first
    await evening.passes(minutes=4.9)
    assert calls(evening) == []
    await evening.passes(minutes=0.2)
    (call,) = calls(evening)
    assert text(call) == f"{evening.people['Dee'].mention}: your table is waiting for you."
    assert "**Not here yet**: Dee · **" in await inbox(evening)
    await evening.env.settle()
    assert "-# ⚠️ Not here yet: Dee" in lines(evening)
    await evening.restart()
    await evening.people["Dee"].send(thread(evening, 1, 1), "the bus was late")
    await evening.env.settle()
    assert not await missing(evening)
    await evening.passes(minutes=10)
    assert len(calls(evening)) == 1
    assert not any("Missing at" in one for one in evening.chat())


@pytest.mark.own_bot
async def test_a_press_on_the_call_is_enough(evening: Evening) -> None:
    await evening.passes(minutes=5.1)
    every = await mentions(evening, *MEMBERS)
    assert called(evening) == [every]
    (call,) = calls(evening)
    await evening.restart()
    await evening.presses("Ben", "I'm here", call)
    assert called(evening) == [await mentions(evening, "Cy", "Dee")]
    again = await evening.presses("Ben", "I'm here", call)
    assert (again.text, again.private) == ("You've already checked in.", True)
    first, evening.channel = evening.channel, thread(evening, 1, 1)
    await evening.presses("Cy", "−1")
    evening.channel = first
    await evening.env.settle()
    assert "-# ⚠️ Not here yet: Dee" in lines(evening)
    await evening.presses("Dee", "I'm here", call)
    (left,) = [one for one in thread(evening, 1, 1).history() if text(one) == "Everyone is here."]
    assert pressable(left) == []


async def test_who_is_at_a_table_is_looked_for_only_while_someone_is_missing(evening: Evening) -> None:
    def is_looked_for() -> bool:
        evening.games.committed.publish(thread(evening, 1, 1).id)
        return any(task.get_name() == "update of players at tables" for task in asyncio.all_tasks())

    assert not is_looked_for()
    await evening.passes(minutes=5.1)
    assert is_looked_for()
    for who in MEMBERS:
        await evening.people[who].send(thread(evening, 1, 1), "hello")
        await evening.env.settle()
    assert not await missing(evening)
    assert not is_looked_for()


async def test_no_one_is_called_where_the_first_turn_is_over(evening: Evening) -> None:
    await types(evening, 1, 1, "turn next")
    await evening.passes(minutes=11)
    assert calls(evening) == []


@pytest.mark.own_bot
async def test_judges_hear_of_it_and_leave_the_seat_empty(evening: Evening) -> None:
    """The others play on: who wins has 5 points, who didn't come has none and isn't paired again."""
    role = await judge_role(evening)
    await evening.people["Ben"].send(thread(evening, 1, 1), "hello")
    await evening.people["Cy"].send(thread(evening, 1, 1), "hello")
    await evening.passes(minutes=5.1)
    await evening.restart()
    await evening.passes(minutes=5)
    assert evening.chat()[-1] == (
        f"<@&{role.id}> Missing at table 1: Dee (<#{thread(evening, 1, 1).id}>). "
        "`/event no-show who:Dee` leaves a seat empty."
    )
    assert (await evening.types("Ben", "event no-show", who="Dee")).text.startswith("Only ")
    told = await evening.types("Ana", "event no-show", who="Dee")
    assert told.text == (
        "Dee is a no-show at table 1 and has been dropped from **Friday**. Sign them up again with `/event "
        "add`."
    )
    await evening.env.settle()
    there = await view(evening, 1, 1)
    assert isinstance(there.table, Game)
    assert sorted(player.name for player in there.table.remaining) == ["Ben", "Cy", "Gil"]
    await evening.restart(settled=True)
    again = await view(evening, 1, 1)
    assert len(again.entries) == len(there.entries)
    assert not await missing(evening)
    twice = await evening.types("Ana", "event no-show", who="Dee")
    assert (twice.private, evening.refusal()) == (True, "no_show_already")
    await types(evening, 1, 1, "win", who="Gil")
    assert standing(evening) == {"Gil": "5", "Ben": "0", "Cy": "0", "Dee": "0"}
    late = await evening.types("Ana", "event no-show", who="Cy")
    assert late.text == "Table 1 already has a result, so its players stay there."
    await play(evening)
    assert sorted((await tables(evening))[0]) == ["Ben", "Cy", "Gil"]


@pytest.mark.own_bot
async def test_missing_members_of_teams_are_called_and_their_team_drops(blank: Evening) -> None:
    """Red are Ben and Cy, Blue are Dee and the guest Gil: Ben writes, Cy presses, and Dee doesn't come."""
    await create(blank, "Pods")
    await blank.types("Ana", "event create", name="Friday", team_size=2)
    ben, cy, dee = (blank.people[who].mention for who in MEMBERS)
    await blank.types("Ana", "event team", name="Red", players=f"{ben}, {cy}")
    await blank.types("Ana", "event team", name="Blue", players=f"{dee}, new Gil")
    await begin_round(blank)
    await blank.people["Ben"].send(thread(blank, 1, 1), "hello")
    await blank.passes(minutes=5.1)
    (first, _), there = (await tables(blank))[0], await view(blank, 1, 1)
    order = [cy, dee] if first == "Red" else [dee, cy]
    assert called(blank) == [", ".join(order)]
    (call,) = calls(blank)
    await blank.restart()
    assert await missing(blank)
    await blank.presses("Cy", "I'm here", call)
    assert called(blank) == [dee]
    await blank.passes(minutes=5)
    assert blank.chat()[-1].endswith(
        f"Missing at table 1: Dee (<#{thread(blank, 1, 1).id}>). "
        "`/event no-show who:Blue` leaves a seat empty."
    )
    told = await blank.types("Ana", "event no-show", who="Blue")
    assert told.text == (
        "Blue is a no-show at table 1 and has been dropped from **Friday**. Sign the team up again with "
        "`/event team`."
    )
    await blank.env.settle()
    assert not await missing(blank)
    now, there = await state(blank), await view(blank, 1, 1)
    assert isinstance(there.table, Game)
    assert sorted(player.name for player in there.table.remaining) == ["Ben", "Cy"]
    assert [now.players[one].name for one in now.rounds[0].outcomes[1].winners] == ["Red"]


async def test_a_no_show_in_a_duel_loses_it(blank: Evening) -> None:
    await blank.types("Ana", "event create", name="Friday", play="duels")
    await blank.types("Ana", "event add", players="new: Gil, Hal, Ida")
    await blank.types("Ana", "event round")
    one, other = (await tables(blank))[0]
    bye = next(name for name in ("Gil", "Hal", "Ida") if name not in (one, other))
    wrong = await blank.types("Ana", "event no-show", who=bye)
    assert wrong.text == "That player has a bye or isn't in this round."
    await blank.types("Ana", "event no-show", who=one)
    await blank.env.settle()
    now = await state(blank)
    assert [now.players[winner].name for winner in now.rounds[0].outcomes[1].winners] == [other]


@pytest.mark.own_bot
async def test_judges_are_pinged_where_discord_does_not_deliver_their_roles_ping(evening: Evening) -> None:
    """No one may mention the role, so its members who have run the event are pinged: Fay has."""
    channel = evening.text_channel
    await channel.set_permissions(channel.guild.me, mention_everyone=False)
    await judge_role(evening, "Fay")
    await evening.types("Fay", "event pair")
    await evening.env.settle()
    await evening.passes(minutes=11)
    sent = [one.json for one in evening.env.http_requests if one.method == "POST" and one.json is not None]
    told = [one for one in sent if "Missing at table" in str(one)]
    fay = evening.people["Fay"]
    assert told
    for one in told:
        assert fay.mention in str(one)
        assert str(fay.id) in [str(user) for user in one["allowed_mentions"]["users"]]


async def loses_by_no_show(evening: Evening, number: int) -> None:
    """Record a no-show in a duel of two players by number, which the other one then wins."""
    await evening.types("Ana", "event no-show", who=f"#{number}")
    await evening.env.settle()
    outcome = (await state(evening)).rounds[0].outcomes[1]
    assert outcome.winners == (3 - number,)


async def test_a_guest_with_a_members_name_loses_as_a_no_show(blank: Evening) -> None:
    """Before, the seat of "Ben 2" at the table stayed taken, and the duel had no result."""
    await blank.types("Ana", "event create", name="Friday", play="duels")
    await blank.presses("Ben", "Join", event(blank))
    await blank.types("Ana", "event add", players="new Ben")
    await begin_round(blank)
    await loses_by_no_show(blank, 2)


async def test_a_player_who_has_deleted_their_data_loses_as_a_no_show(blank: Evening) -> None:
    await blank.types("Ana", "event create", name="Friday", play="duels")
    for name in ("Ben", "Cy"):
        await blank.presses(name, "Join", event(blank))
    await begin_round(blank)
    await forget(blank, "Ben")
    await blank.env.settle()
    await loses_by_no_show(blank, 1)
