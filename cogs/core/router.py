"""The dispatcher of presses, picks and forms: one listener that calls the handler."""

import discord
from discord.ext import commands

from cogs.core.custom_ids import custom_id
from cogs.core.delivery.places import require_bot
from cogs.core.service import GameService
from cogs.text.language import speaking
from rules.refusal import Refusal

PRESSED_OR_FILLED = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class ComponentRouter(commands.Cog):
    """Listens for presses and forms. The part of a custom_id before the first colon names its handler.

    The rest gives the operation, so buttons survive a restart. A DynamicItem would do the same, but then
    discord.py builds every button of the pressed message again. Several listeners would each start a task
    for every press.
    """

    def __init__(self, service: GameService) -> None:
        self._service = service

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle an interaction, in the channel's language; raises Refusal."""
        if interaction.type not in PRESSED_OR_FILLED or interaction.data is None:
            return
        self._service.fair_use.require(interaction)
        with speaking(await self._service.language_of_channel(interaction)):
            self._service.discord_clock.require_in_time(interaction)
            await self._take(interaction)

    async def _take(self, interaction: discord.Interaction) -> None:
        asked = custom_id(interaction)
        route = self._service.hooks.routes.get(asked.partition(":")[0])
        press = None if route is None else route.kind.read(asked)
        if route is None or press is None:
            raise Refusal("outdated")
        if route.outside:
            self._service.tokens.prepare(interaction)
        elif not route.direct or interaction.guild_id is not None:
            require_bot(interaction)
        answer = route.answer(press.verb, form=interaction.type is discord.InteractionType.modal_submit)
        await answer(interaction, press if route.prepare is None else await route.prepare(interaction, press))
