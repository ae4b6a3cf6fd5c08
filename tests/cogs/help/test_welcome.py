"""The first minute in a server: the welcome, its buttons and the demo game."""

from typing import Any

import discord
import pytest
import simcord
from simcord.backend.serializers import guild_create_payload

from storage.settings.definitions import LANGUAGE, MAY_ENTER, VARIANT, Level
from tests.support.evening import Evening
from tests.support.messages import buttons, message_of, text
from tests.support.tables import deal

START = ["Start a demo game", "New game", "What can it do?"]


async def invite(evening: Evening, *, after_outage: bool = False) -> None:
    """The bot comes into the server, or the server comes back to it; Discord says which by one field."""
    backend = evening.env.backend
    gone: dict[str, Any] = {"id": str(evening.server.id)}
    backend.emit("GUILD_DELETE", {**gone, "unavailable": True} if after_outage else gone)
    here: dict[str, Any] = {**guild_create_payload(backend, backend.guilds[evening.server.id])}
    here.pop("unavailable", None)
    backend.emit("GUILD_CREATE", {**here, "unavailable": False} if after_outage else here)
    await evening.env.settle()


def welcomes(channel: simcord.ChannelHandle) -> list[discord.Message]:
    return [message for message in channel.history() if buttons(message) == START]


@pytest.mark.own_bot
async def test_an_invited_bot_says_hello_once(evening: Evening) -> None:
    assert welcomes(evening.channel) == []
    await invite(evening)
    [hello] = welcomes(evening.channel)
    assert text(hello).startswith("## Hello, I'm Arbiter\n")
    await invite(evening)  # Discord may tell of a server twice
    await invite(evening, after_outage=True)
    await evening.restart()
    await invite(evening)
    assert welcomes(evening.channel) == [hello]


async def test_who_has_played_here_is_not_greeted_as_new(evening: Evening) -> None:
    """As in a server without the bot, or one that invites it again."""
    await deal(evening)
    await evening.types("Ana", "game end")
    await invite(evening)
    (hello,) = welcomes(evening.channel)
    assert "Try the demo game" not in text(hello)
    async with evening.elsewhere() as other:
        await invite(other)
        (hello,) = welcomes(other.channel)
        assert "Try the demo game" in text(hello)


async def test_the_hello_is_in_the_servers_language(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "de")
    await invite(evening)
    last = list(evening.channel.history())[-1]
    assert text(last).startswith("## Hallo, ich bin Arbiter\n")
    assert buttons(last) == ["Probepartie starten", "Neue Partie", "Was kann er?"]


async def test_a_server_that_comes_back_long_after_the_invitation_is_not_greeted(evening: Evening) -> None:
    await evening.passes(minutes=120)
    await evening.types("Ana", "coin")  # by which the bot knows Discord's time
    await invite(evening)
    assert welcomes(evening.channel) == []


async def test_the_system_channel_comes_first(evening: Evening) -> None:
    news = evening.server.create_text_channel("news")
    evening.env.backend.guilds[evening.server.id].system_channel_id = news.id
    await invite(evening)
    assert (len(welcomes(news)), len(welcomes(evening.channel))) == (1, 0)


async def test_a_bot_that_may_write_nowhere_says_nothing(evening: Evening) -> None:
    channel = evening.text_channel
    await channel.set_permissions(channel.guild.me, send_messages=False)
    await invite(evening)
    assert welcomes(evening.channel) == []


async def test_the_demo_game_goes_as_it_is_described(evening: Evening) -> None:
    await invite(evening)
    [hello] = welcomes(evening.channel)
    told = await evening.presses("Eve", "Start a demo game", hello)
    assert told.private
    assert "Kim, Max and Zoe are guests" in told.text
    assert [
        f"{name} · {life}" in evening.board() for name, life in (("Eve", 40), ("Kim", 40), ("Max", 3))
    ] == [True] * 3
    await evening.presses("Eve", "−5")
    assert "Eve · 35" in evening.board()
    await evening.types("Eve", "life lose", amount=5, who="Max")
    assert "Max loses the game" in evening.chat()[-1].replace("*", "")
    await evening.presses("Eve", "Undo")
    assert "Max · 3 (guest)" in evening.board()
    await evening.env.settle()
    (lost,) = (one.content for one in evening.channel.history() if "Max** loses the game" in one.content)
    assert lost.startswith("~~")
    assert lost.endswith("~~ (undone by Eve)")


@pytest.mark.own_bot
async def test_the_demo_ends_at_one_press_and_makes_room(evening: Evening) -> None:
    await invite(evening)
    [hello] = welcomes(evening.channel)
    result = await evening.people["Eve"].click(hello, label=START[0])
    steps = result.followups[-1]
    assert "game" in await evening.refused_press("Ben", START[0], hello)
    await evening.restart()
    await evening.people["Eve"].click(steps, label="End the demo")
    assert buttons(steps) == START, "it leads on"
    await evening.presses("Ben", "New game", hello)
    assert "Commander" in evening.board()
    assert "1. Ben" in evening.board()


@pytest.mark.own_bot
async def test_a_new_game_is_what_the_channel_plays(evening: Evening) -> None:
    await evening.settings.choose(Level.CHANNEL, evening.channel.id, VARIANT, "brawl")
    await invite(evening)
    [hello] = welcomes(evening.channel)
    await evening.restart()
    await evening.presses("Dee", "New game", hello)
    assert "Brawl" in evening.board()


async def test_where_judges_enter_everything_others_get_no_demo(evening: Evening) -> None:
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_ENTER, "judges")
    await invite(evening)
    [hello] = welcomes(evening.channel)
    assert await evening.refused_press("Ben", START[0], hello)
    await evening.presses("Ana", START[0], hello)
    assert "Max · 3 (guest)" in evening.board()


async def test_help_has_the_same_buttons_and_leads_to_every_topic(evening: Evening) -> None:
    result = message_of(await evening.people["Eve"].slash(evening.channel, "help"))
    assert buttons(result) == START
    told = await evening.people["Eve"].click(result, label="What can it do?")
    assert told.acknowledged
    assert text(result).startswith("## What Arbiter does\n")
    await evening.people["Eve"].select(result, ["Leagues"])
    assert text(result).startswith("## Leagues\n")
    assert result.ephemeral
