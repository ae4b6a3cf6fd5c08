"""The organizers' inbox, judges who hear of disputes, and seasons that don't close over open results."""

from typing import Any

import pytest

from cogs.core.messaging import SEND_RETRY_DELAY
from rules.leagues.review import ResultState
from tests.support.evening import Evening
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.leagues import (
    Panel,
    champions_role,
    disputes,
    judge_role,
    message,
    nonces,
    private,
    report,
    standings,
    state,
)
from tests.support.messages import Said, message_of, private_message_of, said, text
from tests.support.panels import forget
from tests.support.tables import deal
from tests.support.wording import gist


def lines(shown: Said | str) -> list[str]:
    return (shown if isinstance(shown, str) else shown.text).splitlines()


async def judges_channel(evening: Evening) -> Any:
    channel = evening.server.create_text_channel("judges")
    await (await Panel(evening).open()).pick("judges", channel)
    return channel


async def test_the_inbox_has_a_line_for_everything_that_waits(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, Cy")
    await report(evening, "Ben", "Ben, Dee")
    await disputes(evening, "Dee", 2, "no")
    await report(evening, "Ben", "Ben, new Zoe")
    shown = await evening.types("Ana", "league inbox")
    assert shown.private
    read = lines(shown)
    assert read[:3] == [
        "### Friday: inbox",
        "**Disputed**: `2` Ben beat Dee",
        "**Only a judge can confirm**: `3` Ben beat Zoe",
    ]
    assert read[3].startswith("**Awaiting confirmation** from Cy: `1` Ben beat Cy · <t:")
    assert (await evening.refused("Ben", "league inbox")).key == "league_judges_only"


@pytest.mark.own_bot
async def test_it_is_kept_in_the_judges_channel(evening: Evening) -> None:
    channel = await judges_channel(evening)
    await report(evening, "Ben", "Ben, Cy")
    assert list(channel.history()) == []  # no one but Cy has anything to do
    await report(evening, "Ben", "Ben, new Zoe")
    (kept,) = channel.history()
    assert "**Only a judge can confirm**: `2` Ben beat Zoe" in text(kept)
    opened = message_of(await evening.people["Ana"].click(kept, custom_id="arbiter-league:open:1:2:0"))
    form = await evening.people["Ana"].click(opened, label="Accept…")
    await evening.people["Ana"].submit_modal(form, {"reason": "seen"})
    assert await state(evening, 2) is ResultState.CONFIRMED
    await evening.restart(settled=True)
    (kept,) = channel.history()
    assert "Only a judge" not in text(kept)
    evening.refusal()
    refused = said(await evening.people["Ben"].click(kept, label="Open"))
    assert (refused.private, evening.refusal()) == (True, "league_judges_only")


@pytest.mark.own_bot
async def test_a_digest_comes_every_day_while_there_is_something_in_it(evening: Evening) -> None:
    channel = await judges_channel(evening)
    panel = await Panel(evening).open()
    await panel.fill("trust", digest=["yes"])
    await evening.passes(minutes=25 * 60)
    assert list(channel.history()) == []
    await report(evening, "Ben", "Ben, Cy")
    await evening.passes(minutes=23 * 60)
    (first,) = channel.history()
    assert "**Awaiting confirmation** from Cy: `1` Ben beat Cy" in text(first)
    await report(evening, "Ben", "Ben, new Zoe")
    await evening.restart()
    await evening.passes(minutes=24 * 60)
    (second,) = channel.history()
    assert second.id != first.id
    assert "**Only a judge can confirm**: `2` Ben beat Zoe" in text(second)
    await panel.fill("trust", digest=["no"])
    await evening.passes(minutes=48 * 60)
    (third,) = channel.history()
    assert third.id == second.id


@pytest.mark.own_bot
@pytest.mark.parametrize("carried_out", [False, True])
async def test_a_lost_connection_leaves_the_new_inbox_and_not_the_earlier_one(
    evening: Evening, network: Network, carried_out: bool
) -> None:
    channel = await judges_channel(evening)
    panel = await Panel(evening).open()
    await panel.fill("trust", digest=["yes"])
    await report(evening, "Ben", "Ben, new Zoe")
    (first,) = channel.history()
    lose = network.lose_answers if carried_out else network.lose_requests
    lose("DELETE", f"/channels/{channel.id}/messages/*")
    await evening.passes(minutes=24 * 60 + 5)
    (second,) = channel.history()
    assert second.id != first.id
    assert len(nonces(evening, "Ben beat Zoe")) == 2  # Discord would answer a repetition with the second
    assert evening.errors()
    await report(evening, "Ben", "Ben, new Yan")
    (kept,) = channel.history()
    assert kept.id == second.id
    assert "`2` Ben beat Yan" in text(kept)


async def test_an_inbox_that_may_have_arrived_is_not_sent_to_someone_else(
    evening: Evening, network: Network
) -> None:
    """Ana has got it, though its answer was lost; before it is sent again Dee is the judge who acted last."""
    role = evening.server.roles["Moderator"]
    evening.env.backend.add_member_role(evening.server.id, evening.people["Dee"].id, role.id)
    await report(evening, "Ben", "Ben, Cy")
    network.lose_answers("POST", f"/channels/{evening.people['Ana'].user.dm_channel.id}/messages")
    await disputes(evening, "Cy", 1, "I won")
    await evening.types("Dee", "league result rule", result=1, verdict="accept", reason="seen")
    await evening.passes(seconds=SEND_RETRY_DELAY)
    assert evening.errors()
    assert [len(private(evening, who)) for who in ("Ana", "Dee")] == [1, 0]


async def test_without_a_channel_the_organizer_has_it_in_private(evening: Evening) -> None:
    """Ana began the league and moderates; the buttons work in direct messages."""
    await report(evening, "Ben", "Ben, Cy")
    await disputes(evening, "Cy", 1, "I won")
    (kept,) = private(evening, "Ana")
    assert "**Disputed**: `1` Ben beat Cy" in text(kept)
    opened = message_of(await evening.people["Ana"].user.click(kept, label="Open"))
    form = await evening.people["Ana"].user.click(opened, label="Void…")
    await evening.people["Ana"].user.submit_modal(form, {"reason": "nobody saw"})
    await evening.env.settle()
    assert await state(evening) is ResultState.VOID
    (kept,) = private(evening, "Ana")
    assert "Nothing needs your attention." in text(kept)


async def test_an_organizer_whose_data_is_deleted_gets_no_more_of_it(evening: Evening) -> None:
    await report(evening, "Ben", "Ben, new Zoe")
    (kept,) = private(evening, "Ana")
    before = text(kept)
    await forget(evening, "Ana")
    await report(evening, "Ben", "Ben, new Yan")
    await evening.passes(minutes=1)
    (kept,) = private(evening, "Ana")
    assert text(kept) == before


async def test_broken_seals_and_suspicious_matchups_are_in_it(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("confirmation", tables=["yes"], meetings="2 / 24")
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "concede")
    for who in ("Ben", "Cy"):
        await evening.presses(who, "Confirm", message(evening, 1))
    await evening.types("Ana", "undo")
    await report(evening, "Ben", "Ben, Cy")
    shown = (await evening.types("Ana", "league inbox")).text
    assert "result 1 withdrawn by undo · ⚠️ although it was confirmed" in shown
    assert "**Ben** and **Cy** faced each other 2 times within 24 hours: results 1, 2." in shown


async def test_who_has_not_played_enough_is_counted(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.pick("by", "nobody")
    await panel.fill("ties", minimum="2")
    await evening.types("Ana", "league season open", name="Spring")
    await report(evening, "Ana", "Ben, Cy")
    await report(evening, "Ana", "Ben, Dee")
    shown = (await evening.types("Ana", "league inbox")).text
    assert "-# 2 players haven't played enough matches yet to be ranked." in shown


@pytest.mark.own_bot
async def test_a_season_does_not_close_over_open_results_in_silence(evening: Evening) -> None:
    await evening.types("Ana", "league season open", name="Spring")
    await report(evening, "Ben", "Ben, Cy")
    await report(evening, "Ben", "Ben, Dee")
    await disputes(evening, "Dee", 2, "no")
    await evening.passes(minutes=5)
    asked = private_message_of(await evening.people["Ana"].slash(evening.channel, "league season close"))
    read = lines(text(asked))
    assert read[:2] == [
        "### Friday: close season Spring?",
        "2 results aren't settled. They won't be in the final standings unless they are confirmed first.",
    ]
    assert any(line.startswith("**Disputed**: `2` Ben beat Dee") for line in read)
    assert any(line.startswith("**Awaiting confirmation** from Cy: `1`") for line in read)
    assert (await evening.games.leagues.state(await evening.league())).season is not None
    assert (await evening.refused("Ben", "league season close")).key == "league_judges_only"
    await evening.presses("Cy", "Confirm", message(evening, 1))
    await evening.restart()
    closed = said(await evening.people["Ana"].click(asked, label="Close anyway"))
    assert "Ben" in gist(closed.text)
    assert not closed.private
    assert (await evening.games.leagues.state(await evening.league())).season is None
    assert len(await standings(evening)) == 2


async def test_a_season_is_closed_from_the_inbox(evening: Evening) -> None:
    await evening.types("Ana", "league season open", name="Spring")
    await evening.passes(minutes=5)
    shown = message_of(await evening.people["Ana"].slash(evening.channel, "league inbox"))
    asked = message_of(await evening.people["Ana"].click(shown, label="Close season…"))
    closed = said(await evening.people["Ana"].click(asked, label="Close season"))
    assert "No one played this season." in closed.text


async def test_the_champions_role_and_what_it_lacks_are_said_when_a_season_opens(evening: Evening) -> None:
    role = await champions_role(evening)
    guild = evening.bot.get_guild(evening.server.id)
    assert guild is not None
    await (await Panel(evening).open()).pick("champion", role)
    opened = await evening.types("Ana", "league season open", name="Spring")
    assert lines(opened)[1] == f"-# The champion will get the role <@&{role.id}>."
    await evening.passes(minutes=5)
    await evening.types("Ana", "league season close")
    evening.env.backend.reorder_roles(
        evening.server.id, [{"id": str(role.id), "position": guild.me.top_role.position + 1}]
    )
    await evening.env.settle()
    opened = await evening.types("Ana", "league season open", name="High")
    assert lines(opened)[1].startswith(f"⚠️ The champion can't be given <@&{role.id}>: Arbiter needs the ")
    await evening.passes(minutes=5)
    await evening.types("Ana", "league season close")
    evening.env.backend.delete_role(evening.server.id, role.id)
    await evening.env.settle()
    opened = await evening.types("Ana", "league season open", name="Summer")
    assert lines(opened)[1] == (
        "⚠️ The season champion's role no longer exists. Choose another with `/league edit`."
    )


async def test_judges_are_pinged_so_that_discord_delivers_it(evening: Evening) -> None:
    """No one may mention the role, so its known members are pinged: Fay has judged before."""
    channel = evening.text_channel
    await channel.set_permissions(channel.guild.me, mention_everyone=False)
    role = await judge_role(evening, "Fay")
    await report(evening, "Ben", "Ben, Cy")
    await evening.types("Fay", "league result rule", result=1, verdict="accept", reason="seen")
    await report(evening, "Ben", "Ben, Dee")
    await disputes(evening, "Dee", 2, "no")
    sent = [one.json for one in evening.env.http_requests if one.method == "POST" and one.json is not None]
    (asked,) = [one for one in sent if "what happened?" in str(one)]
    fay = evening.people["Fay"]
    assert fay.mention in str(asked)
    assert str(fay.id) in [str(one) for one in asked["allowed_mentions"]["users"]]
    shown = message_of(await evening.people["Ana"].slash(evening.channel, "settings"))
    assert "⚠️ Discord doesn't deliver pings to the judge role." in text(shown)
    evening.env.backend.edit_role(evening.server.id, role.id, {"mentionable": True})
    await evening.env.settle()
    shown = message_of(await evening.people["Ana"].slash(evening.channel, "settings"))
    assert "⚠️" not in text(shown)
