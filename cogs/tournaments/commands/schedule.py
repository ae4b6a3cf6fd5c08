"""/event schedule: when an event starts, which Discord then announces."""

import discord
from discord import app_commands

from cogs.core.messaging import reply_public
from cogs.text.language import tr
from cogs.tournaments.commands.options import start_time
from cogs.tournaments.commands.service import EventCog
from cogs.tournaments.views import event as view
from rules.tournaments.schedule import ScheduleStart


class ScheduleCog(EventCog):
    """When an event starts."""

    @app_commands.command()
    @app_commands.describe(start="2026-11-28 19:00 (UTC), or <t:…> (default: cancel the Discord event)")
    async def schedule(self, interaction: discord.Interaction, start: str | None = None) -> None:
        """Announce the event's start as a Discord event, move it or cancel it (judges only)"""
        state = await self.service.judged(interaction)
        starts = 0 if start is None else start_time(interaction, start, self.service.now())
        async with self.service.changing(interaction, state, ScheduleStart(starts=starts)) as after:
            if not starts:
                await reply_public(interaction, tr("{event} has no Discord event.", event=view.title(after)))
                return
            when = f"<t:{starts}:f>"
            await reply_public(interaction, tr("{event} starts {when}.", event=view.title(after), when=when))
        await self.game_service.replies.warn_unseen(interaction)
