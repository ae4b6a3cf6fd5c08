"""Disputes: a thread with those involved, a judge's ruling, and its consequences; through restarts."""

import discord
import pytest

from rules.leagues.result import ResultNumber
from rules.leagues.review import ResultState
from tests.support.evening import Evening
from tests.support.leagues import Panel, disputes, judge_role, message, report, standings, state
from tests.support.messages import said, text
from tests.support.tables import deal
from tests.support.threads import archived, is_archived


def thread_message(evening: Evening) -> discord.Message:
    (thread,) = evening.channel.threads
    return [one for one in thread.history() if "A judge rules" in text(one) or "### Friday" in text(one)][-1]


@pytest.mark.own_bot
async def test_a_dispute_opens_a_thread_and_a_ruling_closes_it(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await disputes(evening, "Cy", 1, "I won *that*")
    assert await state(evening, 1) is ResultState.DISPUTED
    assert "**Disputed** by **Cy**." in text(message(evening, 1))
    asked = thread_message(evening)
    ben, cy = evening.people["Ben"].mention, evening.people["Cy"].mention
    assert "> Cy: I won \\*that\\*" in text(asked)
    assert f"{ben} {cy}: what happened? A judge will rule." in text(asked)
    assert (await evening.refused_press("Ben", "Accept…", asked)).key == "league_judges_only"
    await evening.restart()
    shown = await evening.people["Ana"].click(asked, label="Edit…")
    await evening.restart()
    answer = said(
        await evening.people["Ana"].submit_modal(
            shown, {"players": f"{cy}, {ben}", "draw": ["none"], "reason": "seen it"}
        )
    )
    assert (answer.text, answer.private) == ("Your ruling has been posted.", True)
    await evening.env.settle()
    assert await state(evening, 1) is ResultState.CONFIRMED
    assert "**1.** **Cy**\n**2.** **Ben**" in text(message(evening, 1))
    assert "[Accept…]" not in text(thread_message(evening))
    assert "ruling: result 1 changed to Cy beat Ben – seen it" in text(thread_message(evening))
    assert [line.partition(" points")[0] for line in await standings(evening)] == [
        "**1.** **Cy** 5",
        "**2.** **Ben** 0",
    ]


@pytest.mark.own_bot
async def test_silence_settles_a_result_as_the_league_says_also_after_a_restart(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await evening.restart()
    await evening.passes(minutes=47 * 60)
    assert await state(evening, 1) is ResultState.PENDING
    await evening.passes(minutes=2 * 60)
    assert await state(evening, 1) is ResultState.CONFIRMED
    assert "**Confirmed.**\n-# Points: " in text(message(evening, 1))


@pytest.mark.own_bot
async def test_what_was_due_while_the_bot_was_away_is_settled_when_it_is_back(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("confirmation", silence=["void"], hours="2")
    await report(evening, "Ben", "Ben, Cy")
    await report(evening, "Ben", "Ben, Dee")
    await disputes(evening, "Dee", 2, "no")
    await evening.restart(away=3 * 3600)
    await evening.passes(seconds=1)
    assert await state(evening, 1) is ResultState.VOID
    assert "**Void**" in text(message(evening, 1))
    assert await state(evening, 2) is ResultState.DISPUTED


async def test_no_one_confirms_for_another_and_a_second_press_is_answered(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy, Dee")
    shown = message(evening, 1)
    outside = "Only players in this result who didn't report it can confirm it."
    assert await evening.refused_press("Fay", "Confirm", shown) == outside
    assert await evening.refused_press("Ben", "Confirm", shown) == outside
    assert (await evening.presses("Fay", "Dispute…", shown)).text == (
        "Only players in this result can dispute it. Tell a judge what's wrong."
    )
    await evening.presses("Cy", "Confirm", shown)
    again = await evening.presses("Cy", "Confirm", shown)
    assert again.text == "You've already confirmed this result. A judge can still edit it."
    await evening.delivered_again()
    await evening.at_once(evening.presses("Dee", "Confirm", shown), evening.presses("Dee", "Confirm", shown))
    assert await state(evening, 1) is ResultState.CONFIRMED
    record = await evening.games.leagues.results.record(await evening.league(), ResultNumber(1))
    assert len(record.confirmed) == 2


@pytest.mark.own_bot
async def test_a_dispute_whose_thread_a_crash_made_unknown_goes_on_in_it(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await disputes(evening, "Cy", 1, "no")
    (thread,) = evening.channel.threads
    told = len(evening.chat())
    await evening.games.leagues.show(
        await evening.league(), "dispute", 1, None
    )  # as after a kill before it was written down
    await evening.restart(settled=True)
    assert [one.id for one in evening.channel.threads] == [thread.id]
    assert len(evening.chat()) == told
    asked = thread_message(evening)
    await evening.presses("Ana", "Accept…", asked)
    assert "[Accept…]" in text(asked)


@pytest.mark.own_bot
async def test_a_ruling_that_discord_forbids_to_show_is_shown_later(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await disputes(evening, "Cy", 1, "no")
    asked = thread_message(evening)
    path = f"/channels/{asked.channel.id}/messages/{asked.id}"
    evening.env.inject_error("PATCH", path, status=403, code=50001)
    await evening.types("Ana", "league result rule", result=1, verdict="accept", reason="seen")
    await evening.env.settle()
    assert "**Confirmed.**" not in text(thread_message(evening))
    await evening.restart(settled=True)
    assert "**Confirmed.**" in text(thread_message(evening))


async def test_a_ruling_is_shown_in_a_thread_that_has_archived_itself(evening: Evening) -> None:
    """Discord refuses edits there; the thread is closed afterwards, as by every ruling."""
    await report(evening, "Ben", "Ben, Cy")
    await disputes(evening, "Cy", 1, "no")
    (thread,), channel = evening.channel.threads, evening.channel
    evening.channel = thread
    await archived(evening)
    evening.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083)
    evening.channel = channel
    await evening.types("Ana", "league result rule", result=1, verdict="accept", reason="seen")
    await evening.env.settle()
    evening.channel = thread
    assert any("**Confirmed.**" in text(one) for one in thread.history())
    assert await is_archived(evening)


async def test_without_leave_for_threads_the_channel_hears_of_it(evening: Evening) -> None:
    channel = evening.text_channel
    await channel.set_permissions(channel.guild.me, create_public_threads=False)
    await report(evening, "Ben", "Ben, Cy")
    await disputes(evening, "Cy", 1, "no")
    assert evening.channel.threads == []
    assert "what happened? A judge will rule." in evening.chat()[-1]


async def test_a_tables_result_is_disputed_and_the_judges_are_called(evening: Evening) -> None:
    judges = await judge_role(evening, "Fay")
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "concede")
    assert len(await standings(evening)) == 2
    await evening.types("Cy", "league result dispute", result=1, reason="that was a joke")
    (thread,) = evening.channel.threads
    (asked,) = thread.history()
    assert f"<@&{judges.id}>: what happened? A judge will rule." in text(asked)
    assert await standings(evening) == []
    ruled = await evening.types("Fay", "league result rule", result=1, verdict="void", reason="it was")
    assert "*void*" in ruled.text
    await evening.types("Ana", "undo")
    assert await state(evening, 1) is ResultState.WITHDRAWN
    await evening.types("Cy", "redo")
    assert await state(evening, 1) is ResultState.VOID
