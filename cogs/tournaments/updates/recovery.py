"""Continues events after the last run, or another process, has stopped."""

from discord.ext import commands

from cogs.core.delivery.boards.updater import ANY_EDIT_INTERVAL
from cogs.core.delivery.refresher import Refresher
from cogs.core.service import GameService
from cogs.tournaments.updates.discord_events import ScheduleKeeper
from cogs.tournaments.updates.following import EventRefresher
from cogs.tournaments.updates.messages import EventMessages
from cogs.tournaments.updates.queues import QueueKeeper
from cogs.tournaments.updates.tables.keeper import TableKeeper
from cogs.tournaments.updates.tables.league_results import LeagueResults
from cogs.tournaments.updates.tables.voice_rooms import VoiceRoomKeeper
from rules.tournaments.state import TournamentState


class EventRecovery(commands.Cog):
    """Brings every event up to date once it can be reached."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        service: GameService,
        messages: EventMessages,
        tables: TableKeeper,
        queues: QueueKeeper,
        schedule: ScheduleKeeper,
        league_results: LeagueResults,
        rooms: VoiceRoomKeeper,
        pause: float,
    ) -> None:
        """Create it. ``pause``: seconds between two edits of one event's message."""
        self._bot = bot
        self._queries = service.games.tournaments.queries
        self._messages = messages
        self._tables = tables
        self._queues = queues
        self._schedule = schedule
        self._league_results = league_results
        self._rooms = rooms
        self._events = EventRefresher(service, "events", self._recover, gap=ANY_EDIT_INTERVAL if pause else 0)
        self._all = Refresher(service.background, "all events", self._recover_all)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Resume work once the bot is connected."""
        self._all.stale(None)

    @commands.Cog.listener()
    async def on_shards_gained(self) -> None:
        """Resume work that another process has left."""
        self._all.stale(None)

    @commands.Cog.listener()
    async def on_channel_visible(self, channel: int) -> None:
        """Resume work in a channel that was hidden from the bot."""
        self._all.stale(channel)

    async def resume(self, state: TournamentState) -> None:
        """Catch up on what has happened at the tables of an event while it was over."""
        self._events.stale(state.tournament)
        await self._tables.recount(state)

    async def _recover_all(self, channel: int | None) -> None:
        for tournament in {*await self._queries.going_on(channel), *await self._queries.announced(channel)}:
            self._events.stale(tournament)
        await self._rooms.recover()

    async def _recover(self, state: TournamentState) -> None:
        self._schedule.stale(state.tournament)
        if self._bot.get_guild(state.guild) is not None and not state.over:
            self._messages.stale(state.tournament)
            self._queues.follow(state)
            await self._tables.recover(state)
            await self._league_results.recover(state)
