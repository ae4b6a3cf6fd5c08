"""Everything that is pressed, picked or filled in: heard once, and handed to whose it is."""

import discord
from discord.ext import commands
from msgspec.structs import replace

from cogs.core.context import picked, require_membership
from cogs.core.custom_ids import TableCustomId, custom_id
from cogs.core.service import GameService
from cogs.text.language import speaking
from rules.refusal import Refusal

PRESSED_OR_FILLED = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class ComponentRouter(commands.Cog):
    """Listens for presses and forms. A custom_id begins, up to the first colon, with whose it is.

    What to do stands in the rest of it, so that a restart does not matter. A DynamicItem would do the same,
    but discord.py builds every button of the pressed message anew for it. Several listeners would each have
    a task of their own for every press.
    """

    def __init__(self, service: GameService) -> None:
        self._service = service
        service.routes[TableCustomId.route] = self._at_table

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Do what was asked for, in the channel's language; raises Refusal."""
        if interaction.type not in PRESSED_OR_FILLED or interaction.data is None:
            return
        self._service.fair_use.require(interaction)
        require_membership(interaction)
        with speaking(await self._service.language_of_channel(interaction)):
            self._service.discord_clock.require_in_time(interaction)
            route = self._service.routes.get(custom_id(interaction).partition(":")[0])
            if route is None:
                raise Refusal("outdated")
            await route(interaction)

    async def _at_table(self, interaction: discord.Interaction) -> None:
        """Something on a table's messages; what was picked from a list is the value."""
        form = interaction.type is discord.InteractionType.modal_submit
        known = self._service.forms if form else self._service.handlers
        press = TableCustomId.read(custom_id(interaction))
        if press is None or press.verb not in known:
            raise Refusal("outdated")
        await self._service.require_place(interaction, press.game)
        values = picked(interaction)
        await known[press.verb](
            self._service, interaction, replace(press, value=values[0]) if values else press
        )
