"""The gateway's side of Discord for several processes: each connects some shards."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from storage.engine.sharding import shard_of
from tests.support.discord_api import payloads
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.objects import CHANNELS_IN_GUILD, Json, guild_of


class Session:
    """What one connection hears of: a shard."""

    def __init__(self, socket: web.WebSocketResponse, shard: int) -> None:
        self.socket = socket
        self.shard = shard
        self.told = 0

    def tell(self, event: str, data: Json) -> None:
        """Tell of an event."""
        self.told += 1
        text = msgspec.json.encode({"op": 0, "s": self.told, "t": event, "d": data}).decode()
        if not self.socket.closed:
            task = asyncio.ensure_future(self.socket.send_str(text))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())


class ShardedGateway(Gateway):
    """Connections of several processes; those of the same shard hear of the same, as Discord has it.

    It is ready when every shard is connected: of what happens on others nobody hears.
    """

    def __init__(self, shards: int) -> None:
        super().__init__()
        self.shards = shards
        self.sessions = set[Session]()
        self.identified: list[float] = []
        """When shards have identified themselves, in seconds."""
        self.waited: list[float] = []
        """For how many seconds each of them has been connected before that."""

    def emit(self, event: str, data: Json) -> None:
        """Tell of an event in a server whoever is connected on its shard."""
        assert isinstance(data, dict)
        shard = shard_of(int(str(data["guild_id"])), self.shards)
        for session in self.sessions:
            if session.shard == shard:
                session.tell(event, data)

    def forget(self) -> None:
        """Wait for another connection."""
        self.ready.clear()

    async def connected(self, request: web.Request) -> web.StreamResponse:
        """Serve a connection until its end."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        began = time.monotonic()
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        session: Session | None = None
        async for received in socket:
            if received.type is WSMsgType.TEXT:
                payload: Mapping[str, Any] = msgspec.json.decode(received.data)
                if payload["op"] == 1:
                    await socket.send_json({"op": 11})
                elif payload["op"] == 2:
                    self.waited.append(time.monotonic() - began)
                    session = self._begin(socket, int(payload["d"]["shard"][0]))
                elif payload["op"] == 6:
                    await socket.send_json({"op": 9, "d": False})
                elif payload["op"] == 8 and session is not None:
                    asked = payload["d"]
                    nobody = payloads.nobody(int(asked["guild_id"]), asked["nonce"])
                    session.tell("GUILD_MEMBERS_CHUNK", nobody)
        if session is not None:
            self.sessions.discard(session)
        return socket

    def _begin(self, socket: web.WebSocketResponse, shard: int) -> Session:
        self.identified.append(time.monotonic())
        session = Session(socket, shard)
        guilds = [
            range(first, min(first + CHANNELS_IN_GUILD, self.tables))
            for first in range(0, self.tables, CHANNELS_IN_GUILD)
            if shard_of(guild_of(first), self.shards) == shard
        ]
        name = f"session{len(self.identified)}"
        session.tell("READY", payloads.ready(name, self.url, self.tables, shard, self.shards))
        for tables in guilds:
            session.tell("GUILD_CREATE", payloads.guild(tables))
        self.sessions.add(session)
        if len({one.shard for one in self.sessions}) == self.shards:
            self.ready.set()
        return session
