"""Access by the token in an address."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Hashable

from aiohttp import web
from msgspec import Struct

from storage.engine.background import FailureLog
from storage.games.games import Games
from storage.links import Link, LinkPurpose
from web.access.connection import connection_of
from web.access.limits import Limits
from web.pages import language

LINK_CHECK_INTERVAL = 1.0
"""Seconds between two checks whether links of open pages still work."""
_TOKEN = re.compile(rb"[A-Z]+ /[a-z]/([\w-]+)")
LanguageOf = Callable[[Link], Awaitable[str]]
"""Returns the language of a link's channel."""


class Access(Struct, frozen=True):
    """The links to a bot's games, and how often they may be used."""

    games: Games
    limits: Limits
    language_of: LanguageOf
    lasts: Callable[[Link], Awaitable[bool]]
    """Returns whether a link still works, according to Discord's last reports."""

    async def link(self, request: web.Request, *purposes: LinkPurpose, shows: bool = True) -> Link:
        """Return the link of the token in an address; ``shows``: whether it must show a view.

        Raises HTTPNotFound if it is wrong, expired, revoked or for another purpose, or if its view no
        longer works, and HTTPTooManyRequests. A working link is never refused because of others.
        """
        link = await self.games.links.find(request.match_info["token"])
        if link is None or link.purpose not in purposes:
            raise web.HTTPNotFound
        self.limits.require(request, link.id)
        if shows and not await self.lasts(link):
            raise web.HTTPNotFound
        connection_of(request).note_working()
        return link

    async def works(self, token: str) -> bool:
        """Return whether a token's link still works."""
        link = await self.games.links.find(token)
        return link is not None and await self.lasts(link)

    async def close_ended(self) -> None:
        """Close open pages whose temporary links have ended, until canceled."""
        failures, revoked = FailureLog("Closing pages of links that don't last"), self.games.links.revoked
        while True:
            await asyncio.sleep(LINK_CHECK_INTERVAL)
            for link in revoked:
                with failures.passing_over():
                    if not await self.lasts(link):
                        revoked.publish(link)

    def source(self, head: bytes) -> Hashable | None:
        """Return the source that takes a request's turn, by its head: the link, if the token belongs to
        one."""
        token = _TOKEN.match(head)
        return token[1] if token is not None and self.games.links.is_known(token[1].decode()) else None

    async def language(self, request: web.Request, link: Link) -> str:
        """Return the language of a page: its address's, else the channel's."""
        wanted = language.requested_language(request)
        return wanted or await self.language_of(link)


async def whole_address(request: web.Request) -> web.Response:
    """Return a link with its last slash restored; its query stays."""
    query = f"?{request.query_string}" if request.query_string else ""
    raise web.HTTPPermanentRedirect(f"{request.match_info['token']}/{query}")
