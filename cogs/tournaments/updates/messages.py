"""Keeps the messages of tournaments up to date: whatever changes one, its message follows."""

from collections.abc import Mapping

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.delivery.board_updater import GAP
from cogs.core.delivery.refresher import Refresher
from cogs.core.messaging import carried_by, own_messages
from cogs.core.service import GameService
from cogs.text.language import speaking
from cogs.tournaments.updates.tables.keeper import TableKeeper
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.queue import queue_view
from rules.leagues.result import LeagueId
from rules.tournaments.state import TournamentId, TournamentState
from storage.games.games import Location
from storage.scheduler import Deadline
from storage.tournaments.tournaments import OVER
from storage.workers.threads import in_thread

LOOK_BACK = 50
"""Messages of a channel among which an event's is looked for that was posted without an answer."""


class TournamentUpdater:
    """Edits the messages, each once for many changes. ``pause``: seconds between two edits of one."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        self.bot = bot
        self._service = service
        self._tournaments = service.games.tournaments
        self._messages = Refresher(service.background, "event messages", self._show, pause=pause)
        self._events = Refresher(service.background, "events", self._recover, gap=GAP if pause else 0)
        self.tables = TableKeeper(bot, service, self.refresh)
        service.games.deadlines.handle(OVER, self._over, "tournament")

    def refresh(self, tournament: TournamentId) -> None:
        """The message of this tournament is out of date."""
        self._messages.stale(tournament)

    async def shown(self, state: TournamentState) -> discord.ui.LayoutView:
        """The message of a tournament as it is, made in a thread: standings of hundreds take a while."""
        threads = await self._threads(state)
        if state.rules.queue:
            return await in_thread(state.tournament, queue_view, state, threads)
        paged = bool(self._service.pages) and (
            await self.paged_in(state) is not None or not await self.is_in_league(state)
        )
        return await in_thread(state.tournament, view.view, state, threads, paged=paged)

    async def paged_in(self, state: TournamentState) -> LeagueId | None:
        """The first league of a tournament's channel that has a public page; None for no such league."""
        leagues = self._service.games.leagues
        for league in await leagues.queries.of_channels(state.channel):
            if (await leagues.state(league)).page.on:
                return league
        return None

    async def is_in_league(self, state: TournamentState) -> bool:
        """Whether a league counts what is played in a tournament's channel."""
        return bool(await self._service.games.leagues.queries.of_channels(state.channel))

    async def is_shown_by(self, interaction: discord.Interaction, tournament: TournamentId) -> bool:
        """Whether an interaction comes from a tournament's message."""
        where = await self._tournaments.queries.message(tournament)
        return interaction.message is not None and interaction.message.id == where.message

    async def answer(self, interaction: discord.Interaction, state: TournamentState) -> None:
        """Answer a press by the message as it is now; it is edited again if somebody else was quicker."""
        state = await self._tournaments.state(state.tournament)
        try:
            await interaction.response.edit_message(view=await self.shown(state))
        finally:
            now = await self._tournaments.state(state.tournament)
            if now.entries != state.entries or interaction.message is None:
                self.refresh(state.tournament)

    async def recover(self, channel: int | None = None) -> None:
        """Bring every message and table up to date, after the bot is connected; ``channel``: only there."""
        for tournament in await self._tournaments.queries.going_on(channel):
            self._events.stale(tournament)

    async def _recover(self, tournament: TournamentId) -> None:
        state = await self._tournaments.state(tournament)
        if self.bot.get_guild(state.guild) is not None:
            self.refresh(tournament)
            await self.tables.recover(state)

    async def _over(self, deadline: Deadline) -> None:
        self.refresh(TournamentId(int(deadline.key)))

    async def _show(self, tournament: TournamentId) -> None:
        state = await self._tournaments.state(tournament)
        if not self._service.games.database.owns(state.guild):
            return
        self._service.sender.require_visible(state.channel)
        where = await self._tournaments.queries.message(tournament)
        with speaking(
            await locale.of_place(self.bot, self._service.settings, Location(state.channel, state.guild))
        ):
            shown = await self.shown(state)
        try:
            if where.message is not None:
                await self._service.sender.edit(where.channel, where.message, view=shown)
                return
        except discord.NotFound:
            pass
        if state.over:
            return
        posted = await self._find(where.channel, tournament) if where.message is None else None
        if posted is None:
            cause = f"event {tournament} {where.message}"
            posted = await self._service.sender.send(where.channel, cause, view=shown)
        else:
            self.refresh(tournament)
        await self._tournaments.show(tournament, posted)

    async def _find(self, channel: int, tournament: TournamentId) -> int | None:
        """The message that shows a tournament though its answer was lost, among a channel's last ones."""
        for one in await own_messages(self.bot, channel, limit=LOOK_BACK):
            presses = filter(None, map(EventCustomId.read, carried_by(one)))
            if not one.content and any(press.tournament == tournament for press in presses):
                return one.id
        return None

    async def _threads(self, state: TournamentState) -> Mapping[int, int]:
        """Where the tables of the last round are played."""
        if not state.rounds:
            return {}
        known = await self._tournaments.queries.tables(state.tournament, len(state.rounds))
        return {number: one.thread for number, one in known.items()}
