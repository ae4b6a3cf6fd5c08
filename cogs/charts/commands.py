"""/chart."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.charts.charts import Charts
from cogs.core.service import GameCog, GameService
from rules.game.lobby import Lobby
from rules.refusal import Refusal


class ChartCog(GameCog):
    """/chart, and the charts of games that end."""

    def __init__(self, bot: commands.Bot, service: GameService) -> None:
        super().__init__(service)
        self._charts = Charts(bot, service)

    async def cog_unload(self) -> None:
        """Let the last charts be posted."""
        await self._charts.close()

    @app_commands.command()
    @app_commands.describe(game="Number of an earlier game in this channel (default: the latest)")
    async def chart(
        self, interaction: discord.Interaction, game: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show everyone the game's life chart"""
        view = await self.service.view_here(interaction, game)
        if isinstance(view.table, Lobby):
            raise Refusal("not_started")
        await interaction.response.defer()
        await interaction.followup.send(file=await self._charts.picture(view.game))
