"""What is pressed, picked and filled in on the leagues' messages: that stands in the custom_ids, so a restart
does not matter."""

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord.ext import commands

from cogs.leagues import claims, founding, judging, looks
from cogs.leagues.room import LeagueCog, Room
from cogs.ui.leagues.custom_id import LeaguePress, read

PRESSED_OR_FILLED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
Handler = Callable[[Room, discord.Interaction, LeaguePress], Awaitable[None]]


class Presses(LeagueCog):
    """Listens for everything on the leagues' messages."""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The bot is connected: messages that are out of date follow."""
        self.room.notices.recover()

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Does what was asked for, if it is about a league."""
        if interaction.type not in PRESSED_OR_FILLED or interaction.data is None:
            return
        press = read(str(interaction.data.get("custom_id")))
        if press is None or press.verb not in HANDLERS:
            return
        try:
            handler = HANDLERS[press.verb]
            await self.desk.refusing(interaction, lambda: handler(self.room, interaction, press))
        except Exception as error:  # noqa: BLE001  discord.py keeps errors of listeners to itself
            interaction.client.dispatch("failure", interaction, error)


async def _look(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await room.of(interaction, press.league)
    private = interaction.message is not None and interaction.message.flags.ephemeral
    if private:
        await room.desk.speak_low(interaction)
    await interaction.response.defer()
    view = await looks.view(room.leagues, head, looks.read(press), room.now(), private=private)
    await interaction.edit_original_response(view=view)


async def _share(room: Room, interaction: discord.Interaction, press: LeaguePress) -> None:
    head = await room.of(interaction, press.league)
    await interaction.response.defer(thinking=True)
    view = await looks.view(room.leagues, head, looks.read(press), room.now(), private=False)
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
