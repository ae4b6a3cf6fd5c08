"""The least of Discord that a process of the bot can log in to, over sockets on this machine.

It takes answers without looking at them. What the bot says is tested in the simulated Discord of
``tests.support.evening``; here are its connections: how they begin, break and end.
"""

import asyncio
import itertools
import json
import time
import zlib
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

from aiohttp import web

from tests.support.discord_api.objects import (
    APPLICATION,
    BOT,
    BOTS_APPLICATION,
    USER,
    answered,
    command,
    guild,
    guild_of,
    message,
)
from tests.support.processes import SECONDS

Json: TypeAlias = Any

DISPATCH, IDENTIFY, RESUME, HELLO, HEARTBEAT, ACKNOWLEDGED = 0, 2, 6, 10, 1, 11
"""Discord's numbers for what is said on a connection."""
EPOCH = 1_420_070_400_000
"""The beginning of Discord's time, in milliseconds."""
ENTRY_POINT_MISSING = 50240
"""Discord's code for commands overwritten without the one that launches the Activity."""


class Connection:
    """One shard's connection."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._zlib = zlib.compressobj()
        self._numbers = itertools.count(1)

    async def send(self, code: int, data: Json, event: str | None = None) -> None:
        """Say something to the bot, compressed as discord.py asks for."""
        number = next(self._numbers) if event else None
        text = json.dumps({"op": code, "d": data, "t": event, "s": number}).encode()
        await self.socket.send_bytes(self._zlib.compress(text) + self._zlib.flush(zlib.Z_SYNC_FLUSH))


class Gateway:
    """Discord's two sides, gateway and HTTP.

    ``closing``: the codes with which the first connections end, each after its IDENTIFY.
    ``recommended``: the shards that Discord recommends each time that it is asked; the last one for good.
    ``known``: commands that the application has already. ``answer_delay``: seconds until an answer is taken.
    ``hidden``: channels of the server beside those of its tables.
    """

    def __init__(
        self,
        *,
        closing: Sequence[int] = (),
        recommended: Sequence[int] = (1,),
        known: Sequence[Mapping[str, Json]] = (),
        answer_delay: float = 0,
        hidden: Sequence[Json] = (),
    ) -> None:
        self.identified: list[tuple[int, int]] = []
        """Each IDENTIFY's shard and number of shards."""
        self.commands: list[Json] = [*known]
        self.connections: dict[int, Connection] = {}
        self.requests: list[str] = []
        self.answers: list[int] = []
        """The interactions that were answered."""
        self.answered = asyncio.Event()
        """Set whenever there is another one."""
        self.said: dict[int, str] = {}
        """What they were answered with, as JSON."""
        self.ready = asyncio.Event()
        """Set once the commands have been sent."""
        self._closing = [*closing]
        self._recommended = [*recommended]
        self._delay = answer_delay
        self._hidden = hidden
        self._address = ""
        self._interactions = 0

    def redirect(self, folder: Path) -> None:
        """Let a process that starts in this folder talk to this Discord."""
        gateway = self._address.replace("http", "ws") + "/gateway"
        (folder / "sitecustomize.py").write_text(
            "import discord.gateway, discord.http, yarl\n"
            f"discord.http.Route.BASE = {self._address!r}\n"
            f"discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL({gateway!r})\n"
        )

    async def interact(self, table: int) -> int:
        """Somebody types ``/life lose`` at a table; the interaction's ID, which tells when."""
        return await self._interact(command(table))

    async def say_alone(self, name: str, subcommand: str | None = None, *, group: bool = False) -> int:
        """Somebody types a command in their direct messages, on shard 0; the interaction's ID.

        ``group``: in a group of people, where they have installed the application themselves.
        """
        place: dict[str, Json] = {"context": 2 if group else 1, "channel": {"type": 3 if group else 1}}
        return await self._interact(command(0, name), subcommand, **place)

    async def say_elsewhere(self, name: str, subcommand: str | None = None) -> int:
        """Somebody types a command in a server without the bot, where they have the application; its ID."""
        guild = str(guild_of(0) - 1)
        return await self._interact(
            command(0, name),
            subcommand,
            guild_id=guild,
            guild={"id": guild, "locale": "en-US", "features": []},
            channel_id=str(10**17),
            channel={"id": str(10**17), "type": 0, "name": "general", "guild_id": guild, "position": 0},
            authorizing_integration_owners={"1": str(USER)},
        )

    async def _interact(self, beginning: str, subcommand: str | None = None, **place: Json) -> int:
        self._interactions += 1
        number = (time.time_ns() // 1_000_000 - EPOCH << 22) + self._interactions
        payload = json.loads(f'{{"id":"{number}",{beginning}') | place
        if subcommand is not None:
            payload["data"]["options"] = [{"type": 1, "name": subcommand, "options": []}]
        if payload["context"]:
            payload["user"] = payload.pop("member")["user"]
            del payload["guild"], payload["guild_id"]
            channel = {"id": payload["channel_id"], "recipients": [payload["user"]], "flags": 0}
            payload["channel"] |= channel
        if payload["context"] == 2:
            payload["authorizing_integration_owners"] = {"1": payload["user"]["id"]}
        await self.connections[0].send(DISPATCH, payload, "INTERACTION_CREATE")
        return number

    async def answer_to(self, number: int) -> str:
        """What an interaction is answered with, as JSON; waits for it."""
        async with asyncio.timeout(SECONDS):
            while number not in self.said:
                self.answered.clear()
                await self.answered.wait()
        return self.said[number]

    def application(self) -> web.Application:
        """All routes that a process at rest uses, and answers to interactions."""
        app = web.Application(middlewares=[self._note])
        app.router.add_get("/users/@me", _always(BOT))
        app.router.add_get("/oauth2/applications/@me", _always(BOTS_APPLICATION))
        app.router.add_get("/gateway/bot", self._recommend)
        app.router.add_get("/gateway", self._connect)
        for path in ("/applications/{id}/commands", "/applications/{id}/guilds/{guild}/commands"):
            app.router.add_get(path, self._tell_commands)
            app.router.add_put(path, self._take_commands)
        app.router.add_post("/interactions/{id}/{token}/callback", self._answer)
        app.router.add_get("/channels/{channel}/messages", _always([]))
        app.router.add_post("/channels/{channel}/messages", _always(message(0, "")))
        app.router.add_patch("/channels/{channel}/messages/{message}", _always(message(0, "")))
        return app

    @web.middleware
    async def _note(self, request: web.Request, handler: Json) -> web.StreamResponse:
        self.requests.append(f"{request.method} {request.path}")
        return await handler(request)

    async def _recommend(self, _request: web.Request) -> web.Response:
        shards = self._recommended.pop(0) if len(self._recommended) > 1 else self._recommended[0]
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        url = self._address.replace("http", "ws") + "/gateway"
        return _json({"url": url, "shards": shards, "session_start_limit": limit})

    async def _tell_commands(self, _request: web.Request) -> web.Response:
        return _json(self.commands)

    async def _take_commands(self, request: web.Request) -> web.Response:
        sent = await request.json()
        kept = {one["id"] for one in self.commands if one["type"] == 4}
        if kept - {one.get("id") for one in sent}:
            return _json({"code": ENTRY_POINT_MISSING, "message": "Entry point missing"}, status=400)
        self.commands = sent
        self.ready.set()
        return _json([])

    async def _answer(self, request: web.Request) -> web.Response:
        number, said = int(request.match_info["id"]), await request.text()
        await asyncio.sleep(self._delay)
        self.said[number] = said
        self.answers.append(number)
        self.answered.set()
        return _json(answered(4, message(0, "")))

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket)
        await connection.send(HELLO, {"heartbeat_interval": 41_250})
        async for frame in socket:
            said = json.loads(frame.data)
            if said["op"] == HEARTBEAT:
                await connection.send(ACKNOWLEDGED, None)
            elif said["op"] == IDENTIFY:
                await self._identify(connection, *said["d"].get("shard", (0, 1)))
        return socket

    async def _identify(self, connection: Connection, shard: int, shards: int) -> None:
        self.identified.append((shard, shards))
        self.connections[shard] = connection
        if self._closing:
            await connection.socket.close(code=self._closing.pop(0))
            return
        ready = {
            "v": 10,
            "user": BOT,
            "guilds": [],
            "session_id": f"session {shard}",
            "resume_gateway_url": self._address.replace("http", "ws") + "/gateway",
            "shard": [shard, shards],
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        await connection.send(DISPATCH, ready, "READY")
        server: Json = guild(guild_of(0), range(10))
        server["channels"] += self._hidden
        await connection.send(DISPATCH, server, "GUILD_CREATE")

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[None]:
        """Serve until the end of the block."""
        runner = web.AppRunner(self.application(), access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            self._address = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield
        finally:
            for connection in self.connections.values():
                await connection.socket.close()
            await runner.cleanup()


def entry_point() -> Json:
    """The command that Discord adds when Activities are switched on, as it tells about it."""
    return {
        "id": "1250000000000000000",
        "application_id": str(APPLICATION),
        "version": "1250000000000000001",
        "default_member_permissions": None,
        "type": 4,
        "name": "launch",
        "name_localizations": {"de": "starten"},
        "description": "Launch the Activity",
        "description_localizations": None,
        "dm_permission": True,
        "contexts": [0, 1, 2],
        "integration_types": [0, 1],
        "nsfw": False,
        "handler": 2,
    }


def _always(value: Json) -> Json:
    async def handler(_request: web.Request) -> web.Response:
        return _json(value)

    return handler


def _json(value: Json, *, status: int = 200) -> web.Response:
    # With a charset after the type, discord.py would treat the body as plain text.
    body = json.dumps(value).encode()
    return web.Response(body=body, status=status, headers={"Content-Type": "application/json"})
