"""Games as their users know them: open a table, act on it, undo and redo, look at it and at its log.

A request is committed before its answer. Requests on one channel take turns in the order in which they came;
requests on different channels wait for nothing but the commit that they share. A refused request changes and
writes nothing.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from rules.game import undo_tree
from rules.game.lobby import Lobby
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather
from rules.table import AnyAction, Table, act
from rules.turns import turn_times
from rules.turns.clock import Clock, ClockChange
from storage.engine.database import Database
from storage.engine.timestamps import milliseconds, utc_now
from storage.engine.writer import NotCommitted, Statement
from storage.events.idempotency import once
from storage.games import lobby_expiry
from storage.games.channel_cache import ChannelCache
from storage.games.commits import Commits
from storage.games.hints import Hints
from storage.games.loaded_game import START, LoadedGame, Revision, is_followed
from storage.games.lookup import GameLookup, GameRef
from storage.games.sql import GameLog, insert_entry, insert_game, set_board
from storage.games.values import (
    BoardMessage,
    Committed,
    EntryKind,
    GameView,
    Location,
    LogEntry,
    OpenGame,
    Request,
    is_over,
)
from storage.leagues.leagues import Leagues
from storage.privacy.personal_data import PersonalData
from storage.scheduler import Scheduler

__all__ = [
    "BoardMessage",
    "Committed",
    "EntryKind",
    "GameRef",
    "GameView",
    "Games",
    "Location",
    "LogEntry",
    "NotCommitted",
    "OpenGame",
    "Request",
    "is_over",
]

CHANNELS_IN_MEMORY = 10_240
"""A table of four takes about 15 KB."""

AllowStep: TypeAlias = Callable[[Table, Collection[int]], None]
"""A check of an undo or redo on the table as it is when its turn comes, given the users whose actions are
taken back or carried out again; raises Refusal."""
_Step: TypeAlias = Callable[[Mapping[int, int], int, int], int]


def _anything(_table: Table, _authors: Collection[int]) -> None:
    pass


class Games:
    """Every game in a database. ``clock`` gives the time in UTC; ``channels`` are kept in memory at least."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime] = utc_now,
        *,
        channels: int = CHANNELS_IN_MEMORY,
    ) -> None:
        self.deadlines = Scheduler(database, clock)
        """What has to happen at a moment in this database."""
        self.leagues = Leagues(database, clock, self.deadlines.wake)
        """The leagues that its games are results of."""
        self.hints = Hints(database)
        """The channels that have been shown the hints for a first game."""
        self._database = database
        self._clock = clock
        self._log = GameLog(database)
        self._rooms = ChannelCache(channels)
        self.people = PersonalData(database, self._rooms)
        """What its games know of a person."""
        self._tables = GameLookup(self._rooms, self._log)
        self._commits = Commits(database, self._log, self.deadlines, self.leagues, self.people)
        self._newest: int | None = None

    async def open(self, place: Location, request: Request, action: Gather) -> Committed:
        """Open a new table at a place.

        Raises Refusal "table_in_use" while the one before it is not over, and what the action raises;
        NotCommitted when the database fails.
        """
        return await once(self._open(place, request, action), self._earlier, request)

    async def act(self, where: GameRef, request: Request, decide: Callable[[Table], AnyAction]) -> Committed:
        """Carry out the action that ``decide`` chooses for the table as it stands; nobody comes in between.

        Raises Refusal "no_table", what ``decide`` raises and what the rules refuse; NotCommitted.
        """
        return await once(self._act(where, request, decide), self._earlier, request)

    async def undo(
        self,
        where: GameRef,
        request: Request,
        steps: int = 1,
        allow: AllowStep = _anything,
        *,
        last: int | None = None,
    ) -> Committed:
        """Take the last ``steps`` actions back, also those that ended the game.

        ``allow`` may refuse. ``last`` is the action that has to be the last one for this. Raises Refusal
        "no_table", "nothing_to_undo", "undone_already" or "not_the_last_step" for ``last``, or
        "table_in_use" for an ended game whose channel plays another one by now; NotCommitted.
        """

        def back(parents: Mapping[int, int], at: int, count: int) -> int:
            if last is not None and at != last:
                if last not in undo_tree.path(parents, at):
                    raise Refusal("undone_already")
                raise Refusal("not_the_last_step")
            return undo_tree.undo(parents, at, count)

        return await once(
            self._move(EntryKind.UNDO, back, where, request, steps, allow), self._earlier, request
        )

    async def redo(
        self, where: GameRef, request: Request, steps: int = 1, allow: AllowStep = _anything
    ) -> Committed:
        """Carry out the last ``steps`` undone actions again. Raises as undo does: "nothing_to_redo"."""
        return await once(
            self._move(EntryKind.REDO, undo_tree.redo, where, request, steps, allow), self._earlier, request
        )

    async def set_clock(
        self, where: GameRef, request: Request, decide: Callable[[GameView], ClockChange], *also: Statement
    ) -> Committed:
        """Carry out the change of a table's clocks that ``decide`` chooses, ``also`` in the same transaction.

        Raises Refusal "no_table", "not_started", "game_over", what ``decide`` raises, and where the change
        can't be; NotCommitted.
        """
        return await once(self._set_clock(where, request, decide, also), self._earlier, request)

    async def view(self, where: GameRef) -> GameView | None:
        """The table as it stands; None when there is none. Waits for nobody once the table is in memory."""
        standing = self._tables.in_memory(where)
        if standing is not None:
            return standing.view
        try:
            async with await self._tables.enter(where) as room:
                return (await self._tables.table(room, where)).view
        except Refusal as refusal:
            if refusal.reason != "no_table":
                raise
            return None

    async def before(self, game: int) -> GameView | None:
        """The table that there was in a game's channel before it; None when there was none."""
        earlier = await self._log.previous_game(game)
        return None if earlier is None else await self.view(earlier)

    async def log(self, game: int, *, before: int | None = None, limit: int = 20) -> list[LogEntry]:
        """The last entries of a game, those before the number ``before`` if it is given; newest first."""
        return await self._log.entries(game, before=before, limit=limit)

    async def history(self, game: int) -> list[LogEntry]:
        """The actions that led to where the table stands, oldest first, without those undone."""
        return [entry async for entry in self._log.line(game)]

    async def set_board(self, game: int, board: BoardMessage | None) -> None:
        """Keep which message shows a game. Raises Refusal "no_table"; NotCommitted."""
        async with await self._tables.enter(game) as room:
            standing = await self._tables.table(room, game)
            await self._database.write(set_board(game, board), then=lambda: standing.show(board))

    def now(self) -> datetime:
        """The time of day by which entries are made, in UTC."""
        return self._clock()

    async def open_tables(self, within: timedelta) -> list[OpenGame]:
        """Every game that is not over and at which something happened within this time, oldest first."""
        return await self._log.open_tables(self._clock() - within)

    async def _earlier(self, request: Request) -> Committed | None:
        found = await self._log.entry_of(request.interaction)
        if found is None:
            return None
        game, entry = found
        before = await self._log.outcome(game, entry.parent)
        after = await self._log.outcome(game, entry.at)
        return Committed(game, entry, before.table, after.table, repeated=True)

    async def _open(self, place: Location, request: Request, action: Gather) -> Committed:
        async with self._rooms.enter(place.channel) as room:
            current = await self._tables.current(room, place.channel)
            if current is not None and not is_over(current.view.table):
                raise Refusal("table_in_use")
            done = act(START.table, action)
            game = await self._next_game()
            entry = LogEntry(1, EntryKind.ACT, START.number, 1, *self._signed(request), action, done.events)
            outcome = Revision(number=1, parent=START.number, table=done.table, unsaved=1, pace=START.pace)
            view = GameView(
                *(game, place, entry.when, None, done.table, (entry,)),
                can_undo=False,
                can_redo=False,
                clock=Clock(),
                turn_times=START.pace,
            )
            standing = LoadedGame(view, outcome, {1: outcome})

            def furnish() -> None:
                self._rooms.add(room, standing)
                room.current = standing
                self.deadlines.wake()

            self.people.require_staying(entry)
            await self._database.write(
                insert_game(game, place, entry.when),
                insert_entry(game, entry),
                *lobby_expiry.deadlines_after(game, START.table, done.table, entry.when),
                then=furnish,
            )
            return Committed(game, entry, START.table, done.table)

    async def _next_game(self) -> int:
        if self._newest is None:
            newest = await self._log.newest_game()
            if self._newest is None:  # another one may have asked at the same time
                self._newest = newest
        self._newest += 1
        return self._newest

    async def _act(self, where: GameRef, request: Request, decide: Callable[[Table], AnyAction]) -> Committed:
        async with await self._tables.enter(where) as room:
            standing = await self._tables.table(room, where)
            before = standing.outcome
            action = decide(before.table)
            done = act(before.table, action)
            number, parent = standing.last + 1, before.number
            entry = LogEntry(
                number, EntryKind.ACT, parent, number, *self._signed(request), action, done.events
            )
            turns = before.pace
            if turn_times.concerned(done.events):
                moment = standing.view.clock.moment(milliseconds(entry.when))
                turns = turn_times.go_on(turns, done.events, moment)
            outcome = Revision(number, parent, done.table, before.unsaved + 1, turns)
            return await self._commits.commit(room, standing, entry, outcome, can_redo=False)

    async def _set_clock(
        self,
        where: GameRef,
        request: Request,
        decide: Callable[[GameView], ClockChange],
        also: Sequence[Statement],
    ) -> Committed:
        async with await self._tables.enter(where) as room:
            standing = await self._tables.table(room, where)
            outcome, view = standing.outcome, standing.view
            if isinstance(outcome.table, Lobby):
                raise Refusal("not_started")
            if is_over(outcome.table):
                raise Refusal("game_over")
            change, number = decide(view), standing.last + 1
            user, name, interaction, when = self._signed(request)
            clock = change.apply(view.clock, milliseconds(when))
            at = outcome.number
            entry = LogEntry(number, EntryKind.CLOCK, at, at, user, name, interaction, when, None, (), change)
            return await self._commits.commit(
                room, standing, entry, outcome, can_redo=view.can_redo, clock=clock, also=also
            )

    async def _move(
        self,
        kind: EntryKind,
        step: _Step,
        where: GameRef,
        request: Request,
        steps: int,
        allow: AllowStep,
    ) -> Committed:
        async with await self._tables.enter(where) as room:
            standing = await self._tables.table(room, where)
            game, before = standing.view.game, standing.outcome
            if standing.parents is None:
                standing.authors = await self._log.authors(game)
                standing.parents = await self._log.parents(game)
            to = step(standing.parents, before.number, steps)
            ends = (before.number, to) if kind is EntryKind.UNDO else (to, before.number)
            moved = undo_tree.between(standing.parents, *ends)
            allow(before.table, {standing.authors[number] for number in moved})
            outcome = standing.kept.get(to) or await self._log.outcome(game, to)
            if is_over(before.table) and not is_over(outcome.table):
                current = await self._tables.current(room, standing.view.location.channel)
                if current is not None and current is not standing and not is_over(current.view.table):
                    raise Refusal("table_in_use")
            number, parent = standing.last + 1, before.number
            entry = LogEntry(number, kind, parent, to, *self._signed(request), action=None, events=())
            can_redo = kind is EntryKind.UNDO or is_followed(standing.parents, to)
            return await self._commits.commit(room, standing, entry, outcome, can_redo=can_redo)

    def _signed(self, request: Request) -> tuple[int, str, int, datetime]:
        return request.user, request.name, request.interaction, self._clock()
