"""Discord as far as the measured bots see it: payloads in, and every request answered at once from memory.

The one seam is aiohttp's session, which each bot gets from discord.py: everything above it is the real thing.
"""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self, TypeAlias

import aiohttp
from discord.ext import commands

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

APPLICATION = 10**18
USER = 2 * 10**18
"""Whoever types and presses; the others at a table have the numbers that follow."""
GUILD = 3 * 10**18
CHANNEL = 4 * 10**18
MESSAGE = 5 * 10**18
"""A table's channel, and the message in it that is its board, have the table's number added."""
CHANNELS_IN_GUILD = 500
COMPONENTS_V2 = 1 << 15
JOINED = "2020-01-01T00:00:00+00:00"

_BOT: Json = {"id": str(APPLICATION), "username": "bench", "discriminator": "0", "avatar": None, "bot": True}
_APPLICATION: Json = {
    "id": str(APPLICATION),
    "name": "bench",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "owner": _BOT,
    "team": None,
    "flags": 0,
}


def guild_of(table: int) -> int:
    """The server that a table's channel is in."""
    return GUILD + table // CHANNELS_IN_GUILD


class Discord:
    """The other end of one bot in this process."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[float]] = {}
        self._newest = time.time_ns()
        self.said = json.dumps(_answered(4, _message(0, "**Ana** 40 → 39")))
        """What Discord answers to an answer that is a message."""
        self.shown = ""
        """What Discord answers to an edit of a message with buttons."""

    def session(self, **_options: object) -> "Session":
        """What discord.py gets where it asks for an aiohttp session."""
        return Session(self)

    def attach(self, bot: commands.Bot, tables: int) -> None:
        """Show the bot, which has logged in, the servers with the channels of this many tables."""
        # discord.py has no public door for a payload.
        self._parsers = bot._connection.parsers  # pyright: ignore[reportPrivateUsage]
        for first in range(0, tables, CHANNELS_IN_GUILD):
            numbers = range(first, min(first + CHANNELS_IN_GUILD, tables))
            self._parsers["GUILD_CREATE"](_guild(guild_of(first), numbers))

    async def deliver(self, payload: str) -> float:
        """Deliver an interaction; the seconds until the bot answers it.

        ``payload`` is as the functions below make it: all of it but its id.
        """
        self._newest += 1
        number = str(self._newest)
        answered = self._waiting[number] = asyncio.get_running_loop().create_future()
        arrival = time.perf_counter()
        self._parsers["INTERACTION_CREATE"](json.loads(f'{{"id":"{number}",{payload}'))
        async with asyncio.timeout(30):
            return await answered - arrival

    def answer(self, method: str, url: str) -> str:
        """The body with which Discord answers a request, which is noted if it answers an interaction."""
        moment, path = time.perf_counter(), url.partition("/v10/")[2].split("/")
        match method, path:
            case "POST", ["interactions", interaction, token, "callback"]:
                answered = self._waiting.pop(interaction)
                if not answered.done():
                    answered.set_result(moment)
                return self.shown if token == "press" else self.said
            case "PATCH", ["channels", _, "messages", _]:
                return self.edited
            case "GET", ["users", "@me"]:
                return json.dumps(_BOT)
            case "GET", ["oauth2", "applications", "@me"]:
                return json.dumps(_APPLICATION)
            case "PUT", ["applications", _, "commands"]:
                return "[]"
            case _:
                raise LookupError(f"no bot in these benchmarks should ask for {method} {url}")

    def show(self, components: Json) -> None:
        """From now on messages with buttons come back with these components."""
        message = _message(0, "", components)
        self.edited, self.shown = json.dumps(message), json.dumps(_answered(7, message))


class Session:
    """Stands where discord.py has its aiohttp.ClientSession."""

    closed = False

    def __init__(self, discord: Discord) -> None:
        self._discord = discord

    def request(self, method: str, url: str, **_options: object) -> "Answer":
        """A request, answered already."""
        return Answer(self._discord.answer(method, url))

    async def close(self) -> None:
        """Nothing is open."""


class Answer:
    """Stands where discord.py has its aiohttp.ClientResponse."""

    status = 200
    headers: Mapping[str, str] = {"content-type": "application/json"}

    def __init__(self, body: str) -> None:
        self._body = body

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    async def text(self, encoding: str) -> str:
        """The body."""
        return self._body


def take_aiohttps_place(discord: Discord) -> None:
    """From now on every session that discord.py opens in this process leads to ``discord``."""
    setattr(aiohttp, "ClientSession", discord.session)  # noqa: B010  pyright knows that this is no such class


def command(table: int) -> str:
    """``/life lose amount:1`` in a table's channel."""
    amount: Json = {"type": 4, "name": "amount", "value": 1}
    lose: Json = {"type": 1, "name": "lose", "options": [amount]}
    data: Json = {"id": str(APPLICATION + 1), "type": 1, "name": "life", "options": [lose]}
    return _interaction(table, 2, "command", data)


def press(table: int, custom_id: str, components: Json) -> str:
    """A press of a button of a table's board."""
    data: Json = {"component_type": 2, "custom_id": custom_id, "id": 3}
    return _interaction(table, 3, "press", data, message=_message(table, "", components))


def _interaction(table: int, kind: int, token: str, data: Json, **more: Json) -> str:
    channel = _channel(table)
    payload: Json = {
        "application_id": str(APPLICATION),
        "type": kind,
        "token": token,
        "version": 1,
        "data": data,
        "guild_id": str(guild_of(table)),
        "guild": {"id": str(guild_of(table)), "locale": "en-US", "features": []},
        "channel_id": str(CHANNEL + table),
        "channel": channel,
        "member": {
            "user": _user(USER),
            "roles": [],
            "joined_at": JOINED,
            "permissions": "2147483647",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": None,
            "avatar": None,
            "premium_since": None,
            "pending": False,
            "communication_disabled_until": None,
        },
        "app_permissions": "2147483647",
        "locale": "en-US",
        "guild_locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(guild_of(table))},
        "context": 0,
        "attachment_size_limit": 10485760,
        **more,
    }
    return json.dumps(payload, separators=(",", ":"))[1:]


def _answered(kind: int, message: Json) -> Json:
    return {
        "interaction": {
            "id": str(MESSAGE),
            "type": 2,
            "response_message_id": str(MESSAGE),
            "response_message_loading": False,
            "response_message_ephemeral": False,
        },
        "resource": {"type": kind, "message": message},
    }


def _message(table: int, content: str, components: Json = ()) -> Json:
    return {
        "id": str(MESSAGE + table),
        "channel_id": str(CHANNEL + table),
        "type": 20,
        "content": content,
        "components": components,
        "flags": COMPONENTS_V2 if components else 0,
        "author": _BOT,
        "application_id": str(APPLICATION),
        "timestamp": JOINED,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
    }


def _guild(id: int, tables: Sequence[int]) -> Json:
    everyone: Json = {
        "id": str(id),
        "name": "@everyone",
        "permissions": "2147483647",
        "position": 0,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(id),
        "name": "League",
        "owner_id": str(USER),
        "unavailable": False,
        "member_count": 50,
        "roles": [everyone],
        "channels": [_channel(table) for table in tables],
        "members": [
            {"user": _BOT, "roles": [], "joined_at": JOINED, "deaf": False, "mute": False, "flags": 0}
        ],
    }


def _channel(table: int) -> Json:
    return {
        "id": str(CHANNEL + table),
        "type": 0,
        "name": f"table-{table}",
        "guild_id": str(guild_of(table)),
        "position": table % CHANNELS_IN_GUILD,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "topic": None,
        "last_message_id": None,
        "flags": 0,
        "permissions": "2147483647",
    }


def _user(id: int) -> Json:
    return {"id": str(id), "username": "ana", "global_name": "Ana", "discriminator": "0", "avatar": None}
