"""Reminders for tables before a round's deadline, and the call for judges at it."""

from collections.abc import Sequence

from discord.ext import commands

from cogs.core.context import own_request
from cogs.core.messaging import passing_refusals
from cogs.core.service import GameService
from rules.tournaments.deadlines import PassDeadline
from rules.tournaments.state import TournamentId, TournamentState
from rules.turns.clock import SECOND
from storage.engine.timestamps import time_of_day
from storage.posts import PostKind
from storage.scheduler import Deadline, set_deadline
from storage.tournaments.change import Notice, TournamentChange


class DeadlineKeeper:
    """Sends reminders before a round's deadline, and calls judges when it is reached."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._games = service.games
        self._tournaments = service.games.tournaments

    async def round_due(self, deadline: Deadline) -> None:
        """Queue reminders for the players of a round, or say that its time is up."""
        state = await self._tournaments.state(TournamentId(int(deadline.key)))
        if state.over or deadline.note != str(len(state.rounds)) or not state.rounds[-1].unfinished:
            return
        end = state.rounds[-1].deadline
        if int(self._games.now().timestamp()) < end:
            following = Deadline(deadline.kind, deadline.key, time_of_day(end * SECOND), deadline.note)
            await self._tournaments.tell(state, *await self._reminders(state), also=[set_deadline(following)])
            return

        def decide(change: TournamentChange) -> None:
            change.add(PassDeadline())
            change.notices.append(Notice(PostKind.ROUND_OVER, deadline.note))

        request = own_request(self._bot, f"event {state.tournament} {deadline.note} time {end}")
        with passing_refusals():  # it has ended meanwhile
            await self._tournaments.change(state.tournament, request, decide)

    async def _reminders(self, state: TournamentState) -> Sequence[Notice]:
        """Return the reminder for the thread of each unfinished table."""
        last, round = state.rounds[-1], len(state.rounds)
        known = await self._tournaments.queries.tables(state.tournament, round)
        return [
            Notice(PostKind.ROUND_REMINDER, f"{round}:{table}:{last.deadline}", known[table].thread)
            for table in last.unfinished
            if table in known
        ]
