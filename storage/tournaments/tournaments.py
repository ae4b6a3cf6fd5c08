"""Every tournament in a database: begun, changed by one request at a time, loaded when needed."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from rules.refusal import Refusal
from rules.tournaments.act import require_open
from rules.tournaments.acts import CreateTournament
from rules.tournaments.deadlines import reminder
from rules.tournaments.log import TournamentEntry, folded
from rules.tournaments.queue import next_look
from rules.tournaments.state import (
    TournamentId,
    TournamentPlayer,
    TournamentRules,
    TournamentState,
)
from storage.engine.database import Database
from storage.engine.group_commit import AttachedWrite, Statement
from storage.engine.observers import errors_logged
from storage.engine.timestamps import milliseconds
from storage.events.cache import LruCache, StreamLocks
from storage.events.publisher import Publisher
from storage.events.store import EventStore, Location, Request, idempotent
from storage.outbox import Outbox, Post, PostKind, insert_post
from storage.scheduler import Deadline, DeadlineKind, cancel_deadline, set_deadline
from storage.tournaments import sql
from storage.tournaments.change import Notice, TournamentChange
from storage.tournaments.sql import LOG, PlayedTable, TournamentQueries

CHANGED = "event_changed"
"""The notice of a commit in a server's tournaments, with the server."""
ANSWER = timedelta(seconds=10)
"""The time that an answer has before the announcement is sent without it."""
IN_MEMORY = 64
"""Tournaments kept in memory; one of 512 players takes about 200 KB."""

Listener = Callable[[TournamentState], None]
"""Called with a tournament right after each commit."""


class Tournaments:
    """Every tournament in a database. ``clock`` gives the time in UTC; ``wake`` tells of new deadlines."""

    def __init__(
        self, database: Database, outbox: Outbox, clock: Callable[[], datetime], wake: Callable[[], None]
    ) -> None:
        self.queries = TournamentQueries(database)
        self.followers: Sequence[Listener] = ()
        self.committed = Publisher[int]()
        """Told of each commit in a server's tournaments, by the server, whichever process makes it."""
        self._database = database
        self._outbox = outbox
        self._clock = clock
        self._wake = wake
        self._log = EventStore(database, LOG)
        self._beginning = asyncio.Lock()
        self._locks = StreamLocks[TournamentId]()
        self._states = LruCache[TournamentId, TournamentState](IN_MEMORY, in_use=self._locks.__contains__)
        self._changes = 0
        """How often another process was heard to have changed tournaments."""
        database.on_notice.append(self._hear)

    async def once(self, request: Request, carried_out: Awaitable[TournamentState]) -> TournamentState:
        """What comes of a request, or how the tournament is now when its interaction comes a second time."""
        return await self._log.once(request, carried_out, self._repeated)

    async def _repeated(self, stream: int, _entry: TournamentEntry) -> TournamentState:
        return await self.state(TournamentId(stream))

    @idempotent
    async def create(self, place: Location, request: Request, rules: TournamentRules) -> TournamentState:
        """Begin a tournament in a server's channel.

        Raises Refusal "event_here" where another one there isn't over; NotCommitted.
        """
        async with self._beginning:
            if await self.queries.in_channels([place.channel]) is not None:
                raise Refusal("event_here")
            state = TournamentState(
                tournament=await self.queries.next(), guild=place.guild or 0, channel=place.channel
            )
            change = TournamentChange(state)
            change.add(CreateTournament(rules=rules))
            return await self._commit(state, change, request, sql.insert_tournament(state))

    @idempotent
    async def change(
        self, tournament: TournamentId, request: Request, decide: Callable[[TournamentChange], None]
    ) -> TournamentState:
        """Carry out what ``decide`` adds to a change; nobody comes in between.

        Raises Refusal "no_event", "being_forgotten" and what ``decide`` and its acts raise; NotCommitted.
        """
        async with self._enter(tournament) as state:
            change = TournamentChange(state)
            decide(change)
            return await self._commit(state, change, request)

    async def state(self, tournament: TournamentId) -> TournamentState:
        """A tournament as its last commit has left it; raises Refusal "no_event"."""
        state = self._states.get(tournament)
        if state is None:
            async with self._locks.hold(tournament):
                state = await self._loaded(tournament)
        return state

    async def say_available(
        self, tournament: TournamentId, user: int, text: str | None, *notices: Notice
    ) -> TournamentState:
        """Keep when a user, or their team, can play, and what has to be told because of it.

        Raises Refusal "no_event", "event_over", "not_signed_up", "being_forgotten"; NotCommitted.
        """
        async with self._enter(tournament) as state:
            require_open(state)
            player = state.find(user, "")
            if player is None:
                raise Refusal("not_signed_up")
            said = replace(state.players[state.entrant(player.number)], available=text)
            after = state.having(said)
            posts = self._posts(after, notices)

            def then() -> None:
                self._stand(after)
                self._outbox.add(*posts)

            statements = sql.put_player(tournament, said), *map(insert_post, posts)
            await self._database.write(*statements, then=then, guild=state.guild)
            return after

    async def history(self, tournament: TournamentId) -> tuple[TournamentState, Sequence[TournamentEntry]]:
        """A tournament before its first act, without names, and its log; raises Refusal "no_event"."""
        beginning = await self.queries.beginning(tournament)
        if beginning is None:
            raise Refusal("no_event")
        return beginning, [*map(LOG.entry, await self._log.rows(tournament))]

    async def show(self, tournament: TournamentId, message: int | None, guild: int) -> None:
        """Keep which message of its channel in a server shows a tournament. Raises NotCommitted."""
        await self._database.write(sql.set_message(tournament, message), guild=guild)

    async def schedule(self, state: TournamentState, scheduled: int | None) -> None:
        """Keep which of Discord's events announces a tournament. Raises NotCommitted."""
        await self._database.write(sql.set_scheduled(state.tournament, scheduled), guild=state.guild)

    async def tell(
        self, state: TournamentState, *notices: Notice, also: Sequence[Statement] = (), made: int = 0
    ) -> None:
        """Tell a tournament's channel, or tables, of what follows from no act; ``also``: is written with it.

        ``made``: since when it is to be told, in milliseconds since 1970 (default: now). Raises NotCommitted.
        """
        posts = self._posts(state, notices, made)

        def then() -> None:
            self._outbox.add(*posts)
            self._wake()

        await self._database.write(*map(insert_post, posts), *also, then=then, guild=state.guild)

    def _posts(
        self, state: TournamentState, notices: Iterable[Notice], made: int = 0, after: int = 0
    ) -> Sequence[Post]:
        """Return the posts of notices; ``after``: the interaction from which they follow, if there is one."""
        return [
            Post(
                *("tournament", state.tournament, state.entries, kind),
                place=Location(thread or state.channel, state.guild, state.channel if thread else None),
                made=made or milliseconds(self._clock()),
                after=max(after, 0),
                detail=detail,
            )
            for kind, detail, thread in notices
        ]

    async def seat(self, table: PlayedTable, guild: int, *deadlines: Deadline) -> None:
        """Keep where in a server a table is played, and what has to happen there. Raises NotCommitted."""
        statements = (sql.insert_table(table), *map(set_deadline, deadlines))

        def then() -> None:
            self._wake()
            self.committed.publish(guild)

        await self._database.write(*statements, *self._notice(guild), then=then, guild=guild)

    async def entries_by(self, tournament: TournamentId, user: int) -> Sequence[TournamentEntry]:
        """What a user has done in a tournament, oldest first."""
        return [LOG.entry(row) for row in await self.queries.entries_by(tournament, user)]

    @asynccontextmanager
    async def forgetting(self, user: int) -> AsyncGenerator[AttachedWrite]:
        """What has to be written so that no tournament knows any more who a user was; all wait meanwhile.

        Their places and results stay under numbers without names.
        """
        async with AsyncExitStack() as inside:
            statements, states = list[Statement](), list[TournamentState]()
            for tournament in await self.queries.of_user(user):
                state = await inside.enter_async_context(self._enter(tournament))
                for player in [one for one in state.players.values() if one.user == user]:
                    for team in [one for one in state.players.values() if player.number in one.members]:
                        nameless = replace(team, name=None, available=None)
                        state = state.having(nameless)
                        statements.append(sql.put_player(tournament, nameless))
                    nobody = replace(player, user=None, name=None, available=None)
                    state = state.having(nobody)
                    statements.append(sql.put_player(tournament, nobody))
                for entry in await self.entries_by(tournament, user):
                    statements.append(LOG.rewrite(tournament, entry.number, user=None))
                states.append(state)
            yield AttachedWrite(tuple(statements), lambda: self._stand(*states))

    @asynccontextmanager
    async def _enter(self, tournament: TournamentId) -> AsyncGenerator[TournamentState]:
        async with self._locks.hold(tournament):
            await self._database.settle()
            yield await self._loaded(tournament)

    async def _loaded(self, tournament: TournamentId) -> TournamentState:
        state = self._states.get(tournament)
        if state is None:
            changes, state = self._changes, await self._read(tournament)
            if changes == self._changes:
                self._keep(state)
        return state

    async def _read(self, tournament: TournamentId) -> TournamentState:
        state = await self.queries.beginning(tournament)
        if state is None:
            raise Refusal("no_event")
        state = folded(state, map(LOG.entry, await self._log.rows(tournament)))
        for one in await self.queries.people(tournament):
            known = state.players[one.number]
            state = state.having(replace(known, user=one.user, name=one.name, available=one.available))
        return state

    async def _commit(
        self, was: TournamentState, change: TournamentChange, request: Request, *also: Statement
    ) -> TournamentState:
        tournament, last = was.tournament, was.entries + len(change.acts)
        state = replace(change.state, entries=last)
        entries = [
            TournamentEntry(
                number=number,
                when=int(self._clock().timestamp()),
                user=request.user,
                interaction=request.interaction if number == last else None,
                act=act,
            )
            for number, act in enumerate(change.acts, start=was.entries + 1)
        ]
        statements = [*also, *(LOG.append(tournament, entry) for entry in entries)]
        statements += [
            sql.put_player(tournament, player)
            for number, player in state.players.items()
            if _person(was.players.get(number)) != _person(player)
        ]
        statements += map(set_deadline, change.deadlines)
        announced = [Notice(PostKind.ANNOUNCED)] if any(act.announced for act in change.acts) else []
        posts = self._posts(state, [*announced, *change.notices], after=request.interaction)
        statements += map(insert_post, posts)
        if state.over and not was.over:
            over = Deadline(DeadlineKind.OVER, str(tournament), self._clock() + ANSWER)
            statements += [sql.close(tournament), set_deadline(over)]
        due = next_look(state)
        if due != next_look(was):
            statements.append(_look(tournament, due))
        if _end_of_round(state) != _end_of_round(was):
            statements.append(self._remind(state))

        def then() -> None:
            self._stand(state)
            self._wake()
            self._outbox.add(*posts)

        await self._database.write(*statements, *self._notice(state.guild), then=then, guild=state.guild)
        return state

    def _remind(self, state: TournamentState) -> Statement:
        """Set, move or cancel when the players of the last round are reminded of its deadline."""
        key, end = str(state.tournament), _end_of_round(state)
        if end is None:
            return cancel_deadline(DeadlineKind.ROUND, key)
        number, deadline = end
        due = datetime.fromtimestamp(reminder(deadline, int(self._clock().timestamp())), UTC)
        return set_deadline(Deadline(DeadlineKind.ROUND, key, due, str(number)))

    def drop_others(self, owns: Callable[[int], bool]) -> None:
        """Those of servers that another process serves now are loaded when they are needed here again."""
        self._changes += 1
        self._states.clear(lambda state: not owns(state.guild))

    def _keep(self, state: TournamentState) -> None:
        """Keep a state in memory, unless another process may change it unheard."""
        if self._database.keeps(state.guild):
            self._states.put(state.tournament, state)

    def _notice(self, guild: int) -> Sequence[Statement]:
        """The statements with which other processes are told of a commit, for pages that they show."""
        return self._database.notice(CHANGED, str(guild))

    def _hear(self, kind: str, text: str) -> None:
        """Another process has committed something in a server's tournaments, or may have in any."""
        if kind == CHANGED:
            self._changes += 1
            if not self._database.owns(int(text)):
                self._states.clear(lambda state: state.guild == int(text))
            self.committed.publish(int(text))
        elif not kind:
            for guild in self.committed:
                self.committed.publish(guild)

    def _stand(self, *states: TournamentState) -> None:
        """These are committed."""
        for state in states:
            self._states.pop(state.tournament)
            self._keep(state)
            for follow in self.followers:
                with errors_logged():
                    follow(state)
            self.committed.publish(state.guild)


def _end_of_round(state: TournamentState) -> tuple[int, int] | None:
    """Return the number of the last round and its deadline; None where it has no deadline."""
    deadline = state.rounds[-1].deadline if state.rounds else 0
    return (len(state.rounds), deadline) if deadline else None


def _person(player: TournamentPlayer | None) -> tuple[int | None, str | None]:
    return (None, None) if player is None else (player.user, player.name)


def _look(tournament: TournamentId, due: int | None) -> Statement:
    """Set, move or cancel when those who wait in a queue are looked after."""
    if due is None:
        return cancel_deadline(DeadlineKind.QUEUE, str(tournament))
    return set_deadline(Deadline(DeadlineKind.QUEUE, str(tournament), datetime.fromtimestamp(due, UTC)))
