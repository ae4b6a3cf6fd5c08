"""Everything that is pressed, picked or filled in: heard once, and handed to whom it is for."""

import discord
from discord.ext import commands

from cogs.core.service import GameService
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

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Does what was asked for, if it is this bot's to do without discord.py."""
        if interaction.type not in PRESSED_OR_FILLED or interaction.data is None:
            return
        route = self._service.routes.get(custom_id(interaction).partition(":")[0])
        await self._service.use_channel_locale(interaction)
        if route is None:
            raise Refusal("outdated")
        await route(interaction)


def custom_id(interaction: discord.Interaction) -> str:
    """What the pressed button, the list or the form carries."""
    return str((interaction.data or {}).get("custom_id"))
