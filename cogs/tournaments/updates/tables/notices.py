"""What is told of tables by itself, such as an earlier round's result that a table or a judge has changed."""

from datetime import datetime

import discord
from discord.ext import commands

from cogs.core import locale
from cogs.core.messaging import NO_PINGS, UNREACHED, pinging
from cogs.core.service import GameService
from cogs.drawing.cutting import shortened
from cogs.text.formatting import MESSAGE_LENGTH
from cogs.text.language import speaking, tr
from cogs.tournaments.pairing import would_have_changed
from cogs.tournaments.views import event as view
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import EnterOutcome, WithdrawOutcome, entering
from rules.tournaments.state import TournamentId, TournamentState
from storage.games.games import Location
from storage.scheduler import Deadline, DeadlineKind, RetryLater
from storage.tournaments.sql import PlayedTable


def late_change(table: PlayedTable, now: datetime) -> Deadline:
    """Tell the judges that a table has changed its result after the next round was paired."""
    return Deadline(DeadlineKind.LATE_CHANGE, f"{table.tournament}:{table.round}:{table.number}", now)


def ruling(state: TournamentState, act: EnterOutcome, now: datetime, answered: int | None) -> Deadline:
    """Tell an event's channel and a table of a judge's result, except where ``answered`` has told it."""
    key = f"{state.tournament}:{act.round}:{act.table}"
    return Deadline(DeadlineKind.CORRECTION, key, now, str(answered or ""))


def table_over(table: PlayedTable, now: datetime) -> Deadline:
    """Ask the players of a queue's table that has ended whether they play again."""
    return Deadline(DeadlineKind.TABLE_OVER, f"{table.tournament}:{table.round}:{table.number}", now)


class Notices:
    """Tells the channels of events and their judges."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService) -> None:
        self._bot = bot
        self._service = service
        self._tournaments = service.games.tournaments

    async def late_change(self, deadline: Deadline) -> None:
        """Tell the judges of a result that has changed after the next round was paired; raises RetryLater."""
        tournament, round, table = map(int, deadline.key.split(":"))
        state = await self._tournaments.state(TournamentId(tournament))
        if state.over:
            return
        with speaking(await self._locale(state)):
            act = outcome_act(state, round, table)
            if isinstance(act, EnterOutcome):
                what = tr("The table has changed its result: {result}", result=view.result(state, act))
            else:
                what = tr("Round {round}, table {n}: the table has undone its result.", round=round, n=table)
            lines = [what, *await would_have_changed(self._service, state, round, act)]
            lines.append(tr("`/event result` enters a result that stands."))
            await self.tell(
                state, "\n".join(lines), f"{DeadlineKind.LATE_CHANGE} {deadline.key} {deadline.due}"
            )

    async def tell_ruling(self, deadline: Deadline) -> None:
        """Tell an event's channel and a table of a judge's result; raises RetryLater."""
        tournament, round, number = map(int, deadline.key.split(":"))
        state = await self._tournaments.state(TournamentId(tournament))
        act = outcome_act(state, round, number)
        if not isinstance(act, EnterOutcome):
            return
        table = (await self._tournaments.queries.tables(state.tournament, round)).get(number)
        cause = f"{deadline.kind} {deadline.key} {deadline.due}"
        with speaking(await self._locale(state)):
            text = view.result(state, act)
            if deadline.note != str(state.channel):
                await self._say(state, text, cause)
            if table is not None and deadline.note != str(table.thread):
                await self._say(state, text, f"{cause} at the table", thread=table.thread)

    async def closed_tables(self, state: TournamentState) -> None:
        """Tell the judges that tables couldn't be opened; raises RetryLater."""
        with speaking(await self._locale(state)):
            text = tr(
                "Not every table could be opened. Arbiter needs the permissions Create Public Threads and "
                "Send Messages in Threads here; `/event show` tries again."
            )
            await self.tell(state, text, f"event closed {state.tournament} {state.entries}")

    async def tell(self, state: TournamentState, text: str, cause: str) -> None:
        """Tell the judges in an event's channel, by their role if there is one; raises RetryLater."""
        role = await self._service.judge_role(state.guild, state.channel)
        called = f"<@&{role}> " if role is not None else ""
        await self._say(state, called + text, cause, pinging(role=role))

    async def _say(
        self,
        state: TournamentState,
        text: str,
        cause: str,
        allowed: discord.AllowedMentions = NO_PINGS,
        *,
        thread: int | None = None,
    ) -> None:
        """Post something in an event's channel, or in a table's thread; raises RetryLater."""
        text = shortened(text, MESSAGE_LENGTH)
        try:
            await self._service.sender.send(
                *(thread or state.channel, cause, text), parent=state.channel, allowed=allowed
            )
        except UNREACHED as error:
            raise RetryLater("Discord is away") from error
        except discord.HTTPException:
            return  # nobody can be told there

    async def _locale(self, state: TournamentState) -> str:
        place = Location(state.channel, state.guild)
        return await locale.of_place(self._bot, self._service.settings, place)


def outcome_act(state: TournamentState, round: int, table: int) -> TournamentAct:
    """The act after which a table stands as it does now."""
    outcome = state.rounds[round - 1].outcomes.get(table)
    if outcome is None:
        return WithdrawOutcome(round=round, table=table)
    return entering(round, table, outcome)
