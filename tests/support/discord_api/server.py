"""Discord over sockets, as far as tables need it: its HTTP API and its gateway, both with faults."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.state import ConnectionState
from msgspec import Struct, field
from yarl import URL

from tests.support.discord_api import objects, payloads
from tests.support.discord_api.faults import HttpFaults
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.messages import Message, Messages, readable
from tests.support.discord_api.objects import (
    BOT,
    BOTS_APPLICATION,
    CHANNEL,
    MESSAGE,
    OFFERED_TO_PEOPLE,
    USER,
    Json,
    guild_of,
)
from tests.support.discord_api.places import Places
from tests.support.discord_api.readiness import SOON
from tests.support.discord_api.recent import Recent
from tests.support.discord_api.responses import Handler, always, answer, refusal
from tests.support.processes import SECONDS, begin_with, redirect

ANSWER_TIME = 3.0
"""Seconds for which Discord accepts an answer to an interaction."""
PRIVATE = 1 << 6
"""The flag of an answer that only its user can see."""
API = "/api/v10"
UNCOUNTED = ("/interactions/", "/webhooks/")
"""How the paths of requests about an interaction begin, which Discord limits for each interaction alone."""
LARGEST = 12_000_000
"""Maximum bytes of a request: a file of 10 MB and the rest."""
INTERACTIONS = 10_000
"""Interactions that a server remembers which doesn't remember all: those of half a minute or more."""
MESSAGES = 50
"""Messages of each channel that it remembers."""
WITHOUT_BOT = {place.channel for place in payloads.Place}
"""Channels that a bot reaches by the tokens of interactions alone."""
DEFERRED = 5
"""Discord's type of an answer that is put off."""
FORM = 9
"""Discord's type of an answer that opens a form."""
ENTRY_POINT = 4
"""Discord's type of the command that launches an Activity."""

UNLIMITED_USE = """
from cogs.admission import fair_use
from storage.token_buckets import Rate
fair_use.USER = fair_use.SERVER = Rate(burst=1e9, per_second=1e9)
"""
"""A patch that lets few users do more than a real server allows."""
AT_ONCE = """
import discord
async def identify_at_once(self, shard_id, *, initial=False):
    pass
discord.Client.before_identify_hook = identify_at_once
"""
"""A patch that skips discord.py's five-second pause between the shards' identifications."""
READY_SOON = """
from discord.state import ConnectionState
from tests.support.discord_api.readiness import SOON
ConnectionState.guild_ready_timeout = SOON
"""
"""A patch that makes bots ready soon after their last server arrives."""

_SILENT = logging.getLogger("tests.support.discord_api.server")
"""The logger for aiohttp's messages about connections that were cut on purpose."""
_SILENT.disabled = True

_HEAD_END = b"\r\n\r\n"


class Answer(Struct, frozen=True):
    """The answer to an interaction."""

    type: int
    private: bool
    text: str
    after: float
    """Seconds since the interaction was made."""
    form: Mapping[str, Any] | None = None


class _Asked(Struct):
    """An interaction: its channel, the message pressed, and the one that it was answered with."""

    channel: int
    pressed: int | None
    done: asyncio.Event
    original: int | None = None
    further: set[int] = field(default_factory=set[int])
    """The messages that its token has sent besides."""
    filled: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether an answer that was put off is there."""


class DiscordServer:
    """The server with its tables' channels, the messages in them, and how interactions were answered.

    ``remembers``: whether all of that is kept; of much only the newest can be. ``known``: the commands that
    the application has at first. ``answer_time``: seconds for which an answer to an interaction is taken.
    ``tells_messages``: whether bots that ask for messages receive their own. ``for_people``: whether people
    can install the application for themselves.
    """

    def __init__(
        self,
        tables: int,
        *,
        remembers: bool = True,
        gateway: Gateway | None = None,
        known: Sequence[Mapping[str, Any]] = (),
        answer_time: float = SECONDS,
        tells_messages: bool = False,
        for_people: bool = False,
        forces_private: bool = False,
    ) -> None:
        self._application = OFFERED_TO_PEOPLE if for_people else BOTS_APPLICATION
        self.http = HttpFaults()
        self.gateway = gateway or Gateway()
        self.gateway.tables = tables
        self.messages = Messages(None if remembers else MESSAGES)
        self.places = Places(self.gateway, self.number)
        self.port = 0
        self.commands = [*known]
        """The application's commands."""
        self.commands_sent = asyncio.Event()
        """Set when the bot has sent them."""
        self.sent = 0
        """How many interactions there were."""
        self.answered_times = 0
        """How many of them were answered."""
        self.late = 0
        """Answers that came after Discord had stopped waiting."""
        self.twice = 0
        """Answers to interactions that were already answered. Only a fault of `http` makes a process repeat
        its own: without faults, two processes have acted."""
        self.requests = Counter[str]()
        """The number of requests by method and path, such as "GET /users/@me"."""
        self.busiest = 0
        """The most requests within a second, of those that count for Discord's limit on a bot."""
        self.last = 0.0
        """The time of the last request, by the monotonic clock."""
        self._counted = deque[float]()
        self.edits = Counter[int]()
        """How often each message was edited by a bot unasked."""
        self.answers = Recent[int, Answer](None if remembers else INTERACTIONS)
        self._asked = Recent[int, _Asked](self.answers.limit)
        self._answer_time = answer_time
        self._tells_messages = tells_messages
        self._newest = 0
        self._forces_private = forces_private

    @property
    def url(self) -> str:
        """Where the HTTP API is."""
        return f"http://127.0.0.1:{self.port}{API}"

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[None]:
        """Serve on a free port until the end of the block."""
        app = web.Application(middlewares=[self._count, self.http.middleware], client_max_size=LARGEST)
        app.router.add_get("/gateway/", self.gateway.connected)
        app.router.add_get("/gateway", self.gateway.connected)
        app.router.add_get(f"{API}/users/@me", always(BOT))
        app.router.add_get(f"{API}/oauth2/applications/@me", always(self._application))
        app.router.add_get(f"{API}/applications/@me", always(self._application))
        app.router.add_get(f"{API}/gateway/bot", self._gateway_bot)
        for scope in ("", "/guilds/{guild}"):
            commands = API + "/applications/{application}" + scope + "/commands"
            app.router.add_get(commands, self._tell_commands)
            app.router.add_put(commands, self._take_commands)
        app.router.add_post(API + "/interactions/{id}/{token}/callback", self._callback)
        app.router.add_post(API + "/webhooks/{application}/{token}", self._follow_up)
        webhook_messages = API + "/webhooks/{application}/{token}/messages"
        app.router.add_route("*", webhook_messages + "/@original", self._original)
        app.router.add_route("*", webhook_messages + "/{message}", self._further)
        app.router.add_get(API + "/channels/{channel}/messages", self._history)
        app.router.add_post(API + "/channels/{channel}/messages", self._post)
        app.router.add_route("*", API + "/channels/{channel}/messages/{message}", self._message)
        app.router.add_get(API + "/guilds/{guild}/members/{user}", _member)
        app.router.add_routes(self.places.routes(API))
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

    def redirect(self, folder: Path, *, fair_use: bool = True) -> None:
        """Direct bots that start in a folder to this Discord; ``fair_use``: whether users are limited.
        Where several shards may identify themselves within five seconds, none waits for another one."""
        redirect(folder, self.url, self.gateway.url)
        begin_with(folder, READY_SOON)
        if self.gateway.concurrency > 1:
            begin_with(folder, AT_ONCE)
        if not fair_use:
            begin_with(folder, UNLIMITED_USE)

    def reach(self, patch: pytest.MonkeyPatch) -> None:
        """Direct bots of this process to this Discord."""
        patch.setattr(Route, "BASE", self.url)
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(self.gateway.url))
        patch.setattr(ConnectionState, "guild_ready_timeout", SOON, raising=False)

    def add_boards(self) -> None:
        """Add a board to each table's channel, where `stored_games` has recorded it."""
        for table in range(self.gateway.tables):
            self.messages.add(CHANNEL + table, MESSAGE + table, {})

    def number(self) -> int:
        """Return a new ID, which contains the current time."""
        self._newest = max(self._newest + 1, discord.utils.time_snowflake(discord.utils.utcnow()))
        return self._newest

    def send(
        self,
        table: int,
        data: Mapping[str, Json],
        message: int | None = None,
        user: int = 0,
        *,
        kind: int | None = None,
    ) -> int:
        """Send a command, or a press of a message's button; return the interaction's ID.

        ``kind``: Discord's type of another interaction.
        """
        channel = CHANNEL + table
        number, pressed = self._asks(channel, message), self.messages.get(channel, message)
        assert pressed is not None or message is None, "the message is gone"
        asked = payloads.interaction(number, table, data, pressed, user)
        self.gateway.emit("INTERACTION_CREATE", asked if kind is None else {**asked, "type": kind})
        return number

    def hears(self, table: int, user: int = 0) -> None:
        """Post a user's message in a table's channel, which the bot receives without its text."""
        number, channel = self.number(), CHANNEL + table
        written = objects.message(number, channel, {})
        about = {"guild_id": str(guild_of(table)), "author": objects.user(USER + 1000 * user)}
        self.gateway.emit("MESSAGE_CREATE", {**written, **about})

    def send_outside(
        self,
        place: payloads.Place,
        data: Mapping[str, Json],
        message: int | None = None,
        user: int = 0,
        *,
        shard: int = 0,
    ) -> int:
        """Let someone type a command outside of the bot's servers, or press a button of a message there.

        ``shard``: the one that hears of that. Return the interaction's ID.
        """
        number, pressed = self._asks(place.channel, message), self.messages.get(place.channel, message)
        asked = payloads.outside(number, place, data, pressed, user)
        self.gateway.emit("INTERACTION_CREATE", asked, shard=shard)
        return number

    def _asks(self, channel: int, pressed: int | None = None) -> int:
        number = self.number()
        self.sent += 1
        self._asked[number] = _Asked(channel, pressed, asyncio.Event())
        return number

    def channel_of(self, number: int) -> int:
        """Return the channel of an interaction."""
        return self._asked[number].channel

    async def answered(self, number: int) -> Answer | None:
        """Return the answer to an interaction; None if there is none in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._answer_time):
                await self._asked[number].done.wait()
        return self.answers.get(number)

    async def text_of(self, number: int) -> str:
        """Return the text that an interaction is answered with, which it has to be while Discord waits, or is
        put off then."""
        answer, asked = await self.answered(number), self._asked[number]
        assert answer is not None, number
        if answer.type != DEFERRED:
            return answer.text
        await asyncio.wait_for(asked.filled.wait(), SECONDS)
        message = self.messages.get(asked.channel, asked.original)
        assert message is not None, number
        return readable(message)

    @web.middleware
    async def _count(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count a request by its route, and for the limit on the bot."""
        resource = request.match_info.route.resource
        path = request.path if resource is None else resource.canonical
        if not path.startswith(API):
            return await handler(request)
        self.last = now = time.monotonic()
        self.requests[route := f"{request.method} {path.removeprefix(API)}"] += 1
        if counts(route):
            self._counted.append(now)
            while self._counted[0] <= now - 1:
                self._counted.popleft()
            self.busiest = max(self.busiest, len(self._counted))
        return await handler(request)

    async def _gateway_bot(self, _request: web.Request) -> web.Response:
        shards, limit = self.gateway.recommend(), self.gateway.session_start_limit()
        return answer({"url": self.gateway.url, "shards": shards, "session_start_limit": limit})

    async def _tell_commands(self, _request: web.Request) -> web.Response:
        return answer(self.commands)

    async def _take_commands(self, request: web.Request) -> web.Response:
        """Overwrite the commands; Discord refuses that without the entry point of an Activity."""
        sent: Sequence[Mapping[str, Any]] = await _body(request)
        kept = {one["id"] for one in self.commands if one["type"] == ENTRY_POINT}
        if kept - {one.get("id") for one in sent}:
            return refusal(400, 50240)
        self.commands = [*sent]
        self.commands_sent.set()
        return answer([])

    async def _callback(self, request: web.Request) -> web.Response:
        number, body = int(request.match_info["id"]), await _body(request)
        age = time.time() - discord.utils.snowflake_time(number).timestamp()
        if number in self.answers:
            self.twice += 1
            return refusal(400, 40060)
        if age > self._answer_time:
            self.late += 1
            return refusal(404, 10062)
        data: Mapping[str, Any] = body.get("data") or {}
        kind, asked = int(body["type"]), self._asked[number]
        shown: Message | None = None
        asked.original = asked.pressed
        if kind in (4, 5):
            shown = self._add(asked.channel, data, number)
            asked.original = int(shown["id"])
        elif kind == 7 and asked.pressed is None:  # it answers the form of a command, which has no message
            return refusal(404, 10008)
        elif kind == 7 and asked.pressed is not None and self.messages.get(asked.channel, asked.pressed):
            shown = self._change(asked.channel, asked.pressed, data)
        forced = self._forces_private and asked.channel in WITHOUT_BOT
        private = forced or bool(int(data.get("flags") or 0) & PRIVATE)
        self.answers[number] = Answer(
            kind, private, readable(shown) if shown is not None else "", age, data if kind == FORM else None
        )
        self.answered_times += 1
        asked.done.set()
        return answer(payloads.answered(number, kind, shown, private=private))

    async def _follow_up(self, request: web.Request) -> web.Response:
        asked, about = self._asked_by(request), payloads.by_token(request.match_info["token"])
        if asked is None:
            return refusal(404, 10015)
        added = self._add(asked.channel, await _body(request), about)
        asked.further.add(int(added["id"]))
        return answer(added)

    async def _original(self, request: web.Request) -> web.Response:
        asked = self._asked_by(request)
        if asked is None or asked.original is None:
            return refusal(404, 10008)
        done = await self._about(request, asked.channel, asked.original)
        if request.method == "PATCH":
            asked.filled.set()
        return done

    async def _further(self, request: web.Request) -> web.Response:
        asked = self._asked_by(request)
        if asked is None:
            return refusal(404, 10015)
        number = int(request.match_info["message"])
        if number not in {asked.original, *asked.further}:
            return refusal(404, 10008)
        return await self._about(request, asked.channel, number)

    def _asked_by(self, request: web.Request) -> _Asked | None:
        """Return the interaction with the token of a request."""
        return self._asked.get(payloads.by_token(request.match_info["token"]))

    async def _post(self, request: web.Request) -> web.Response:
        channel = int(request.match_info["channel"])
        if channel in WITHOUT_BOT:
            return refusal(403, 50001)
        return answer(self._add(channel, await _body(request)))

    async def _history(self, request: web.Request) -> web.Response:
        query = request.query
        if int(request.match_info["channel"]) in WITHOUT_BOT:
            return refusal(403, 50001)
        page = self.messages.page(
            int(request.match_info["channel"]),
            limit=int(query.get("limit", "50")),
            after=int(query.get("after", "0")),
            before=int(query.get("before", str(2**63))),
        )
        return answer(page)

    async def _message(self, request: web.Request) -> web.Response:
        number = int(request.match_info["message"])
        if int(request.match_info["channel"]) in WITHOUT_BOT:
            return refusal(403, 50001)
        if request.method == "PATCH":
            self.edits[number] += 1
        return await self._about(request, int(request.match_info["channel"]), number)

    async def _about(self, request: web.Request, channel: int, number: int) -> web.Response:
        message = self.messages.get(channel, number)
        if message is None:
            return refusal(404, 10008)
        if request.method == "DELETE":
            self.messages.delete(channel, number)
            self._tell("MESSAGE_DELETE", channel, {"id": str(number), "channel_id": str(channel)})
            return web.Response(status=204)
        if request.method == "PATCH":
            return answer(self._change(channel, number, await _body(request)))
        return answer(message)

    def _add(self, channel: int, sent: Mapping[str, Any], interaction: int | None = None) -> Message:
        message = self.messages.add(channel, self.number(), sent, interaction)
        self._tell("MESSAGE_CREATE", channel, message)
        return message

    def _change(self, channel: int, number: int, sent: Mapping[str, Any]) -> Message:
        message = self.messages.change(channel, number, sent)
        self._tell("MESSAGE_UPDATE", channel, message)
        return message

    def _tell(self, event: str, channel: int, message: Mapping[str, Json]) -> None:
        """Send bots the event about a message of theirs at a table, if they receive such events."""
        table = channel - CHANNEL
        if self._tells_messages and 0 <= table < self.gateway.tables:
            self.gateway.emit(event, {**message, "guild_id": str(guild_of(table))})


def counts(route: str) -> bool:
    """Return whether requests for a route count for Discord's limit on all requests of a bot."""
    return not route.partition(" ")[2].startswith(UNCOUNTED)


async def _member(request: web.Request) -> web.Response:
    return answer(objects.member(int(request.match_info["user"])))


async def _body(request: web.Request) -> Any:
    """Return the request's body without its files, whose parsing would distort measurements."""
    body = await request.read()
    if request.content_type == "multipart/form-data":  # discord.py sends it as the first part
        begin = body.index(_HEAD_END) + len(_HEAD_END)
        body = body[begin : body.index(b"\r\n", begin)]
    return msgspec.json.decode(body)
