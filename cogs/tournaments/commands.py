"""/event, of several cogs."""

from discord.ext import commands

from cogs.core.delivery.recovery import Recovery
from cogs.core.service import GameService
from cogs.tournaments import view
from cogs.tournaments.absences import AbsencesCog
from cogs.tournaments.appointments.commands import AppointmentsCog
from cogs.tournaments.files import FilesCog
from cogs.tournaments.judging import JudgingCog
from cogs.tournaments.pictures import PicturesCog
from cogs.tournaments.queue.commands import QueueCog
from cogs.tournaments.rounds import RoundsCog
from cogs.tournaments.scheduled.commands import ScheduleCog
from cogs.tournaments.sign_up import SignUpCog
from cogs.tournaments.teams import TeamsCog


class EventCog(
    SignUpCog,
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
        service.routes[view.ROUTE] = self.pressed
        self._recovery = Recovery("events", self._recover)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Go on where the last run has stopped, now that the bot is connected."""
        self._recovery.begin()

    @commands.Cog.listener()
    async def on_shards_gained(self) -> None:
        """Go on where another process has stopped."""
        self._recovery.begin()

    @commands.Cog.listener()
    async def on_channel_visible(self, channel: int) -> None:
        """Go on in a channel that was hidden from the bot."""
        self._recovery.begin(channel)

    async def _recover(self, channel: int | None) -> None:
        await self.updater.recover(channel)
        await self.queues.recover(channel)
        await self.schedule_keeper.recover(channel)

    async def cog_unload(self) -> None:
        """Stop; what is left is done after the next start."""
        await self._recovery.close()
        await self.queues.close()
        await self.schedule_keeper.close()
        await self.updater.close()
