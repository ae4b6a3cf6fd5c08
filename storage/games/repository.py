"""Games in memory, one request at a time in each channel, and the way to commit what a request does."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from rules.game.game import Game
from rules.game.parts import GameId, PlayerOutcome
from rules.leagues.acts.judges import Judge
from rules.leagues.from_game import TimedEvents
from rules.refusal import Refusal
from rules.table import Table
from rules.turns.clock import Clock
from storage.engine.group_commit import Statement, after_commit
from storage.events import codec
from storage.events.cache import HeldLock
from storage.events.publisher import Publisher
from storage.events.store import Location, Request
from storage.games.cache import GameCache, LoadedGame, Revision
from storage.games.deadlines import SAME_TIME, clock_deadlines, lobby_deadlines, same_time_key
from storage.games.matches import earlier_games, is_recounted, later_games
from storage.games.outbox import Announcement, AnnouncementKind, Outbox, insert_announcement, must_be_told
from storage.games.replay import load
from storage.games.sql import GameLog, insert_game, insert_snapshot, set_over
from storage.games.steps import encode_fix
from storage.games.values import Committed, EntryKind, GameView, LogEntry, is_over
from storage.leagues.leagues import Leagues
from storage.leagues.table_results import GameOver
from storage.scheduler import Deadline, Scheduler, set_deadline

SNAPSHOT_EVERY = 64
"""Actions after which the next one is written with a snapshot of the table."""

GameRef: TypeAlias = Location | GameId
"""Which table: the one in progress at a place, or else the last one there; or the game of this number."""


class GameRepository:
    """Every game in a database; ``limit`` of them are kept in memory."""

    def __init__(
        self, log: GameLog, scheduler: Scheduler, leagues: Leagues, outbox: Outbox, limit: int
    ) -> None:
        self.log = log
        self._outbox = outbox
        self.cache = GameCache(limit)
        self.committed = Publisher[int]()
        """Told of channels at whose tables something has happened."""
        self._scheduler = scheduler
        self._leagues = leagues
        self.on_over: list[Callable[[GameId], None]] = []
        """Called with a game that is over, or goes on after all, right after the commit."""
        self.on_recount: list[Callable[[GameId], None]] = []
        """Called with each game whose match stands otherwise, since an earlier game was corrected."""

    async def hold(self, where: GameRef) -> HeldLock[int]:
        """``async with`` it to be alone with a table; raises Refusal "no_table"."""
        if isinstance(where, Location):
            return self.cache.hold(where.channel)
        loaded = self.cache.get(where)
        if loaded is not None:
            return self.cache.hold(loaded.view.location.channel)
        found = await self.log.place(where)
        if found is None:
            raise Refusal("no_table")
        return self.cache.hold(found[0].channel)

    def enter(self, where: GameRef) -> AbstractAsyncContextManager[LoadedGame]:
        """A table, loaded, to be changed by nobody else until the end of the block.

        Raises Refusal "no_table"; NotCommitted where it isn't known what became of an earlier write.
        """
        return _Entered(self, where)

    async def get(self, where: GameRef) -> LoadedGame:
        """A table, loaded, for whoever holds its channel; raises Refusal "no_table"."""
        loaded = await (self.current(where.channel) if isinstance(where, Location) else self._load(where))
        if loaded is None:
            raise Refusal("no_table")
        return loaded

    async def current(self, channel: int) -> LoadedGame | None:
        """The game in progress in a channel, or else its newest one; None where there is none."""
        loaded = self.cache.current(channel)
        if loaded is None:
            game = await self.log.current_game(channel)
            if game is not None:
                loaded = await self._load(game, current=True)
        return loaded

    def in_memory(self, where: GameRef) -> LoadedGame | None:
        """A table as the last commit left it, where it is in memory."""
        return self.cache.current(where.channel) if isinstance(where, Location) else self.cache.get(where)

    async def next_game(self) -> GameId:
        """The number of a new game."""
        return GameId(await self.log.database.next_number("game"))

    async def begin(self, loaded: LoadedGame, before: Revision) -> Committed:
        """Write a new game with its first entries, and give the last one.

        Raises NotCommitted; Refusal "being_forgotten".
        """
        view, entry = loaded.view, loaded.view.entries[-1]
        earlier = (loaded.kept(entry.parent) or before).table
        announcement = _announcement(view.game, entry, earlier, view.table)

        def then() -> None:
            self.cache.put(loaded, current=True)
            self.committed.publish(view.location.channel)
            self._scheduler.wake()
            if announcement is not None:
                self._outbox.add(announcement)

        self._require_staying(entry)
        await self.log.database.write(
            insert_game(view.game, view.location, view.opened),
            *(self.log.table.append(view.game, one) for one in view.entries),
            *lobby_deadlines(view.game, before.table, view.table, entry.when),
            *([insert_announcement(announcement)] if announcement is not None else ()),
            then=then,
            guild=view.location.guild,
        )
        return Committed(view.game, entry, earlier, view.table)

    async def commit(
        self,
        loaded: LoadedGame,
        entry: LogEntry,
        revision: Revision,
        *,
        can_redo: bool,
        clock: Clock | None = None,
        also: Sequence[Statement] = (),
        told: AnnouncementKind | None = None,
        since: tuple[int, Sequence[LogEntry]] | None = None,
        wait: timedelta = timedelta(0),
        judge: Judge | None = None,
    ) -> Committed:
        """Write an entry and what follows from it in one transaction; then the table stands on ``revision``.

        ``clock``: the table's clocks where they have changed. ``told``: what its channel must be told about
        the entry (default: what came of it, where everybody must know that). ``since``: the entry up to which
        a fix leaves everything as it is, and the steps after it. ``wait``: how long leagues wait for the
        result of a game that this ends. ``judge``: who asks for it, where that is a judge. Raises
        NotCommitted; Refusal "being_forgotten", and where it takes back an end whose result is sealed.
        """
        view, before, revision = loaded.view, loaded.revision, loaded.as_matched(revision)
        earlier = loaded.kept(entry.parent) or before
        new_clock = view.clock if clock is None else clock
        over = is_over(revision.table)
        ends = over or is_over(before.table)
        waits = ends and bool(wait) and await self._waits(loaded, entry, revision)
        deadlines = [
            *clock_deadlines(view, new_clock, revision.turn_times, entry.when),
            *lobby_deadlines(view.game, before.table, revision.table, entry.when),
            *([_end_of_waiting(view.game, entry, wait)] if waits else ()),
        ]
        unpacking = await self.log.compact.unpacking(view.game)
        statements = [*unpacking, self.log.table.append(view.game, entry), *deadlines, *also]
        announcement = _announcement(view.game, entry, before.table, revision.table, told)
        if announcement is not None:
            statements.append(insert_announcement(announcement))
        if entry.kind is EntryKind.ACT and (revision.unsaved >= SNAPSHOT_EVERY or entry.fix is not None):
            statements.append(insert_snapshot(view.game, revision))
            revision = replace(revision, unsaved=0)

        def then() -> None:
            loaded.advance(entry, revision, new_clock, can_redo=can_redo)
            self.committed.publish(view.location.channel)
            if ends:
                for follow in self.on_over:
                    after_commit(partial(follow, view.game))
            if unpacking:
                self.log.compact.reopen()
            if deadlines:
                self._scheduler.wake()
            if announcement is not None:
                self._outbox.add(announcement)

        if ends:
            statements.append(set_over(view.game, over=over))
        if ends and not waits:
            since = since or (entry.parent, [entry]) if entry.kind is EntryKind.ACT else (entry.at, [])
            turn = self._game_over(view, entry, revision, since, judge)
            await self._commit_with_results(turn, entry, statements, then)
        else:
            await self._commit_alone(view, entry, statements, then, ends=ends)
        if ends and is_recounted(before.table, revision.table):
            await self._recount(view.game)
        return Committed(view.game, entry, earlier.table, revision.table)

    async def _commit_alone(
        self,
        view: GameView,
        entry: LogEntry,
        statements: Sequence[Statement],
        then: Callable[[], None],
        *,
        ends: bool,
    ) -> None:
        """Commit what means nothing to leagues, or not yet; ``ends``: a game is over, or goes on again."""

        def all_then() -> None:
            then()
            if ends:
                self.cache.forget_current(view.location.channel)

        self._require_staying(entry)
        await self.log.database.write(*statements, then=all_then, guild=view.location.guild)

    async def _recount(self, game: GameId) -> None:
        """Let the later games of a match know who has won this one."""
        async for later in later_games(self.log, game, self._load):
            self.cache.drop(later)  # and it learns that when it is loaded again
            for listener in self.on_recount:
                listener(later)

    async def _waits(self, loaded: LoadedGame, entry: LogEntry, revision: Revision) -> bool:
        """Whether what is committed now ends a game whose result leagues don't have yet.

        An undo or redo may lead to an end of which they had the result before.
        """
        table = revision.table
        if not isinstance(table, Game) or table.outcome is None:
            return False
        if table.outcome.result is PlayerOutcome.NONE:
            return False
        if is_over(loaded.revision.table):
            return await self.last_waits(loaded)
        if entry.kind is EntryKind.ACT:
            return True
        known = await self._leagues.queries.of_game(loaded.view.game)
        return all(record.result.entry != entry.at for _, record in known)

    async def last_waits(self, loaded: LoadedGame) -> bool:
        """Whether something can still be said to have happened at the same time as a game's last entry."""
        return await self._scheduler.find(SAME_TIME, same_time_key(loaded.view.game, loaded.last)) is not None

    async def settle(self, loaded: LoadedGame, entry: LogEntry) -> None:
        """Bring the result of a game that is over to the leagues that don't have it yet.

        ``entry`` is the one on whose outcome it stands. Raises NotCommitted; Refusal "being_forgotten".
        """
        turn = self._game_over(loaded.view, entry, loaded.revision, (entry.at, []))
        async with self._leagues.tables.turned(turn) as league:
            self._require_staying(entry)
            await self.log.database.write(
                *league.statements, then=league.then, guild=loaded.view.location.guild
            )

    async def _commit_with_results(
        self,
        turn: GameOver,
        entry: LogEntry,
        statements: Sequence[Statement],
        then: Callable[[], None],
    ) -> None:
        """Commit that a table is over, or goes on after all, together with what that means to leagues."""
        async with self._leagues.tables.turned(turn) as league:

            def all_then() -> None:
                then()
                self.cache.forget_current(turn.location.channel)
                league.then()

            self._require_staying(entry)
            await self.log.database.write(
                *statements, *league.statements, then=all_then, guild=turn.location.guild
            )

    def _game_over(
        self,
        view: GameView,
        entry: LogEntry,
        revision: Revision,
        since: tuple[int, Sequence[LogEntry]],
        judge: Judge | None = None,
    ) -> GameOver:
        """What leagues are told of a table that is over, or goes on after all."""

        async def line() -> Sequence[TimedEvents]:
            base, following = since
            entries = [*[one async for one in self.log.line(view.game, base)], *following]
            return [TimedEvents(when=int(one.when.timestamp()), events=one.events) for one in entries]

        return GameOver(
            game=view.game,
            location=view.location,
            request=Request(entry.user, entry.name, entry.interaction),
            at=entry.at,
            after=revision.table,
            clock=view.clock,
            line=line,
            judge=judge,
        )

    async def _load(self, game: GameId, *, current: bool = False) -> LoadedGame | None:
        loaded = self.cache.get(game)
        if loaded is None:
            loaded = await load(self.log, game)
            if loaded is not None and loaded.view.table.options.match:
                loaded.learn(await earlier_games(loaded.view.table, self._load))
        if loaded is not None and self.log.database.owns(loaded.view.location.guild):
            self.cache.put(loaded, current=current)
        return loaded

    def _require_staying(self, entry: LogEntry) -> None:
        def names(user: int) -> bool:
            if entry.fix is not None:
                texts = encode_fix(entry.fix), codec.encode_events(entry.events)
                return entry.user == user or any(str(user) in text for text in texts)
            return entry.user == user or (
                entry.action is not None and str(user) in codec.encode_action(entry.action)
            )

        self.log.require_staying(names)


class _Entered(AbstractAsyncContextManager[LoadedGame]):
    """As a generator with the decorator of contextlib, but in half the time, which every action takes."""

    __slots__ = ("_held", "_repository", "_where")

    def __init__(self, repository: GameRepository, where: GameRef) -> None:
        self._repository = repository
        self._where = where

    async def __aenter__(self) -> LoadedGame:
        self._held = await self._repository.hold(self._where)
        await self._held.__aenter__()
        try:
            await self._repository.log.database.settle()
            return await self._repository.get(self._where)
        except BaseException as error:
            await self._held.__aexit__(error)
            raise

    async def __aexit__(self, *error: object) -> None:
        await self._held.__aexit__(*error)


def _end_of_waiting(game: GameId, entry: LogEntry, wait: timedelta) -> Statement:
    """Until when something can still be said to have happened at the same time as an end."""
    return set_deadline(Deadline(SAME_TIME, same_time_key(game, entry.number), entry.when + wait))


def _announcement(
    game: GameId, entry: LogEntry, before: Table, after: Table, told: AnnouncementKind | None = None
) -> Announcement | None:
    if told is None and must_be_told(before, after):
        told = AnnouncementKind.STEP
    return None if told is None else Announcement(game, entry.number, told)
