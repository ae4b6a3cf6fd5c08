"""From the token in an address to what it is for."""

import re
from collections.abc import Awaitable, Callable, Hashable

from aiohttp import web
from msgspec import Struct

from storage.games.games import Games
from storage.links import Link, LinkPurpose
from web.access.connection import connection_of
from web.access.limits import Limits
from web.pages import language

_TOKEN = re.compile(rb"[A-Z]+ /[a-z]/([\w-]+)")
LanguageOf = Callable[[Link], Awaitable[str]]
"""The language for everybody in the channel of a link."""


class Access(Struct, frozen=True):
    """The links to a bot's games, and how often they may be used."""

    games: Games
    limits: Limits
    language_of: LanguageOf

    async def link(self, request: web.Request, purpose: LinkPurpose) -> Link:
        """What the token in an address is for.

        Raises HTTPNotFound if it is wrong, expired, revoked or for something else, and HTTPTooManyRequests.
        A link that works is never refused because of others that don't.
        """
        link = await self.games.links.find(request.match_info["token"])
        if link is None or link.purpose is not purpose:
            raise web.HTTPNotFound
        self.limits.require(request, link.id)
        connection_of(request).note_working()
        return link

    def source(self, head: bytes) -> Hashable | None:
        """Return whose turn a request takes, by its head: its link's, if that is known to work."""
        token = _TOKEN.match(head)
        return token[1] if token is not None and self.games.links.is_known(token[1].decode()) else None

    async def language(self, request: web.Request, link: Link) -> str:
        """The language of a page: the one that its address asks for, else the one of the channel."""
        wanted = language.asked(request)
        return wanted or await self.language_of(link)


async def whole_address(request: web.Request) -> web.Response:
    """A link whose last slash got lost, where addresses on its page begin; what it asks for stays."""
    query = f"?{request.query_string}" if request.query_string else ""
    raise web.HTTPPermanentRedirect(f"{request.match_info['token']}/{query}")
