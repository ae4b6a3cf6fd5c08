"""Games in memory, loaded when they are needed, with one request at a time in each channel.

A game of a match remembers who has won those before it, which a fix or an undo there may change. Only its
memory is corrected, where it is loaded and with each entry, and its announcements; its log stays as it is.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

from msgspec import json

from rules.formats.options import MatchGame
from rules.game.game import Game
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.setup import match
from rules.table import Table
from storage.engine.group_commit import Statement
from storage.events.cache import Entered, HeldLock, LockOrder
from storage.events.store import Location
from storage.events.stream import Change, Stream, StreamPlace
from storage.games.cache import LoadedGame
from storage.games.replay import followed, load_game
from storage.games.sql import GameLog
from storage.games.values import LogEntry

GameRef: TypeAlias = Location | GameId
"""A table: the one in progress at a place, or else the last one there; or the game of this number."""
COMMITTED = "game_committed"
"""The notice to processes beside this one of an entry, as JSON: its channel, game and row (null for a new
game), and whether the channel may have another current game now."""
REWRITTEN = "game_rewritten"
"""The channel's notice of a change to a game's earlier entries: its channel and game."""

Load = Callable[[GameId], Awaitable[LoadedGame | None]]


class GameRepository(Stream[LoadedGame, LogEntry]):
    """Every game in a database; ``limit`` of them are cached.

    A game in memory changes right after each commit; games of a channel are changed one at a time.
    """

    notice_kind = COMMITTED
    order = LockOrder.GAMES

    def __init__(self, log: GameLog, limit: int) -> None:
        super().__init__(log, limit)
        self.log = log
        self._current: dict[int, GameId] = {}
        """The known game of each channel: the one in progress, or else the newest one."""
        self._changes = 0
        """How often a channel was heard to have another current game."""

    def missing(self) -> Refusal:
        """Return Refusal "no_table"."""
        return Refusal("no_table")

    def place(self, state: LoadedGame) -> StreamPlace:
        """See the base class."""
        location = state.view.location
        return StreamPlace(state.view.game, location.guild, state.last, location.channel)

    async def snapshot(self, stream: int) -> LoadedGame | None:
        """Return a game after its last entry."""
        loaded = await load_game(self.log, GameId(stream))
        return None if loaded is None else await self.beside(loaded)

    async def loaded(self, stream: int) -> LoadedGame | None:
        """See the base class; entries form a tree, so the log itself is read."""
        return await self.snapshot(stream)

    def fold(self, state: LoadedGame, entry: LogEntry) -> LoadedGame | None:
        """See the base class."""
        return state if followed(state, entry) else None

    async def beside(self, state: LoadedGame) -> LoadedGame:
        """Return the game with the results of the earlier games of its match."""
        if state.view.table.options.match:
            state.learn(await earlier_games(state.view.table, self.load))
        return state

    def notice(self, state: LoadedGame) -> None:
        """Notify no other process: only those beside this one follow each entry, by `tell_beside`."""

    def tell_beside(self, change: Change[LoadedGame, LogEntry], appended: Sequence[Statement]) -> None:
        """See the base class."""
        if self.database.followers:
            at, new = self.place(change.state), change.entries[0].number == 1
            row = None if new else appended[-1][1][1:]
            ends = new or at.turn not in self._current
            self.database.tell(COMMITTED, json.encode((at.turn, at.stream, row, ends)).decode())

    def hear(self, kind: str, text: str) -> None:
        """See the base class."""
        if kind == COMMITTED:
            channel, game, row, ends = json.decode(text)
            self.note(game, row)
            if ends:
                self._changes += 1
                self.forget_current(channel)
            self.committed.publish(channel)
        elif kind == REWRITTEN:
            channel, game = map(int, text.split())
            self.log.compact.reopen()
            self.forget(game)
            self.committed.publish(channel)
        elif not kind:
            self.log.compact.forget()
            super().hear(kind, text)

    async def hold(self, stream: Location | int) -> HeldLock[int]:
        """Lock a table for a block; raises Refusal "no_table"."""
        if isinstance(stream, Location):
            return self.hold_channel(stream.channel)
        loaded = self._states.get(stream)
        if loaded is not None:
            return self.hold_channel(loaded.view.location.channel)
        found = await self.log.queries.place(GameId(stream))
        if found is None:
            raise self.missing()
        return self.hold_channel(found[0].channel)

    def hold_channel(self, channel: int) -> HeldLock[int]:
        """Return the lock of a channel's games, acquired in the order of the calls."""
        return self._locks.hold(channel)

    def enter(self, stream: Location | int) -> AbstractAsyncContextManager[LoadedGame]:
        """See the base class."""
        return Entered(self.database, self.hold, self.get, stream)

    async def get(self, stream: Location | int) -> LoadedGame:
        """Return a loaded table; the caller must hold its channel. Raises Refusal "no_table"."""
        if not isinstance(stream, Location):
            return await super().get(stream)
        loaded = await self.current(stream.channel)
        if loaded is None:
            raise self.missing()
        return loaded

    async def current(self, channel: int) -> LoadedGame | None:
        """Return the game in progress in a channel, or else its newest one; None if there is none."""
        game = self._current.get(channel)
        if game is not None and game not in self._unheard:
            return await self.load(game)
        changes, game = self._changes, await self.log.queries.current_game(channel)
        loaded = None if game is None else await self.load(game)
        if loaded is not None and changes == self._changes:
            self.make_current(loaded)
        return loaded

    def make_current(self, loaded: LoadedGame) -> None:
        """Record that a game is its channel's current one, as far as this process knows."""
        if loaded.view.game not in self._unheard:
            self._current[loaded.view.location.channel] = loaded.view.game

    def forget_current(self, channel: int) -> None:
        """Forget which game of the channel is the current one."""
        self._current.pop(channel, None)

    def in_memory(self, where: GameRef) -> LoadedGame | None:
        """Return a table after its last commit, if it is in memory."""
        game = self._current.get(where.channel) if isinstance(where, Location) else where
        return None if game is None or game in self._unheard else self._states.get(game)

    async def next_game(self) -> GameId:
        """Return the number of a new game."""
        return GameId(await self.database.next_number("game"))

    def _left(self, stream: int, state: LoadedGame) -> None:
        super()._left(stream, state)
        if self._current.get(state.view.location.channel) == stream:
            self.forget_current(state.view.location.channel)


async def earlier_games(table: Table, load: Load) -> Mapping[int, MatchGame]:
    """Return the earlier games of a table's match at present, by number."""
    found: dict[int, MatchGame] = {}
    for one in table.options.match:
        loaded = await load(GameId(one.number))
        if loaded is not None and isinstance(loaded.view.table, Game):
            found[one.number] = match.finished(loaded.view.table, one.number)
    return found


def is_recounted(before: Table, after: Table) -> bool:
    """Return whether an entry changes the winner of a match's game, or whether it has one."""
    if not isinstance(before, Game) or not isinstance(after, Game) or after.options.best_of == 1:
        return False
    return before.outcome != after.outcome


async def later_games(log: GameLog, game: GameId, load: Load) -> AsyncIterator[LoadedGame]:
    """Yield the later games of the channel that count this one in their match, oldest first."""
    later = await log.queries.next_game(game)
    while later is not None:
        loaded = await load(later)
        if loaded is not None and any(one.number == game for one in loaded.view.table.options.match):
            yield loaded
        elif loaded is not None and isinstance(loaded.view.table, Game):
            return  # another match was played meanwhile; a lobby that was closed says nothing
        later = await log.queries.next_game(later)
