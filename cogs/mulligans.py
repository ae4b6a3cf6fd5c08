"""/mulligan: who keeps the opening hand, and who draws a new one."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs import completion
from cogs import who as targets
from cogs.asking import place_of
from cogs.desk import TableCog
from cogs.sending import whisper
from cogs.ui import tables
from rules import actions


class Mulligans(TableCog, commands.GroupCog, group_name="mulligan", group_description="Opening hands"):
    """The subcommands of /mulligan."""

    @app_commands.command()
    @app_commands.autocomplete(who=completion.player)
    @app_commands.describe(who="Who takes it; you, if left out")
    async def take(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Take a mulligan"""
        await self.desk.act(
            interaction, lambda game, me: actions.TakeMulligan(who=targets.player(game, who, me))
        )

    @app_commands.command()
    @app_commands.autocomplete(who=completion.player)
    @app_commands.describe(who="Who keeps; you, if left out")
    async def keep(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Keep the opening hand"""
        await self.desk.act(interaction, lambda game, me: actions.KeepHand(who=targets.player(game, who, me)))

    @app_commands.command()
    async def status(self, interaction: discord.Interaction) -> None:
        """See who has kept, who has taken how many mulligans, and who decides next"""

        async def work() -> None:
            game = await self.desk.look(place_of(interaction))
            await self.desk.speak_low(interaction)
            await whisper(interaction, tables.opening_hands(game))

        await self.desk.refusing(interaction, work)
