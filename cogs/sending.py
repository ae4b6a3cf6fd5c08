"""What goes wrong on the way to Discord, and answers that are sent once more for that."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

T = TypeVar("T")

LOST = (aiohttp.ClientError, OSError)
"""The connection ended without an answer: nobody knows whether Discord has got the request."""
UNREACHED = (discord.DiscordServerError, *LOST)
"""Discord has not done what was asked, for no fault of the request."""


async def insist(send: Callable[[], Awaitable[T]]) -> T:
    """Sends an answer to an interaction, once more if the connection breaks.

    discord.py does that for other troubles. An answer that had arrived is refused the second time with the
    code 40060.
    """
    try:
        return await send()
    except LOST:
        return await send()
