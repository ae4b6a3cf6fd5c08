"""Tells tables when their players can, reminds them before the round's deadline, and calls the judges at it.

What is due stays in the database until it has happened; a message sent twice after a crash is one to Discord.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.components import below
from cogs.core.context import own_request
from cogs.core.messaging import UNREACHED, pinging, trace
from cogs.core.service import GameService
from cogs.drawing.cutting import shortened
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import speaking, tr
from cogs.tournaments.views import table as view
from cogs.tournaments.views.event import name, round_title
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.deadlines import PassDeadline
from rules.tournaments.state import TournamentId, TournamentState
from storage.engine.timestamps import time_of_day
from storage.games.games import Location
from storage.scheduler import Deadline, DeadlineKind, RetryLater
from storage.tournaments.sql import SECOND
from storage.tournaments.tournaments import Tournaments

_log = logging.getLogger(__name__)


def availability(state: TournamentState, player: Participant, now: datetime) -> Deadline:
    """Tell the thread of a player's table of the last round, if there is one, when they can."""
    return Deadline(DeadlineKind.AVAILABLE, f"{state.tournament}:{len(state.rounds)}:{player}", now)


async def thread_of(tournaments: Tournaments, state: TournamentState, player: Participant) -> int | None:
    """Return where a player's table of the last round is played; None without one."""
    if not state.rounds:
        return None
    last = state.rounds[-1]
    mine = [table for table in last.unfinished if player in last.tables[table]]
    known = await tournaments.queries.tables(state.tournament, len(state.rounds)) if mine else {}
    return next((known[table].thread for table in mine if table in known), None)


class DeadlineKeeper:
    """What happens before a round's deadline and at it."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._games = service.games
        self._tournaments = service.games.tournaments

    async def tell_available(self, deadline: Deadline) -> None:
        """Tell a table when one of its players can; raises RetryLater."""
        tournament, round, number = map(int, deadline.key.split(":"))
        state, player = await self._tournaments.state(TournamentId(tournament)), Participant(number)
        thread = await thread_of(self._tournaments, state, player) if round == len(state.rounds) else None
        if thread is None or state.over or state.players[player].available is None:
            return
        place = Location(thread, state.guild, state.channel)
        with speaking(await locale.of_place(self._bot, self._service.settings, place)):
            text = view.available(state.players[player])
        await self._say(deadline, state, thread, text)

    async def _say(
        self,
        deadline: Deadline,
        state: TournamentState,
        thread: int,
        text: str,
        rows: discord.ui.View | None = None,
        users: Sequence[int] = (),
    ) -> None:
        """Post what is due in a table's thread, with pings of users; raises RetryLater."""
        cause = f"{deadline.kind} {deadline.key} {deadline.due}"
        try:
            await self._service.sender.send(
                *(thread, cause, text), parent=state.channel, view=rows, allowed=pinging(users)
            )
        except UNREACHED as error:
            raise RetryLater(str(error)) from error
        except discord.HTTPException as error:
            _log.warning("Table %s could not be told: %s", deadline.key, error, exc_info=trace(error))

    async def round_due(self, deadline: Deadline) -> None:
        """Have the players of a round reminded, or say that its time is up; raises RetryLater."""
        state = await self._tournaments.state(TournamentId(int(deadline.key)))
        if state.over or deadline.note != str(len(state.rounds)) or not state.rounds[-1].unfinished:
            return
        end = state.rounds[-1].deadline
        if int(self._games.now().timestamp()) < end:
            following = Deadline(deadline.kind, deadline.key, time_of_day(end * SECOND), deadline.note)
            await self._games.deadlines.set(following, *self._reminders(state))
            return
        place = Location(state.channel, state.guild)
        with speaking(await locale.of_place(self._bot, self._service.settings, place)):
            try:
                await self._pass(state, f"event {state.tournament} {deadline.note} time {end}")
            except UNREACHED as error:
                raise RetryLater(str(error)) from error
            except discord.HTTPException as error:
                _log.warning("Event %s could not be told: %s", deadline.key, error, exc_info=trace(error))

    def _reminders(self, state: TournamentState) -> Sequence[Deadline]:
        """Return a deadline for each unfinished table, so that a retry of one reminds no other again."""
        last, now = state.rounds[-1], self._games.now()
        key = f"{state.tournament}:{len(state.rounds)}"
        return [
            Deadline(DeadlineKind.ROUND_REMINDER, f"{key}:{table}", now, str(last.deadline))
            for table in last.unfinished
        ]

    async def remind(self, deadline: Deadline) -> None:
        """Remind the players of one table, unless it has ended or its time has changed; raises RetryLater."""
        tournament, round, table = map(int, deadline.key.split(":"))
        state, now = await self._tournaments.state(TournamentId(tournament)), self._games.now()
        last = state.rounds[-1]
        late = deadline.note != str(last.deadline) or now.timestamp() >= last.deadline
        if state.over or round != len(state.rounds) or table not in last.unfinished or late:
            return
        known = await self._tournaments.queries.tables(state.tournament, round)
        if table not in known:
            return
        players = [player for one in last.tables[table] for player in state.people(one)]
        users = [one.user for one in players if one.user is not None]
        called = [name(one) if one.user is None else f"<@{one.user}>" for one in players]
        place = Location(known[table].thread, state.guild, state.channel)
        with speaking(await locale.of_place(self._bot, self._service.settings, place)):
            when = f"<t:{last.deadline}:R>"
            line = tr("{players}: your table ends {when}.", players=", ".join(called), when=when)
            text = shortened("\n".join([line, *view.times(state, table)]), MESSAGE_LENGTH)
            rows = below(view.when_i_can(state.tournament))
        await self._say(deadline, state, known[table].thread, text, rows, users)

    async def _pass(self, state: TournamentState, cause: str) -> None:
        """Note that the time is up, and call the judges where tables haven't been played."""
        try:
            after = await self._tournaments.change(
                state.tournament, own_request(self._bot, cause), lambda change: change.add(PassDeadline())
            )
        except Refusal:
            return  # it has ended meanwhile
        role = await self._service.judge_role(state.guild, state.channel)
        text = shortened("\n".join(self._late(after, role)), MESSAGE_LENGTH)
        await self._service.sender.send(state.channel, cause, text, allowed=pinging(role=role))

    def _late(self, state: TournamentState, role: int | None) -> Sequence[str]:
        last = state.rounds[-1]
        lines = [tr("**{round}**: time is up. Not played:", round=round_title(state))]
        for table in last.unfinished:
            players = ", ".join(name(state.players[one]) for one in last.tables[table])
            lines.append(tr("**Table {n}:** {players}", n=table, players=players))
        judges = "" if role is None else f"<@&{role}> "
        lines.append(
            judges
            + tr(
                "A judge decides: `/event result` enters a result, and `/event deadline` gives the round "
                "more time."
            )
        )
        return lines
