"""Leagues whose channel is hidden from the bot for a while."""

import pytest

from storage.games.games import Request
from storage.settings.definitions import LANGUAGE, Level
from tests.cogs.leagues.test_asking import pings, wants_private
from tests.cogs.leagues.test_seasons import played
from tests.support.evening import Evening
from tests.support.hiding import hide, show, start_while_hidden
from tests.support.leagues import (
    Panel,
    champions_role,
    create,
    disputes,
    judge_role,
    message,
    open_to_all,
    private,
    report,
    saying,
)
from tests.support.messages import text
from tests.support.tables import deal
from tests.support.threads import archived, in_thread


def reminders(evening: Evening) -> int:
    return sum("**Reminder**" in one for one in evening.chat())


async def elsewhere(evening: Evening, who: str, command: str, **options: object) -> None:
    """Let someone type a command in another channel, which the bot sees."""
    channel, evening.channel = evening.channel, evening.server.create_text_channel("elsewhere")
    try:
        await evening.types(who, command, **options)
    finally:
        evening.channel = channel
        await evening.env.settle()


async def test_standings_and_results_are_up_to_date_once_the_bot_sees_them(evening: Evening) -> None:
    await evening.types("Ana", "league board")
    await report(evening, "Ben", "Ben, Cy")
    await hide(evening)
    rule = {"result": 1, "verdict": "accept", "reason": "seen"}
    await elsewhere(evening, "Ana", "league result rule", league="Friday", **rule)
    assert "Ben  " not in text(saying(evening, "-# Updates automatically."))
    await show(evening)
    assert "1. Ben         5 1–0–0" in text(saying(evening, "-# Updates automatically."))
    assert "Awaiting confirmation" not in text(message(evening, 1))


async def test_a_result_is_up_to_date_once_the_bot_sees_a_channel_that_does_not_count_for_its_league(
    evening: Evening,
) -> None:
    here, evening.channel = evening.channel, evening.server.create_text_channel("elsewhere")
    await report(evening, "Ben", "Ben, Cy", league="Friday")
    there, evening.channel = evening.channel, here
    await hide(evening, there.id)
    rule = {"result": 1, "verdict": "accept", "reason": "seen"}
    await evening.types("Ana", "league result rule", league="Friday", **rule)
    (asked,) = there.history()
    assert "Awaiting confirmation" in text(asked)
    await show(evening, there.id)
    assert "Awaiting confirmation" not in text(there.history()[-1])


async def test_a_season_ends_with_its_champion_though_no_one_can_be_told(evening: Evening) -> None:
    await open_to_all(evening)
    role = await champions_role(evening)
    await (await Panel(evening).open()).pick("champion", role)
    await evening.types("Ana", "league season open", name="Autumn")
    await played(evening, "Ben, Cy")
    await evening.passes(minutes=5)
    await hide(evening)
    await evening.games.leagues.seasons.close(
        await evening.league(), Request(evening.people["Ana"].id, "Ana", 77)
    )
    ben = evening.env.backend.get_guild(evening.server.id).members[evening.people["Ben"].id]
    await evening.until(lambda: role.id in ben.role_ids)
    await show(evening)
    await evening.until(lambda: "final standings, Autumn" in "\n".join(evening.chat()))


@pytest.mark.own_bot
async def test_moved_standings_say_so_once_the_bot_sees_their_channel(evening: Evening) -> None:
    await evening.types("Ana", "league board")
    await hide(evening)
    await elsewhere(evening, "Ana", "league board")
    assert "No confirmed results yet." in text(saying(evening, "-# Updates automatically."))
    await evening.restart()
    await show(evening)
    await evening.until(lambda: "The standings have moved" in evening.chat()[-1])


async def test_who_has_not_confirmed_is_reminded_once_the_bot_sees_the_channel(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await hide(evening)
    await evening.passes(minutes=40 * 60)
    assert reminders(evening) == 0
    await show(evening)
    await evening.until(lambda: reminders(evening) == 1)


@pytest.mark.own_bot
async def test_a_dispute_that_was_ruled_on_meanwhile_says_so_once_the_bot_sees_its_thread(
    evening: Evening,
) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await disputes(evening, "Cy", 1, "no")
    (thread,) = evening.channel.threads
    await start_while_hidden(evening, evening.channel.id)
    rule = {"result": 1, "verdict": "accept", "reason": "seen"}
    await elsewhere(evening, "Ana", "league result rule", league="Friday", **rule)
    await show(evening)
    (asked,) = thread.history()
    assert "**Confirmed.**" in text(asked)


@pytest.mark.own_bot
async def test_a_table_in_a_thread_is_reminded_once_the_bot_sees_its_channel(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("confirmation", tables=["yes"])
    channel = evening.channel.id
    await in_thread(evening)
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "concede")
    await start_while_hidden(evening, channel)
    await evening.passes(minutes=40 * 60)
    await show(evening, channel)
    await evening.until(lambda: reminders(evening) == 1)


@pytest.mark.own_bot
async def test_a_report_in_a_thread_without_a_game_is_reminded_of_once_the_bot_sees_its_channel(
    evening: Evening,
) -> None:
    here, evening.channel = evening.channel, evening.server.create_text_channel("elsewhere")
    await create(evening, "Sunday")
    evening.channel, channel = here, here.id
    await in_thread(evening)
    assert "### Friday" in (await report(evening, "Ben", "Ben, Cy")).text, "as in the thread's channel"
    await start_while_hidden(evening, channel)
    await evening.passes(minutes=40 * 60)
    await show(evening, channel)
    await evening.until(lambda: reminders(evening) == 1)


async def test_a_report_in_a_thread_that_has_archived_itself_is_reminded_of_in_its_channels_language(
    evening: Evening,
) -> None:
    channel = evening.channel.id
    await in_thread(evening)
    await report(evening, "Ben", "Ben, Cy")
    await archived(evening)
    await evening.settings.choose(Level.CHANNEL, channel, LANGUAGE, "de")
    await evening.passes(minutes=40 * 60)
    await evening.until(lambda: sum("**Erinnerung**" in one for one in evening.chat()) == 1)


def refuse_private(evening: Evening, who: str) -> None:
    """Let someone refuse direct messages from the server's bots."""
    path = f"/channels/{evening.people[who].user.dm_channel.id}/messages"
    evening.env.inject_error("POST", path, status=403, code=50007)


async def test_who_takes_no_direct_messages_is_reminded_in_the_channel_and_others_once(
    evening: Evening,
) -> None:
    for who in ("Cy", "Dee"):
        await wants_private(evening, who)
    await report(evening, "Ben", "Ben, Cy, Dee")
    await hide(evening)
    refuse_private(evening, "Dee")
    await evening.passes(minutes=40 * 60)
    assert pings(evening) == []
    await show(evening)
    await evening.until(lambda: pings(evening) == [{"Dee"}])
    assert ["**Reminder**" in text(one) for one in private(evening, "Cy")] == [False, True]


async def test_who_takes_no_direct_messages_is_asked_in_the_channel_once_the_bot_sees_it(
    evening: Evening,
) -> None:
    await (await Panel(evening).open()).fill("confirmation", tables=["yes"])
    await deal(evening, names="Ben, Cy")
    for who in ("Ben", "Cy"):
        await wants_private(evening, who)
    await hide(evening)
    refuse_private(evening, "Ben")
    before = len(pings(evening))
    await evening.types("Cy", "concede")
    await evening.passes(minutes=5)
    await show(evening)
    await evening.until(lambda: pings(evening)[before:] == [{"Ben"}])
    assert len(private(evening, "Cy")) == 1


async def test_the_panel_names_the_channels_that_the_bot_does_not_see(evening: Evening) -> None:
    judges = evening.server.create_text_channel("judges")
    await (await Panel(evening).open()).pick("judges", judges)
    assert "Arbiter can't see" not in (await Panel(evening).open()).text
    await hide(evening, judges.id)
    warning = f"⚠️ Arbiter can't see <#{judges.id}>, so it posts nothing there."
    assert warning in (await Panel(evening).open()).text


async def test_pings_of_judges_are_not_doubted_where_the_bot_cannot_know(evening: Evening) -> None:
    await judge_role(evening)
    await hide(evening)
    shown = await evening.types("Ana", "settings")
    assert "Discord doesn't deliver pings" not in shown.text
