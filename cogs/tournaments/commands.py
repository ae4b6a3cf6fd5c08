"""/event, of several cogs."""

from discord.ext import commands

from cogs.core.delivery.refresher import Refresher
from cogs.core.service import GameService
from cogs.tournaments import view
from cogs.tournaments.appointments.commands import AppointmentsCog
from cogs.tournaments.files import FilesCog
from cogs.tournaments.judging import JudgingCog
from cogs.tournaments.pictures import PicturesCog
from cogs.tournaments.players.absences import AbsencesCog
from cogs.tournaments.players.adding import AddingCog
from cogs.tournaments.players.sign_up import SignUpCog
from cogs.tournaments.players.teams import TeamsCog
from cogs.tournaments.queue.commands import QueueCog
from cogs.tournaments.rounds import RoundsCog
from cogs.tournaments.scheduled.commands import ScheduleCog


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
        service.routes[view.EventCustomId.route] = self.pressed
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
