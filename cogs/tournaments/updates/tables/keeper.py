"""The tables of a round: a thread with an open game for each.

Everything can be read from the database, so that a start continues where the last run stopped: a table is
recorded once its thread and game exist, and a retry finds both by name and place.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial

import discord
from discord.ext import commands
from msgspec.structs import replace

from cogs.core import locale, members
from cogs.core.components import ComponentRow, rows
from cogs.core.context import own_request
from cogs.core.delivery.announcement import Announcement
from cogs.core.delivery.refresher import take_all
from cogs.core.delivery.threads import open_thread
from cogs.core.messaging import is_refused, passing_refusals, pinging
from cogs.core.service import GameService
from cogs.drawing.truncate import truncate
from cogs.entry import chance
from cogs.text import results
from cogs.text.formatting import MESSAGE_LENGTH, comma_separated, unique_name
from cogs.text.language import speaking, tr
from cogs.tournaments.updates.following import EventRefresher
from cogs.tournaments.updates.messages import EventMessages
from cogs.tournaments.updates.tables.extra_time import ExtraTime
from cogs.tournaments.updates.tables.missing import MissingPlayers
from cogs.tournaments.updates.tables.notices import of_table
from cogs.tournaments.updates.tables.outcomes import TableOutcomes
from cogs.tournaments.updates.tables.private_threads import admit, organizers_of
from cogs.tournaments.updates.tables.round_time import RoundTime
from cogs.tournaments.updates.tables.voice_rooms import VoiceRoomKeeper
from cogs.tournaments.views import event as view
from cogs.tournaments.views.panel.substitutes import substitute_button
from cogs.tournaments.views.queue import brackets, requeue_button
from cogs.tournaments.views.table import deadline_lines, when_i_can
from rules.actions.endings import AbandonGame
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import GameId
from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.setup.lobby_actions import CloseLobby, Gather, StartGame
from rules.table import AnyAction, Table
from rules.tournaments.playing import table_options, table_seats
from rules.tournaments.state import TimeExtension, TournamentId, TournamentState
from rules.turns.clock import ClockChange, StartRound, StartTurnTimer
from storage.games.games import Committed, GameRef, Games, Location, is_over
from storage.games.outbox import topic_of
from storage.posts import Post, PostKind
from storage.settings.definitions import TURN_TIMER
from storage.tournaments.change import Notice
from storage.tournaments.sql import PlayedTable

OPENING = 5.0
"""Seconds for which the message of an event waits for its tables, so that their threads are on it."""


_Seats = tuple[int, Pairings, Mapping[int, int], tuple[Participant, ...], tuple[TimeExtension, ...]]
"""The number of a round, its pairings, how often seats have changed, whose stay empty, and extra time. Before
the first round that is 0, without pairings."""


class TableKeeper:
    """Opens the tables of rounds."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        service: GameService,
        messages: EventMessages,
        missing: MissingPlayers,
        round_time: RoundTime,
        outcomes: TableOutcomes,
        rooms: VoiceRoomKeeper,
    ) -> None:
        self._bot = bot
        self._service = service
        self._games: Games = service.games
        self._tournaments = service.games.tournaments
        self._messages = messages
        self._missing = missing
        self._time = round_time
        self._extra_time = ExtraTime(bot, service)
        self._outcomes = outcomes
        self._rooms = rooms
        self._rounds = EventRefresher(service, "rounds' tables", self._open)
        self._seats = dict[TournamentId, _Seats]()
        """The seats in the last round of each event, as of the last refresh."""

    def follow(self, state: TournamentState) -> None:
        """Open the tables of the last round, and those whose players have changed."""
        seats = _seats_of(state)
        changed = seats is not None and self._seats.get(state.tournament) != seats
        if seats is None:
            self._seats.pop(state.tournament, None)
        else:
            self._seats[state.tournament] = seats
        self._rounds.follow(state, stale=changed)
        if changed:
            self._messages.stale(state.tournament, OPENING)

    def open(self, tournament: TournamentId) -> None:
        """Open the tables of the last round that are not open yet."""
        self._rounds.stale(tournament)

    async def recover(self, state: TournamentState) -> None:
        """Resume what an earlier run has left: unopened tables, and unrecorded ends."""
        known = await self._tournaments.queries.tables(state.tournament, len(state.rounds))
        for table in known.values() if state.rounds else ():
            self._missing.watch(state, table)
            current = await self._games.view(Location(table.thread, state.guild, state.channel))
            for game in {table.game} if current is None else {table.game, current.game}:
                self._outcomes.recount(game)
            if table.number in state.rounds[-1].unfinished:
                self._time.watch(table)
        self.open(state.tournament)

    async def recount(self, state: TournamentState) -> None:
        """Count again how the tables of the rounds before the last one have ended."""
        for round in range(1, len(state.rounds)):
            for table in (await self._tournaments.queries.tables(state.tournament, round)).values():
                self._outcomes.recount(table.game)

    async def _open(self, state: TournamentState) -> None:
        try:
            await self._open_all(state)
        except (discord.HTTPException, Refusal) as error:
            if is_refused(error):
                await self._tournaments.tell(state, Notice(PostKind.TABLES_CLOSED))
            raise
        self._messages.stale(state.tournament)

    async def _open_all(self, state: TournamentState) -> None:
        channel = self._bot.get_channel(state.channel)
        if not isinstance(channel, discord.TextChannel):
            return
        self._service.sender.require_visible(state.channel)
        round, place = len(state.rounds), Location(state.channel, state.guild)
        for table in (await self._tournaments.queries.tables(state.tournament, round + 1)).values():
            times = state.taken_back.get(round + 1, {}).get(table.number, table.redrawn)
            await self._abandon(state, table, times)
        if not state.rounds:
            return
        last = state.rounds[-1]
        with speaking(await locale.of_place(self._bot, self._service.settings, place)):
            known = await self._tournaments.queries.tables(state.tournament, round)
            for number, table in known.items():
                if table.redrawn != last.redrawn.get(number, 0):
                    await self._abandon_redrawn(state, table)
            organizers = await organizers_of(self._service, state) if state.rules.private else ()
            await take_all(
                partial(self._open_one, state, channel, number, known.get(number), organizers)
                for number in last.unfinished
                if number not in known or known[number].redrawn != last.redrawn.get(number, 0)
            )
            if not last.absent and not last.returned and not last.extensions:
                return
            known = await self._tournaments.queries.tables(state.tournament, round)
            for table in known.values():
                await self._missing.empty_seats(state, table)
            await self._extra_time.give(state, known)

    async def _abandon_redrawn(self, state: TournamentState, table: PlayedTable) -> None:
        """Stop the game of a table whose seats have changed; say so at a removed table."""
        last = state.rounds[-1]
        times = last.redrawn.get(table.number, 0)
        if table.number not in last.tables:
            await self._abandon(state, table, times)
            return
        await self._end(table.game, f"event {table.tournament} {table.round} {table.number} given up {times}")

    async def _abandon(self, state: TournamentState, table: PlayedTable, times: int) -> None:
        """Stop the game of a table that is no longer part of a round, and say so there, once.

        ``times``: how often its seats have changed.
        """
        if table.redrawn == times:
            return
        await self._end(table.game, f"event {table.tournament} {table.round} {table.number} given up {times}")
        posts = self._tournaments.posts(state, [of_table(PostKind.TABLE_GONE, table, there=True)])
        await self._tournaments.seat(replace(table, redrawn=times), state.guild, posts=posts)

    async def _end(self, where: GameRef, cause: str) -> None:
        """End a game without a result, or close its lobby; do nothing if it is over."""

        def end(table: Table) -> AnyAction:
            if is_over(table):
                raise Refusal("nothing_happens")
            return AbandonGame() if isinstance(table, Game) else CloseLobby()

        with passing_refusals():
            committed = await self._games.act(where, own_request(self._bot, cause), end)
            self._service.announcer.send_soon(topic_of(committed.game))

    async def _open_one(
        self,
        state: TournamentState,
        channel: discord.TextChannel,
        number: int,
        earlier: PlayedTable | None,
        organizers: Collection[int],
    ) -> None:
        """Open a thread with a game that has begun, its clock running, and call its players.

        ``earlier``: where the table was played before its seats changed; the thread stays.
        ``organizers``: the users who organize the event, who are added to a private thread.
        """
        last, round = state.rounds[-1], len(state.rounds)
        thread = await self._thread(state, channel, number, earlier)
        await admit(self._bot, self._service, state, number, thread, organizers)
        await self._rooms.open(state, channel, number, _title(state, number))
        redrawn = last.redrawn.get(number, 0)
        cause = f"event {state.tournament} {round} {number}" + (f" {redrawn}" if redrawn else "")
        place = Location(thread, state.guild, channel.id)
        opened = await self._begin(state, last.tables[number], place, cause)
        await self._start_clocks(state, place, opened, cause)
        played = PlayedTable(
            tournament=state.tournament,
            round=round,
            number=number,
            thread=thread,
            game=opened.game,
            redrawn=redrawn,
        )
        notice = Notice(PostKind.TABLE_OPEN, f"{round}:{number}:{opened.game}:{opened.entry.number}", thread)
        due, posts = self._missing.due(state, played), self._tournaments.posts(state, [notice])
        with self._service.announcer.answering(opened):  # the post tells how the game begins
            await self._tournaments.seat(played, state.guild, *due, posts=posts)
        self._time.watch(played)

    async def _start_clocks(
        self, state: TournamentState, place: Location, opened: Committed, cause: str
    ) -> None:
        """Start the round's clock, and the turn timer that starts with every game there.

        In a round with a deadline neither starts: the players come when they have agreed on a time.
        """
        last, clocks = state.rounds[-1], dict[str, ClockChange]()
        if last.minutes:
            turns, several = state.rules.extra_turns, state.rules.best_of > 1
            clocks["clock"] = StartRound(seconds=60 * last.minutes, turns=turns, match=several)
        settings = await self._service.settings.effective(locale.scope_at(self._bot, place))
        minutes = settings[TURN_TIMER]
        if minutes is not None and not last.deadline:
            clocks["turn timer"] = StartTurnTimer(seconds=60 * minutes)
        for name, change in clocks.items():
            request = own_request(self._bot, f"{cause} {name}")
            await self._games.set_clock(opened.game, request, lambda _, change=change: change)

    async def opening(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Call the players to an opened table, and start its game; its board follows.

        After the end of the round no one is called, but the board appears while the game continues.
        """
        state = await self._tournaments.state(TournamentId(post.subject))
        round, number, game, entry = map(int, post.detail.split(":"))
        recalled = await self._games.recall(GameId(game), entry)
        if recalled is None:
            return ()
        begun, _ = recalled

        async def then() -> None:
            self._service.boards.post_soon(begun.game)

        last = state.rounds[-1] if round == len(state.rounds) else None
        known = (await self._tournaments.queries.tables(state.tournament, round)).get(number)
        others = known is None or known.game != game
        if state.over or last is None or others or number not in last.tables:
            await then()  # an attempt whose answer was lost may have called the players
            return ()
        players = [player for one in last.tables[number] for player in state.people(one)]
        users = [player.user for player in players if player.user is not None]
        called = [view.entrant_name(one) if one.user is None else f"<@{one.user}>" for one in players]
        lines = [tr("{players}: your table is open. You sit in this order.", players=comma_separated(called))]
        lines.append(results.tell(begun.before, begun.after, begun.entry.events).text)
        if room := await self._rooms.link(state, round, number):
            lines.append(room)
        role = await self._service.judge_role(state.guild, state.channel) if state.rules.private else None
        if role is not None:  # a mention adds everyone with the role to a private thread
            lines.append(tr("-# Judges: {role}", role=f"<@&{role}>"))
        if number in last.brackets:
            lines.append(brackets(last.brackets[number]))
        if last.deadline:
            lines += deadline_lines(state, number)
        text, rows = truncate("\n".join(lines), MESSAGE_LENGTH), _buttons(state, number)
        return (Announcement(text, lines[0], allowed=pinging(users, role), rows=rows, then=then),)

    async def _thread(
        self,
        state: TournamentState,
        channel: discord.TextChannel,
        number: int,
        earlier: PlayedTable | None,
    ) -> int:
        """Return the thread of a table, created once: an existing one of that name without another table is
        reused."""
        if earlier is not None:
            with suppress(discord.NotFound):  # someone has deleted the thread
                found = await self._bot.fetch_channel(earlier.thread)
                if isinstance(found, discord.Thread):
                    return found.id
        is_taken, private = self._tournaments.queries.is_seated, state.rules.private
        return await open_thread(channel, _title(state, number), is_taken, private=private)

    async def _begin(
        self, state: TournamentState, table: Sequence[Participant], place: Location, cause: str
    ) -> Committed:
        """Open a game and begin it in the order of seats; idempotent per cause."""
        seats = list[Seated]()
        for player, team in table_seats(state, table):
            name = unique_name(player.name or view.entrant_name(player), [one.name for one in seats])
            id = members.seat_id((player.user, name))
            seats.append(Seated(id=id, name=name, user=player.user, team=team))
        order = tuple(seat.id for seat in seats)
        gather = Gather(options=table_options(state.rules), seated=tuple(seats), host=order[0])
        first = order[0] if state.rules.team_size == 1 else None

        def start(table: Table) -> StartGame:
            dealt = chance.deal_roles(table) if isinstance(table, Lobby) else None
            chosen = first if dealt is None else None  # a role goes first
            return StartGame(order=order, draw=0, first=chosen, secret_roles=dealt)

        following = (own_request(self._bot, f"{cause} start"), start)
        request = own_request(self._bot, cause)
        try:
            return await self._games.open(place, request, gather, following)
        except Refusal as refusal:
            if refusal.reason != "table_in_use":
                raise
        # Someone has begun another game in the thread, or an earlier run has opened one for other seats.
        await self._end(place, f"{cause} in its place")
        return await self._games.open(place, request, gather, following)


def _seats_of(state: TournamentState) -> _Seats | None:
    """Return the seats in the last round of a current event; None without one.

    Before the first round there are no seats, and there may be tables of a canceled round.
    """
    if state.over or not (state.rounds or state.taken_back):
        return None
    if not state.rounds:
        return 0, Pairings(tables=()), {}, (), ()
    last = state.rounds[-1]
    return len(state.rounds), last.pairings, last.redrawn, last.absent, last.extensions


def _buttons(state: TournamentState, number: int) -> Sequence[ComponentRow]:
    """Return the buttons below the first message of a table of the last round, if any."""
    if state.rules.queue:
        return rows(requeue_button(state.tournament), substitute_button(state, number))
    return when_i_can(state.tournament) if state.rounds[-1].deadline else ()


def _title(state: TournamentState, number: int) -> str:
    """Return the name of a last round's table's thread."""
    if state.rules.queue:
        return tr("{event} · table {n}", event=state.rules.name, n=number)
    round = len(state.rounds)
    return tr("{event} · round {round} · table {n}", event=state.rules.name, round=round, n=number)
