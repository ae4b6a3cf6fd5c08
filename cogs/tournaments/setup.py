"""/event, of several cogs."""

from discord.ext import commands

from cogs.core.delivery.refresher import Refresher
from cogs.core.service import GameService
from cogs.tournaments.commands.absences import AbsencesCog
from cogs.tournaments.commands.adding import AddingCog
from cogs.tournaments.commands.available import AppointmentsCog
from cogs.tournaments.commands.files import FilesCog
from cogs.tournaments.commands.judging import JudgingCog
from cogs.tournaments.commands.pictures import PicturesCog
from cogs.tournaments.commands.queue import QueueCog
from cogs.tournaments.commands.rounds import RoundsCog
from cogs.tournaments.commands.schedule import ScheduleCog
from cogs.tournaments.commands.sign_up import SignUpCog
from cogs.tournaments.commands.teams import TeamsCog


class EventCog(
    SignUpCog,
    AddingCog,
    RoundsCog,
    JudgingCog,
    AbsencesCog,
    FilesCog,
    PicturesCog,
    QueueCog,
    AppointmentsCog,
    ScheduleCog,
    TeamsCog,
    commands.GroupCog,
    group_name="event",
):
    """Run an event: sign-up, check-in and rounds"""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        super().__init__(bot, service, pause)
        self._recovery = Refresher(service.background, "all events", self._recover)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Go on where the last run has stopped, now that the bot is connected."""
        self._recovery.stale(None)

    @commands.Cog.listener()
    async def on_shards_gained(self) -> None:
        """Go on where another process has stopped."""
        self._recovery.stale(None)

    @commands.Cog.listener()
    async def on_channel_visible(self, channel: int) -> None:
        """Go on in a channel that was hidden from the bot."""
        self._recovery.stale(channel)

    async def _recover(self, channel: int | None) -> None:
        await self.updater.recover(channel)
        await self.queues.recover(channel)
        await self.schedule_keeper.recover(channel)
