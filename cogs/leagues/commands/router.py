"""What the leagues' buttons, lists and forms do, by their custom_ids, so that they work after a restart."""

from collections.abc import Mapping

import discord
from discord.ext import commands

from cogs.core.custom_id import custom_id
from cogs.leagues.commands import admin, claims, result_buttons
from cogs.leagues.commands.service import Handler, LeagueCog, LeagueService
from cogs.leagues.core.components import LeagueCustomId, page_in, read
from cogs.leagues.views import pages
from rules.refusal import Refusal


class LeagueRouter(LeagueCog):
    """Takes what is pressed, picked and filled in on the leagues' messages."""

    def __init__(self, service: LeagueService) -> None:
        super().__init__(service)
        service.game_service.routes["arbiter-league"] = self.take

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Update the messages that are out of date, now that the bot is connected."""
        self.service.notices.recover()

    async def take(self, interaction: discord.Interaction) -> None:
        """Do what a button, list or form of the leagues asks for."""
        press = read(custom_id(interaction))
        if press is None or press.verb not in HANDLERS:
            raise Refusal("outdated")
        await HANDLERS[press.verb](self.service, interaction, press)


async def _turn_page(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Show another page in the same message."""
    state = await service.of(interaction, press.league)
    private = interaction.message is not None and interaction.message.flags.ephemeral
    if private:
        await service.game_service.use_user_locale(interaction)
    await interaction.response.defer()
    view = await pages.message(service.leagues, state, page_in(press), service.now(), private=private)
    await interaction.edit_original_response(view=view)


async def _share(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    """Show everyone a page."""
    state = await service.of(interaction, press.league)
    await interaction.response.defer(thinking=True)
    view = await pages.message(service.leagues, state, page_in(press), service.now(), private=False)
    await interaction.followup.send(view=view)


HANDLERS: Mapping[str, Handler] = {
    "look": _turn_page,
    "share": _share,
    **result_buttons.HANDLERS,
    **claims.HANDLERS,
    **admin.HANDLERS,
}


"""What is done for each verb of a custom_id."""
