"""The gateway of Discord: connections that deliver events to bots, and their faults."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, TypeVar

import discord
import msgspec
from aiohttp import WSMsgType, web
from msgspec import Struct

from storage.engine.sharding import shard_of
from tests.support.discord_api import objects, payloads
from tests.support.discord_api.objects import CHANNELS_IN_GUILD, Json, guild_of

T = TypeVar("T")

REPEATED_AFTER = 0.5
"""Seconds after which an event is delivered again."""
STARTS = 1_000
"""Sessions that a bot may start in a day."""
DAY = 86_400.0
"""Seconds."""
BUFFER = 5_000
"""Events that a bot can have missed and still resume its session."""
ABOUT_MESSAGES = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
"""Events sent only to sessions that have requested messages in servers."""
OF_MESSAGES = discord.Intents(guild_messages=True).value
"""The intent with which a bot asks for them."""


class Op(IntEnum):
    """Discord's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACKNOWLEDGED = 11


class Identified(Struct, frozen=True):
    """A connection that has identified itself: for which of how many shards, and when."""

    shard: int
    shards: int
    moment: float
    """By the monotonic clock, in seconds."""
    waited: float
    """Seconds for which it had been connected by then."""


class Session:
    """A bot's session on a shard, from identifying itself, over one or more connections."""

    def __init__(self, name: str, shard: int, shards: int, socket: web.WebSocketResponse) -> None:
        self.name = name
        self.shard = shard
        self.shards = shards
        self.of_messages = True
        """Whether it hears of messages in servers, for which the bot has to ask."""
        self.socket: web.WebSocketResponse | None = socket
        self.emitted = 0
        """How many events there were."""
        self._events = deque[str](maxlen=BUFFER)
        """The last of them, which a bot that resumes the session may have missed."""

    def emit(self, event: str, data: Json, *, held: bool = False) -> str:
        """Send an event, which ``held`` delays until `catch_up`; return it as text."""
        self.emitted += 1
        text = msgspec.json.encode({"op": Op.DISPATCH, "s": self.emitted, "t": event, "d": data}).decode()
        self._events.append(text)
        if not held:
            self.send(text)
        return text

    def resume(self, socket: web.WebSocketResponse, seen: int) -> bool:
        """Continue over another connection after this many events; False if too many were missed."""
        if seen < self.emitted - len(self._events):
            return False
        self.socket = socket
        self.catch_up(seen)
        return True

    def catch_up(self, seen: int) -> None:
        """Send the events after this many."""
        passed = max(0, seen - (self.emitted - len(self._events)))
        for text in list(self._events)[passed:]:
            self.send(text)

    def send(self, text: str) -> None:
        """Send to the bot, if it is connected."""
        if self.socket is not None and not self.socket.closed:
            task = asyncio.ensure_future(self.socket.send_str(text))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())


class Gateway:
    """Connections of one or more processes; those of the same shard hear of the same, as Discord has it.

    ``recommended``: how many shards Discord recommends each time that it is asked; the last one for good.
    ``concurrency``: how many shards may identify themselves within five seconds. ``closing``: the codes with
    which the first connections end, each when it identifies itself. ``channels``: others in the first server.
    ``left``: how many sessions may be started, of 1,000, in the ``reset`` seconds until that limit resets.
    """

    def __init__(
        self,
        *recommended: int,
        concurrency: int = 1,
        closing: Sequence[int] = (),
        channels: Sequence[Json] = (),
        left: int = STARTS,
        reset: float = DAY,
    ) -> None:
        self.ready = asyncio.Event()
        """Set when every shard is connected: events on others reach no one."""
        self.url = ""
        self.tables = 0
        self.concurrency = concurrency
        self.repeats: Callable[[], bool] = lambda: False
        """Whether an event is delivered a second time, a moment later."""
        self.asked = 0.0
        """The time of a bot's last request for the remaining session starts, by the monotonic clock."""
        self.identified: list[Identified] = []
        self._recommended = [*recommended] or [1]
        self._closing = [*closing]
        self._channels = channels
        self._left, self._reset = left, time.monotonic() + reset
        self._sessions: list[Session] = []
        self._stalled_until = 0.0

    @property
    def shards(self) -> int:
        """How many shards Discord recommends."""
        return self._recommended[0]

    def recommend(self) -> int:
        """Recommend a number of shards to a requesting bot."""
        return self._recommended.pop(0) if len(self._recommended) > 1 else self.shards

    def session_start_limit(self) -> Mapping[str, Json]:
        """Return how many sessions may be started until when."""
        self.asked = time.monotonic()
        return {
            "total": STARTS,
            "remaining": self._left - len(self.identified),
            "reset_after": int(1000 * max(0.0, self._reset - time.monotonic())),
            "max_concurrency": self.concurrency,
        }

    def emit(self, event: str, data: Mapping[str, Json], *, shard: int | None = None) -> None:
        """Send an event to all sessions on a shard, by default that of the event's server."""
        for session in self._sessions:
            if event in ABOUT_MESSAGES and not session.of_messages:
                continue
            if session.shard == (
                shard_of(int(str(data["guild_id"])), session.shards) if shard is None else shard
            ):
                text = session.emit(event, data, held=time.monotonic() < self._stalled_until)
                if self.repeats():
                    self._later(REPEATED_AFTER, session, session.send, text)

    def stall(self, seconds: float) -> None:
        """Deliver nothing for so long, then everything at once."""
        self._stalled_until = time.monotonic() + seconds
        for session in self._sessions:
            self._later(seconds, session, session.catch_up, session.emitted)

    def _later(self, seconds: float, session: Session, do: Callable[[T], None], about: T) -> None:
        """Do something after a while, if the session continues."""
        asyncio.get_running_loop().call_later(seconds, lambda: session in self._sessions and do(about))

    async def drop(self, *, resumable: bool = True) -> None:
        """Cut all connections; ``resumable``: whether the bot may resume its sessions."""
        sessions = self._sessions
        if not resumable:
            self._sessions = []
        for session in sessions:
            if session.socket is not None:
                await session.socket.close(code=4000)

    def forget(self) -> None:
        """Wait for another process to connect, without any fault."""
        self.ready.clear()
        self._stalled_until = 0.0

    async def connected(self, request: web.Request) -> web.StreamResponse:
        """Serve a connection until its end."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        began = time.monotonic()
        await socket.send_json({"op": Op.HELLO, "d": {"heartbeat_interval": 41_250}})
        session: Session | None = None
        async for received in socket:
            if received.type is WSMsgType.TEXT:
                session = await self._take(socket, session, msgspec.json.decode(received.data), began)
        if session is not None and session.socket is socket:
            session.socket = None
        return socket

    async def _take(
        self, socket: web.WebSocketResponse, session: Session | None, payload: Mapping[str, Any], began: float
    ) -> Session | None:
        """Handle a bot's message on a connection; return the session that continues there."""
        asked = payload["d"]
        match payload["op"]:
            case Op.HEARTBEAT:
                await socket.send_json({"op": Op.ACKNOWLEDGED})
            case Op.IDENTIFY:
                return await self._begin(socket, asked, time.monotonic() - began)
            case Op.RESUME:
                return await self._resume(socket, asked["session_id"], int(asked["seq"] or 0))
            case Op.REQUEST_MEMBERS if session is not None:
                found = payloads.no_members(int(asked["guild_id"]), asked["nonce"])
                session.emit("GUILD_MEMBERS_CHUNK", found)
            case _:
                pass
        return session

    async def _begin(
        self, socket: web.WebSocketResponse, asked: Mapping[str, Any], waited: float
    ) -> Session | None:
        """Begin a session on a shard with its servers, unless it has to be closed at once."""
        shard, shards = map(int, asked.get("shard", (0, 1)))
        self.identified.append(Identified(shard, shards, time.monotonic(), waited))
        if self._closing:
            await socket.close(code=self._closing.pop(0))
            return None
        session = Session(f"session{len(self.identified)}", shard, shards, socket)
        session.of_messages = bool(int(asked["intents"]) & OF_MESSAGES)
        session.emit("READY", payloads.ready(session.name, self.url, self.tables, shard, shards))
        for first in range(0, self.tables, CHANNELS_IN_GUILD):
            if shard_of(guild_of(first), shards) == shard:
                tables = range(first, min(first + CHANNELS_IN_GUILD, self.tables))
                session.emit("GUILD_CREATE", objects.guild(tables, () if first else self._channels))
        gone = [one for one in self._sessions if one.socket is None and one.shard == shard]
        self._sessions = [*(one for one in self._sessions if one not in gone), session]
        if {one.shard for one in self._sessions if one.socket is not None} >= {*range(shards)}:
            self.ready.set()
        return session

    async def _resume(self, socket: web.WebSocketResponse, name: str, seen: int) -> Session | None:
        """Resume a session, if it is known with all missed events."""
        session = next((one for one in self._sessions if one.name == name), None)
        if session is None or not session.resume(socket, seen):
            await socket.send_json({"op": Op.INVALID_SESSION, "d": False})
            return None
        session.emit("RESUMED", {})
        return session
