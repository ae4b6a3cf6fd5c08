"""What is pressed, picked and filled in on the leagues' messages: that stands in the custom_ids, so a restart
does not matter."""

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord.ext import commands

from cogs.leagues import claims, founding, judging, looks
from cogs.leagues.room import LeagueCog, Room
from cogs.presses import custom_id
from cogs.ui.leagues import look
from cogs.ui.leagues.custom_id import LeaguePress, read
from rules.refusal import Refusal

Handler = Callable[[Room, discord.Interaction, LeaguePress], Awaitable[None]]


class LeaguePresses(LeagueCog):
    """What is done on the leagues' messages."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        room.desk.takers["arbiter-league"] = self.take

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The bot is connected: messages that are out of date follow."""
        self.room.notices.recover()

    async def take(self, interaction: discord.Interaction) -> None:
        """Does what was asked for in a league."""
        await self.desk.refusing(interaction, lambda: _do(self.room, interaction))


async def _do(room: Room, interaction: discord.Interaction) -> None:
    press = read(custom_id(interaction))
    if press is None or press.verb not in HANDLERS:
        raise Refusal("outdated")
    await HANDLERS[press.verb](room, interaction, press)


async def _look(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await room.of(interaction, press.league)
    private = interaction.message is not None and interaction.message.flags.ephemeral
    if private:
        await room.desk.speak_low(interaction)
    await interaction.response.defer()
    view = await looks.view(room.leagues, head, look.read(press), room.now(), private=private)
    await interaction.edit_original_response(view=view)


async def _share(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await room.of(interaction, press.league)
    await interaction.response.defer(thinking=True)
    view = await looks.view(room.leagues, head, look.read(press), room.now(), private=False)
    await interaction.followup.send(view=view)


HANDLERS: Mapping[str, Handler] = {
    "look": _look,
    "share": _share,
    "confirm": judging.confirm,
    "dispute": judging.dispute,
    "disputed": judging.disputed,
    "rule": judging.rule,
    "ruled": judging.ruling,
    **claims.HANDLERS,
    **founding.HANDLERS,
}
"""What each verb of a press does."""
