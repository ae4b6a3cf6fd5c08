"""Discord over sockets, as far as a campaign plays: its HTTP side and its gateway, both with faults."""

import asyncio
import logging
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import discord
import msgspec
from aiohttp import web
from msgspec import Struct

from tests.support.discord_api import payloads
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.objects import BOT, Json
from tests.support.discord_api.recent import Recent

ANSWER_TIME = 3.0
"""Seconds for which Discord takes an answer to an interaction."""
PRIVATE = 1 << 6
"""The flag of an answer that only who asked can see."""
UPDATES = (6, 7)
"""The types of answers that leave or change the message pressed."""
API = "/api/v10"
UNCOUNTED = (f"{API}/interactions/", f"{API}/webhooks/", "/gateway")
"""How the paths of what doesn't count for the limit on all requests of a bot begin."""
LARGEST = 12_000_000
"""Bytes of a request: a file of 10 MB and what stands beside it."""
NONCES = 1000
"""Messages whose nonces are remembered."""
INTERACTIONS = 10_000
"""Interactions that a server remembers which doesn't remember all: those of half a minute or more."""
MESSAGES = 50
"""Messages of each channel that it remembers."""

_SILENT = logging.getLogger("tests.support.discord_api.server")
"""Where aiohttp tells of connections that were cut, which is what they were meant to be."""
_SILENT.disabled = True

_HEAD_END = b"\r\n\r\n"

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
Message: TypeAlias = dict[str, Any]


class Answer(Struct, frozen=True):
    """What an interaction was answered with."""

    type: int
    private: bool
    text: str
    after: float
    """Seconds since the interaction was made."""


class _Asked(Struct):
    """An interaction: its channel, the message pressed, and the one that it was answered with."""

    channel: int
    pressed: int | None
    done: asyncio.Event
    original: int | None = None


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


class DiscordServer:
    """The server with its tables' channels, the messages in them, and how interactions were answered.

    ``remembers``: whether all of that is kept; in a long campaign only the newest can be.
    """

    def __init__(self, tables: int, *, remembers: bool = True, gateway: Gateway | None = None) -> None:
        self.http = Http()
        self.gateway = gateway or Gateway()
        self.gateway.tables = tables
        self.port = 0
        self.sent = 0
        """How many interactions there were."""
        self.answered_times = 0
        """How many of them were answered."""
        self.late = 0
        """Answers that came after Discord had given up."""
        self.twice = 0
        """Answers to what was answered already. Only a fault of `http` lets a process repeat its own: without
        faults two processes have acted."""
        self.busiest = 0
        """The most requests that came within a second, of those that count for Discord's limit on a bot."""
        self._counted = deque[float]()
        self.edits = Counter[int]()
        """How often each message was edited by a bot of its own accord."""
        self.answers = Recent[int, Answer](None if remembers else INTERACTIONS)
        self._asked = Recent[int, _Asked](self.answers.limit)
        kept = None if remembers else MESSAGES
        self._channels = defaultdict[int, Recent[int, Message]](lambda: Recent(kept))
        self._pressable = defaultdict[int, Recent[int, Message]](lambda: Recent(kept))
        """Those of each channel's messages that have buttons or lists: few of those of a long campaign."""
        self._nonces = Recent[tuple[int, str], int](NONCES)
        self._newest = 0

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[None]:
        """Serve on a free port until the end of the block."""
        app = web.Application(middlewares=[self._count, self.http.middleware], client_max_size=LARGEST)
        app.router.add_get("/gateway/", self.gateway.connected)
        app.router.add_get("/gateway", self.gateway.connected)
        app.router.add_get(f"{API}/users/@me", _always(BOT))
        app.router.add_get(f"{API}/oauth2/applications/@me", _always(payloads.APPLICATION_INFO))
        app.router.add_get(f"{API}/applications/@me", _always(payloads.APPLICATION_INFO))
        app.router.add_get(f"{API}/gateway/bot", self._gateway_bot)
        app.router.add_route("*", API + "/applications/{application}/commands", _always([]))
        app.router.add_post(API + "/interactions/{id}/{token}/callback", self._callback)
        app.router.add_post(API + "/webhooks/{application}/{token}", self._follow_up)
        app.router.add_route("*", API + "/webhooks/{application}/{token}/messages/@original", self._original)
        app.router.add_get(API + "/channels/{channel}/messages", self._history)
        app.router.add_post(API + "/channels/{channel}/messages", self._post)
        app.router.add_route("*", API + "/channels/{channel}/messages/{message}", self._message)
        app.router.add_get(API + "/guilds/{guild}/members/{user}", _member)
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
        number, channel = self.number(), payloads.CHANNEL + table
        pressed = self._channels[channel][message] if message is not None else None
        self.sent += 1
        self._asked[number] = _Asked(channel, message, asyncio.Event())
        self.gateway.emit("INTERACTION_CREATE", payloads.interaction(number, table, data, pressed, user))
        return number

    async def answered(self, number: int) -> Answer | None:
        """How an interaction is answered; None where it isn't while Discord waits."""
        try:
            async with asyncio.timeout(ANSWER_TIME):
                await self._asked[number].done.wait()
        except TimeoutError:
            return None
        return self.answers[number]

    def messages(self, channel: int) -> Collection[Message]:
        """The messages of a channel, oldest first."""
        return self._channels[channel].values()

    def newest(self, channel: int, part: str) -> Message | None:
        """The newest message of a channel with a button whose custom_id begins so."""
        kept = self._channels[channel]
        for number, message in reversed(self._pressable[channel].items()):
            if number in kept and any(one.startswith(part) for one in custom_ids(message)):
                return message
        return None

    @web.middleware
    async def _count(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count a request, unless it is about an interaction, which Discord limits by itself."""
        if not request.path.startswith(UNCOUNTED):
            now = time.monotonic()
            self._counted.append(now)
            while self._counted[0] <= now - 1:
                self._counted.popleft()
            self.busiest = max(self.busiest, len(self._counted))
        return await handler(request)

    async def _gateway_bot(self, _request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0}
        limit["max_concurrency"] = self.gateway.concurrency
        return _json({"url": self.gateway.url, "shards": self.gateway.shards, "session_start_limit": limit})

    async def _callback(self, request: web.Request) -> web.Response:
        number, body = int(request.match_info["id"]), await _body(request)
        age = time.time() - discord.utils.snowflake_time(number).timestamp()
        if number in self.answers:
            self.twice += 1
            return _refused(400, 40060)
        if age > ANSWER_TIME:
            self.late += 1
            return _refused(404, 10062)
        data: Mapping[str, Any] = body.get("data") or {}
        kind, asked = int(body["type"]), self._asked[number]
        shown: Message | None = None
        if kind in (4, 5):
            shown = self._new(asked.channel, data)
            asked.original = int(shown["id"])
        elif kind == 7 and asked.pressed is not None and asked.pressed in self._channels[asked.channel]:
            shown = self._change(asked.channel, asked.pressed, data)
        private = bool(int(data.get("flags") or 0) & PRIVATE)
        self.answers[number] = Answer(kind, private, readable(shown) if shown is not None else "", age)
        self.answered_times += 1
        asked.done.set()
        about: dict[str, Any] = {"id": str(number), "type": 2}
        if shown is None:
            return _json({"interaction": about})
        about |= {"response_message_id": shown["id"], "response_message_ephemeral": private}
        return _json({"interaction": about, "resource": {"type": kind, "message": shown}})

    async def _follow_up(self, request: web.Request) -> web.Response:
        asked = self._asked_by(request)
        if asked is None:
            return _refused(404, 10015)
        return _json(self._new(asked.channel, await _body(request)))

    async def _original(self, request: web.Request) -> web.Response:
        asked = self._asked_by(request)
        if asked is None or asked.original is None:
            return _refused(404, 10008)
        return await self._about(request, asked.channel, asked.original)

    def _asked_by(self, request: web.Request) -> _Asked | None:
        """The interaction with the token of a request."""
        return self._asked.get(payloads.by_token(request.match_info["token"]))

    async def _post(self, request: web.Request) -> web.Response:
        channel, body = int(request.match_info["channel"]), await _body(request)
        nonce = body.get("nonce")
        known = self._nonces.get((channel, str(nonce)))
        if body.get("enforce_nonce") and known is not None and known in self._channels[channel]:
            return _json(self._channels[channel][known])
        made = self._new(channel, body)
        if nonce is not None:
            self._nonces[channel, str(nonce)] = int(made["id"])
        return _json(made)

    async def _history(self, request: web.Request) -> web.Response:
        kept = self._channels[int(request.match_info["channel"])]
        limit = int(request.query.get("limit", "50"))
        after, before = int(request.query.get("after", "0")), int(request.query.get("before", str(2**63)))
        found = [message for number, message in kept.items() if after < number < before]
        nearest = found[:limit] if after else found[-limit:]
        return _json(nearest[::-1])

    async def _message(self, request: web.Request) -> web.Response:
        number = int(request.match_info["message"])
        if request.method == "PATCH":
            self.edits[number] += 1
        return await self._about(request, int(request.match_info["channel"]), number)

    async def _about(self, request: web.Request, channel: int, number: int) -> web.Response:
        kept = self._channels[channel]
        if number not in kept:
            return _refused(404, 10008)
        if request.method == "DELETE":
            del kept[number]
            self._pressable[channel].pop(number, None)
            return web.Response(status=204)
        if request.method == "PATCH":
            return _json(self._change(channel, number, await _body(request)))
        return _json(kept[number])

    def _new(self, channel: int, sent: Mapping[str, Any]) -> Message:
        number = self.number()
        return self._keep(channel, number, payloads.message(number, channel, sent))

    def _change(self, channel: int, number: int, sent: Mapping[str, Any]) -> Message:
        changes = {key: sent[key] or "" for key in ("content",) if key in sent}
        changes |= {key: sent[key] or [] for key in ("components",) if key in sent}
        return self._keep(channel, number, {**self._channels[channel][number], **changes})

    def _keep(self, channel: int, number: int, message: Message) -> Message:
        self._channels[channel][number] = message
        if custom_ids(message):
            self._pressable[channel][number] = message
        else:
            self._pressable[channel].pop(number, None)
        return message


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


async def _member(request: web.Request) -> web.Response:
    return _json(payloads.member(int(request.match_info["user"])))


async def _body(request: web.Request) -> Mapping[str, Any]:
    """What was sent beside files, which aren't looked at: that would take the time of whoever is measured."""
    body = await request.read()
    if request.content_type == "multipart/form-data":  # discord.py sends it as the first part
        begin = body.index(_HEAD_END) + len(_HEAD_END)
        body = body[begin : body.index(b"\r\n", begin)]
    return msgspec.json.decode(body)


def _always(value: Json) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handler(_request: web.Request) -> web.Response:
        return _json(value)

    return handler


def _json(value: Json, status: int = 200) -> web.Response:
    # With a charset after the type, discord.py would treat the body as plain text.
    return web.Response(
        body=msgspec.json.encode(value), status=status, headers={"Content-Type": "application/json"}
    )


def _refused(status: int, code: int, **more: float) -> web.Response:
    return _json({"code": code, "message": "refused", "global": False, **more}, status)
