"""Rounds that are played when players like: availability, reminders, and what happens at the deadline."""

import pytest

from rules.leagues.result import DAY
from rules.tournaments.deadlines import round_reminder_time
from storage.privacy import Privacy
from tests.cogs.tournaments.test_rounds import event, lines, state, tables, thread, types, view
from tests.support.evening import Evening
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.leagues import create
from tests.support.messages import said, text

HOUR = 60 * 60


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening with the event Friday of four, with a round of seven days that has begun."""
    await create(evening)
    await evening.types("Ana", "event create", name="Friday")
    for who in ("Ben", "Cy", "Dee"):
        await evening.presses(who, "Join", event(evening))
    await evening.types("Ana", "event add", players="new Gil")
    await evening.types("Ana", "event round", days=7)
    await evening.env.settle()
    return evening


def said_at_table(evening: Evening) -> list[str]:
    return [text(one) for one in thread(evening, 1, 1).history()]


async def deadline(evening: Evening) -> int:
    return (await state(evening)).rounds[-1].deadline


def test_players_are_reminded_a_day_before_or_halfway() -> None:
    assert round_reminder_time(7 * DAY, 0) == 6 * DAY
    assert round_reminder_time(DAY, 0) == DAY // 2
    assert round_reminder_time(2 * DAY, 0) == DAY


async def test_a_round_of_days_has_no_timer_and_says_its_deadline(evening: Evening) -> None:
    end = await deadline(evening)
    assert abs(end - int(evening.now().timestamp()) - 7 * DAY) < 60
    assert (await view(evening, 1, 1)).clock.round is None
    opening = next(one for one in said_at_table(evening) if "your table is open" in one)
    assert f"Agree on a time and play by <t:{end}:f>." in opening
    assert f"Play by <t:{end}:f>." in lines(evening)


@pytest.mark.own_bot
async def test_players_say_when_they_can_and_their_opponents_read_it(evening: Evening) -> None:
    table, evening.channel = evening.channel, thread(evening, 1, 1)
    told = await evening.types("Ben", "event available", when="Weekdays after 7 pm")
    assert (told.text, told.private) == ("**Ben** can play: Weekdays after 7 pm", False)
    shown = await evening.people["Cy"].slash(evening.channel, "event available")
    by_form = said(await evening.people["Cy"].submit_modal(shown, {"when": "Sunday @everyone"}))
    assert by_form.text.startswith("**Cy** can play: Sunday")
    evening.channel = table
    elsewhere = await evening.types("Dee", "event available", when="never")
    assert (elsewhere.text, elsewhere.private) == ("Saved. The others at your tables can see it.", True)
    assert said_at_table(evening)[-1] == "**Dee** can play: never"
    stranger = await evening.types("Eve", "event available", when="always")
    assert (stranger.private, evening.refusal()) == (True, "event_started")
    await evening.restart()
    await types(evening, 1, 1, "win", who="Ben")
    await evening.types("Ana", "event round", days=3)
    await evening.env.settle()
    opening = next(text(one) for one in thread(evening, 2, 1).history() if "table is open" in text(one))
    assert "**Ben** can play: Weekdays after 7 pm" in opening
    assert "**Dee** can play: never" in opening


async def test_when_someone_can_is_forgotten_with_them(evening: Evening) -> None:
    await evening.types("Ben", "event available", when="Weekdays after 7 pm")
    privacy, ben = Privacy(evening.games, evening.settings), evening.people["Ben"].id
    assert "Weekdays after 7 pm" in "".join([part async for part in privacy.export(ben)])
    await privacy.forget(ben)
    rows = await evening.database.fetch("SELECT * FROM tournament_player WHERE available IS NOT NULL")
    assert rows == []


@pytest.mark.own_bot
async def test_players_are_reminded_a_day_before(evening: Evening) -> None:
    await evening.types("Ben", "event available", when="Sunday")
    await evening.restart(away=6 * DAY - HOUR)
    assert not any("your table ends" in one for one in said_at_table(evening))
    await evening.passes(seconds=1.1 * HOUR)
    end, who = await deadline(evening), [evening.people[one].id for one in ("Ben", "Cy", "Dee")]
    reminded = said_at_table(evening)[-1].splitlines()
    assert reminded[0].endswith(f": your table ends <t:{end}:R>.")
    assert all(f"<@{one}>" in reminded[0] for one in who)
    assert "Gil" in reminded[0]
    assert reminded[1:] == ["**Ben** can play: Sunday"]


@pytest.mark.own_bot
async def test_a_table_is_reminded_once_though_another_ones_reminders_are_lost(
    evening: Evening, network: Network
) -> None:
    """Retries after 10, 20 and 40 seconds, the last of which arrives."""
    await evening.types("Ana", "event result", table=1, winner="Ben")
    await evening.passes(minutes=1)
    await evening.types("Ana", "event add", players="new: Hal, Ida, Jo, Kim")
    await evening.types("Ana", "event round", days=7)
    await evening.env.settle()
    threads = [thread(evening, 2, table) for table in (1, 2)]
    network.lose_requests("POST", f"/channels/{threads[1].id}/messages", times=3)
    await evening.passes(seconds=6 * DAY + HOUR)
    assert len(evening.errors()) == 1, "a failure is logged once"
    for one in threads:
        assert sum("your table ends" in text(message) for message in one.history()) == 1


@pytest.mark.own_bot
async def test_what_is_late_is_for_the_judges(evening: Evening) -> None:
    (names,) = await tables(evening)
    await evening.restart(away=7 * DAY - 10)
    await evening.passes(seconds=60)
    last = evening.chat()[-1].splitlines()
    assert last == [
        "**Friday: round 1**: time is up. Not played:",
        f"**Table 1:** {', '.join(names)}",
        "A judge decides: enter a result with `/event result`, or give the round more time with `/event "
        "deadline`.",
    ]
    inbox = await evening.types("Ana", "league inbox")
    assert f"**Not played in time**: Friday, round 1, table 1: {names[0]}" in inbox.text
    more = await evening.types("Ana", "event deadline", days=2)
    assert more.text == f"Play by <t:{await deadline(evening)}:f>."
    assert "**Not played yet**: Friday" in (await evening.types("Ana", "league inbox")).text
    assert (await evening.types("Ben", "event deadline", days=2)).text.startswith("Only ")
    await evening.restart(away=25 * HOUR, settled=True)
    assert "your table ends" in said_at_table(evening)[-1]
    await evening.types("Ana", "event result", table=1, winner="Ben")
    before = evening.chat()
    await evening.restart(away=30 * HOUR, settled=True)
    assert evening.chat()[len(before) :] == []


@pytest.mark.own_bot
async def test_a_round_that_was_played_reminds_no_one(evening: Evening) -> None:
    await types(evening, 1, 1, "win", who="Ben")
    before = len(said_at_table(evening))
    await evening.restart(away=6.5 * DAY)
    await evening.restart(away=DAY, settled=True)
    assert len(said_at_table(evening)) == before
    assert not any("time is up" in one for one in evening.chat())


async def test_a_deadline_needs_a_round(blank: Evening) -> None:
    await blank.types("Ana", "event create", name="Friday")
    refused = await blank.types("Ana", "event deadline", days=2)
    assert refused.text == "No round has begun. `/event round` pairs the first one."
