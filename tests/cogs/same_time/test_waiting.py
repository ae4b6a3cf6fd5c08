"""Results of leagues and pictures wait until nothing more can have happened at the same time (30 seconds)."""

import discord
import pytest

from storage.settings.definitions import CHART, SAME_TIME, Level
from tests.cogs.same_time.test_same_time import carrying, last_telling
from tests.support.evening import Evening
from tests.support.http_faults import Network
from tests.support.http_faults import network as network
from tests.support.leagues import create, points
from tests.support.messages import message_of, verbs
from tests.support.tables import deal
from tests.support.wording import counts, gist


@pytest.fixture
async def league(evening: Evening) -> Evening:
    """An evening with a league, whose results wait."""
    await evening.as_by_default(SAME_TIME)
    await create(evening)
    return evening


async def ends(league: Evening) -> None:
    """Ben and Cy play, and Cy concedes."""
    await deal(league, names="Ben, Cy")
    await league.types("Cy", "concede")


async def one_picture_comes(evening: Evening) -> None:
    """Wait until a game's picture is posted, and see that it is the only one."""
    for _ in range(100):
        if any(one.attachments for one in evening.channel.history()):
            break
        await evening.passes(seconds=0.1)
    assert len([one for one in evening.channel.history() if one.attachments]) == 1


async def test_a_result_waits_and_the_announcement_does_not(league: Evening) -> None:
    await deal(league, names="Ben, Cy")
    ended = await league.types("Cy", "concede")
    assert "Ben CR 104.2a" in gist(ended.text)
    assert "Friday" not in ended.text
    assert await points(league) == []
    await league.passes(seconds=29)
    assert await points(league) == []
    assert "together" in verbs(carrying(league))
    await league.passes(seconds=2)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    told = last_telling(league, "conceded")
    assert told.content.splitlines()[0] == ended.text.splitlines()[0]
    assert counts(told.content, "Friday", 1)
    assert "together" not in verbs(told)


async def test_what_joins_is_the_only_result(league: Evening) -> None:
    """A draw, where each gets 1 point, and no win before it (104.4a)."""
    await league.settings.choose(Level.CHANNEL, league.channel.id, SAME_TIME, "100")
    await deal(league, "two_player", "Ben, Cy")
    for who in ("Ben", "Cy"):
        await league.types(who, "life set", to=5)
    await league.types("Ben", "life lose", amount=5)
    await league.passes(seconds=50)
    late = message_of(await league.people["Cy"].slash(league.channel, "life lose", amount=5))
    await league.people["Cy"].click(late, custom_id=verbs(late)["joinlate"])
    assert "(CR 104.4a)" in league.chat()[-1]
    await league.passes(seconds=60)
    assert await points(league) == [], "the first ending's time is over, the second one's is not"
    await league.passes(seconds=60)
    rows = await points(league)
    assert sorted(row.split("**")[3] for row in rows) == ["Ben", "Cy"]
    assert len({row.rpartition(" ")[2] for row in rows}) == 1, "a draw is worth the same to both"
    shown = (await league.types("Ana", "league result show", result=1)).text
    assert "Confirmed" in shown
    refused = (await league.types("Ana", "league result show", result=2)).text
    assert refused == "This league has no result number 2."


async def test_an_undo_meanwhile_leaves_nothing(league: Evening) -> None:
    await ends(league)
    await league.types("Cy", "undo")
    await league.passes(minutes=2)
    assert await points(league) == []
    assert all("Counts in" not in line for line in league.chat())


@pytest.mark.own_bot
async def test_a_restart_meanwhile_changes_nothing(league: Evening) -> None:
    await ends(league)
    await league.restart(away=60)
    await league.passes(seconds=1)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
    told = last_telling(league, "conceded")
    assert counts(told.content, "Friday", 1)
    assert "together" not in verbs(told)


async def test_a_rematch_meanwhile_keeps_the_result(league: Evening) -> None:
    await ends(league)
    await league.presses("Ben", "Rematch")
    await league.passes(seconds=31)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]


async def test_a_loss_that_ends_nothing_loses_its_button_too(league: Evening) -> None:
    await deal(league, names="Ben, Cy, Dee")
    await league.types("Cy", "concede")
    assert "together" in verbs(carrying(league))
    await league.passes(seconds=31)
    told = last_telling(league, "conceded")
    assert "together" not in verbs(told)
    assert gist(told.content) == ["Cy CR 104.3a"]


async def test_the_picture_waits(evening: Evening) -> None:
    await evening.as_by_default(SAME_TIME, CHART)
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "life lose", amount=3)
    await evening.types("Cy", "concede")
    assert not any(one.attachments for one in evening.channel.history())
    await evening.passes(seconds=31)
    await one_picture_comes(evening)


async def test_a_lost_answer_is_announced_with_the_button(league: Evening) -> None:
    """The announcement that stands in for the answer has the button, and loses it when the time is over."""
    await deal(league, names="Ben, Cy")
    league.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=1)
    await league.people["Cy"].slash(league.channel, "concede")
    league.errors()  # that the answer was lost
    await league.passes(seconds=11)
    told = last_telling(league, "conceded")
    assert "together" in verbs(told)
    await league.passes(seconds=31)
    told = last_telling(league, "conceded")
    assert "together" not in verbs(told)
    assert counts(told.content, "Friday", 1)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]


@pytest.mark.own_bot
async def test_a_button_that_was_sent_before_a_kill_goes_after_it(league: Evening, network: Network) -> None:
    """Discord has the announcement of a loss that ends nothing, and the bot ends before it hears so."""
    await deal(league, names="Ben, Cy, Dee")
    league.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=1)
    network.lose_answers("POST", "/channels/*/messages")
    await league.people["Cy"].slash(league.channel, "concede")
    await league.passes(seconds=11)
    assert "together" in verbs(last_telling(league, "conceded"))
    await league.restart(settled=True)
    league.errors()  # that both answers were lost
    await league.passes(seconds=31)
    assert "together" not in verbs(last_telling(league, "conceded"))


async def test_a_message_that_is_gone_keeps_nothing_waiting(league: Evening) -> None:
    await ends(league)
    role = league.server.create_role("Janitor", permissions=discord.Permissions(manage_messages=True))
    janitor = league.server.add_member(league.env.create_user("janitor"), roles=[role])
    await janitor.delete(last_telling(league, "conceded"))
    await league.passes(seconds=31)
    assert await points(league) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]
