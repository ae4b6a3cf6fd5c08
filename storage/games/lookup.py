"""Finding the table that a request means, loaded into its channel's room."""

from typing import TypeAlias

from rules.refusal import Refusal
from storage.games.channel_cache import ChannelCache, ChannelSession, ChannelState
from storage.games.loaded_game import LoadedGame
from storage.games.sql import GameLog
from storage.games.values import Location

GameRef: TypeAlias = Location | int
"""Which table: the one in progress at a place, or else the last one there; or the game of this number."""


class GameLookup:
    """The tables in memory, and those that have to be read first."""

    def __init__(self, rooms: ChannelCache, log: GameLog) -> None:
        self._rooms = rooms
        self._log = log

    async def enter(self, where: GameRef) -> ChannelSession:
        """``async with`` it to be in the table's room, alone; raises Refusal "no_table"."""
        return self._rooms.enter(await self._channel(where))

    async def table(self, room: ChannelState, where: GameRef) -> LoadedGame:
        """The table, loaded, for whoever is in its room; raises Refusal "no_table"."""
        if not isinstance(where, Location):
            return await self._load(room, where)
        standing = await self.current(room, where.channel)
        if standing is None:
            raise Refusal("no_table")
        return standing

    async def current(self, room: ChannelState, channel: int) -> LoadedGame | None:
        """The game in progress in a channel, or else the newest one there; None where there is none."""
        if room.current is None:
            game = await self._log.current_game(channel)
            room.current = None if game is None else await self._load(room, game)
        return room.current

    def in_memory(self, where: GameRef) -> LoadedGame | None:
        """The table as the last commit left it, where it is in memory."""
        channel = where.channel if isinstance(where, Location) else self._rooms.channel_of(where)
        room = None if channel is None else self._rooms.find(channel)
        if room is None:
            return None
        return room.current if isinstance(where, Location) else room.games.get(where)

    async def _channel(self, where: GameRef) -> int:
        if isinstance(where, Location):
            return where.channel
        channel = self._rooms.channel_of(where)
        if channel is None:
            channel = await self._log.channel_of(where)
        if channel is None:
            raise Refusal("no_table")
        return channel

    async def _load(self, room: ChannelState, game: int) -> LoadedGame:
        standing = room.games.get(game)
        if standing is None:
            standing = await self._log.load(game)
            self._rooms.add(room, standing)
        return standing
