"""Finding the table that a request means, loaded into its channel's room."""

from typing import TypeAlias

from rules.refusal import Refusal
from storage.log import Log
from storage.rooms import Room, Rooms, Visit
from storage.standing import Standing
from storage.values import Place

Where: TypeAlias = Place | int
"""Which table: the one in progress at a place, or else the last one there; or the game of this number."""


class Tables:
    """The tables in memory, and those that have to be read first."""

    def __init__(self, rooms: Rooms, log: Log) -> None:
        self._rooms = rooms
        self._log = log

    async def enter(self, where: Where) -> Visit:
        """``async with`` it to be in the table's room, alone; raises Refusal "no_table"."""
        return self._rooms.enter(await self._channel(where))

    async def table(self, room: Room, where: Where) -> Standing:
        """The table, loaded, for whoever is in its room; raises Refusal "no_table"."""
        if not isinstance(where, Place):
            return await self._load(room, where)
        standing = await self.current(room, where.channel)
        if standing is None:
            raise Refusal("no_table")
        return standing

    async def current(self, room: Room, channel: int) -> Standing | None:
        """The game in progress in a channel, or else the newest one there; None where there is none."""
        if room.current is None:
            game = await self._log.current_game(channel)
            room.current = None if game is None else await self._load(room, game)
        return room.current

    def in_memory(self, where: Where) -> Standing | None:
        """The table as the last commit left it, where it is in memory."""
        channel = where.channel if isinstance(where, Place) else self._rooms.channel_of(where)
        room = None if channel is None else self._rooms.find(channel)
        if room is None:
            return None
        return room.current if isinstance(where, Place) else room.games.get(where)

    async def _channel(self, where: Where) -> int:
        if isinstance(where, Place):
            return where.channel
        channel = self._rooms.channel_of(where)
        if channel is None:
            channel = await self._log.channel_of(where)
        if channel is None:
            raise Refusal("no_table")
        return channel

    async def _load(self, room: Room, game: int) -> Standing:
        standing = room.games.get(game)
        if standing is None:
            standing = await self._log.load(game)
            self._rooms.furnish(room, standing)
        return standing
