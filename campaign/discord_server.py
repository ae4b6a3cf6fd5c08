"""Discord over sockets, as far as a campaign plays: its HTTP side and its gateway, both with faults."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
from aiohttp import WSMsgType, web
from msgspec import Struct

from benchmarks.payloads import BOT, CHANNELS_IN_GUILD, Json
from campaign import payloads

ANSWER_TIME = 3.0
"""Seconds for which Discord takes an answer to an interaction."""
PRIVATE = 1 << 6
"""The flag of an answer that only who asked can see."""
UPDATES = (6, 7)
"""The types of answers that leave or change the message pressed."""
LARGEST = 12_000_000
"""Bytes of a request: a file of 10 MB and what stands beside it."""
NONCES = 1000
"""Messages whose nonces are remembered."""

_SILENT = logging.getLogger("campaign.discord_server")
"""Where aiohttp tells of connections that were cut, which is what they were meant to be."""
_SILENT.disabled = True

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Answer(Struct, frozen=True):
    """What an interaction was answered with."""

    type: int
    private: bool
    text: str
    after: float
    """Seconds since the interaction was made."""


class Http:
    """The faults of the HTTP side; by default there are none."""

    def __init__(self) -> None:
        self.restore()

    def restore(self) -> None:
        """From now on everything goes well."""
        self.delay: Callable[[], float] = lambda: 0.0
        self.status: Callable[[], int | None] = lambda: None
        self.loses_request: Callable[[], bool] = lambda: False
        self.loses_answer: Callable[[], bool] = lambda: False

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Whatever goes wrong with a request that writes something."""
        if request.method == "GET" or "commands" in request.path:
            return await handler(request)
        await request.read()
        if (delay := self.delay()) > 0:
            await asyncio.sleep(delay)
        if self.loses_request():
            _cut(request)
        status = self.status()
        if status == 429 and "/channels/" in request.path:
            return _refused(429, 0, retry_after=0.3)
        if status is not None and status != 429:
            return web.Response(status=status)
        response = await handler(request)
        if self.loses_answer():
            _cut(request)
        return response


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
    raise ConnectionResetError


class Gateway:
    """The one connection over which the bot hears of what happens."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        """Set while a bot is connected."""
        self.url = ""
        self.tables = 0
        self._socket: web.WebSocketResponse | None = None
        self._events: list[Json] = []
        self._stalled_until = 0.0
        self._sessions = 0

    def emit(self, event: str, data: Json) -> None:
        """Tell the bot of an event, now or when it is connected again."""
        self._events.append({"op": 0, "s": len(self._events) + 1, "t": event, "d": data})
        if self._socket is not None and time.monotonic() >= self._stalled_until:
            self._send(self._events[-1])

    def stall(self, seconds: float) -> None:
        """Deliver nothing for so long, then everything at once."""
        self._stalled_until = time.monotonic() + seconds
        missed = len(self._events)
        asyncio.get_running_loop().call_later(seconds, self._catch_up, missed)

    async def drop(self) -> None:
        """Cut the connection; the bot may resume it."""
        if self._socket is not None:
            await self._socket.close(code=4000)

    def forget(self) -> None:
        """The bot's process is gone, and its session with it."""
        self.ready.clear()
        self._socket = None
        self._events.clear()
        self._stalled_until = 0.0

    async def connected(self, request: web.Request) -> web.StreamResponse:
        """Serve a connection until its end."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        async for received in socket:
            if received.type is WSMsgType.TEXT:
                await self._take(socket, json.loads(received.data))
        if self._socket is socket:
            self._socket = None
        return socket

    async def _take(self, socket: web.WebSocketResponse, payload: Mapping[str, Any]) -> None:
        match payload["op"]:
            case 1:
                await socket.send_json({"op": 11})
            case 2:
                self._sessions += 1
                self._events.clear()
                self._socket = socket
                self.emit("READY", payloads.ready(f"session{self._sessions}", self.url, self.tables))
                for first in range(0, self.tables, CHANNELS_IN_GUILD):
                    tables = range(first, min(first + CHANNELS_IN_GUILD, self.tables))
                    self.emit("GUILD_CREATE", payloads.guild(tables))
                self.ready.set()
            case 6:
                self._socket = socket
                self._catch_up(int(payload["d"]["seq"] or 0))
                self.emit("RESUMED", {})
            case _:
                pass

    def _catch_up(self, seen: int) -> None:
        for event in self._events[seen:]:
            self._send(event)

    def _send(self, event: Json) -> None:
        if self._socket is not None and not self._socket.closed:
            task = asyncio.ensure_future(self._socket.send_json(event))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())


class DiscordServer:
    """The server with its tables' channels, the messages in them, and how interactions were answered."""

    def __init__(self, tables: int) -> None:
        self.http = Http()
        self.gateway = Gateway()
        self.gateway.tables = tables
        self.port = 0
        self.messages: dict[int, dict[str, Any]] = {}
        self.answers: dict[int, Answer] = {}
        self.late = 0
        """Answers that came after Discord had given up."""
        self._waiting: dict[int, asyncio.Event] = {}
        self._originals: dict[str, int] = {}
        """The message with which an interaction was answered, by its token."""
        self._places: dict[str, tuple[int, int | None]] = {}
        """The channel of an interaction, and the message pressed, by its token."""
        self._nonces: dict[tuple[int, str], int] = {}
        self._newest = 0

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[None]:
        """Serve on a free port until the end of the block."""
        app = web.Application(middlewares=[self.http.middleware], client_max_size=LARGEST)
        api = "/api/v10"
        app.router.add_get("/gateway/", self.gateway.connected)
        app.router.add_get("/gateway", self.gateway.connected)
        app.router.add_get(f"{api}/users/@me", _always(BOT))
        app.router.add_get(f"{api}/oauth2/applications/@me", _always(payloads.APPLICATION_INFO))
        app.router.add_get(f"{api}/applications/@me", _always(payloads.APPLICATION_INFO))
        app.router.add_get(f"{api}/gateway/bot", self._gateway_bot)
        app.router.add_route("*", api + "/applications/{application}/commands", _always([]))
        app.router.add_post(api + "/interactions/{id}/{token}/callback", self._callback)
        app.router.add_post(api + "/webhooks/{application}/{token}", self._follow_up)
        app.router.add_route("*", api + "/webhooks/{application}/{token}/messages/@original", self._original)
        app.router.add_get(api + "/channels/{channel}/messages", self._history)
        app.router.add_post(api + "/channels/{channel}/messages", self._post)
        app.router.add_route("*", api + "/channels/{channel}/messages/{message}", self._message)
        runner = web.AppRunner(app, access_log=None, logger=_SILENT, shutdown_timeout=0)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = int(runner.addresses[0][1])
        self.gateway.url = f"ws://127.0.0.1:{self.port}/gateway"
        try:
            yield
        finally:
            await runner.cleanup()

    def number(self) -> int:
        """A new ID, which says what time it is."""
        self._newest = max(self._newest + 1, discord.utils.time_snowflake(discord.utils.utcnow()))
        return self._newest

    def send(self, table: int, data: Mapping[str, Json], message: int | None = None, user: int = 0) -> int:
        """Somebody gives a command, or presses a button of a message; the interaction's ID."""
        number = self.number()
        pressed = self.messages[message] if message is not None else None
        self._waiting[number] = asyncio.Event()
        self._places[f"t{number}"] = (payloads.CHANNEL + table, message)
        self.gateway.emit("INTERACTION_CREATE", payloads.interaction(number, table, data, pressed, user))
        return number

    async def answered(self, number: int) -> Answer | None:
        """How an interaction is answered; None where it isn't while Discord waits."""
        try:
            async with asyncio.timeout(ANSWER_TIME):
                await self._waiting[number].wait()
        except TimeoutError:
            return None
        return self.answers[number]

    def newest(self, channel: int, part: str) -> dict[str, Any] | None:
        """The newest message of a channel with a button whose custom_id begins so."""
        for message in reversed(self.messages.values()):
            there = message["channel_id"] == str(channel)
            if there and any(one.startswith(part) for one in custom_ids(message)):
                return message
        return None

    async def _gateway_bot(self, _request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return _json({"url": self.gateway.url, "shards": 1, "session_start_limit": limit})

    async def _callback(self, request: web.Request) -> web.Response:
        number, token, body = int(request.match_info["id"]), request.match_info["token"], await _body(request)
        age = time.time() - discord.utils.snowflake_time(number).timestamp()
        if number in self.answers:
            return _refused(400, 40060)
        if age > ANSWER_TIME:
            self.late += 1
            return _refused(404, 10062)
        data: Mapping[str, Any] = body.get("data") or {}
        kind = int(body["type"])
        channel, pressed = self._places[token]
        shown: dict[str, Any] | None = None
        if kind in (4, 5):
            shown = self._new(channel, data)
            self._originals[token] = int(shown["id"])
        elif kind == 7 and pressed is not None:
            shown = self._change(pressed, data)
        private = bool(int(data.get("flags") or 0) & PRIVATE)
        self.answers[number] = Answer(kind, private, readable(shown) if shown is not None else "", age)
        self._waiting[number].set()
        about: dict[str, Any] = {"id": str(number), "type": 2}
        if shown is None:
            return _json({"interaction": about})
        about |= {"response_message_id": shown["id"], "response_message_ephemeral": private}
        return _json({"interaction": about, "resource": {"type": kind, "message": shown}})

    async def _follow_up(self, request: web.Request) -> web.Response:
        channel, _ = self._places[request.match_info["token"]]
        return _json(self._new(channel, await _body(request)))

    async def _original(self, request: web.Request) -> web.Response:
        number = self._originals.get(request.match_info["token"])
        if number is None:
            return _refused(404, 10008)
        return await self._about(request, number)

    async def _post(self, request: web.Request) -> web.Response:
        channel, body = int(request.match_info["channel"]), await _body(request)
        known = self._nonces.get((channel, str(body.get("nonce"))))
        if body.get("enforce_nonce") and known in self.messages:
            return _json(self.messages[known])
        made = self._new(channel, body)
        if body.get("nonce") is not None:
            self._nonces[channel, str(body["nonce"])] = int(made["id"])
            if len(self._nonces) > NONCES:
                del self._nonces[next(iter(self._nonces))]
        return _json(made)

    async def _history(self, request: web.Request) -> web.Response:
        channel = request.match_info["channel"]
        limit = int(request.query.get("limit", "50"))
        after, before = int(request.query.get("after", "0")), int(request.query.get("before", str(2**63)))
        found = [
            message
            for number, message in self.messages.items()
            if message["channel_id"] == channel and after < number < before
        ]
        nearest = found[:limit] if after else found[-limit:]
        return _json(nearest[::-1])

    async def _message(self, request: web.Request) -> web.Response:
        return await self._about(request, int(request.match_info["message"]))

    async def _about(self, request: web.Request, number: int) -> web.Response:
        if number not in self.messages:
            return _refused(404, 10008)
        if request.method == "DELETE":
            del self.messages[number]
            return web.Response(status=204)
        if request.method == "PATCH":
            return _json(self._change(number, await _body(request)))
        return _json(self.messages[number])

    def _new(self, channel: int, sent: Mapping[str, Any]) -> dict[str, Any]:
        number = self.number()
        self.messages[number] = payloads.message(number, channel, sent)
        return self.messages[number]

    def _change(self, number: int, sent: Mapping[str, Any]) -> dict[str, Any]:
        changes = {key: sent[key] or "" for key in ("content",) if key in sent}
        changes |= {key: sent[key] or [] for key in ("components",) if key in sent}
        self.messages[number] = {**self.messages[number], **changes}
        return self.messages[number]


def readable(message: Mapping[str, Any]) -> str:
    """What is to be read in a message, line by line."""
    lines = [str(message["content"])]
    for part in _parts(message["components"]):
        if part.get("type") == 10:
            lines.append(str(part["content"]))
    return "\n".join(filter(None, lines))


def custom_ids(message: Mapping[str, Any]) -> list[str]:
    """What the buttons and lists of a message carry."""
    return [str(part["custom_id"]) for part in _parts(message["components"]) if "custom_id" in part]


def _parts(components: Sequence[Mapping[str, Any]] | None) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    for part in components or ():
        found += [part, *_parts(part.get("components"))]
        if "accessory" in part:
            found.append(part["accessory"])
    return found


async def _body(request: web.Request) -> Mapping[str, Any]:
    if request.content_type == "multipart/form-data":
        fields = await request.post()
        return json.loads(str(fields["payload_json"]))
    return await request.json()


def _always(value: Json) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handler(_request: web.Request) -> web.Response:
        return _json(value)

    return handler


def _json(value: Json, status: int = 200) -> web.Response:
    # With a charset after the type, discord.py would treat the body as plain text.
    return web.Response(
        body=json.dumps(value).encode(), status=status, headers={"Content-Type": "application/json"}
    )


def _refused(status: int, code: int, **more: float) -> web.Response:
    return _json({"code": code, "message": "refused", "global": False, **more}, status)
