"""/mulligan: who keeps the opening hand, and who draws a new one."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core import autocomplete
from cogs.core.service import GameCog
from cogs.text import tables
from rules.actions.library import KeepHand, TakeMulligan


class MulligansCog(GameCog, commands.GroupCog, group_name="mulligan", group_description="Opening hands"):
    """The subcommands of /mulligan."""

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Player who takes it (default: you)")
    async def take(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Take a mulligan"""
        await self.act_on_player(interaction, who, lambda id: TakeMulligan(who=id))

    @app_commands.command()
    @app_commands.autocomplete(who=autocomplete.player)
    @app_commands.describe(who="Player who keeps the hand (default: you)")
    async def keep(self, interaction: discord.Interaction, who: str | None = None) -> None:
        """Keep the opening hand"""
        await self.act_on_player(interaction, who, lambda id: KeepHand(who=id))

    @app_commands.command()
    async def status(self, interaction: discord.Interaction) -> None:
        """Show who has kept, each player's mulligans and who decides next"""
        await self.reply_privately(interaction, tables.opening_hands)
