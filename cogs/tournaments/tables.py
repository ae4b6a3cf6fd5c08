"""The tables of a round: a thread with an open game for each, and the outcomes that the games bring.

Everything is found again from the database, so that a start goes on where the last run has stopped: a table
is noted once its thread and game are there, and whoever comes again finds both by name and place.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

import discord
from discord.ext import commands

from cogs.core import locale, members
from cogs.core.components import below
from cogs.core.context import number_of
from cogs.core.messaging import UNREACHED, nonce, pinging, trace
from cogs.core.service import GameService
from cogs.drawing.cutting import shortened
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH, unique_name, visible
from cogs.text.language import speaking, tr
from cogs.tournaments import view
from cogs.tournaments.appointments.view import invitation, when_i_can
from cogs.tournaments.queue.view import back
from rules.formats.options import Options
from rules.game.game import Game
from rules.game.lobby import Seated
from rules.game.parts import GameId, PlayerOutcome
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather, StartGame
from rules.table import Table
from rules.tournaments.act import TournamentAct
from rules.tournaments.acts import EnterOutcome, WithdrawOutcome
from rules.tournaments.state import TableOutcome, TournamentId, TournamentPlay, TournamentState
from rules.turns.clock import StartRound
from storage.games.games import Committed, Games, Location, NotCommitted, Request
from storage.tournaments.sql import PlayedTable
from storage.tournaments.tournaments import TournamentChange

_log = logging.getLogger(__name__)

THREAD_NAME = 100
"""Characters that Discord takes as a thread's name."""
EXTRA_TURNS = 5
"""Additional turns after time in a duel (MTR 2.5); in pods the turn is finished and the game is a draw."""
RETRY = 10.0


class TableKeeper:
    """Opens the tables of rounds, and notes how their games end; ``changed`` is told of a tournament then."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        service: GameService,
        changed: Callable[[TournamentId], None],
    ) -> None:
        self._bot = bot
        self._service = service
        self._games: Games = service.games
        self._tournaments = service.games.tournaments
        self._changed = changed
        self._tasks = set[asyncio.Task[None]]()
        self._opening = dict[TournamentId, asyncio.Task[None]]()
        self._wanted = set[TournamentId]()
        """Those with tables that may not be open yet."""
        self.on_end: list[Callable[[TournamentState, PlayedTable], None]] = []
        """Called when a game has brought its table's outcome."""
        service.games.on_over.append(self._over)

    def open(self, tournament: TournamentId) -> None:
        """Open the tables of the last round that are not open yet."""
        self._wanted.add(tournament)
        if tournament not in self._opening:
            task = asyncio.create_task(self._open(tournament), name="tables of an event")
            self._opening[tournament] = task
            self._keep(task)

    async def recover(self, tournament: TournamentId) -> None:
        """Go on where an earlier run has stopped: tables not opened, and ends not noted."""
        state = await self._tournaments.state(tournament)
        if not state.rounds:
            return
        for table in (await self._tournaments.queries.tables(tournament, len(state.rounds))).values():
            await self._note(table.game)
        if state.rounds[-1].unfinished:
            self.open(tournament)

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self, tournament: TournamentId) -> None:
        try:
            while tournament in self._wanted:
                self._wanted.discard(tournament)
                try:
                    await self._open_all(await self._tournaments.state(tournament))
                except UNREACHED as error:
                    self._wanted.add(tournament)
                    _log.warning("Tables of event %s will be opened later: %s", tournament, error)
                    await asyncio.sleep(RETRY)
        except (discord.HTTPException, NotCommitted, Refusal) as error:
            _log.warning(
                "Tables of event %s could not be opened: %s", tournament, error, exc_info=trace(error)
            )
        finally:
            del self._opening[tournament]
            self._changed(tournament)

    async def _open_all(self, state: TournamentState) -> None:
        channel = self._bot.get_channel(state.channel)
        if not isinstance(channel, discord.TextChannel):
            return
        last, round = state.rounds[-1], len(state.rounds)
        place = Location(state.channel, state.guild)
        with speaking(await locale.of_place(self._bot, self._service.settings, place)):
            known = await self._tournaments.queries.tables(state.tournament, round)
            for number in last.unfinished:
                if number not in known:
                    await self._open_one(state, channel, number)
                    self._changed(state.tournament)

    async def _open_one(self, state: TournamentState, channel: discord.TextChannel, number: int) -> None:
        """Open a thread with a game that has begun, its clock running, and call its players."""
        last, round = state.rounds[-1], len(state.rounds)
        name = shortened(visible(_title(state, number)), THREAD_NAME)
        thread = discord.utils.get(channel.threads, name=name)
        if thread is None:
            thread = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        cause = f"event {state.tournament} {round} {number}"
        place = Location(thread.id, state.guild, channel.id)
        opened = await self._begin(state, last.tables[number], place, cause)
        with self._service.announcer.answering(opened):
            players = [state.players[one] for one in last.tables[number]]
            users = [player.user for player in players if player.user is not None]
            called = [view.name(one) if one.user is None else f"<@{one.user}>" for one in players]
            lines = [tr("{players}: your table is open. You sit in this order.", players=", ".join(called))]
            if isinstance(opened.after, Game) and not opened.repeated:
                lines.append(results.tell(opened.before, opened.after, opened.entry.events).text)
            if last.deadline:
                lines += invitation(state, number)
            text, rows = shortened("\n".join(lines), MESSAGE_LENGTH), _buttons(state)
            await thread.send(text, allowed_mentions=pinging(users), nonce=nonce(cause), view=rows)
        if last.minutes:
            turns = EXTRA_TURNS if state.rules.play is TournamentPlay.DUELS else 0
            clock = StartRound(seconds=60 * last.minutes, turns=turns)
            await self._games.set_clock(opened.game, self._request(f"{cause} clock"), lambda _: clock)
        await self._seat(state.tournament, round, number, thread.id, opened.game)
        self._service.boards.post_soon(opened.game)

    async def _begin(
        self, state: TournamentState, table: Sequence[Participant], place: Location, cause: str
    ) -> Committed:
        """Open a game and begin it in the order of seats; the one that the same cause has opened before."""
        seats = list[Seated]()
        for number in table:
            player = state.players[number]
            name = unique_name(player.name or view.name(player), [one.name for one in seats])
            seats.append(Seated(id=members.seat_id((player.user, name)), name=name, user=player.user))
        order = tuple(seat.id for seat in seats)
        options = Options(variant=state.rules.played, arranged=True)
        gather = Gather(options=options, seated=tuple(seats), host=order[0])

        def start(_table: Table) -> StartGame:
            return StartGame(order=order, draw=0, first=order[0])

        following = (self._request(f"{cause} start"), start)
        return await self._games.open(place, self._request(cause), gather, following)

    async def _seat(
        self, tournament: TournamentId, round: int, number: int, thread: int, game: GameId
    ) -> None:
        """Note where a table is played."""
        played = PlayedTable(tournament=tournament, round=round, number=number, thread=thread, game=game)
        await self._tournaments.seat(played)

    def _request(self, cause: str) -> Request:
        user = self._bot.user
        assert user is not None, "the bot is logged in"
        return Request(user=user.id, name=members.member(user)[1], interaction=number_of(cause))

    def _over(self, game: GameId) -> None:
        """A game is over, or goes on after all: perhaps one of a tournament."""
        self._keep(asyncio.create_task(self._follow(game), name="outcome of a table"))

    async def _follow(self, game: GameId) -> None:
        try:
            await self._note(game)
        except (NotCommitted, Refusal) as error:
            _log.warning("The outcome of game %s could not be noted: %s", game, error)

    async def _note(self, game: GameId) -> None:
        """Note how a table stands now, unless a judge has said how it ended."""
        there = await self._games.view(game)
        if there is None:
            return
        table = await self._tournaments.queries.table_of(game, there.location.channel)
        if table is None:
            return
        state = await self._tournaments.state(table.tournament)
        outcome = outcome_of(there.table, state, table)
        known = state.rounds[table.round - 1].outcomes.get(table.number)
        if state.over or outcome == known or (known is not None and known.judged):
            return
        if table.game != game:
            if known is not None or outcome is None:
                return  # another game in the thread, once the table has its outcome
            await self._seat(table.tournament, table.round, table.number, table.thread, game)
        act: TournamentAct = WithdrawOutcome(round=table.round, table=table.number)
        if outcome is not None:
            act = EnterOutcome(
                round=table.round, table=table.number, winners=outcome.winners, void=outcome.void
            )

        def decide(change: TournamentChange) -> None:
            change.add(act)

        cause = f"event {table.tournament} {table.round} {table.number} {game} {there.entries[-1].number}"
        after = await self._tournaments.change(table.tournament, self._request(cause), decide)
        self._changed(table.tournament)
        for listener in self.on_end if outcome is not None else ():
            listener(after, table)


def _buttons(state: TournamentState) -> discord.ui.View:
    """What stands below the first message of a table of the last round; perhaps nothing."""
    if state.rules.queue:
        return below(back(state.tournament))
    if state.rounds[-1].deadline:
        return below(when_i_can(state.tournament))
    return discord.utils.MISSING


def _title(state: TournamentState, number: int) -> str:
    """What the thread of a table of the last round is called."""
    if state.rules.queue:
        return tr("{event} · table {n}", event=state.rules.name, n=number)
    round = len(state.rounds)
    return tr("{event} · round {round} · table {n}", event=state.rules.name, round=round, n=number)


def outcome_of(game: Table, state: TournamentState, table: PlayedTable) -> TableOutcome | None:
    """How a table's game has ended; None while it goes on, or where a round's ended without a result.

    A queue's table without a result is void: nobody waits for another.
    """
    if not isinstance(game, Game) or game.outcome is None:
        return None
    if game.outcome.result is PlayerOutcome.NONE:
        return TableOutcome(winners=(), void=True) if state.rules.queue else None
    there = state.rounds[table.round - 1].tables[table.number]
    winners = list[Participant]()
    for seat, member in enumerate(game.players):
        if member.id in game.outcome.winners:
            known = state.find(member.user, member.name)
            if known is not None and known.number in there:
                winners.append(known.number)
            elif seat < len(there):
                winners.append(there[seat])
    return TableOutcome(winners=tuple(winners))
