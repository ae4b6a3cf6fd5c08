"""Every command where the bot isn't, whatever Discord has offered there, and the buttons of old messages."""

import pytest
from discord.app_commands import Command

from bot.client import Arbiter
from tests.bot.test_connections import NEEDS_BOT, OF_SERVERS
from tests.cogs.test_every_situation import EVERYTHING, TO_MEMBERS
from tests.end_to_end.test_said_once import bot
from tests.end_to_end.test_said_once_outside import server
from tests.support.discord_api.messages import buttons
from tests.support.discord_api.payloads import Place, command, press
from tests.support.discord_api.server import DiscordServer

__all__ = ("bot", "server")

LAST = {"game end", "privacy delete"}
"""What is typed once there is nothing more to do with the game."""
PLAIN = str | int | bool
"""Options that a command is sent with here; files and members are left out."""


@pytest.mark.full
@pytest.mark.parametrize("place", Place)
async def test_everything_is_answered(server: DiscordServer, bot: Arbiter, place: Place) -> None:
    names = {one.qualified_name for one in bot.tree.walk_commands() if isinstance(one, Command)} - TO_MEMBERS
    server.send_outside(place, command("game new", {"variant": "commander", "players": "Ben, Cy"}))
    for name in sorted(names, key=lambda one: (one in LAST, one)):
        given = {key: value for key, value in EVERYTHING.get(name, {}).items() if isinstance(value, PLAIN)}
        text = await server.text_of(server.send_outside(place, command(name, given)))
        assert "reference" not in text, (name, text)
        assert (NEEDS_BOT in text) >= (name.partition(" ")[0] in OF_SERVERS), (name, text)
    for message in [*server.messages.of(place.channel)]:
        for pressed in buttons(message):
            number = server.send_outside(place, press(pressed), int(message["id"]))
            text = await server.text_of(number)
            assert "reference" not in text, (pressed, text)
