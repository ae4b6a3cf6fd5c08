"""Games for their users: open a table, act on it, undo and redo, read it and its log.

A request is committed before its answer. Requests on one channel take turns in the order in which they
came; requests on different channels wait only for the shared commit. A refused request changes and writes
nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.setup.lobby_actions import Gather
from rules.table import AnyAction, Table, act
from rules.turns import turn_times
from rules.turns.clock import Clock
from storage.engine.database import Database
from storage.engine.deferred_writes import FLUSH_INTERVAL, DeferredWrites
from storage.engine.group_commit import MayBeCommitted, NotCommitted
from storage.engine.metadata import Metadata
from storage.engine.timestamps import milliseconds, utc_now
from storage.events.store import Location, Request, idempotent
from storage.followers import CommitFollowers
from storage.games.cache import EMPTY_REVISION, NO_CLOCK, LoadedGame, Revision
from storage.games.commits import GameCommits, NextEntry
from storage.games.compaction import Compaction
from storage.games.outbox import ShownBoards, insert_earlier_board
from storage.games.personal_data import PersonalData
from storage.games.queries import set_board
from storage.games.repository import GameRef, GameRepository
from storage.games.requests.clocks import TimedGames
from storage.games.requests.continuing import continued_entry
from storage.games.requests.fix import FixableGames
from storage.games.requests.fixing import Affected, AllowFix, FixedGame
from storage.games.requests.seats import LinkedGames
from storage.games.requests.undo import UndoableGames
from storage.games.sql import GameLog
from storage.games.values import (
    BoardMessage,
    Committed,
    EntryKind,
    Fix,
    GameView,
    LogEntry,
    MovedSteps,
    Step,
    UnshownGame,
    is_over,
)
from storage.leagues.leagues import Leagues
from storage.leagues.repository import LeagueRepository
from storage.links import Links
from storage.outbox import Outbox
from storage.posts import PostKind
from storage.scheduler import MAX_SLEEP, Scheduler
from storage.tournaments.avoidances import Avoidances
from storage.tournaments.repeating import EventTemplates, RepeatedEvents
from storage.tournaments.tournaments import Tournaments
from storage.tournaments.voice_rooms import VoiceRooms

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
    "MayBeCommitted",
    "MovedSteps",
    "NotCommitted",
    "Request",
    "Step",
    "UnshownGame",
    "is_over",
]

GAMES_IN_MEMORY = 10_240
SERVED = "served"
"""The notice to processes beside this one that it serves other servers than before."""


class Games(UndoableGames, FixableGames, TimedGames, LinkedGames):
    """Every game in a database. ``clock`` gives the time in UTC; ``limit`` games are kept in memory.

    ``noting``: seconds for which deliveries to Discord are collected before they are recorded. ``max_sleep``:
    the longest sleep of the scheduler.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime] = utc_now,
        *,
        limit: int = GAMES_IN_MEMORY,
        noting: float = FLUSH_INTERVAL,
        max_sleep: timedelta = MAX_SLEEP,
    ) -> None:
        self.deadlines = Scheduler(database, clock, max_sleep=max_sleep)
        """The deadlines of this database."""
        self.leagues = Leagues(LeagueRepository(database, clock, self.deadlines.wake))
        """The leagues that its games are results of."""
        self.deliveries = DeferredWrites(database, pause=noting)
        """The records of what Discord has accepted."""
        self.outbox = Outbox(database, self.deliveries)
        """The announcements for channels."""
        self.tournaments = Tournaments(database, self.outbox, clock, self.deadlines.wake)
        """The tournaments of its servers."""
        self.avoidances = Avoidances(database)
        """The players that someone doesn't want to be seated with."""
        self.voice_rooms = VoiceRooms(database)
        """The voice channels of events' tables."""
        self.templates = EventTemplates(database)
        """The settings of events that its servers keep by name."""
        self.repeated = RepeatedEvents(database)
        """The events that open their sign-up at set times."""
        self.links = Links(database, clock)
        """The links to pages of its games."""
        self._metadata = Metadata(database)
        self.boards = ShownBoards(database, self.deliveries)
        """The boards as last shown."""
        log = GameLog(database)
        repository = GameRepository(log, limit)
        commits = GameCommits(repository, self.deadlines, self.leagues, self.outbox)
        super().__init__(repository, commits, database, clock)
        database.on_notice += (self.leagues.hear, self.tournaments.hear, self.links.hear, repository.hear)
        self.committed = repository.committed
        """Publishes a channel's ID after each commit at its table."""
        self.people = PersonalData(repository)
        """The personal data in its games."""
        self.compaction = Compaction(repository)
        """Makes games compact at which nothing has happened for long."""

    def tell(self, followers: CommitFollowers) -> None:
        """Call these, and no others, after commits from now on."""
        self._commits.followers = followers
        self.outbox.followers, self.outbox.change_followers = followers.announced, followers.changed
        self.leagues.tell(followers.leagues)
        self.tournaments.followers = followers.tournaments

    @idempotent
    async def open(
        self,
        place: Location,
        request: Request,
        action: Gather,
        following: tuple[Request, Callable[[Table], AnyAction]] | None = None,
    ) -> Committed:
        """Open a new table at a place, and carry out the first action in the same transaction.

        Return the action's result, or the opening's if it is refused. Raises Refusal "table_in_use" while the
        previous table is not over, and the action's refusals; NotCommitted if the database fails.
        """
        async with await self._repository.hold(place):
            await self.database.settle()
            current = await self._repository.current(place.channel)
            if current is not None and not is_over(current.view.table):
                raise Refusal("table_in_use")
            done = act(EMPTY_REVISION.table, action)
            game = await self._repository.next_game()
            entry = LogEntry(
                1, EntryKind.ACT, EMPTY_REVISION.number, 1, *self._signed(request), action, done.events
            )
            revision = Revision(1, EMPTY_REVISION.number, done.table, 1, EMPTY_REVISION.turn_times)
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
            return await self._commits.begin(LoadedGame(view, revisions), EMPTY_REVISION)

    def _next(
        self,
        before: Revision,
        number: int,
        clock: Clock,
        request: Request,
        decide: Callable[[Table], AnyAction],
    ) -> tuple[LogEntry, Revision]:
        """Return the next action, which has this number, and the table after it; raises Refusal."""
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
        announce: PostKind | None = None,
        continues: bool = False,
        wait: timedelta = timedelta(0),
    ) -> Committed:
        """Carry out atomically the action that ``decide`` chooses for the current table.

        ``announce``: its announcement (default: the result, if everyone must know it). ``continues``: it
        may be merged with an equal step a moment ago. ``wait``: the delay before leagues get the result of
        a game that this ends, until ``settle``. Raises Refusal "no_table", and the refusals of ``decide``
        and the rules; NotCommitted.
        """
        async with self._repository.enter(where) as loaded:
            entry, revision = self._next(loaded.revision, loaded.last + 1, loaded.view.clock, request, decide)
            if continues:
                entry, revision = continued_entry(loaded, entry, revision)
            committed = await self._commits.commit(
                loaded, NextEntry(entry, revision, announce=announce, wait=wait)
            )
            loaded.continuing = entry.number if continues else 0
            return committed

    async def settle(self, game: GameId, entry: int) -> bool:
        """Send a result to the leagues that wait for it; return False if the game has continued.

        ``entry`` ended the game, or restored its end. Return False also if a later entry did and its wait
        isn't over. Raises Refusal "no_table", "being_forgotten"; NotCommitted.
        """
        async with self._repository.enter(game) as loaded:
            last = await self._log.entry(game, entry)
            if last is None or loaded.revision.number != last.at or not is_over(loaded.revision.table):
                return False
            if loaded.last != entry and await self._commits.last_waits(loaded):
                return False
            await self._commits.settle(loaded, last)
            return True

    async def set_board(
        self,
        game: GameId,
        board: BoardMessage | None,
        shown: int | None = None,
        *,
        gone: BoardMessage | None = None,
    ) -> BoardMessage | None:
        """Record which message shows a game, and which entry it shows, if known.

        Return the replaced message, whose update waits in the outbox, unless it is ``gone``.

        Raises Refusal "no_table"; NotCommitted.
        """
        async with self._repository.enter(game) as loaded:
            earlier = loaded.view.board
            if board is None or earlier in (board, gone):
                earlier = None
            also = [] if earlier is None else [insert_earlier_board(game, earlier)]
            statements, guild = [set_board(game, board, shown), *also], loaded.view.location.guild
            await self.database.write(*statements, then=lambda: loaded.show(board), guild=guild)
            return earlier

    def follow_shards(self) -> None:
        """Drop caches of servers that other processes may have changed, or may change now.

        Deadlines of newly served tables are handled from now on.
        """
        self._repository.drop_others(self.database.keeps)
        self._log.compact.forget()
        self.leagues.repository.drop_others(self.database.keeps)
        self.tournaments.drop_others(self.database.keeps)
        self.database.tell(SERVED, "")
        self.deadlines.wake()

    async def look_elsewhere(self, seen: dict[int, tuple[GameId, int]]) -> None:
        """Notify followers of channels of commits since the last look, if they receive no notices.

        ``seen`` has the state of that look, and is updated. Raises DatabaseError.
        """
        for channel in self.committed:
            tail = await self._log.queries.tail(channel)
            if tail is None or self.database.keeps(tail[0]):
                seen.pop(channel, None)
            elif seen.get(channel) != tail[1:]:
                seen[channel] = tail[1:]
                self.committed.publish(channel)

    async def has_games(self, guild: int) -> bool:
        """Return whether a game was ever opened in a server."""
        return await self._log.queries.is_known(guild)

    async def needs_hints(self, channel: int) -> bool:
        """Record a channel's first game; return whether to show its hints. Raises NotCommitted."""
        name = f"hinted:{channel}"
        if await self._metadata.get(name) is not None:
            return False
        await self._metadata.put(name, "")
        return True
