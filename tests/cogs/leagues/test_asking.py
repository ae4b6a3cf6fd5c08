"""Who has to confirm a result: the other side, who hears of it once, and once more before silence counts."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from cogs.leagues.updates.places import REMINDER
from rules.leagues.review import ResultState
from storage.leagues.sql import LeagueMessage
from storage.scheduler import Deadline, DeadlineKind
from storage.settings.definitions import ASK, Level
from tests.support.evening import Evening
from tests.support.leagues import Panel, message, private, report, state
from tests.support.messages import message_of, text
from tests.support.tables import deal_teams


def pings(evening: Evening) -> list[set[str]]:
    """Return whom each message or answer may ping that Discord was sent, oldest first, by their names."""
    named = {str(person.id): name for name, person in evening.people.items()}
    found: list[set[str]] = []
    for sent in [one for one in evening.env.http_requests if one.method == "POST"]:
        json: Mapping[str, Any] = sent.json or {}
        body: Mapping[str, Any] = json.get("data") or json
        allowed: Mapping[str, Any] = body.get("allowed_mentions") or {}
        users: Sequence[object] = allowed.get("users") or ()
        if users:
            found.append({named[str(user)] for user in users})
    return found


async def wants_private(evening: Evening, who: str) -> None:
    await evening.settings.choose(Level.OWN, evening.people[who].id, ASK, "on")


async def test_a_teammate_of_the_reporter_neither_confirms_nor_counts(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.pick("preset", "plus_minus")
    await panel.pick("by", "one")
    await report(evening, "Ben", "Ben + Cy, Dee + Eve")
    shown = message(evening, 1)
    refused = await evening.refused_press("Cy", "Confirm", shown)
    assert refused == "Only players in this result who didn't report it can confirm it."
    await panel.pick("by", "majority")
    await evening.presses("Dee", "Confirm", shown)
    assert await state(evening) is ResultState.PENDING  # one of two is no more than half
    await evening.presses("Eve", "Confirm", shown)
    assert await state(evening) is ResultState.CONFIRMED


async def test_both_teams_of_a_table_are_asked(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.pick("preset", "plus_minus")
    await panel.fill("confirmation", tables=["yes"])
    await deal_teams(evening, "two_headed_giant", {"Red": "Ben, Eve", "Blue": "Cy, Dee"})
    await evening.types("Cy", "concede")
    for who in ("Ben", "Eve", "Cy", "Dee"):
        assert await state(evening) is ResultState.PENDING
        await evening.presses(who, "Confirm", message(evening, 1))
    assert await state(evening) is ResultState.CONFIRMED


async def test_silence_confirms_nothing_that_no_one_was_asked_about(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.fill("confirmation", hours="2")
    await report(evening, "Ben", "Ben, new Zoe, new Yan")
    assert "None of the players can confirm this, but a judge can.\n[Confirm]" in text(message(evening, 1))
    await evening.passes(minutes=100 * 60)
    assert await state(evening) is ResultState.PENDING
    await evening.types("Ana", "league result rule", result=1, verdict="accept", reason="seen")
    assert await state(evening) is ResultState.CONFIRMED


@pytest.mark.own_bot
async def test_who_is_asked_is_pinged_once_and_reminded_once(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy, Dee")
    assert pings(evening) == [{"Cy", "Dee"}]
    await evening.presses("Cy", "Confirm", message(evening, 1))
    await evening.passes(minutes=35 * 60)
    assert pings(evening) == [{"Cy", "Dee"}]
    await evening.passes(minutes=61)  # 36 hours have passed: 12 before the end of two days
    assert pings(evening) == [{"Cy", "Dee"}, {"Dee"}]
    dee = evening.people["Dee"].mention
    asked = message(evening, 1)
    assert f"**Reminder**: {dee}, please confirm or dispute this result." in text(asked)
    await evening.restart()
    await evening.passes(minutes=6 * 60)
    assert len(pings(evening)) == 2
    await evening.presses("Dee", "Confirm", asked)
    assert await state(evening) is ResultState.CONFIRMED
    told = [one for one in evening.chat() if one.startswith("### Friday: result 1")]
    assert ["**Confirmed.**" in one for one in told] == [True, True]


async def test_a_league_chooses_when_it_reminds_or_never(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.fill("trust", remind="0")
    await report(evening, "Ben", "Ben, Cy")
    await panel.fill("trust", remind="40")
    await report(evening, "Ben", "Ben, Dee")
    await evening.passes(minutes=23 * 60)
    assert pings(evening) == [{"Cy"}, {"Dee"}]
    await evening.passes(minutes=2 * 60)  # 40 hours are more than half of 48: so after 24
    assert pings(evening) == [{"Cy"}, {"Dee"}, {"Dee"}]


async def test_no_one_is_reminded_of_what_is_settled(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await evening.presses("Cy", "Confirm", message(evening, 1))
    await evening.passes(minutes=47 * 60)
    assert pings(evening) == [{"Cy"}]


async def test_a_tables_players_are_pinged_too(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.pick("preset", "plus_minus")
    await panel.fill("confirmation", tables=["yes"])
    await deal_teams(evening, "two_headed_giant", {"Red": "Ben, Zoe", "Blue": "Cy, Dee"})
    await evening.types("Cy", "concede")
    assert pings(evening)[-1] == {"Ben", "Cy", "Dee"}


@pytest.mark.own_bot
async def test_who_likes_is_asked_in_private_and_answers_there(evening: Evening) -> None:
    await wants_private(evening, "Cy")
    await report(evening, "Ben", "Ben, Cy, Dee")
    assert pings(evening) == [{"Dee"}]
    (asked,) = private(evening, "Cy")
    assert text(asked).startswith("### Friday: result 1")
    await evening.restart()
    await evening.passes(minutes=37 * 60)
    assert pings(evening) == [{"Dee"}, {"Dee"}]
    assert "please confirm or dispute" in text(private(evening, "Cy")[-1])
    await evening.people["Cy"].user.click(asked, label="Confirm")
    await evening.env.settle()
    assert "Confirmed by Cy." in text(message(evening, 1))
    shown = message_of(await evening.people["Cy"].user.click(asked, label="Confirm"))
    assert text(shown) == "You've already confirmed this result. A judge can still edit it."
    await evening.types("Dee", "league result confirm", result=1)
    assert await state(evening) is ResultState.CONFIRMED


async def test_who_can_no_longer_be_written_to_is_asked_where_the_result_is_shown(evening: Evening) -> None:
    """Discord was away at the first attempt, and has then closed the account to messages."""
    await wants_private(evening, "Cy")
    evening.env.inject_error("POST", "/users/@me/channels", status=500, times=5)
    evening.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=5)
    await report(evening, "Ben", "Ben, Cy")
    assert pings(evening) == []
    await evening.passes(minutes=15)
    assert pings(evening) == [{"Cy"}]
    assert evening.errors()


async def test_a_dispute_may_come_in_private(evening: Evening) -> None:
    await wants_private(evening, "Cy")
    await report(evening, "Ben", "Ben, Cy")
    (asked,) = private(evening, "Cy")
    form = await evening.people["Cy"].user.click(asked, label="Dispute…")
    await evening.people["Cy"].user.submit_modal(form, {"reason": "I won"})
    await evening.env.settle()
    assert await state(evening) is ResultState.DISPUTED
    (thread,) = evening.channel.threads
    assert any("> Cy: I won" in text(one) for one in thread.history())


@pytest.mark.own_bot
async def test_what_an_earlier_version_has_kept_is_asked_and_follows(evening: Evening) -> None:
    """It has set a deadline to ping Cy, and has noted a reminder's message beside the outbox."""
    await report(evening, "Ben", "Ben, Cy, Dee")
    league = await evening.league()
    due = Deadline(DeadlineKind.CALLED, f"{league}:1", evening.now(), f"{REMINDER} 2")
    await evening.games.deadlines.set(due)
    await evening.until(lambda: pings(evening)[1:] == [{"Cy"}])
    (asked,) = [one for one in evening.channel.history() if "**Reminder**" in text(one)]
    await evening.restart()
    await evening.database.write(("DELETE FROM outbox", ()))
    noted = LeagueMessage(evening.channel.id, asked.id)
    await evening.games.leagues.show(league, REMINDER, 1, noted)
    for who in ("Cy", "Dee"):
        await evening.presses(who, "Confirm", message(evening, 1))
    await evening.until(
        lambda: (
            [one.id for one in evening.channel.history() if "**Confirmed.**" in text(one)][-1:] == [asked.id]
        )
    )
    assert await evening.games.leagues.queries.message(league, REMINDER, 1) is None
