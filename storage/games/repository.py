"""Games in memory, loaded when they are needed, with one request at a time in each channel."""

from collections import Counter
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

from rules.game.parts import GameId
from rules.refusal import Refusal
from storage.events.cache import HeldLock
from storage.events.store import Location
from storage.games.cache import GameCache, LoadedGame
from storage.games.matches import earlier_games
from storage.games.replay import catch_up, load
from storage.games.sql import EntryRow, GameLog

GameRef: TypeAlias = Location | GameId
"""Which table: the one in progress at a place, or else the last one there; or the game of this number."""

ROWS = 32
"""Entries of a game that are kept until somebody looks at it; of more, all are read."""


class GameRepository:
    """Every game in a database; ``limit`` of them are kept in memory."""

    def __init__(self, log: GameLog, limit: int) -> None:
        self.log = log
        self.cache = GameCache(limit, self._forget_rows)
        self._behind: dict[GameId, list[EntryRow] | None] = {}
        """Games in memory, or being loaded, at which the process followed has committed more, and
        the rows of these entries; None where they have to be read."""
        self._loading = Counter[GameId]()
        """Games that are being loaded, or brought to their last entry."""
        self._changes = 0
        """How often a channel was heard to have another current game."""

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
        loaded = await (self.current(where.channel) if isinstance(where, Location) else self.load(where))
        if loaded is None:
            raise Refusal("no_table")
        return loaded

    async def current(self, channel: int) -> LoadedGame | None:
        """The game in progress in a channel, or else its newest one; None where there is none."""
        loaded = self.cache.current(channel)
        if loaded is not None and self.is_behind(loaded):
            return await self.load(loaded.view.game, current=True)
        if loaded is not None:
            return loaded
        changes, game = self._changes, await self.log.current_game(channel)
        return None if game is None else await self.load(game, current=changes == self._changes)

    def note(self, channel: int, game: GameId, row: EntryRow | None, *, ends: bool) -> None:
        """Note that the process which this one follows has committed more at a game.

        ``row``: that of the entry, if it is known. ``ends``: its channel may have another current game now.
        """
        if game in self._loading or game in self.cache:
            rows = self._behind.setdefault(game, [])
            if row is None or (rows is not None and len(rows) >= ROWS):
                self._behind[game] = None
            elif rows is not None:
                rows.append(row)
        if ends:
            self._changes += 1
            self.cache.forget_current(channel)

    def note_rewritten(self, game: GameId | None = None) -> None:
        """Note that a game, or by default any, may have been rewritten: it is loaded again when needed."""
        if game is None:
            self.cache.drop_others(lambda _guild: False)
            self._behind.clear()
        else:
            self.cache.drop(game)
        self._behind |= dict.fromkeys(one for one in self._loading if game in (one, None))

    def is_behind(self, loaded: LoadedGame) -> bool:
        """Whether more is committed at a game than memory knows."""
        return loaded.view.game in self._behind or loaded.view.game in self._loading

    def in_memory(self, where: GameRef) -> LoadedGame | None:
        """A table as the last commit left it, where it is in memory."""
        return self.cache.current(where.channel) if isinstance(where, Location) else self.cache.get(where)

    async def next_game(self) -> GameId:
        """The number of a new game."""
        return GameId(await self.log.database.next_number("game"))

    async def load(self, game: GameId, *, current: bool = False) -> LoadedGame | None:
        """A game; None where there is none. ``current``: it is its channel's current one."""
        loaded = self.cache.get(game)
        try:
            if loaded is None or self.is_behind(loaded):
                loaded = await self._brought_up(game, loaded)
                if self._behind.get(game, ()) is None:  # rewritten meanwhile, or more than its rows say
                    loaded = await self._brought_up(game, None)
            if loaded is not None and self.log.database.keeps(loaded.view.location.guild):
                self.cache.put(loaded, current=current)
        finally:
            if game not in self.cache:
                self._forget_rows(game)
        return loaded

    def _forget_rows(self, game: GameId) -> None:
        """Forget what was heard of a game that isn't in memory, unless it is being loaded."""
        if game not in self._loading:
            self._behind.pop(game, None)

    async def _brought_up(self, game: GameId, loaded: LoadedGame | None) -> LoadedGame | None:
        """A game as its last commit left it; ``loaded``: as memory knows it."""
        rows = self._behind.pop(game, None)  # what is committed from now on is read next time, if not now
        self._loading[game] += 1
        try:
            if loaded is None or not await catch_up(self.log, loaded, rows):
                loaded = await load(self.log, game)
                if loaded is not None and loaded.view.table.options.match:
                    loaded.learn(await earlier_games(loaded.view.table, self.load))
        except BaseException:
            self._behind[game] = None
            raise
        finally:
            self._loading[game] -= 1
            if not self._loading[game]:
                del self._loading[game]
        return loaded


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
