"""From the token in an address to what it is for."""

from collections.abc import Awaitable, Callable

from aiohttp import web
from msgspec import Struct

from storage.games.games import Games
from storage.links import Link, LinkPurpose
from web.access.limits import Limits
from web.pages import language

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
        """
        self.limits.require(request)
        link = await self.games.links.find(request.match_info["token"])
        if link is None or link.purpose is not purpose:
            self.limits.missed(request)
            raise web.HTTPNotFound
        self.limits.require_link(link.id)
        return link

    async def language(self, request: web.Request, link: Link) -> str:
        """The language of a page: the one that its address asks for, else the one of the channel."""
        wanted = language.asked(request)
        return wanted or await self.language_of(link)


async def whole_address(request: web.Request) -> web.Response:
    """A link whose last slash got lost, where addresses on its page begin; what it asks for stays."""
    query = f"?{request.query_string}" if request.query_string else ""
    raise web.HTTPPermanentRedirect(f"{request.match_info['token']}/{query}")
