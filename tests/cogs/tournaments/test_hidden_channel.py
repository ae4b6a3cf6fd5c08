"""Events in a channel that is hidden from the bot for a while."""

import pytest

from rules.tournaments.deadlines import DAY
from tests.cogs.tournaments.test_queue import lines as queue_lines
from tests.cogs.tournaments.test_queue import presses as presses_queue
from tests.cogs.tournaments.test_rounds import event, lines
from tests.cogs.tournaments.test_scheduled import announced, at
from tests.support.evening import Evening
from tests.support.hiding import hide, show


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
    await evening.types("Ana", "event add", players="Gil")
    await evening.types("Ana", "event round", days=7)
    await evening.env.settle()
    assert evening.channel.threads == []
    assert "**Players:** Ben, Cy, Dee" in lines(evening)
    await show(evening)
    (thread,) = evening.channel.threads
    assert any(one.endswith(f" <#{thread.id}>") for one in lines(evening))


async def test_a_round_ends_in_time_though_nobody_could_be_reminded(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday")
    await evening.types("Ana", "event add", players="Ben, Cy, Dee, Gil")
    await evening.types("Ana", "event round", days=7)
    await evening.env.settle()
    await hide(evening)
    await evening.passes(seconds=6.5 * DAY)
    await show(evening)
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
    await evening.types("Ana", "event create", name="Friday", scheduled=f"<t:{at(evening, 48)}>")
    await evening.env.settle()
    (made,) = announced(evening)
    assert made.entity_metadata == {"location": "League"}
    await show(evening)
    assert made.entity_metadata == {"location": "#table-1"}
    await hide(evening)
    await evening.types("Ana", "event schedule", start=f"<t:{at(evening, 72)}>")
    await evening.env.settle()
    assert made.entity_metadata == {"location": "#table-1"}
