"""/event schedule: the start of an event, which Discord then announces."""

import discord
from discord import app_commands

from cogs.tournaments.commands.options import start_time, suggest_start
from cogs.tournaments.commands.service import EventCog
from rules.tournaments.schedule import ScheduleStart


class ScheduleCog(EventCog):
    """When an event starts."""

    @app_commands.command()
    @app_commands.autocomplete(start=suggest_start)
    @app_commands.describe(start="Such as Saturday 7pm or 28.11. 19:00 (default: cancel the Discord event)")
    async def schedule(self, interaction: discord.Interaction, start: str | None = None) -> None:
        """Schedule, move or cancel the Discord event for the start (judges only)"""
        state = await self.service.judged(interaction)
        starts = 0 if start is None else await start_time(self.game_service, interaction, start)
        await self.service.announce(interaction, state, ScheduleStart(starts=starts))
        await self.game_service.replies.warn_unseen(interaction)
