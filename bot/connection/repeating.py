"""Requests that may be sent to Discord again when the answer is lost, so that nothing is posted twice.

discord.py repeats every request after a server error, even if Discord has carried it out. That is harmless
for idempotent requests, and for messages in channels, which it sends with an enforced nonce. Repeating a
follow-up message, a thread or an event would make another one.
"""

import asyncio
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.core.messaging import ALREADY_ANSWERED, CONNECTION_LOST, DISCORD_UNAVAILABLE, SERVER_ERROR

REPEATABLE = re.compile(r"/(channels/\d+/messages(/\d+/threads)?|users/@me/channels)$")
"""The ends of paths at which a POST may be repeated: Discord recognizes the message by its nonce, and has
one thread per message and one direct channel per user."""
CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
"""The path for answering an interaction; Discord accepts one answer and refuses all others."""
REPEAT_DELAYS = (0.0, 0.3, 0.9)
"""Seconds before each repetition of a request about an interaction: Discord waits for three seconds."""


def require_repeatable(response: aiohttp.ClientResponse) -> None:
    """Raise discord.DiscordServerError for a failure after which discord.py would repeat a request that
    isn't idempotent."""
    if response.status < SERVER_ERROR or response.method != "POST":
        return
    if REPEATABLE.search(response.url.path) is None:
        raise discord.DiscordServerError(response, None)


@contextmanager
def answering_once() -> Generator[None]:
    """Deliver requests about an interaction inside the block exactly once."""
    token = async_context.set(OnceAdapter(async_context.get()))
    try:
        yield
    finally:
        async_context.reset(token)


class OnceAdapter(AsyncWebhookAdapter):
    """An adapter that sends discord.py's requests about interactions through another one, and repeats what
    is safe to repeat.

    An answer is repeated until Discord has it, so a duplicate isn't a failure. The same holds for edits and
    deletions. A follow-up message is sent once.
    """

    def __init__(self, carrier: AsyncWebhookAdapter) -> None:
        super().__init__()
        self._carrier = carrier

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        files: Sequence[discord.File] | None = None,
        **sent: Any,
    ) -> Any:
        """Send a request as `AsyncWebhookAdapter` does; raises what it does."""
        pauses, again = iter(REPEAT_DELAYS), _failures_to_repeat(route)
        failed = False
        while True:
            try:
                return await self._carrier.request(route, session, files=files, **sent)
            except again:
                pause = next(pauses, None)
                if pause is None:
                    raise
            except discord.HTTPException as error:
                if failed and error.code == ALREADY_ANSWERED:
                    return {"interaction": {"id": str(route.webhook_id)}}
                if route.method == "DELETE" and isinstance(error, discord.NotFound):
                    return None  # discord.py repeats it, too, and Discord has done it
                raise
            failed = True
            await asyncio.sleep(pause)
            for file in files or ():
                file.reset()


def _failures_to_repeat(route: Route) -> tuple[type[Exception], ...]:
    """Return the failures after which a request is retried here, if discord.py doesn't already."""
    if route.path == CALLBACK:
        return DISCORD_UNAVAILABLE
    return () if route.method == "POST" else CONNECTION_LOST
