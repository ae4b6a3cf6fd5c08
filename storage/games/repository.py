"""Games in memory, loaded when they are needed, with one request at a time in each channel."""

from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

from rules.game.parts import GameId
from rules.refusal import Refusal
from storage.events.cache import HeldLock
from storage.events.store import Location
from storage.games.cache import GameCache, LoadedGame
from storage.games.matches import earlier_games
from storage.games.replay import load
from storage.games.sql import GameLog

GameRef: TypeAlias = Location | GameId
"""Which table: the one in progress at a place, or else the last one there; or the game of this number."""


class GameRepository:
    """Every game in a database; ``limit`` of them are kept in memory."""

    def __init__(self, log: GameLog, limit: int) -> None:
        self.log = log
        self.cache = GameCache(limit)

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
        if loaded is None:
            game = await self.log.current_game(channel)
            if game is not None:
                loaded = await self.load(game, current=True)
        return loaded

    def in_memory(self, where: GameRef) -> LoadedGame | None:
        """A table as the last commit left it, where it is in memory."""
        return self.cache.current(where.channel) if isinstance(where, Location) else self.cache.get(where)

    async def next_game(self) -> GameId:
        """The number of a new game."""
        return GameId(await self.log.database.next_number("game"))

    async def load(self, game: GameId, *, current: bool = False) -> LoadedGame | None:
        """A game; None where there is none. ``current``: it is its channel's current one."""
        loaded = self.cache.get(game)
        if loaded is None:
            loaded = await load(self.log, game)
            if loaded is not None and loaded.view.table.options.match:
                loaded.learn(await earlier_games(loaded.view.table, self.load))
        if loaded is not None and self.log.database.owns(loaded.view.location.guild):
            self.cache.put(loaded, current=current)
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
