"""What is pressed, picked and filled in on the leagues' messages: that stands in the custom_ids, so a restart
does not matter."""

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord.ext import commands

from cogs.core.custom_id import custom_id
from cogs.leagues.admin import commands as admin_commands
from cogs.leagues.core.custom_id import LeagueCustomId, read
from cogs.leagues.core.service import LeagueCog, LeagueService
from cogs.leagues.results import buttons as result_buttons
from cogs.leagues.results import claims
from cogs.leagues.views import look, messages
from rules.refusal import Refusal

Handler = Callable[[LeagueService, discord.Interaction, LeagueCustomId], Awaitable[None]]


class LeagueRouter(LeagueCog):
    """What is done on the leagues' messages."""

    def __init__(self, service: LeagueService) -> None:
        super().__init__(service)
        service.game_service.routes["arbiter-league"] = self.take

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The bot is connected: messages that are out of date follow."""
        self.service.notices.recover()

    async def take(self, interaction: discord.Interaction) -> None:
        """Does what was asked for in a league."""
        await _do(self.service, interaction)


async def _do(service: LeagueService, interaction: discord.Interaction) -> None:
    press = read(custom_id(interaction))
    if press is None or press.verb not in HANDLERS:
        raise Refusal("outdated")
    await HANDLERS[press.verb](service, interaction, press)


async def _look(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.of(interaction, press.league)
    private = interaction.message is not None and interaction.message.flags.ephemeral
    if private:
        await service.game_service.use_user_locale(interaction)
    await interaction.response.defer()
    view = await messages.view(service.leagues, state, look.read(press), service.now(), private=private)
    await interaction.edit_original_response(view=view)


async def _share(service: LeagueService, interaction: discord.Interaction, press: LeagueCustomId) -> None:
    state = await service.of(interaction, press.league)
    await interaction.response.defer(thinking=True)
    view = await messages.view(service.leagues, state, look.read(press), service.now(), private=False)
    await interaction.followup.send(view=view)


HANDLERS: Mapping[str, Handler] = {
    "look": _look,
    "share": _share,
    "confirm": result_buttons.confirm,
    "dispute": result_buttons.dispute,
    "disputed": result_buttons.disputed,
    "rule": result_buttons.rule,
    "ruled": result_buttons.ruling,
    **claims.HANDLERS,
    **admin_commands.HANDLERS,
}
"""What each verb of a press does."""
