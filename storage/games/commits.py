"""The commit of a request's change to a game, with all its consequences in one transaction."""

from collections.abc import Sequence
from datetime import timedelta
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.game.game import Game
from rules.game.parts import GameId, PlayerOutcome
from rules.leagues.acts.judges import Judge
from rules.leagues.from_game import TimedEvents
from rules.table import Table
from rules.turns.clock import Clock
from storage.engine.group_commit import AttachedWrite, Statement
from storage.engine.observers import call_each
from storage.events.store import Request
from storage.events.stream import Change
from storage.followers import CommitFollowers
from storage.games.cache import LoadedGame, Revision
from storage.games.deadlines import clock_deadlines, lobby_deadlines, same_time_key
from storage.games.outbox import (
    changes_posts,
    needs_announcement,
    pictures_again,
    post_of,
    statements_of,
    topic_of,
)
from storage.games.queries import insert_game, set_game_over
from storage.games.repository import REWRITTEN, GameRepository, is_recounted, later_games
from storage.games.sql import insert_snapshot
from storage.games.values import Committed, EntryKind, GameView, LogEntry, is_over
from storage.leagues.leagues import Leagues
from storage.leagues.table_results import GameOver
from storage.outbox import Outbox
from storage.posts import Post, PostKind, change_posts
from storage.scheduler import Deadline, DeadlineKind, Scheduler, set_deadline

SNAPSHOT_EVERY = 64
"""Actions after which the next one is written with a snapshot of the table."""

Since: TypeAlias = tuple[int, Sequence[LogEntry]]
"""The number of an entry, and the entries after it."""


class NextEntry(Struct, frozen=True):
    """An entry to write, the table's revision after it, and what is written with it.

    ``clock``: the table's changed clocks. ``also``: statements for the same transaction. ``announce``: its
    announcement (default: the result, if everyone must know it). ``since``: the entry up to which a fix
    changes nothing, and the steps after it. ``wait``: the delay before leagues get the result of a game
    that this ends. ``judge``: the requester, if a judge.
    """

    entry: LogEntry
    revision: Revision
    can_redo: bool = False
    clock: Clock | None = None
    also: Sequence[Statement] = ()
    announce: PostKind | None = None
    since: Since | None = None
    wait: timedelta = timedelta(0)
    judge: Judge | None = None


class GameCommits:
    """Commits entries of a repository's games; the caller must hold the game's channel."""

    def __init__(
        self, repository: GameRepository, scheduler: Scheduler, leagues: Leagues, outbox: Outbox
    ) -> None:
        self._repository = repository
        self._log = repository.log
        self._scheduler = scheduler
        self._leagues = leagues
        self._outbox = outbox
        self.followers = CommitFollowers()

    async def begin(self, loaded: LoadedGame, before: Revision) -> Committed:
        """Write a new game with its first entries; return the last one.

        Raises NotCommitted; Refusal "being_forgotten".
        """
        view, entry = loaded.view, loaded.view.entries[-1]
        earlier = (loaded.kept(entry.parent) or before).table
        post = _post(view, entry, earlier, view.table)

        def then() -> None:
            self._repository.make_current(loaded)
            self._scheduler.wake()
            if post is not None:
                self._outbox.add(post)

        also = (
            insert_game(view.game, view.location, view.opened),
            *lobby_deadlines(view.game, before.table, view.table, entry.when),
            *statements_of(post, view.game, entry),
        )
        await self._repository.commit(Change(loaded, view.entries, also, then))
        return Committed(view.game, entry, earlier, view.table)

    async def commit(self, loaded: LoadedGame, new: NextEntry) -> Committed:
        """Write an entry and its consequences in one transaction; the table then has its revision.

        Raises NotCommitted; Refusal "being_forgotten", and if it undoes an end whose result is sealed.
        """
        new = replace(new, revision=loaded.as_matched(new.revision))
        view, entry = loaded.view, new.entry
        before, after = loaded.revision.table, new.revision.table
        earlier = loaded.kept(entry.parent) or loaded.revision
        ends = is_over(after) or is_over(before)
        waits = ends and bool(new.wait) and await self._waits(loaded, new)
        change, others = await self._change(loaded, new, ends=ends, waits=waits), list[AttachedWrite]()
        if ends and is_recounted(before, after):
            later = [one async for one in later_games(self._log, view.game, self._repository.load)]
            others.append(self._recounted(view, later))
        if ends and not waits:
            async with self._leagues.tables.pending_league_writes(
                self._game_over(view, new, _since(new))
            ) as leagues:
                await self._repository.commit(change, *others, leagues)
        else:
            await self._repository.commit(change, *others)
        return Committed(view.game, entry, earlier.table, after)

    async def settle(self, loaded: LoadedGame, entry: LogEntry) -> None:
        """Send the result of a finished game to the leagues that don't have it yet.

        ``entry`` is the current one. Raises NotCommitted; Refusal "being_forgotten".
        """
        turn = self._game_over(loaded.view, NextEntry(entry, loaded.revision), (entry.at, ()))
        async with self._leagues.tables.pending_league_writes(turn) as leagues:
            guild = loaded.view.location.guild
            await self._log.database.write(*leagues.statements, then=leagues.then, guild=guild)

    async def last_waits(self, loaded: LoadedGame) -> bool:
        """Return whether events simultaneous with a game's last entry can still be entered."""
        return (
            await self._scheduler.find(DeadlineKind.SAME_TIME, same_time_key(loaded.view.game, loaded.last))
            is not None
        )

    async def _waits(self, loaded: LoadedGame, new: NextEntry) -> bool:
        """Return whether this commit ends a game whose result leagues don't have yet.

        An undo or redo may lead to an end whose result they already had.
        """
        entry, table = new.entry, new.revision.table
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

    async def _change(
        self, loaded: LoadedGame, new: NextEntry, *, ends: bool, waits: bool
    ) -> Change[LoadedGame, LogEntry]:
        """Return an entry's effect on the cached game, and the callbacks after its commit.

        ``ends``: whether the game is over then, or was before; ``waits``: whether leagues wait for its
        result.
        """
        view, before, entry, revision = loaded.view, loaded.revision, new.entry, new.revision
        clock = view.clock if new.clock is None else new.clock
        deadlines = [
            *clock_deadlines(view, clock, revision.turn_times, entry.when),
            *lobby_deadlines(view.game, before.table, revision.table, entry.when),
            *([_end_of_waiting(view.game, entry, new.wait)] if waits else ()),
        ]
        unpacking = await self._log.compact.unpacking(view.game)
        statements = [*unpacking, *deadlines, *new.also]
        post = _post(view, entry, before.table, revision.table, new.announce)
        statements += statements_of(post, view.game, entry)
        statements += pictures_again(before.table, revision.table, view.game)
        if entry.kind is EntryKind.ACT and (revision.unsaved >= SNAPSHOT_EVERY or entry.fix is not None):
            statements.append(insert_snapshot(view.game, revision))
            revision = replace(revision, unsaved=0)
        if ends:
            statements.append(set_game_over(view.game, over=is_over(revision.table)))

        def then() -> None:
            loaded.advance(entry, revision, clock, can_redo=new.can_redo)
            if ends:
                self._repository.forget_current(view.location.channel)
                call_each(self.followers.over, view.game)
            if unpacking:
                self._log.compact.reopen()
            if deadlines:
                self._scheduler.wake()
            if changes_posts(entry):
                self._outbox.change(topic_of(view.game))
            if post is not None:
                self._outbox.add(post)

        return Change(loaded, (entry,), statements, then)

    def _game_over(self, view: GameView, new: NextEntry, since: Since) -> GameOver:
        """Return the notification for leagues of a table that is over, or continues after all."""
        entry, (base, following) = new.entry, since

        async def line() -> Sequence[TimedEvents]:
            entries = [*[one async for one in self._log.line(view.game, base)], *following]
            return [TimedEvents(when=int(one.when.timestamp()), events=one.events) for one in entries]

        return GameOver(
            game=view.game,
            location=view.location,
            request=Request(entry.user, entry.name, entry.interaction),
            at=entry.at,
            after=new.revision.table,
            clock=view.clock,
            line=line,
            judge=new.judge,
        )

    def _recounted(self, view: GameView, later: Sequence[LoadedGame]) -> AttachedWrite:
        """Return the writes by which later games of a match know this one's winner, and announce the score
        again."""

        def then() -> None:
            for one in later:
                game = one.view.game
                self._repository.forget(game)  # and it learns that when it is loaded again
                self._log.database.tell(REWRITTEN, f"{view.location.channel} {game}")
                self._outbox.change(topic_of(game))
                call_each(self.followers.recounted, game)

        return AttachedWrite(tuple(change_posts(topic_of(one.view.game), 0, one.last) for one in later), then)


def _since(new: NextEntry) -> Since:
    """Return the action up to which nothing changes, and the steps from there to the current state."""
    if new.entry.kind is EntryKind.ACT:
        return new.since or (new.entry.parent, (new.entry,))
    return new.entry.at, ()


def _end_of_waiting(game: GameId, entry: LogEntry, wait: timedelta) -> Statement:
    """Return the statement that stores the time until which events simultaneous with an end can be added."""
    return set_deadline(
        Deadline(DeadlineKind.SAME_TIME, same_time_key(game, entry.number), entry.when + wait)
    )


def _post(
    view: GameView, entry: LogEntry, before: Table, after: Table, announce: PostKind | None = None
) -> Post | None:
    if announce is None and needs_announcement(before, after):
        announce = PostKind.STEP
    return None if announce is None else post_of(view, entry, announce)
