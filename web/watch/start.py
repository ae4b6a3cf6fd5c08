"""The page at the first address, which needs no link: how to get one and, at the local table, its games."""

from collections.abc import Sequence

from aiohttp import web
from msgspec import Struct

from cogs.text.language import speaking, tr
from storage.games.games import Location, is_over
from web.access.links import Access
from web.pages import language
from web.pages.rendering import page
from web.watch.table import table_title, text_on_page


class _Running(Struct, frozen=True):
    """A game that is being played, or a lobby, with where its page is."""

    channel: str
    title: str
    address: str


class StartPage:
    """The page at the first address.

    ``channels``: the names of the channels whose games it lists, with the tokens of their pages; else it
    names no game.
    """

    def __init__(self, access: Access, channels: Sequence[tuple[str, str]]) -> None:
        self._access = access
        self._channels = channels
        self.routes = (web.get("/", self._page),)

    async def _page(self, request: web.Request) -> web.Response:
        if not self._access.limits.may_miss(request):
            raise web.HTTPTooManyRequests
        with speaking(language.of_browser(request)):
            running = [
                await self._running(*one, language.language_suffix(request, "?")) for one in self._channels
            ]
            how = tr(
                "For the link to a game, press **Page** on its board, or use `/game page` in its channel."
            )
            nothing = [tr("No game is being played.")] if self._channels and not any(running) else []
            return page(
                request,
                "start.html",
                title=tr("Games as web pages"),
                running=[one for one in running if one is not None],
                lines=[*nothing, text_on_page(how).replace("`", "")],
            )

    async def _running(self, channel: str, token: str, lang: str) -> _Running | None:
        """Return the game of a channel; None if there is none."""
        link = await self._access.games.links.find(token)
        view = None if link is None else await self._access.games.view(Location(link.channel, link.guild))
        if view is None or is_over(view.table):
            return None
        return _Running(channel, table_title(view), f"w/{token}/{lang}")
