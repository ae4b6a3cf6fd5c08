"""Events in a channel that is hidden from the bot for a while."""

import pytest

from rules.leagues.result import DAY
from tests.cogs.tournaments.test_queue import lines as queue_lines
from tests.cogs.tournaments.test_queue import presses as presses_queue
from tests.cogs.tournaments.test_queue import thread as queue_thread
from tests.cogs.tournaments.test_queue import types as types_in_queue
from tests.cogs.tournaments.test_rounds import event, lines, state, thread
from tests.cogs.tournaments.test_scheduled import announced, at
from tests.support.evening import Evening
from tests.support.hiding import hide, show
from tests.support.leagues import begin_round
from tests.support.messages import message_of, text
from tests.support.wording import gist


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    return evening


async def test_an_event_opens_its_tables_and_shows_its_round_once_the_bot_sees_the_channel(
    evening: Evening,
) -> None:
    await evening.types("Ana", "event create", name="Friday")
    for who in ("Ben", "Cy", "Dee"):
        await evening.presses(who, "Join", event(evening))
    await hide(evening)
    await evening.types("Ana", "event add", players="new Gil")
    begun = await evening.people["Ana"].slash(evening.channel, "event round", days=7)
    assert "View Channel" in begun.followups[-1].content
    longer = await evening.people["Ana"].slash(evening.channel, "event deadline", days=9)
    assert "View Channel" in longer.followups[-1].content
    await evening.env.settle()
    assert evening.channel.threads == []
    assert "**Players:** Ben, Cy, Dee" in lines(evening)
    await show(evening)
    (thread,) = evening.channel.threads
    assert any(one.endswith(f" <#{thread.id}>") for one in lines(evening))


async def test_a_table_is_reminded_once_the_bot_sees_it_and_its_round_ends_in_time(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday")
    await evening.types("Ana", "event add", players="new: Ben, Cy, Dee, Gil")
    await evening.types("Ana", "event round", days=7)
    await evening.env.settle()
    await hide(evening)
    await evening.passes(seconds=6.5 * DAY)
    await show(evening)
    said = [text(one) for one in thread(evening, 1, 1).history()]
    assert sum("your table ends" in one for one in said) == 1
    await evening.passes(seconds=DAY)
    assert "time is up. Not played:" in evening.chat()[-1]


async def test_a_queue_rests_while_the_bot_does_not_see_its_channel(evening: Evening) -> None:
    await evening.types("Ana", "event queue", name="Friday", patience=30)
    for who in ("Ben", "Cy", "Dee"):
        await presses_queue(evening, who, "Join queue")
    await hide(evening)
    await evening.passes(minutes=45)
    await presses_queue(evening, "Eve", "Join queue")
    assert queue_lines(evening)[3] == "**Waiting (4):** Ben, Cy, Dee, Eve", "nobody who wasn't asked has left"
    assert evening.channel.threads == []
    await show(evening)
    assert len(evening.channel.threads) == 1


async def test_discords_event_names_the_channel_once_the_bot_sees_it(evening: Evening) -> None:
    await hide(evening)
    start = f"<t:{at(evening, 48)}>"
    await evening.people["Ana"].slash(evening.channel, "event create", name="Friday", scheduled=start)
    await evening.env.settle()
    (made,) = announced(evening)
    assert made.entity_metadata == {"location": "League"}
    await show(evening)
    assert made.entity_metadata == {"location": "#table-1"}
    await hide(evening)
    start = f"<t:{at(evening, 72)}>"
    moved = await evening.people["Ana"].slash(evening.channel, "event schedule", start=start)
    assert "View Channel" in moved.followups[-1].content
    await evening.env.settle()
    assert made.entity_metadata == {"location": "#table-1"}


async def returns(evening: Evening) -> None:
    """Restart the bot with empty caches, and show it the channel."""
    await evening.restart()
    await evening.passes(seconds=1)
    await show(evening)
    await evening.passes(seconds=1)


@pytest.mark.own_bot
async def test_who_is_missing_is_called_once_the_bot_sees_the_table(evening: Evening) -> None:
    """No one is noted as missing who could not be called."""
    await evening.types("Ana", "event create", name="Friday")
    await evening.presses("Ben", "Join", event(evening))
    await evening.types("Ana", "event add", players="new: Cy, Dee, Gil")
    await begin_round(evening)
    await hide(evening)
    await evening.passes(minutes=12)
    assert (await state(evening)).rounds[-1].missing == {}
    await returns(evening)
    called = f"{evening.people['Ben'].mention}: your table is waiting for you."
    assert [text(one) for one in thread(evening, 1, 1).history()].count(called) == 1
    await evening.passes(minutes=5)
    told = evening.chat()[-1]
    assert gist(told) == [f"1 Ben {thread(evening, 1, 1).id} Ben"]
    assert "`/event no-show who:Ben`" in told


@pytest.mark.own_bot
async def test_a_corrected_result_is_announced_once_the_bot_sees_the_channel(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday", play="duels")
    await evening.types("Ana", "event add", players="new: Hal, Ida")
    await evening.types("Ana", "event round")
    await evening.types("Ana", "event result", table=1, winner="Hal")
    await begin_round(evening)
    await hide(evening)
    preview = message_of(
        await evening.people["Ana"].slash(evening.channel, "event result", table=1, winner="Ida", round=1)
    )
    await evening.people["Ana"].click(preview, label="Correct result")
    assert not any("Ida wins" in one for one in evening.chat())
    await returns(evening)
    assert evening.chat()[-1].splitlines()[0] == "Round 1, table 1: Ida wins."


@pytest.mark.own_bot
async def test_a_table_is_announced_when_its_players_can_once_the_bot_sees_it(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday")
    await evening.presses("Ben", "Join", event(evening))
    await evening.types("Ana", "event add", players="new: Cy, Dee, Gil")
    await evening.types("Ana", "event round", days=7)
    await evening.env.settle()
    await hide(evening)
    told = await evening.types("Ben", "event available", when="Sunday")
    assert told.private
    assert "View Channel" in told.text
    assert f"<#{evening.channel.id}>" in told.text
    await returns(evening)
    said = [text(one) for one in thread(evening, 1, 1).history()]
    assert said.count("**Ben** can play: Sunday") == 1


@pytest.mark.own_bot
async def test_a_queues_table_is_asked_to_play_again_once_the_bot_sees_it(evening: Evening) -> None:
    await evening.types("Ana", "event queue", name="Friday")
    for who in ("Ben", "Cy", "Dee", "Eve"):
        await presses_queue(evening, who, "Join queue")
    await hide(evening)
    await types_in_queue(evening, 1, "win", who="Ben")
    await returns(evening)
    said = [text(one) for one in queue_thread(evening, 1).history()]
    assert sum("Table 1 is over. Play again?" in one for one in said) == 1


@pytest.mark.parametrize("command", ["create", "queue"])
async def test_who_opens_an_event_reads_what_the_bot_needs(evening: Evening, command: str) -> None:
    await hide(evening)
    opened = await evening.people["Ana"].slash(evening.channel, f"event {command}", name="Friday")
    (warning,) = opened.followups
    assert warning.ephemeral
    assert "View Channel" in warning.content
    assert "Edit Channel → Permissions" in warning.content
