"""Absent players: they are called, judges are notified, and their seats can be emptied."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from functools import partial

import discord
from discord.ext import commands

from cogs.core.components import ComponentRow, button, rows
from cogs.core.context import consequence_id, own_request
from cogs.core.delivery.announcement import Announcement
from cogs.core.delivery.refresher import Refresher
from cogs.core.hooks import HeardMessage
from cogs.core.messaging import is_refused, passing_refusals, pinging
from cogs.core.service import GameService
from cogs.text.formatting import comma_separated, listed
from cogs.text.language import tr
from cogs.tournaments.updates.tables.notices import Notices
from cogs.tournaments.views import event as view
from cogs.tournaments.views.event import EventCustomId
from cogs.tournaments.views.panel.substitutes import substitute_button
from rules.actions.endings import Depart
from rules.fixing import Correction
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.table import Table
from rules.tournaments.absences import CallMissing, ShowUp, takes_substitutes
from rules.tournaments.playing import entrants_of
from rules.tournaments.state import TournamentId, TournamentState
from storage.engine.timestamps import milliseconds
from storage.games.games import Request
from storage.games.outbox import topic_of
from storage.posts import Post, PostKind
from storage.scheduler import Deadline, DeadlineKind
from storage.tournaments.change import Notice, TournamentChange
from storage.tournaments.sql import PlayedTable

CALL_DELAY = timedelta(minutes=5)
"""How long after the opening of their table players are pinged, and how much later the judges are."""
MAX_MESSAGES_READ = 100
"""Messages of a thread, and entries of its game, that are searched for a sign of a player."""


class MissingPlayers:
    """Notices who is at their table, and calls the others."""

    def __init__(self, bot: commands.AutoShardedBot, service: GameService, notices: Notices) -> None:
        self._bot = bot
        self._service = service
        self._games = service.games
        self._tournaments = service.games.tournaments
        self._notices = notices
        self._called: dict[int, tuple[PlayedTable, ExitStack]] = {}
        """The tables with called players who are still missing, and the subscriptions to their arrival."""
        self._signs = Refresher(service.background, "players at tables", self._come)

    def watch(self, state: TournamentState, table: PlayedTable) -> None:
        """Watch for the players of this table, if any was called."""
        if _is_awaited(state, table) and table.thread not in self._called:
            played, following = partial(self._look, table.thread), ExitStack()
            following.enter_context(self._games.committed.following(table.thread, played))
            self._called[table.thread] = table, following

    def follow(self, state: TournamentState) -> None:
        """Stop watching tables of a tournament that are complete, or over."""
        for thread, (table, following) in tuple(self._called.items()):
            if table.tournament == state.tournament and not _is_awaited(state, table):
                following.close()
                del self._called[thread]

    def due(self, state: TournamentState, table: PlayedTable) -> Sequence[Deadline]:
        """Return when players of a newly opened table are pinged: never in a queue, where they have just been
        waiting, and in a round with a deadline, where they agree on a time."""
        if state.rules.queue or state.rounds[-1].deadline:
            return ()
        return (Deadline(DeadlineKind.CALL, _key(table), self._games.now() + CALL_DELAY),)

    def hear(self, message: HeardMessage) -> None:
        """Check who has written in a thread with called players."""
        if message.channel in self._called:
            self._look(message.channel, message.user)

    def _look(self, thread: int, user: int | None = None) -> None:
        """Record that a user has written or played in a thread (default: the last one to play)."""
        table, _ = self._called[thread]
        self._signs.stale((table, user))

    async def _come(self, sign: tuple[PlayedTable, int | None]) -> None:
        """Record that a user is at this table."""
        table, user = sign
        cause = f"event sign {_key(table)} {user}"
        if user is None:
            (last,) = await self._games.log(table.game, limit=1)
            user, cause = last.user, f"event sign {table.game} {last.number}"
        state = await self._tournaments.state(table.tournament)
        player = state.find(user, "")
        missing = state.rounds[-1].missing.get(table.number, ()) if table.round == len(state.rounds) else ()
        if player is None or player.number not in missing:
            return
        if not self._games.database.owns(state.guild):
            return

        def decide(change: TournamentChange) -> None:
            change.add(ShowUp(player=player.number))

        request = Request(user, player.name or "", consequence_id(cause))
        await self._tournaments.change(state.tournament, request, decide)

    async def call_missing(self, deadline: Deadline) -> None:
        """Ping a table's players who have given no sign of being there. Raises discord.py's errors."""
        tournament, _, detail = deadline.key.partition(":")
        found = await self._find(TournamentId(int(tournament)), detail)
        if found is None:
            return
        state, table = found
        called = await self._unnoticed(state, table)
        if not called:
            return

        def decide(change: TournamentChange) -> None:
            change.add(CallMissing(table=table.number, players=called))
            change.deadlines.append(Deadline(DeadlineKind.MISSING, deadline.key, deadline.due + CALL_DELAY))
            change.notices.append(Notice(PostKind.CALL, _key(table).partition(":")[2], table.thread))

        cause = f"{DeadlineKind.CALL} {deadline.key}"
        with passing_refusals():
            state = await self._tournaments.change(state.tournament, own_request(self._bot, cause), decide)
        self.watch(state, table)

    async def render_call(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the call for players who are still missing from a table."""
        found = await self._find(TournamentId(post.subject), post.detail)
        missing = _missing(found[0]).get(found[1].number, ()) if found is not None else ()
        if found is None or not missing:
            return ()
        state, _ = found
        users = [one for number in missing if (one := state.players[number].user) is not None]
        text, shown = call(state, missing)
        return (Announcement(text, allowed=pinging(users), rows=shown),)

    async def name_missing(self, deadline: Deadline) -> None:
        """Notify the judges of who is still missing."""
        tournament, _, detail = deadline.key.partition(":")
        found = await self._find(TournamentId(int(tournament)), detail)
        if found is not None:
            made = milliseconds(deadline.due)
            await self._tournaments.tell(found[0], Notice(PostKind.MISSING, detail), made=made)

    async def render_missing(self, post: Post, _complete: bool) -> Sequence[Announcement]:
        """Return the judges' notice of who is still missing from a table."""
        found = await self._find(TournamentId(post.subject), post.detail)
        missing = _missing(found[0]).get(found[1].number, ()) if found is not None else ()
        if found is None or not missing:
            return ()
        state, table = found
        names = [view.entrant_name(state.players[one]) for one in missing]
        text = tr(
            "Missing at table {n}: {players} (<#{thread}>). `/event no-show who:{first}` leaves a "
            "seat empty.",
            players=listed(names),
            n=table.number,
            thread=table.thread,
            first=view.entrant_name(state.players[state.entrant(missing[0])]),
        )
        button_shown = takes_substitutes(state, table.number)
        parts = rows(substitute_button(state, table.number)) if button_shown else ()
        return await self._notices.to_judges(state, [text], parts=parts)

    async def _find(
        self, tournament: TournamentId, detail: str
    ) -> tuple[TournamentState, PlayedTable] | None:
        """Return the table of a deadline or post; None if its players have changed, or it has ended.

        ``detail``: the round, the table's number and how often it was redrawn.
        """
        round, number, redrawn = map(int, detail.split(":"))
        state = await self._tournaments.state(tournament)
        tables = await self._tournaments.queries.tables(state.tournament, round)
        if state.over or len(state.rounds) != round or number not in tables:
            return None
        last = state.rounds[-1]
        if number in last.outcomes or last.redrawn.get(number, 0) != redrawn or number not in last.tables:
            return None
        return state, tables[number]

    async def _unnoticed(self, state: TournamentState, table: PlayedTable) -> tuple[Participant, ...]:
        """Return the silent players of a table; none once the first turn is over."""
        there = await self._games.view(table.game)
        if there is None or not isinstance(there.table, Game) or there.table.turn.number > 1:
            return ()
        self._service.sender.require_visible(table.thread, state.channel)
        last = state.rounds[-1]
        seen = {one.user for one in await self._games.log(table.game, limit=MAX_MESSAGES_READ)}
        try:
            thread = self._bot.get_partial_messageable(table.thread)
            seen |= {_author(one) async for one in thread.history(limit=MAX_MESSAGES_READ)}
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            return ()  # no one can be called there
        entrants = [one for one in last.tables[table.number] if one not in last.absent]
        players = [player for one in entrants for player in state.people(one)]
        return tuple(one.number for one in players if one.user is not None and one.user not in seen)

    async def empty_seats(self, state: TournamentState, table: PlayedTable) -> None:
        """Remove the absent players from a table's game, once, after those who got their seat back were
        returned to it. Raises NotCommitted."""
        last = state.rounds[-1]
        there = last.tables.get(table.number, ())
        for player, times in last.returned.items():
            if player in there and table.number in last.unfinished:
                await self._return(table, player, times)
        for player in last.absent:
            if player in there:

                def leave(game: Table, player: Participant = player) -> Depart:
                    return Depart(who=seats_of(game, state, player))

                with passing_refusals():
                    cause = own_request(self._bot, _leaving(table, player, last.returned.get(player, 0)))
                    await self._games.act(table.game, cause, leave)
                    self._service.announcer.send_soon(topic_of(table.game))

    async def _return(self, table: PlayedTable, player: Participant, times: int) -> None:
        """Take back that a player was removed from a table's game, once; ``times``: how often they were
        returned. Raises NotCommitted."""
        left = consequence_id(_leaving(table, player, times - 1))
        steps = await self._games.steps(table.game)
        gone = {one.entry.number: None for one in steps if one.counts and one.entry.interaction == left}
        if gone:
            cause = own_request(self._bot, f"{_leaving(table, player, times)} returned")
            with passing_refusals():
                await self._games.fix(table.game, cause, Correction(changes=gone))
                self._service.announcer.send_soon(topic_of(table.game))


def call(state: TournamentState, missing: tuple[Participant, ...]) -> tuple[str, list[ComponentRow]]:
    """Return the message that pings missing players, and its button."""
    players = [state.players[one] for one in missing]
    names = comma_separated(
        view.entrant_name(one) if one.user is None else f"<@{one.user}>" for one in players
    )
    here = button(tr("I'm here"), EventCustomId("present", state.tournament), discord.ButtonStyle.primary)
    return tr("{players}: your table is waiting for you.", players=names), rows(here)


def _author(message: discord.Message) -> int:
    """Return the author of a message, or the user of the command that it answers."""
    cause = message.interaction_metadata
    return message.author.id if cause is None else cause.user.id


def _leaving(table: PlayedTable, player: Participant, times: int) -> str:
    """Return the cause for which a player is removed from a table's game; ``times``: how often they were
    returned to it."""
    cause = f"event absent {table.tournament} {table.round} {player} {table.game}"
    return f"{cause} {times}" if times else cause


def _key(table: PlayedTable) -> str:
    return f"{table.tournament}:{table.round}:{table.number}:{table.redrawn}"


def _is_awaited(state: TournamentState, table: PlayedTable) -> bool:
    """Return whether a pinged player of a table is still missing, and can still come."""
    return not state.over and table.round == len(state.rounds) and table.number in _missing(state)


def _missing(state: TournamentState) -> Mapping[int, tuple[Participant, ...]]:
    return state.rounds[-1].missing if state.rounds else {}


def seats_of(game: Table, state: TournamentState, player: Participant) -> tuple[PlayerId, ...]:
    """Return the seats of a player or a team in the last round; raises Refusal "nothing_happens"."""
    last = state.rounds[-1]
    there = last.tables.get(last.table_of(player) or 0, ())
    seats = list[PlayerId]()
    if isinstance(game, Game):
        seats += [id for id, one in entrants_of(game, state, there).items() if one == player]
    if not seats:
        raise Refusal("nothing_happens")
    return tuple(seats)
