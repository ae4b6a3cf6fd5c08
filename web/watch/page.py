"""The page of a table, and the stream that keeps it up to date."""

from aiohttp import web

from cogs.text.language import speaking, tr
from storage.games.games import Location
from storage.links import Link, LinkPurpose
from web.access.links import Access
from web.live.feeds import Feed, Feeds, milliseconds_now
from web.live.streams import stream
from web.pages.rendering import page
from web.watch.table import TableSource


class WatchPages:
    """What links for watching lead to."""

    def __init__(self, access: Access, feeds: Feeds) -> None:
        self._access = access
        self._feeds = feeds
        self.routes = (
            web.get("/w/{token}", self._whole_address),
            web.get("/w/{token}/", self._page),
            web.get("/w/{token}/events", self._events, allow_head=False),
        )

    async def _whole_address(self, request: web.Request) -> web.Response:
        """A link whose last slash got lost; addresses on the page begin there."""
        raise web.HTTPPermanentRedirect(f"{request.match_info['token']}/")

    async def _page(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, LinkPurpose.WATCH)
        language = await self._access.language(request, link)
        snapshot = await self._feed(link, language).snapshot()
        with speaking(language):
            return page(
                request,
                "watch.html",
                title=tr("Game page"),
                snapshot=snapshot,
                now=milliseconds_now(),
                words={
                    "lost": tr("Connection lost. Trying again…"),
                    "gone": tr("This link no longer works."),
                },
            )

    async def _events(self, request: web.Request) -> web.StreamResponse:
        link = await self._access.link(request, LinkPurpose.WATCH)
        feed = self._feed(link, await self._access.language(request, link))
        return await stream(request, self._access, link, feed)

    def _feed(self, link: Link, language: str) -> Feed:
        place = Location(link.channel, link.guild)

        def source() -> TableSource:
            return TableSource(self._access.games, place, link.game, language)

        return self._feeds.get(("watch", link.channel, link.game, language), source)
