"""The gateway's side of Discord: the connection over which a bot hears of what happens, and its faults."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from aiohttp import WSMsgType, web

from tests.support.discord_api import payloads
from tests.support.discord_api.objects import CHANNELS_IN_GUILD, Json

T = TypeVar("T")

REPEATED_AFTER = 0.5
"""Seconds after which an event is delivered again."""
BUFFER = 5_000
"""Events that a bot can have missed and still resume its session."""


class Gateway:
    """The one connection over which the bot hears of what happens."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        """Set while a bot is connected."""
        self.url = ""
        self.shards = self.concurrency = 1
        self.tables = 0
        self.repeats: Callable[[], bool] = lambda: False
        """Whether an event is delivered a second time, a moment later."""
        self._socket: web.WebSocketResponse | None = None
        self._events = deque[str](maxlen=BUFFER)
        """The last events of the session, which a bot that resumes it may have missed."""
        self._emitted = 0
        """How many events there were in the session."""
        self._stalled_until = 0.0
        self._sessions = 0

    def emit(self, event: str, data: Json) -> None:
        """Tell the bot of an event, now or when it is connected again."""
        self._emitted += 1
        self._events.append(_text({"op": 0, "s": self._emitted, "t": event, "d": data}))
        if self._socket is not None and time.monotonic() >= self._stalled_until:
            self._send(self._events[-1])
        if self.repeats():
            self._later(REPEATED_AFTER, self._send, self._events[-1])

    def stall(self, seconds: float) -> None:
        """Deliver nothing for so long, then everything at once."""
        self._stalled_until = time.monotonic() + seconds
        self._later(seconds, self._catch_up, self._emitted)

    def _later(self, seconds: float, do: Callable[[T], None], about: T) -> None:
        """Do something after a while, if the session is still the same."""
        session = self._sessions

        def in_session() -> None:
            if self._sessions == session and self._socket is not None:
                do(about)

        asyncio.get_running_loop().call_later(seconds, in_session)

    async def drop(self) -> None:
        """Cut the connection; the bot may resume it."""
        if self._socket is not None:
            await self._socket.close(code=4000)

    def forget(self) -> None:
        """The bot's process is gone, and its session with it."""
        self.ready.clear()
        self._socket = None
        self._forget_events()
        self._stalled_until = 0.0

    def _forget_events(self) -> None:
        self._events.clear()
        self._emitted = 0

    async def connected(self, request: web.Request) -> web.StreamResponse:
        """Serve a connection until its end."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        async for received in socket:
            if received.type is WSMsgType.TEXT:
                await self._take(socket, msgspec.json.decode(received.data))
        if self._socket is socket:
            self._socket = None
        return socket

    async def _take(self, socket: web.WebSocketResponse, payload: Mapping[str, Any]) -> None:
        match payload["op"]:
            case 1:
                await socket.send_json({"op": 11})
            case 2:
                self._sessions += 1
                self._forget_events()
                self._socket = socket
                self.emit("READY", payloads.ready(f"session{self._sessions}", self.url, self.tables))
                for first in range(0, self.tables, CHANNELS_IN_GUILD):
                    tables = range(first, min(first + CHANNELS_IN_GUILD, self.tables))
                    self.emit("GUILD_CREATE", payloads.guild(tables))
                self.ready.set()
            case 6:
                seen = int(payload["d"]["seq"] or 0)
                if seen < self._emitted - len(self._events):
                    await socket.send_json({"op": 9, "d": False})
                    return
                self._socket = socket
                self._catch_up(seen)
                self.emit("RESUMED", {})
            case 8:
                asked = payload["d"]
                self.emit("GUILD_MEMBERS_CHUNK", payloads.nobody(int(asked["guild_id"]), asked["nonce"]))
            case _:
                pass

    def _catch_up(self, seen: int) -> None:
        passed = max(0, seen - (self._emitted - len(self._events)))
        for event in list(self._events)[passed:]:
            self._send(event)

    def _send(self, event: str) -> None:
        if self._socket is not None and not self._socket.closed:
            task = asyncio.ensure_future(self._socket.send_str(event))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())


def _text(payload: Json) -> str:
    return msgspec.json.encode(payload).decode()
