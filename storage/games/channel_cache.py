"""Who is in a channel's room has its tables alone; the rooms that were used last stay furnished."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from storage.games.loaded_game import LoadedGame

GAMES_PER_ROOM = 4


@dataclass(slots=True, eq=False)
class ChannelState:
    """A channel: its lock, which is fair, and its loaded games."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    visitors: int = 0
    """How many hold the lock or wait for it."""
    current: LoadedGame | None = None
    """The game in progress, or else the newest one, once it is loaded."""
    games: OrderedDict[int, LoadedGame] = field(default_factory=OrderedDict[int, LoadedGame])


class ChannelCache:
    """The rooms in memory: at most ``limit`` of them, and those with somebody in them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._rooms: OrderedDict[int, ChannelState] = OrderedDict()
        self._channels: dict[int, int] = {}

    def enter(self, channel: int) -> "ChannelSession":
        """``async with`` it to be in the channel's room, alone."""
        return ChannelSession(self, channel)

    def begin(self, channel: int) -> ChannelState:
        """The channel's room, which stays in memory until ``end``."""
        room = self._rooms.get(channel)
        if room is None:
            room = self._rooms[channel] = ChannelState()
        room.visitors += 1
        return room

    def end(self, channel: int, room: ChannelState) -> None:
        """One visitor less."""
        room.visitors -= 1
        self._rooms.move_to_end(channel)
        self._clear()

    def find(self, channel: int) -> ChannelState | None:
        """The channel's room as it was left by the last commit, where it is in memory."""
        return self._rooms.get(channel)

    def channel_of(self, game: int) -> int | None:
        """The channel of a game that is in memory."""
        return self._channels.get(game)

    def add(self, room: ChannelState, standing: LoadedGame) -> None:
        """Put a loaded game into a room; the one that has been there longest without use may go."""
        room.games[standing.view.game] = standing
        room.games.move_to_end(standing.view.game)
        self._channels[standing.view.game] = standing.view.location.channel
        if len(room.games) > GAMES_PER_ROOM:
            game, gone = room.games.popitem(last=False)
            del self._channels[game]
            if room.current is gone:
                room.current = None

    def drop(self, game: int) -> None:
        """The log of a game has been written anew: the game is loaded when it is needed next."""
        channel = self._channels.pop(game, None)
        room = None if channel is None else self._rooms.get(channel)
        if room is not None and room.current is room.games.pop(game, None):
            room.current = None

    def _clear(self) -> None:
        if len(self._rooms) <= self._limit:
            return
        for channel, room in self._rooms.items():
            if not room.visitors:
                for game in room.games:
                    del self._channels[game]
                del self._rooms[channel]
                return


class ChannelSession:
    """Somebody's stay in a room."""

    __slots__ = ("_channel", "_room", "_rooms")

    def __init__(self, rooms: ChannelCache, channel: int) -> None:
        self._rooms, self._channel = rooms, channel

    async def __aenter__(self) -> ChannelState:
        room = self._room = self._rooms.begin(self._channel)
        try:
            await room.lock.acquire()
        except asyncio.CancelledError:
            self._rooms.end(self._channel, room)
            raise
        return room

    async def __aexit__(self, *_error: object) -> None:
        self._room.lock.release()
        self._rooms.end(self._channel, self._room)
