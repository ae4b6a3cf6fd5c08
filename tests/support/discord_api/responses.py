"""Answers of Discord's HTTP API."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec
from aiohttp import web

from tests.support.discord_api.objects import Json

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


def encoded(body: bytes, status: int = 200) -> web.Response:
    """Return an answer with JSON that is encoded already."""
    # With a charset after the type, discord.py would treat the body as plain text.
    return web.Response(body=body, status=status, headers={"Content-Type": "application/json"})


def answer(value: Json, status: int = 200) -> web.Response:
    """Return an answer with a value."""
    return encoded(msgspec.json.encode(value), status)


def refusal(status: int, code: int, **more: float) -> web.Response:
    """Return a refusal with Discord's own code."""
    return answer({"code": code, "message": "refused", "global": False, **more}, status)


def always(value: Json) -> Handler:
    """Return a handler that answers every request with the same."""
    body = msgspec.json.encode(value)

    async def handler(_request: web.Request) -> web.Response:
        return encoded(body)

    return handler
