"""Every tournament in a database: begun, changed by one request at a time, loaded when needed."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

from msgspec.structs import replace

from rules.game.parts import UserOrGuest
from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_open
from rules.tournaments.acts import CreateTournament, Drop
from rules.tournaments.deadlines import round_reminder_time
from rules.tournaments.decklists import with_decklist
from rules.tournaments.log import TournamentEntry, fold_entries, may_withdraw, withdrawals
from rules.tournaments.queue import LeaveQueue, next_look
from rules.tournaments.state import (
    SignUpStage,
    TournamentId,
    TournamentPlayer,
    TournamentRules,
    TournamentState,
)
from storage.engine.database import Database
from storage.engine.group_commit import AttachedWrite, Statement
from storage.engine.observers import call_each
from storage.engine.timestamps import milliseconds
from storage.events.cache import LockOrder
from storage.events.store import EventStore, Location, Request, idempotent
from storage.events.stream import Change, Stream, StreamPlace
from storage.outbox import Outbox
from storage.posts import Post, PostKind, change_posts, insert_post
from storage.scheduler import Deadline, DeadlineKind, cancel_deadline, set_deadline
from storage.tournaments import sql
from storage.tournaments.change import Notice, TournamentChange
from storage.tournaments.sql import LOG, PlayedTable, TournamentQueries

CHANGED = "event_changed"
"""The notice of a commit in a server's tournaments, with the server."""
NOTICE_DELAY = timedelta(seconds=10)
"""The time that an answer has before the announcement is sent without it."""
IN_MEMORY = 64
"""Tournaments kept in memory; one of 512 players takes about 200 KB."""

TournamentListener = Callable[[TournamentState], None]
"""Called with a tournament right after each commit."""


class Tournaments(Stream[TournamentState, TournamentEntry]):
    """Every tournament in a database. ``clock`` gives the time in UTC; ``wake`` is called for new
    deadlines."""

    notice_kind = CHANGED
    order = LockOrder.TOURNAMENTS

    def __init__(
        self, database: Database, outbox: Outbox, clock: Callable[[], datetime], wake: Callable[[], None]
    ) -> None:
        super().__init__(EventStore(database, LOG), IN_MEMORY)
        self.queries = TournamentQueries(database)
        self.followers: Sequence[TournamentListener] = ()
        self._outbox = outbox
        self._clock = clock
        self._wake = wake
        self._beginning = asyncio.Lock()

    def missing(self) -> Refusal:
        """Return Refusal "no_event"."""
        return Refusal("no_event")

    def place(self, state: TournamentState) -> StreamPlace:
        """See the base class."""
        return StreamPlace(state.tournament, state.guild, state.entries, state.tournament)

    async def snapshot(self, stream: int) -> TournamentState | None:
        """Return a tournament before its first entry."""
        return await self.queries.beginning(TournamentId(stream))

    def fold(self, state: TournamentState, entry: TournamentEntry) -> TournamentState:
        """See the base class."""
        return fold_entries(state, [entry])

    async def beside(self, state: TournamentState) -> TournamentState:
        """Return the tournament with the people of its numbers."""
        players = dict(state.players)
        for one in await self.queries.people(state.tournament):
            if (known := players.get(one.number)) is not None:
                players[one.number] = replace(
                    known, user=one.user, name=one.name, available=one.available, decklist=one.decklist
                )
        return replace(state, players=players)

    def notice(self, state: TournamentState) -> str:
        """Return the tournament's server, since a page can show several tournaments."""
        return str(state.guild)

    async def once(self, request: Request, carried_out: Awaitable[TournamentState]) -> TournamentState:
        """Return the result of a request, or the tournament as it is if its interaction is repeated."""
        return await self.store.once(request, carried_out, self._repeated)

    async def _repeated(self, stream: int, _entry: TournamentEntry) -> TournamentState:
        return await self.state(TournamentId(stream))

    @idempotent
    async def create(
        self,
        place: Location,
        request: Request,
        rules: TournamentRules,
        notices: Sequence[Notice] = (),
        also: Sequence[Statement] = (),
    ) -> TournamentState:
        """Begin a tournament in a server's channel; ``also``: statements written with it.

        Raises Refusal "event_here" if another one there isn't over; NotCommitted.
        """
        async with self._beginning:
            if await self.queries.in_channels([place.channel]) is not None:
                raise Refusal("event_here")
            state = TournamentState(
                tournament=await self.queries.next(), guild=place.guild or 0, channel=place.channel
            )
            change = TournamentChange(state)
            change.add(CreateTournament(rules=rules))
            change.notices += notices
            return await self._carry_out(state, change, request, sql.insert_tournament(state), *also)

    @idempotent
    async def change(
        self, tournament: TournamentId, request: Request, decide: Callable[[TournamentChange], None]
    ) -> TournamentState:
        """Carry out atomically the acts that ``decide`` adds to a change.

        Raises Refusal "no_event", "being_forgotten" and those of ``decide`` and its acts; NotCommitted.
        """
        async with self.enter(tournament) as state:
            change = TournamentChange(state)
            decide(change)
            return await self._carry_out(state, change, request)

    async def rename(self, tournament: TournamentId, person: UserOrGuest) -> TournamentState:
        """Store a user's newest name, which needs no entry in the log; return the tournament.

        Raises Refusal "no_event", "being_forgotten"; NotCommitted.
        """
        async with self.enter(tournament) as state:
            known = state.find(*person)
            if known is None or known.name is None:
                return state
            player = replace(known, name=person[1])
            after, then = state.having(player), partial(self._follow, state.having(player))
            await self.commit(Change(after, also=[sql.put_event_player(tournament, player)], then=then))
            return after

    async def say_available(
        self, tournament: TournamentId, user: int, text: str | None, *notices: Notice
    ) -> TournamentState:
        """Save when a user, or their team, can play, and the notices that follow from it.

        Raises Refusal "no_event", "event_over", "not_signed_up", "being_forgotten"; NotCommitted.
        """
        async with self.enter(tournament) as state:
            require_open(state)
            player = state.find(user, "")
            if player is None:
                raise Refusal("not_signed_up")
            said = replace(state.players[state.entrant(player.number)], available=text)
            return await self._keep(state, said, *notices)

    async def register_decklist(
        self, tournament: TournamentId, player: Participant, decklist: str, *, judged: bool
    ) -> TournamentState:
        """Save a player's decklist; ``judged``: a judge does that, which is possible at any time.

        Raises Refusal as `with_decklist` does, "no_event", "being_forgotten"; NotCommitted.
        """
        async with self.enter(tournament) as state:
            return await self._keep(state, with_decklist(state, player, decklist, judged=judged))

    async def _keep(
        self, state: TournamentState, player: TournamentPlayer, *notices: Notice
    ) -> TournamentState:
        """Save what a player has said that isn't part of the log, and the notices that follow from it."""
        after = state.having(player)
        posts = self.posts(after, notices)
        also = sql.put_event_player(state.tournament, player), *map(insert_post, posts)
        await self.commit(Change(after, also=also, then=partial(self._follow, after, posts)))
        return after

    async def history(self, tournament: TournamentId) -> tuple[TournamentState, Sequence[TournamentEntry]]:
        """Return a tournament before its first act, without names, and its log; raises Refusal "no_event"."""
        beginning = await self.queries.beginning(tournament)
        if beginning is None:
            raise Refusal("no_event")
        return beginning, [*map(LOG.entry, await self.store.rows(tournament))]

    async def show(self, tournament: TournamentId, message: int | None, guild: int) -> None:
        """Store which message of its channel shows a tournament. Raises NotCommitted."""
        await self.database.write(sql.set_message(tournament, message), guild=guild)

    async def schedule(self, state: TournamentState, scheduled: int | None) -> None:
        """Store which Discord event announces a tournament. Raises NotCommitted."""
        await self.database.write(sql.set_scheduled(state.tournament, scheduled), guild=state.guild)

    async def tell(
        self, state: TournamentState, *notices: Notice, also: Sequence[Statement] = (), made: int = 0
    ) -> None:
        """Notify a tournament's channel, or tables, without an act; ``also``: statements written with it.

        ``made``: the notices' time in milliseconds since 1970 (default: now). Raises NotCommitted.
        """
        posts = self.posts(state, notices, made)

        def then() -> None:
            self._outbox.add(*posts)
            self._wake()

        await self.database.write(*map(insert_post, posts), *also, then=then, guild=state.guild)

    def posts(
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

    async def seat(
        self, table: PlayedTable, guild: int, *deadlines: Deadline, posts: Sequence[Post] = ()
    ) -> None:
        """Save where in a server a table is played, with its deadlines and notices there.

        Raises NotCommitted.
        """
        statements = (sql.insert_table(table), *map(insert_post, posts), *map(set_deadline, deadlines))

        def then() -> None:
            self._wake()
            self.committed_in.publish(guild)
            self._outbox.add(*posts)

        notice = self.database.notice(CHANGED, str(guild))
        await self.database.write(*statements, *notice, then=then, guild=guild)

    async def entries_by(self, tournament: TournamentId, user: int) -> Sequence[TournamentEntry]:
        """Return a user's acts in a tournament, oldest first."""
        return [LOG.entry(row) for row in await self.queries.entries_by(tournament, user)]

    @asynccontextmanager
    async def forgetting(self, user: int) -> AsyncGenerator[AttachedWrite]:
        """Yield the writes that remove a user from all tournaments; tournaments are locked meanwhile.

        Their places and results stay under numbers without names. They drop from running tournaments.
        """
        known = await self.queries.of_user(user)
        async with self.rewriting(known, partial(self._without, user)) as attached:
            yield attached

    async def _without(self, user: int, state: TournamentState) -> Change[TournamentState, TournamentEntry]:
        tournament, statements, acts = state.tournament, list[Statement](), _leaving(state, user)
        was = state.entries
        for act in acts:
            state = act.apply(state)
        state = replace(state, entries=was + len(acts))
        for player in [one for one in state.players.values() if one.user == user]:
            for team in [one for one in state.players.values() if player.number in one.members]:
                nameless = replace(team, name=None, available=None, decklist=None)
                state = state.having(nameless)
                statements.append(sql.put_event_player(tournament, nameless))
            nobody = replace(player, user=None, name=None, available=None, decklist=None)
            state = state.having(nobody)
            statements.append(sql.put_event_player(tournament, nobody))
        for entry in await self.entries_by(tournament, user):
            statements.append(LOG.rewrite(tournament, entry.number, user=None))
        now = int(self._clock().timestamp())
        entries = [
            TournamentEntry(number=number, when=now, user=None, interaction=None, act=act)
            for number, act in enumerate(acts, start=was + 1)
        ]
        if next_look(state) is None:
            statements.append(_look(tournament, None))
        return Change(state, entries, statements, partial(self._follow, state))

    async def _carry_out(
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
        announced = [Notice(PostKind.ANNOUNCED)] if any(act.announced for act in change.acts) else []
        posts = self.posts(state, [*announced, *change.notices], after=request.interaction)
        statements = [*map(set_deadline, change.deadlines), *map(insert_post, posts), *self._rows(was, state)]
        withdrawn = await self._withdrawn(was, entries)
        if withdrawn is not None:
            statements.append(change_posts(("tournament", tournament), withdrawn - 1, was.entries))
        await self.commit(
            Change(
                *(state, entries, statements),
                partial(self._follow, state, posts, changed=withdrawn is not None),
            ),
            AttachedWrite(also),
        )
        return state

    def _rows(self, was: TournamentState, state: TournamentState) -> list[Statement]:
        """Return what follows from a change beside its entries: people, the end, and deadlines."""
        tournament = state.tournament
        statements = [
            sql.put_event_player(tournament, player)
            for number, player in state.players.items()
            if _person(was.players.get(number)) != _person(player)
        ]
        if state.over is not was.over:
            statements.append(sql.set_event_over(tournament, over=state.over))
        if state.over and not was.over:
            over = Deadline(DeadlineKind.OVER, str(tournament), self._clock() + NOTICE_DELAY)
            statements.append(set_deadline(over))
        due = next_look(state)
        if due != next_look(was):
            statements.append(_look(tournament, due))
        if _end_of_round(state) != _end_of_round(was):
            statements.append(self._remind(state))
        return statements

    async def _withdrawn(self, was: TournamentState, entries: Sequence[TournamentEntry]) -> int | None:
        """Return the first entry that new entries undo or replace; None if there is none."""
        if not any(may_withdraw(was, one.act) for one in entries):
            return None
        _, earlier = await self.history(was.tournament)
        return min(withdrawals([*earlier, *entries]).keys() - withdrawals(earlier).keys(), default=None)

    def _follow(self, state: TournamentState, posts: Sequence[Post] = (), *, changed: bool = False) -> None:
        """Run the callbacks after a commit; ``changed``: whether earlier posts have changed."""
        call_each(self.followers, state)
        self._wake()
        self._outbox.add(*posts)
        if changed:
            self._outbox.change(("tournament", state.tournament))

    def _remind(self, state: TournamentState) -> Statement:
        """Return the statement that sets or cancels the deadline of the last round's reminder."""
        key, end = str(state.tournament), _end_of_round(state)
        if end is None:
            return cancel_deadline(DeadlineKind.ROUND, key)
        number, deadline = end
        due = datetime.fromtimestamp(round_reminder_time(deadline, int(self._clock().timestamp())), UTC)
        return set_deadline(Deadline(DeadlineKind.ROUND, key, due, str(number)))


def _leaving(state: TournamentState, user: int) -> Sequence[TournamentAct]:
    """Return the acts by which a user drops from a running tournament or leaves a queue."""
    player = state.find(user, "")
    if player is None or state.over:
        return ()
    if state.rules.queue:
        return (LeaveQueue(player=player.number),) if player.number in state.queue else ()
    there = player.stage in (SignUpStage.IN, SignUpStage.WAITING)
    return (Drop(player=player.number),) if there else ()


def _end_of_round(state: TournamentState) -> tuple[int, int] | None:
    """Return the number of the last round and its deadline; None if it has no deadline."""
    deadline = state.rounds[-1].deadline if state.rounds else 0
    return (len(state.rounds), deadline) if deadline else None


def _person(player: TournamentPlayer | None) -> tuple[int | None, str | None]:
    return (None, None) if player is None else (player.user, player.name)


def _look(tournament: TournamentId, due: int | None) -> Statement:
    """Return the statement that sets or cancels the deadline of a queue."""
    if due is None:
        return cancel_deadline(DeadlineKind.QUEUE, str(tournament))
    return set_deadline(Deadline(DeadlineKind.QUEUE, str(tournament), datetime.fromtimestamp(due, UTC)))
