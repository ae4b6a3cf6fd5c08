"""/event schedule: when an event starts, which Discord then announces."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.messaging import reply_public
from cogs.core.service import GameService
from cogs.text.language import tr
from cogs.tournaments.commands.service import EventBase
from cogs.tournaments.commands.times import start_time
from cogs.tournaments.updates.discord_events import ScheduleKeeper
from cogs.tournaments.views import event as view
from rules.tournaments.schedule import ScheduleStart


class ScheduleCog(EventBase):
    """When an event starts."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        super().__init__(bot, service, pause)
        self.schedule_keeper = ScheduleKeeper(bot, service)

    @app_commands.command()
    @app_commands.describe(start="2026-11-28 19:00 (UTC), or <t:…> (default: cancel the Discord event)")
    async def schedule(self, interaction: discord.Interaction, start: str | None = None) -> None:
        """Announce the event's start as a Discord event, move it or cancel it (judges only)"""
        await self.require_organizer(interaction)
        state = await self.current(interaction)
        starts = 0 if start is None else start_time(interaction, start, self.now())
        act = ScheduleStart(starts=starts)
        after = await self.change(interaction, state, lambda change: change.add(act))
        if not starts:
            await reply_public(interaction, tr("{event} has no Discord event.", event=view.title(after)))
            return
        when = f"<t:{starts}:f>"
        await reply_public(interaction, tr("{event} starts {when}.", event=view.title(after), when=when))
        await self.service.replies.warn_unseen(interaction)
