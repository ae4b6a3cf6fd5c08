"""Games as their users know them: open a table, act on it, undo and redo, look at it and at its log.

A request is committed before its answer. Requests on one channel take turns in the order in which they came;
requests on different channels wait for nothing but the commit that they share. A refused request changes and
writes nothing.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeAlias

from rules.fixing import Correction
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.game.undo_tree import UndoTree
from rules.leagues.acts.judges import Judge
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather
from rules.table import AnyAction, Table, act
from rules.turns import turn_times
from rules.turns.clock import Clock, ClockChange
from storage.engine.database import Database
from storage.engine.metadata import Metadata
from storage.engine.timestamps import milliseconds, time_of_day, utc_now
from storage.engine.writer import NotCommitted, Statement
from storage.events.store import Location, Request, idempotent
from storage.games.cache import NO_CLOCK, REVISIONS_KEPT, START, History, LoadedGame, Revision
from storage.games.compaction import Compaction
from storage.games.continuing import continued
from storage.games.fixing import Affected, AllowFix, FixedGame, table_before, work_out
from storage.games.outbox import PAUSE, AnnouncementKind, Outbox, insert_earlier_board
from storage.games.personal_data import PersonalData
from storage.games.replay import clocks_before, revisions_up_to
from storage.games.repository import GameRef, GameRepository
from storage.games.sql import GameLog, set_board
from storage.games.values import (
    BoardMessage,
    Committed,
    EntryKind,
    Fix,
    GameView,
    LogEntry,
    Step,
    UnshownGame,
    is_over,
)
from storage.leagues.leagues import Leagues
from storage.leagues.repository import LeagueRepository
from storage.scheduler import Scheduler
from storage.tournaments.tournaments import Tournaments

__all__ = [
    "Affected",
    "AllowFix",
    "BoardMessage",
    "Committed",
    "EntryKind",
    "Fix",
    "FixedGame",
    "GameRef",
    "GameView",
    "Games",
    "Location",
    "LogEntry",
    "NotCommitted",
    "Request",
    "Step",
    "UnshownGame",
    "is_over",
]

GAMES_IN_MEMORY = 10_240

AllowStep: TypeAlias = Callable[[Table, Collection[int]], None]
"""A check of an undo or redo on the table as it is when its turn comes, given the users whose actions are
taken back or carried out again; raises Refusal."""
_Step: TypeAlias = Callable[[UndoTree, int, int], int]


def _anything(_table: Table, _authors: Collection[int]) -> None:
    pass


def _any_fix(_table: Table, _authors: Collection[int], _entered: Sequence[tuple[Table, AnyAction]]) -> None:
    pass


class Games:
    """Every game in a database. ``clock`` gives the time in UTC; ``limit`` games are kept in memory.

    ``noting``: seconds in which what Discord has taken is gathered before it is noted.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime] = utc_now,
        *,
        limit: int = GAMES_IN_MEMORY,
        noting: float = PAUSE,
    ) -> None:
        self.deadlines = Scheduler(database, clock)
        """What has to happen at a moment in this database."""
        self.leagues = Leagues(LeagueRepository(database, clock, self.deadlines.wake))
        """The leagues that its games are results of."""
        self.tournaments = Tournaments(database, clock)
        """The tournaments of its servers."""
        self._metadata = Metadata(database)
        self.outbox = Outbox(database, pause=noting)
        """What channels must be told, and what boards are known to show."""
        self.database = database
        self._clock = clock
        self._log = GameLog(database)
        self._repository = GameRepository(self._log, self.deadlines, self.leagues, self.outbox, limit)
        self.people = PersonalData(self._log, self._repository.cache)
        """What its games know of a person."""
        self.compaction = Compaction(self._log, self._repository.cache)
        """Makes games compact at which nothing has happened for long."""

    @idempotent
    async def open(
        self,
        place: Location,
        request: Request,
        action: Gather,
        following: tuple[Request, Callable[[Table], AnyAction]] | None = None,
    ) -> Committed:
        """Open a new table at a place, and carry out in the same transaction what follows, if it can be.

        Gives what came of what follows, or of the opening where that is refused. Raises Refusal
        "table_in_use" while the table before is not over, and what the action raises; NotCommitted when the
        database fails.
        """
        async with await self._repository.hold(place):
            current = await self._repository.current(place.channel)
            if current is not None and not is_over(current.view.table):
                raise Refusal("table_in_use")
            done = act(START.table, action)
            game = await self._repository.next_game()
            entry = LogEntry(1, EntryKind.ACT, START.number, 1, *self._signed(request), action, done.events)
            revision = Revision(1, START.number, done.table, 1, START.turn_times)
            entries, revisions = [entry], [revision]
            if following is not None:
                with suppress(Refusal):
                    entry, revision = self._next(revision, 2, NO_CLOCK, *following)
                    entries.append(entry)
                    revisions.append(revision)
            view = GameView(
                *(game, place, entry.when, None, revision.table, tuple(entries)),
                can_undo=len(entries) > 1,
                can_redo=False,
                clock=NO_CLOCK,
                turn_times=revision.turn_times,
            )
            return await self._repository.begin(LoadedGame(view, revisions), START)

    def _next(
        self,
        before: Revision,
        number: int,
        clock: Clock,
        request: Request,
        decide: Callable[[Table], AnyAction],
    ) -> tuple[LogEntry, Revision]:
        """The next action, which has this number, and the table after it; raises Refusal."""
        action = decide(before.table)
        done = act(before.table, action)
        signed = self._signed(request)
        entry = LogEntry(number, EntryKind.ACT, before.number, number, *signed, action, done.events)
        times = before.turn_times
        if turn_times.affects_turns(done.events):
            times = turn_times.advance(times, done.events, clock.moment(milliseconds(entry.when)))
        return entry, Revision(number, before.number, done.table, before.unsaved + 1, times)

    @idempotent
    async def act(
        self,
        where: GameRef,
        request: Request,
        decide: Callable[[Table], AnyAction],
        *,
        told: AnnouncementKind | None = None,
        continues: bool = False,
        wait: timedelta = timedelta(0),
    ) -> Committed:
        """Carry out the action that ``decide`` chooses for the table as it stands; nobody comes in between.

        ``told``: what its channel must be told (default: what came of it, if everybody must know).
        ``continues``: it may be one step with the last one, if that was the same and a moment ago. ``wait``:
        how long leagues wait for the result of a game that this ends, until ``settle``. Raises Refusal
        "no_table", what ``decide`` raises and what the rules refuse; NotCommitted.
        """
        async with self._repository.enter(where) as loaded:
            entry, revision = self._next(loaded.revision, loaded.last + 1, loaded.view.clock, request, decide)
            if continues:
                entry, revision = continued(loaded, entry, revision)
            committed = await self._repository.commit(
                loaded, entry, revision, can_redo=False, told=told, wait=wait
            )
            loaded.continuing = entry.number if continues else 0
            return committed

    async def undo(
        self,
        where: GameRef,
        request: Request,
        steps: int = 1,
        allow: AllowStep = _anything,
        *,
        last: int | None = None,
        judge: Judge | None = None,
    ) -> Committed:
        """Take the last ``steps`` actions back, also those that ended the game.

        ``allow`` may refuse. ``last`` is the action that has to be the last one for this. ``judge``: who asks
        for it, where that is a judge. Raises Refusal "no_table", "nothing_to_undo", "undone_already" or
        "not_the_last_step" for ``last``, "table_in_use" for an ended game whose channel plays another one by
        now, and as `withdrawal` does where the game's result is sealed; NotCommitted.
        """

        def back(tree: UndoTree, at: int, count: int) -> int:
            if last is not None and at != last:
                if last in tree.path(at):
                    raise Refusal("not_the_last_step")
                raise Refusal("undone_already")
            return tree.undo(at, count)

        return await self._move(where, request, EntryKind.UNDO, back, steps, allow, judge)

    async def preview_fix(self, where: GameRef, correction: Correction, *, redone: int = 0) -> FixedGame:
        """What would become of a game by a correction of earlier steps; nothing is written.

        Raises Refusal "no_table" and as ``fix`` does.
        """
        view = await self.view(where)
        if view is None:
            raise Refusal("no_table")
        last = view.entries[-1]
        return await work_out(self._log, view.game, last.at, last.number + 1, correction, redone)

    @idempotent
    async def fix(
        self,
        where: GameRef,
        request: Request,
        correction: Correction,
        allow: AllowFix = _any_fix,
        *,
        at: int | None = None,
        redone: int = 0,
        wait: timedelta = timedelta(0),
        judge: Judge | None = None,
    ) -> Committed:
        """Correct earlier steps and carry out again what followed; one entry, which one undo takes back.

        ``allow`` may refuse. ``at`` is the entry on which the table has to stand for this, ``redone`` the
        step undone last, where that is to be done again first, ``wait`` as in ``act``, where leagues wait for
        a result already. Its channel must be told. Raises Refusal "no_table", what ``work_out`` and
        ``allow`` raise, "fix_outdated" for ``at``, or as undo does for games that are over;
        NotCommitted.
        """
        async with self._repository.enter(where) as loaded:
            before, number = loaded.revision, loaded.last + 1
            if at not in (None, before.number):
                raise Refusal("fix_outdated")
            game = loaded.view.game
            fixed = await work_out(self._log, game, before.number, number, correction, redone)
            allow(before.table, fixed.authors, fixed.entered)
            await self._require_free(loaded, fixed.table)
            entry = LogEntry(
                *(number, EntryKind.ACT, before.number, number, *self._signed(request), None, fixed.events),
                fix=fixed.fix(correction),
            )
            revision = Revision(number, before.number, fixed.table, 0, fixed.turn_times)
            return await self._repository.commit(
                loaded,
                *(entry, revision),
                can_redo=False,
                told=AnnouncementKind.STEP,
                since=(fixed.base, [step.entry for step in fixed.steps if step.counts]),
                wait=wait,
                judge=judge,
            )

    async def settle(self, game: GameId, entry: int) -> bool:
        """Bring a result that leagues have waited for to them; False where the game has gone on since then.

        ``entry`` is the one that ended it. Raises Refusal "no_table", "being_forgotten"; NotCommitted.
        """
        async with self._repository.enter(game) as loaded:
            last = await self._log.entry(game, entry)
            if last is None or loaded.revision.number != entry or not is_over(loaded.revision.table):
                return False
            await self._repository.settle(loaded, last)
            return True

    async def before_step(self, game: GameId, number: int) -> Table:
        """The table right before a step, as fixes have left it; raises Refusal "no_table", "no_such_step"."""
        view = await self.view(game)
        if view is None:
            raise Refusal("no_table")
        return await table_before(self._log, game, view.entries[-1].at, number)

    async def _require_free(self, loaded: LoadedGame, after: Table) -> None:
        """Raises Refusal "table_in_use" where a game would go on whose channel plays another one by now."""
        if is_over(loaded.revision.table) and not is_over(after):
            current = await self._repository.current(loaded.view.location.channel)
            if current is not None and current is not loaded and not is_over(current.view.table):
                raise Refusal("table_in_use")

    async def steps(self, game: GameId, most: int | None = None) -> list[Step]:
        """The steps that led to where the table stands, oldest first, those that fixes took out included.

        ``most``: the last so many of them are enough.
        """
        return [step async for step in self._log.steps(game, most=most)]

    async def redo(
        self,
        where: GameRef,
        request: Request,
        steps: int = 1,
        allow: AllowStep = _anything,
        *,
        first: int | None = None,
        judge: Judge | None = None,
    ) -> Committed:
        """Carry out the last ``steps`` undone actions again.

        ``first`` is the action that has to be the first one of them. Raises as undo does: "nothing_to_redo",
        or "not_the_next_step" for ``first``.
        """

        def forward(tree: UndoTree, at: int, count: int) -> int:
            if first is not None and (not tree.is_followed(at) or tree.redo(at) != first):
                raise Refusal("not_the_next_step")
            return tree.redo(at, count)

        return await self._move(where, request, EntryKind.REDO, forward, steps, allow, judge)

    @idempotent
    async def set_clock(
        self,
        where: GameRef,
        request: Request,
        decide: Callable[[GameView], ClockChange],
        *also: Statement,
        told: AnnouncementKind | None = None,
    ) -> Committed:
        """Carry out the change of a table's clocks that ``decide`` chooses, ``also`` in the same transaction.

        ``told``: what its channel must be told about it (default: nothing).

        Raises Refusal "no_table", "not_started", "game_over", what ``decide`` raises, and where the change
        can't be; NotCommitted.
        """
        async with self._repository.enter(where) as loaded:
            revision, view = loaded.revision, loaded.view
            if isinstance(revision.table, Lobby):
                raise Refusal("not_started")
            if is_over(revision.table):
                raise Refusal("game_over")
            change, at = decide(view), revision.number
            user, name, interaction, when = self._signed(request)
            clock = change.apply(view.clock, milliseconds(when))
            entry = LogEntry(
                *(loaded.last + 1, EntryKind.CLOCK, at, at, user, name, interaction, when, None, (), change)
            )
            return await self._repository.commit(
                loaded, entry, revision, can_redo=view.can_redo, clock=clock, also=also, told=told
            )

    async def view(self, where: GameRef) -> GameView | None:
        """The table as it stands; None when there is none. Waits for nobody once the table is in memory."""
        loaded = self._repository.in_memory(where)
        if loaded is not None:
            return loaded.view
        try:
            async with self._repository.enter(where) as loaded:
                return loaded.view
        except Refusal as refusal:
            if refusal.reason != "no_table":
                raise
            return None

    async def before(self, game: GameId) -> GameView | None:
        """The game before this one in its channel, as it stands; None when it is the first."""
        earlier = await self._log.previous_game(game)
        return None if earlier is None else await self.view(earlier)

    async def log(self, game: GameId, *, before: int | None = None, limit: int = 20) -> list[LogEntry]:
        """The last entries of a game, those before the number ``before`` if it is given; newest first."""
        return await self._log.entries(game, before=before, limit=limit)

    async def history(self, game: GameId) -> list[LogEntry]:
        """The actions that led to where the table stands, oldest first, without those undone."""
        return [entry async for entry in self._log.line(game)]

    async def moved(self, done: Committed) -> list[LogEntry]:
        """The actions that an undo took back or a redo carried out again, oldest first."""
        entry = done.entry
        later, earlier = max(entry.parent, entry.at), min(entry.parent, entry.at)
        loaded = self._repository.in_memory(done.game)
        if loaded is None or loaded.history is None:
            async with self._repository.enter(done.game) as loaded:
                await self._history(loaded)
        numbers = (await self._history(loaded)).tree.between(later, earlier)[::-1]
        shown = {one.number: one for one in loaded.view.entries}
        if shown.keys() >= set(numbers):
            return [shown[number] for number in numbers]
        return [one async for one in self._log.numbered(done.game, numbers)]

    async def set_board(
        self, game: GameId, board: BoardMessage | None, shown: int | None = None, *, instead: bool = False
    ) -> None:
        """Keep which message shows a game, and which entry it shows, if that is known.

        ``instead``: the message before is gone, so it needn't say where this one is.

        Raises Refusal "no_table"; NotCommitted.
        """
        async with self._repository.enter(game) as loaded:
            earlier = loaded.view.board
            moved = board is not None and not instead and earlier not in (None, board)
            also = [insert_earlier_board(game, earlier)] if moved and earlier is not None else []
            await self.database.write(set_board(game, board, shown), *also, then=lambda: loaded.show(board))

    async def needs_hints(self, channel: int) -> bool:
        """Whether a channel is to be shown the hints for a first game: once. Raises NotCommitted."""
        name = f"hinted:{channel}"
        if await self._metadata.get(name) is not None:
            return False
        await self._metadata.put(name, "")
        return True

    def now(self) -> datetime:
        """The time of day by which entries are made, in UTC."""
        return self._clock()

    def current_in_memory(self, channel: int) -> GameView | None:
        """A channel's table as the last commit left it; None where it isn't in memory."""
        loaded = self._repository.cache.current(channel)
        return None if loaded is None else loaded.view

    def in_memory(self, game: GameId) -> GameView | None:
        """A table as the last commit left it; None where it isn't in memory."""
        loaded = self._repository.in_memory(game)
        return None if loaded is None else loaded.view

    async def unshown_games(self, within: timedelta, *, everything: bool = False) -> list[UnshownGame]:
        """The games at which something happened within this time that their boards may not show.

        The game of the last entry is the first. ``everything``: open games whose board is right, too.
        """
        return await self._log.unshown_games(self._clock() - within, everything=everything)

    async def recall(self, game: GameId, number: int) -> tuple[Committed, Clock] | None:
        """What came of an entry of the log, and the clocks right before it; None when it is gone."""
        entry = await self._log.entry(game, number)
        if entry is None:
            return None
        return await self._repeated(game, entry), await clocks_before(self._log, game, number)

    async def once(self, request: Request, carried_out: Awaitable[Committed]) -> Committed:
        """What comes of a request, or what came of it when its interaction comes a second time."""
        return await self._log.once(request, carried_out, self._repeated)

    async def _repeated(self, stream: int, entry: LogEntry) -> Committed:
        game = GameId(stream)
        before = (await revisions_up_to(self._log, game, entry.parent))[-1]
        after = (await revisions_up_to(self._log, game, entry.at))[-1]
        return Committed(game, entry, before.table, after.table, repeated=True)

    @idempotent
    async def _move(
        self,
        where: GameRef,
        request: Request,
        kind: EntryKind,
        step: _Step,
        steps: int,
        allow: AllowStep,
        judge: Judge | None,
    ) -> Committed:
        async with self._repository.enter(where) as loaded:
            game, before = loaded.view.game, loaded.revision
            history = await self._history(loaded)
            to = step(history.tree, before.number, steps)
            ends = (before.number, to) if kind is EntryKind.UNDO else (to, before.number)
            allow(before.table, history.authors(history.tree.between(*ends)))
            revision = loaded.kept(to)
            if revision is None:
                # Of a redo also those to which the next ones lead.
                ahead = to if kind is EntryKind.UNDO else history.tree.ahead(to, REVISIONS_KEPT - 1)
                read = await revisions_up_to(self._log, game, ahead, to)
                loaded.keep(read)
                revision = next(one for one in read if one.number == to)
            await self._require_free(loaded, revision.table)
            entry = LogEntry(
                *(loaded.last + 1, kind, before.number, to, *self._signed(request)), action=None, events=()
            )
            can_redo = history.tree.is_followed(to)
            return await self._repository.commit(loaded, entry, revision, can_redo=can_redo, judge=judge)

    async def _history(self, loaded: LoadedGame) -> History:
        if loaded.history is None:
            loaded.history = History(await self._log.actions(loaded.view.game))
        return loaded.history

    def _signed(self, request: Request) -> tuple[int, str, int, datetime]:
        when = time_of_day(milliseconds(self._clock()))
        return request.user, request.name, request.interaction, when
