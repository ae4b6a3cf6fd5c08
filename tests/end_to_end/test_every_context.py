"""Every command, form, button and list where the bot isn't or sees nothing, whatever Discord has offered."""

from collections.abc import Container, Mapping
from typing import cast

import pytest
from discord.app_commands import Command

from bot.client import Arbiter
from tests.bot.test_connections import NEEDS_BOT, OF_SERVERS
from tests.cogs import test_every_league_command as leagues
from tests.cogs.test_every_situation import EVERYTHING, TO_MEMBERS
from tests.end_to_end.test_said_once import bot, calm
from tests.end_to_end.test_said_once_outside import server
from tests.support.discord_api.messages import controls, readable
from tests.support.discord_api.objects import USER
from tests.support.discord_api.payloads import Attached, Option, Person, Place, command, submit, use
from tests.support.discord_api.server import DiscordServer
from tests.support.evening import Evening
from tests.support.hiding import hide
from tests.support.messages import text
from tests.support.tables import deal

__all__ = ("bot", "server")

LAST = {"game end", "privacy delete"}
"""What is typed once there is nothing more to do with the game."""
FORMS: Mapping[str, Mapping[str, object]] = {
    "card": {"name": "Exsanguinate"},
    "fix": {"step": "3"},
}
"""Commands that open a form, or lead to one, where they are typed so."""
OF_LEAGUES: Mapping[str, Mapping[str, object]] = {
    f"league {name}": options for name, options in {**leagues.LOOKS, **leagues.DEEDS}.items()
}
CLOSING = {"leave", "cancel", "start", "concede"}
"""What ends a lobby or the game of who presses it."""
GAME = {"variant": "commander", "players": "Ben, Cy"}
NO_OPTIONS: Mapping[str, object] = {}
FAULT = "reference"
"""What is read where something went wrong."""


def filled(name: str, options: Mapping[str, object]) -> Mapping[str, Option]:
    """The options of a command as Discord sends them, with a person or a file where it takes one."""
    found: dict[str, Option] = {}
    for option, value in options.items():
        if isinstance(value, tuple):
            file, content = cast("tuple[str, bytes]", value)
            found[option] = Attached(file, content)
        elif name in TO_MEMBERS:
            found[option] = Person(USER + 1)
        else:
            assert isinstance(value, str | int)
            found[option] = value
    return found


async def use_all(server: DiscordServer, place: Place, but: Container[str] = ()) -> int:
    """Press every button, choose in every list, and submit every form that opens; return their number.

    ``but``: verbs of the table that are left out.
    """
    forms = 0
    for message in [*server.messages.of(place.channel)]:
        for control in controls(message):
            if control["custom_id"].split(":")[1] in but:
                continue
            number = server.send_outside(place, use(control), int(message["id"]))
            text = await server.text_of(number)
            assert FAULT not in text, (control, text)
            forms += await submitted(server, place, number, int(message["id"]))
    return forms


async def submitted(server: DiscordServer, place: Place, number: int, message: int | None = None) -> int:
    """Submit the form that an interaction has opened; return 0 if it hasn't opened one."""
    if (form := server.answers[number].form) is None:
        return 0
    text = await server.text_of(server.send_outside(place, submit(form, "3"), message))
    assert FAULT not in text, (form, text)
    return 1


@pytest.mark.full
@pytest.mark.parametrize("place", Place)
async def test_everything_is_answered(server: DiscordServer, bot: Arbiter, place: Place) -> None:
    names = {one.qualified_name for one in bot.tree.walk_commands() if isinstance(one, Command)}
    options = {**EVERYTHING, **OF_LEAGUES, "league create": NO_OPTIONS}
    assert names == options.keys()
    forms = 0
    for players in ({}, {"players": "Ben, Cy"}):  # a lobby, and a game with its panels
        number = server.send_outside(place, command("game new", {"variant": "commander", **players}))
        assert await server.text_of(number)
        for _ in range(2):
            forms += await use_all(server, place, CLOSING)
            await calm(server)
        await server.text_of(server.send_outside(place, command("game end", {})))
    await server.text_of(server.send_outside(place, command("game new", GAME)))
    for name in sorted(names, key=lambda one: (one in LAST, one)):
        for given in (options[name], *([FORMS[name]] if name in FORMS else [])):
            number = server.send_outside(place, command(name, filled(name, given)))
            text = await server.text_of(number)
            assert FAULT not in text, (name, text)
            assert (NEEDS_BOT in text) >= (name.partition(" ")[0] in OF_SERVERS), (name, text)
            forms += await submitted(server, place, number)
    forms += await use_all(server, place)
    assert forms > len(FORMS)
    await calm(server)
    assert not [text for one in server.messages.of(place.channel) if FAULT in (text := readable(one))]


@pytest.mark.full
async def test_everything_is_answered_in_a_channel_that_the_bot_does_not_see(evening: Evening) -> None:
    await leagues.create(evening)
    await leagues.report(evening, "Ben", "Ben, Cy, Zoe")
    await deal(evening)
    await hide(evening)
    ana, commands = evening.people["Ana"], {**OF_LEAGUES, **EVERYTHING}
    for name in sorted(commands, key=lambda one: (one in LAST, one)):
        given = commands[name]
        if name in TO_MEMBERS:
            given = {option: evening.people[str(value)] for option, value in given.items()}
        answer = await ana.slash(evening.channel, name, **given)
        assert answer.acknowledged, name
        shown = [one for one in (answer.response, *answer.followups) if one is not None]
        assert shown or answer.modal is not None, name
        assert not [one for one in shown if FAULT in text(one)], name
