"""Keeps the messages of tournaments up to date: whatever changes one, its message follows."""

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.messaging import carried_by, own_messages
from cogs.core.service import GameService
from cogs.text.language import speaking
from cogs.tournaments.updates.following import EventRefresher
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.queue import queue_view
from rules.leagues.result import LeagueId
from rules.tournaments.state import TournamentId, TournamentState
from storage.games.games import Location
from storage.scheduler import Deadline, DeadlineKind
from storage.workers.threads import in_thread

LOOK_BACK = 50
"""Messages of a channel among which an event's is looked for that was posted without an answer."""


class EventMessages:
    """Edits the messages, each once for many changes. ``pause``: seconds between two edits of one."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, pause: float) -> None:
        self._bot = bot
        self._service = service
        self._tournaments = service.games.tournaments
        self._messages = EventRefresher(service, "event messages", self._show, pause=pause)
        self._answered = defaultdict[TournamentId, list[TournamentState]](list)
        """Messages shown by answers to presses since the message was refreshed last."""

    def follow(self, state: TournamentState) -> None:
        """Show this state, unless only a press changed it and its answer shows it; a new event is shown by
        its command."""
        answered = self._answered.pop(state.tournament, [])
        self._messages.follow(state, stale=state.entries > 1 and answered != [state])

    def stale(self, tournament: TournamentId, after: float = 0.0) -> None:
        """Update an event's messages, soon or in ``after`` seconds."""
        self._messages.stale(tournament, after)

    async def shown(self, state: TournamentState) -> discord.ui.LayoutView:
        """Return the present message of a tournament; ``threads``: the threads of the last round's tables."""
        threads = await self.threads(state)
        if state.rules.queue:
            return await in_thread(state.tournament, queue_view, state, threads)
        paged = bool(self._service.pages) and (
            await self.paged_in(state) is not None or not await self.is_in_league(state)
        )
        return await in_thread(state.tournament, view.event_view, state, threads, paged=paged)

    async def paged_in(self, state: TournamentState) -> LeagueId | None:
        """Return the first league of a tournament's channel that has a public page; None without one."""
        leagues = self._service.games.leagues
        async for league in leagues.readable(await leagues.queries.of_channels(state.channel)):
            if league.page.on:
                return league.league
        return None

    async def is_in_league(self, state: TournamentState) -> bool:
        """Return whether a league counts the games in a tournament's channel."""
        return bool(await self._service.games.leagues.queries.of_channels(state.channel))

    async def is_shown_by(self, interaction: discord.Interaction, tournament: TournamentId) -> bool:
        """Return whether an interaction comes from a tournament's message."""
        where = await self._tournaments.queries.message(tournament)
        return interaction.message is not None and interaction.message.id == where.message

    async def answer(self, interaction: discord.Interaction, state: TournamentState) -> None:
        """Answer a press by its message; an outdated message isn't recorded as the current one."""
        await interaction.response.edit_message(view=await self.shown(state))
        if await self.is_shown_by(interaction, state.tournament):
            self._answered[state.tournament].append(state)

    async def show_end(self, deadline: Deadline) -> None:
        """Show an event's end that wasn't shown before a crash; raises HiddenChannel."""
        state = await self._tournaments.state(TournamentId(int(deadline.key)))
        self._service.sender.require_visible(state.channel)
        self.stale(state.tournament)

    async def _show(self, state: TournamentState) -> None:
        self._service.sender.require_visible(state.channel)
        tournament, where = state.tournament, await self._tournaments.queries.message(state.tournament)
        place = Location(state.channel, state.guild)
        with speaking(await locale.of_place(self._bot, self._service.settings, place)):
            shown = await self.shown(state)
        if where.message is not None:
            with suppress(discord.NotFound):
                await self._service.sender.edit(where.channel, where.message, view=shown)
                if state.over:
                    await self._service.games.deadlines.cancel(DeadlineKind.OVER, str(tournament))
                return
        if state.over:
            return
        posted = await self._find(where.channel, tournament) if where.message is None else None
        if posted is None:
            cause = f"event {tournament} {where.message}"
            posted = await self._service.sender.send(where.channel, cause, view=shown)
        else:
            self.stale(tournament)
        await self._tournaments.show(tournament, posted, state.guild)

    async def _find(self, channel: int, tournament: TournamentId) -> int | None:
        """Return the tournament's message whose answer was lost, among a channel's last messages."""
        for one in await own_messages(self._bot, channel, limit=LOOK_BACK):
            presses = filter(None, map(EventCustomId.read, carried_by(one)))
            if not one.content and any(press.tournament == tournament for press in presses):
                return one.id
        return None

    async def threads(self, state: TournamentState) -> Mapping[int, int]:
        """Return where the tables of the last round are played."""
        if not state.rounds:
            return {}
        known = await self._tournaments.queries.tables(state.tournament, len(state.rounds))
        return {number: one.thread for number, one in known.items()}
