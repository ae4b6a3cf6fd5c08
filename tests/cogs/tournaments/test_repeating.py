"""Repeated events open their sign-up at set times, once; settings of events are kept as templates."""

from datetime import UTC, datetime
from typing import Any

import pytest

from rules.pairings.pairings import PairingMethod
from rules.tournaments.state import TournamentPlay, TournamentState
from storage.events.store import Location, Request
from storage.scheduler import Deadline, DeadlineKind, set_deadline
from storage.settings.definitions import ZONE, Level
from tests.cogs.tournaments.test_sign_up import event
from tests.support.evening import Evening
from tests.support.leagues import defaults, saying
from tests.support.messages import Said, message_of, private_message_of, said, text

HOUR, DAY = 3600, 24 * 3600


def ahead(evening: Evening, hours: int) -> int:
    """The full hour so many hours from now, in seconds since 1970."""
    return (int(evening.now().timestamp()) // HOUR + hours) * HOUR


async def numbers(evening: Evening) -> list[int]:
    """The events of the channel, oldest first."""
    found = await evening.games.tournaments.queries.of_channel(evening.channel.id, 20)
    return [*map(int, reversed(found))]


async def newest(evening: Evening) -> TournamentState:
    found = await evening.games.tournaments.queries.of_channel(evening.channel.id, 1)
    return await evening.games.tournaments.state(found[0])


def announced(evening: Evening) -> list[Any]:
    return [*evening.env.backend.get_guild(evening.server.id).scheduled_events.values()]


async def weekly(evening: Evening, starts: int, **options: object) -> Said:
    """An event of duels that has been closed, repeated from a time on."""
    await evening.types("Ana", "event create", name="Friday", play="duels", limit=8)
    repeated = await evening.types("Ana", "series repeat", start=f"<t:{starts}>", **options)
    await evening.types("Ana", "event close")
    await evening.env.settle()
    return repeated


async def until(evening: Evening, moment: int) -> None:
    await evening.passes(seconds=moment - evening.now().timestamp() + 60)


@pytest.mark.own_bot
async def test_sign_up_opens_days_before_each_start_and_once(evening: Evening) -> None:
    """After a restart at that time, too. Discord's event is at the start, settings are the first one's."""
    starts = ahead(evening, 6 * 24)
    repeated = await weekly(evening, starts, days=5)
    assert f"<t:{starts - 5 * DAY}:f>" in repeated.text
    assert len(await numbers(evening)) == 1
    await until(evening, starts - 5 * DAY)
    assert len(await numbers(evening)) == 2
    rules = (await newest(evening)).rules
    assert (rules.name, rules.play, rules.most, rules.starts) == ("Friday", TournamentPlay.DUELS, 8, starts)
    assert "Sign-up for **Friday** is open" in text(saying(evening, "Sign-up for"))
    assert "[Join]" in text(event(evening))
    (made,) = announced(evening)
    assert datetime.fromisoformat(made.scheduled_start_time).timestamp() == starts
    await evening.restart()
    await evening.passes(minutes=30)
    assert len(await numbers(evening)) == 2
    await evening.types("Ana", "event close")
    await until(evening, starts + 2 * DAY)
    assert len(await numbers(evening)) == 3
    assert (await newest(evening)).rules.starts == starts + 7 * DAY


@pytest.mark.own_bot
async def test_one_that_should_have_started_while_the_bot_was_away_is_skipped(evening: Evening) -> None:
    starts = ahead(evening, 2 * 24)
    await weekly(evening, starts, days=1)
    await evening.restart(away=3 * DAY)
    await evening.passes(minutes=1)
    assert len(await numbers(evening)) == 1
    await until(evening, starts + 6 * DAY)
    assert (await newest(evening)).rules.starts == starts + 7 * DAY


async def test_a_deadline_that_two_processes_fire_opens_one_sign_up(blank: Evening) -> None:
    """The other one has read the series before this one has opened its sign-up, or reads it afterwards."""
    starts = ahead(blank, 3 * 24)
    await weekly(blank, starts, days=1)
    (series,) = await blank.games.repeated.of_guild(blank.server.id)
    await until(blank, starts - DAY)
    tournaments = blank.games.tournaments
    opened = await newest(blank)
    _, (first, *_) = await tournaments.history(opened.tournament)
    assert first.interaction is not None
    again = Request(user=first.user or 0, name="Arbiter", interaction=first.interaction)
    repeated = await tournaments.create(Location(blank.channel.id, blank.server.id), again, series.rules)
    assert repeated.tournament == opened.tournament
    due = Deadline(DeadlineKind.SERIES, str(series.id), blank.now(), str(series.number))
    await blank.database.write(set_deadline(due))
    await blank.passes(minutes=2)
    assert len(await numbers(blank)) == 2
    await blank.types("Ana", "event close")
    await until(blank, starts + 6 * DAY)
    assert len(await numbers(blank)) == 3, "the next one comes all the same"


async def test_it_waits_for_the_end_of_the_event_before_and_says_so_once(blank: Evening) -> None:
    starts = ahead(blank, 3 * 24)
    await blank.types("Ana", "event create", name="Friday")
    await blank.types("Ana", "series repeat", start=f"<t:{starts}>", days=2)
    await until(blank, starts - 2 * DAY)
    await blank.passes(minutes=25)
    waits = [one for one in blank.channel.history() if "Sign-up for the next event here" in text(one)]
    assert len(waits) == 1
    assert len(await numbers(blank)) == 1
    await blank.types("Ana", "event close")
    await blank.passes(minutes=11)
    assert (await newest(blank)).rules.starts == starts


async def test_they_are_listed_paused_and_stopped(blank: Evening) -> None:
    starts = ahead(blank, 3 * 24)
    await weekly(blank, starts, days=1)
    listed = await blank.people["Ana"].slash(blank.channel, "series repeat")
    assert "Every week" in text(message_of(listed))
    await blank.people["Ana"].click(private_message_of(listed), label="Pause")
    await until(blank, starts)
    assert len(await numbers(blank)) == 1
    listed = await blank.people["Ana"].slash(blank.channel, "series repeat")
    shown = await blank.people["Ana"].click(private_message_of(listed), label="Resume")
    assert f"<t:{starts + 7 * DAY}:f>" in text(private_message_of(shown))
    await until(blank, starts + 6 * DAY)
    assert len(await numbers(blank)) == 2
    await blank.types("Ana", "event close")
    listed = await blank.people["Ana"].slash(blank.channel, "series repeat")
    await blank.people["Ana"].click(private_message_of(listed), label="Stop repeating")
    await until(blank, starts + 14 * DAY)
    assert len(await numbers(blank)) == 2


async def test_the_time_of_day_is_that_of_the_servers_zone(blank: Evening) -> None:
    """19:00 in Berlin is 17:00 in UTC on 23 October 2026, and 18:00 a week later."""
    await blank.settings.choose(Level.SERVER, blank.server.id, ZONE, "Europe/Berlin")
    first = int(datetime(2026, 10, 23, 17, tzinfo=UTC).timestamp())
    assert first > blank.now().timestamp()
    await weekly(blank, first, days=1)
    (series,) = await blank.games.repeated.of_guild(blank.server.id)
    assert series.repetition.starts(1) == int(datetime(2026, 10, 30, 18, tzinfo=UTC).timestamp())


async def test_sign_up_cannot_open_before_the_event_before(blank: Evening) -> None:
    await blank.types("Ana", "event create", name="Friday")
    start = f"<t:{ahead(blank, 24)}>"
    assert (await blank.refused("Ana", "series repeat", start=start, days=7)).key == "series_days"
    assert await blank.games.repeated.of_guild(blank.server.id) == []
    await blank.types("Ana", "series repeat", start=start, days=7, every="2 weeks")
    assert len(await blank.games.repeated.of_guild(blank.server.id)) == 1


async def test_a_template_gives_all_that_is_not_chosen(blank: Evening) -> None:
    await blank.types(
        "Ana", "event create", name="Friday", play="duels", pairing="round robin", best_of=3, limit=8
    )
    saved = await blank.types("Ana", "series template", name="Duels")
    assert saved.private
    await blank.types("Ana", "event close")
    assert await blank.suggestions("Ana", "event create", "template", "du") == ["Duels"]
    await blank.types("Ana", "event create", name="Saturday", template="duels", limit=16)
    rules = (await newest(blank)).rules
    assert (rules.name, rules.play, rules.pairing) == (
        *("Saturday", TournamentPlay.DUELS, PairingMethod.ROUND_ROBIN),
    )
    assert (rules.best_of, rules.most) == (3, 16)
    assert "Duels" in (await blank.types("Ana", "series template")).text
    await blank.types("Ana", "series template", name="Duels", delete=True)
    assert (await blank.refused("Ana", "series template", name="Duels", delete=True)).key == "no_template"


async def test_queues_are_no_templates_and_only_judges_make_any(blank: Evening) -> None:
    await blank.types("Ana", "event queue", name="Friday")
    assert (await blank.refused("Ana", "series template", name="Friday")).key == "event_is_queue"
    for command in ("series template", "series repeat"):
        assert (await blank.refused("Cy", command)).key == "league_judges_only"


async def test_an_event_is_repeated_and_kept_from_its_message(blank: Evening) -> None:
    """The form suggests the start a week later."""
    starts = ahead(blank, 48)
    await blank.types("Ana", "event create", name="Friday", scheduled=f"<t:{starts}>")
    await blank.env.settle()
    ana = blank.people["Ana"]
    panel = await ana.click(event(blank), label="Organize…")
    shown = await ana.click(private_message_of(panel), label="Repeat…")
    later = datetime.fromtimestamp(starts + 7 * DAY, UTC).strftime("%Y-%m-%d %H:%M")
    assert defaults(shown)["start"] == later
    answered = await ana.submit_modal(shown, {**defaults(shown), "every": ["2"]})
    assert "Every 2 weeks" in said(answered).text
    (series,) = await blank.games.repeated.of_guild(blank.server.id)
    assert (series.starts, series.repetition.weeks) == (starts + 7 * DAY, 2)
    panel = await ana.click(event(blank), label="Organize…")
    shown = await ana.click(private_message_of(panel), label="Save as template…")
    await ana.submit_modal(shown, {"template": "Usual"})
    assert [*await blank.games.templates.of_guild(blank.server.id)] == ["Usual"]
