"""A substitute takes the seat of a player who doesn't come, and no one has two seats at once."""

import pytest
from simcord import ChannelHandle, ResponseMessage

from rules.game.game import Game
from rules.game.parts import PlayerOutcome
from rules.tournaments.state import SignUpStage, TournamentState
from storage.games.games import Location
from tests.cogs.tournaments import test_queue as queues
from tests.cogs.tournaments.test_organize import Panel
from tests.cogs.tournaments.test_rounds import thread, types, view
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.leagues import begin_round, judge_role, sign_up, standing
from tests.support.messages import buttons, pick, pressable, private_message_of, said, text

LIST = 3


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """The event Friday of the duels of Ben, Cy, Dee, and the guests Gil and Hal, one of whom has a bye."""
    await evening.types("Ana", "event create", name="Friday", play="duels")
    await sign_up(evening, "Gil", "Hal")
    await begin_round(evening)
    return evening


async def state(evening: Evening) -> TournamentState:
    """The channel's newest event or queue."""
    games = evening.games
    number = await games.tournaments.queries.last_in([evening.channel.id])
    assert number is not None
    return await games.tournaments.state(number)


async def tables(evening: Evening) -> list[list[str]]:
    """The names at the tables of the last round, in the order of seats."""
    now = await state(evening)
    return [[str(now.players[one].name) for one in table] for table in now.rounds[-1].pairings.tables]


async def bye(evening: Evening) -> str:
    now = await state(evening)
    (player,) = now.rounds[-1].pairings.byes
    return str(now.players[player].name)


async def stage(evening: Evening, name: str) -> SignUpStage:
    """Return where a player is in the event."""
    now = await state(evening)
    return next(one.stage for one in now.players.values() if one.name == name)


def offered(shown: ResponseMessage) -> list[str]:
    """The names in the list of a message."""
    (listed,) = [one for one in pressable(shown) if one["type"] == LIST]
    return [one["label"] for one in listed["options"]]


async def choose(evening: Evening, shown: ResponseMessage, name: str, who: str = "Ana") -> ResponseMessage:
    """Pick someone from the list of a message by name; return the message after that."""
    (listed,) = [one for one in pressable(shown) if one["type"] == LIST]
    (value,) = [one["value"] for one in listed["options"] if one["label"] == name]
    result = private_message_of(await pick(evening.people[who], shown, value))
    await evening.env.settle()
    return result


async def opens(evening: Evening, table: int) -> ResponseMessage:
    """Press **Substitute…** at a table in the panel."""
    panel = await Panel(evening).open()
    await panel.press("Enter results")
    assert panel.message is not None
    await pick(panel.ana, panel.message, str(table))
    await panel.press("Substitute…")
    assert panel.message is not None
    return panel.message


async def test_a_judge_seats_who_has_the_bye_for_an_absent_player(evening: Evening) -> None:
    """The substitute's result is the substitute's own; the absent player has none and is out."""
    free, (absent, other) = await bye(evening), (await tables(evening))[0]
    shown = await opens(evening, 1)
    assert {*offered(shown)} == {absent, other}
    shown = await choose(evening, shown, absent)
    assert offered(shown) == [free]
    await choose(evening, shown, free)
    assert (await tables(evening))[0] == [free, other]
    assert (await state(evening)).rounds[-1].pairings.byes == ()
    assert await stage(evening, absent) is SignUpStage.OUT
    there = await view(evening, 1, 1)
    assert isinstance(there.table, Game)
    assert [player.name for player in there.table.players] == [free, other]
    said_there = [one for one in evening.chat() if f"{free} plays for {absent} at table 1" in one]
    assert len(said_there) == 1
    await types(evening, 1, 1, "win", who=free)
    assert standing(evening)[free] == "3"
    assert absent not in standing(evening)


async def test_a_no_show_and_who_joined_late(evening: Evening) -> None:
    """In a pod the others play on; the only absent player needn't be picked."""
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event create", name="Monday")
    await sign_up(evening, "Gil")
    await begin_round(evening)
    absent = (await tables(evening))[0][1]
    await evening.people["Eve"].click(event(evening), label="Join late")
    await evening.types("Ana", "event no-show", who=absent)
    await evening.env.settle()
    shown = await opens(evening, 1)
    assert offered(shown) == ["Eve"]
    await choose(evening, shown, "Eve")
    assert (await tables(evening))[0][1] == "Eve"
    assert (await state(evening)).rounds[-1].absent == ()
    there = next(one for one in evening.channel.threads if str(one.name).startswith("Monday"))
    game = await view_of(evening.games, Location(there.id, evening.server.id))
    assert isinstance(game.table, Game)
    assert [(one.name, one.result) for one in game.table.players][1] == ("Eve", PlayerOutcome.PLAYING)


async def test_the_judges_message_about_missing_players_has_the_button(evening: Evening) -> None:
    await evening.passes(minutes=10.5)
    await evening.env.settle()
    (notice, *_) = [one for one in evening.channel.history() if "Missing" in text(one)]
    result = await evening.people["Ben"].click(notice, label="Substitute…")
    assert said(result).private
    assert evening.refusal() == "league_judges_only"
    shown = private_message_of(await evening.people["Ana"].click(notice, label="Substitute…"))
    assert offered(shown)


async def test_a_waiting_list_moves_up_into_the_seat(evening: Evening) -> None:
    await evening.types("Ana", "event close")
    await evening.types("Ana", "event create", name="Friday", play="duels", limit=4)
    await sign_up(evening, "Gil", "Hal")
    await begin_round(evening)
    absent = (await tables(evening))[0][0]
    shown = await choose(evening, await opens(evening, 1), absent)
    assert offered(shown) == ["Hal"]
    await choose(evening, shown, "Hal")
    assert await stage(evening, "Hal") is SignUpStage.IN
    assert "Hal" in (await tables(evening))[0]


async def test_a_table_with_a_result_and_a_penalized_seat_keep_their_players(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.press("Enter results")
    await evening.types("Ana", "event result", table=1, outcome="draw")
    assert panel.message is not None
    await pick(panel.ana, panel.message, "1")
    panel = await Panel(evening).open()
    await panel.press("Enter results")
    assert panel.message is not None
    shown = private_message_of(await pick(panel.ana, panel.message, "1"))
    assert "Substitute…" not in buttons(shown)


async def test_two_judges_seat_one_substitute_once(evening: Evening) -> None:
    free, first, second = await bye(evening), (await tables(evening))[0][0], (await tables(evening))[1][0]
    one = await choose(evening, await opens(evening, 1), first)
    other = await choose(evening, await opens(evening, 2), second)
    await choose(evening, one, free)
    (listed,) = [part for part in pressable(other) if part["type"] == LIST]
    await pick(evening.people["Ana"], other, listed["options"][0]["value"])
    assert evening.refusal() == "not_waiting"
    assert await stage(evening, second) is SignUpStage.IN


@pytest.mark.own_bot
async def test_a_restart_keeps_the_substitute_and_opens_the_game_once(evening: Evening) -> None:
    free, absent = await bye(evening), (await tables(evening))[0][0]
    await choose(evening, await choose(evening, await opens(evening, 1), absent), free)
    before = await state(evening)
    await evening.restart(settled=True)
    assert await state(evening) == before
    opened = [one for one in thread(evening, 1, 1).history() if "your table is open" in text(one)]
    assert len(opened) == 2


async def waits(evening: Evening, who: str, channel: ChannelHandle) -> str:
    """Press Join queue in a channel, and Join if asked; return the last answer."""
    first, evening.channel = evening.channel, channel
    result = await evening.people[who].click(queues.queue(evening), label="Join queue")
    evening.channel = first
    if result.response is not None and "Join" in buttons(result.response):
        result = await evening.people[who].click(result.response, label="Join")
    await evening.env.settle()
    return said(result).text


@pytest.fixture
async def two(evening: Evening) -> tuple[Evening, ChannelHandle, ChannelHandle]:
    """The queues Friday and Duels, each of duels, in two channels; the event is over."""
    await evening.types("Ana", "event close")
    pods, duels = evening.server.create_text_channel("pods"), evening.server.create_text_channel("duels")
    for name, channel in (("Friday", pods), ("Duels", duels)):
        evening.channel = channel
        await evening.types("Ana", "event queue", name=name, play="duels")
    evening.channel = pods
    return evening, pods, duels


async def test_a_queues_substitute_comes_from_the_queue(evening: Evening) -> None:
    """Ben doesn't come; Fay waits; the judge has the button in the table's thread, and players don't."""
    await evening.types("Ana", "event close")
    evening.channel = evening.server.create_text_channel("queue")
    await judge_role(evening, "Eve")
    await evening.types("Ana", "event queue", name="Friday", play="duels")
    channel = evening.channel
    for who in ("Ben", "Cy", "Fay"):
        await waits(evening, who, channel)
    there = queues.thread(evening, 1)
    (opened, *_) = [one for one in there.history() if "your table is open" in text(one)]
    await evening.people["Cy"].click(opened, label="Substitute…")
    assert evening.refusal() == "league_judges_only"
    shown = private_message_of(await evening.people["Eve"].click(opened, label="Substitute…"))
    shown = await choose(evening, shown, "Ben", "Eve")
    assert offered(shown) == ["Fay"]
    await choose(evening, shown, "Fay", "Eve")
    assert {*(await tables(evening))[0]} == {"Cy", "Fay"}
    assert (await state(evening)).queue == {}
    await queues.types(evening, 1, "win", who="Fay")
    outcome = (await state(evening)).rounds[0].outcomes[1]
    assert [(await state(evening)).players[one].name for one in outcome.winners] == ["Fay"]


async def test_who_is_seated_leaves_the_other_queue(
    two: tuple[Evening, ChannelHandle, ChannelHandle],
) -> None:
    evening, pods, duels = two
    await waits(evening, "Ben", pods)
    await waits(evening, "Ben", duels)
    await waits(evening, "Cy", pods)
    assert {*(await tables(evening))[0]} == {"Ben", "Cy"}
    await waits(evening, "Dee", duels)
    evening.channel = duels
    await evening.until(lambda: "**Waiting (1):** Dee" in queues.lines(evening))
    await evening.until(lambda: any("got a seat at another table: Ben" in one for one in evening.chat()))
    assert duels.threads == [], "Ben plays already"


async def test_who_plays_at_a_table_joins_no_other_queue(
    two: tuple[Evening, ChannelHandle, ChannelHandle],
) -> None:
    evening, pods, duels = two
    for who in ("Ben", "Cy"):
        await waits(evening, who, pods)
    await waits(evening, "Ben", duels)
    assert evening.refusal() == "seated_elsewhere"
    await queues.types(evening, 1, "win", who="Ben")
    await waits(evening, "Ben", duels)
    evening.channel = duels
    await evening.until(lambda: "**Waiting (1):** Ben" in queues.lines(evening))


async def test_who_plays_in_a_round_joins_no_queue_and_one_over_days_leaves_time(evening: Evening) -> None:
    friday, queue = evening.channel, evening.server.create_text_channel("queue")
    evening.channel = queue
    await evening.types("Ana", "event queue", name="Duels", play="duels")
    evening.channel = friday
    names = [name for table in await tables(evening) for name in table]
    who = next(name for name in ("Ben", "Cy", "Dee") if name in names)
    await waits(evening, who, queue)
    assert evening.refusal() == "seated_elsewhere"
    await evening.types("Ana", "event deadline", days=3)
    await waits(evening, who, queue)
    evening.channel = queue
    assert f"**Waiting (1):** {who}" in queues.lines(evening)
