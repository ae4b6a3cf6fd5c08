"""The page of an overlay, the style that its address asks for, and the stream that keeps it up to date."""

from collections.abc import Callable, Hashable
from urllib.parse import urlencode

from aiohttp import web

from cogs.text.language import speaking, tr
from storage.links import Link, LinkPurpose
from web.access.clients import client_of
from web.access.links import Access, whole_address
from web.leagues.public import PublicLeagues
from web.live.feeds import Feeds, Source, Views, milliseconds_now
from web.live.streams import stream
from web.overlay.parameters import OverlayKind, OverlayParameters, WrongParametersError, parameters
from web.overlay.source import OverlaySource
from web.overlay.standings import StandingsOverlay
from web.pages.rendering import page

MAX_OVERLAYS = 64
"""Overlays of one channel that show different things, or in different ways, at once."""
BAD_REQUEST = 400


class OverlayPages:
    """The pages of links for streams."""

    def __init__(self, access: Access, feeds: Feeds, leagues: PublicLeagues) -> None:
        self._access = access
        self._feeds = feeds
        self._leagues = leagues
        self.routes = (
            web.get("/o/{token}", whole_address),
            web.get("/o/{token}/", self._page),
            web.get("/o/{token}/style.css", self._style),
            web.get("/o/{token}/events", self._events, allow_head=False),
        )

    async def _page(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, LinkPurpose.OVERLAY)
        language = await self._access.language(request, link)
        with speaking(language):
            try:
                wanted = parameters(request.query)
            except WrongParametersError as wrong:
                title = tr("This overlay's address is wrong")
                return page(request, "notice.html", status=BAD_REQUEST, title=title, text=wrong.explanation())
        feeds = self._feeds_of(wanted)
        snapshot = await feeds.snapshot(*self._shown(request, link, wanted, language))
        with speaking(language):
            return page(
                request,
                "overlay.html",
                title=tr("Stream overlay"),
                snapshot=snapshot,
                now=milliseconds_now(),
                look=wanted.look,
                style=urlencode({"size": wanted.size, **dict(wanted.colors)}),
                words={
                    "lost": tr("Connection lost. Trying again…"),
                    "gone": tr("This link no longer works."),
                },
            )

    async def _style(self, request: web.Request) -> web.Response:
        """Return the style with size and colors, a separate file because pages contain no styles."""
        await self._access.link(request, LinkPurpose.OVERLAY)
        wanted = _required(request)
        colors = "".join(f"--{name}:#{color};" for name, color in wanted.colors)
        return web.Response(text=f":root{{--size:{wanted.size}px;{colors}}}\n", content_type="text/css")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        link = await self._access.link(request, LinkPurpose.OVERLAY)
        wanted, language = _required(request), await self._access.language(request, link)
        feed = self._feeds_of(wanted).get(*self._shown(request, link, wanted, language))
        return await stream(request, self._access, link, feed)

    def _feeds_of(self, wanted: OverlayParameters) -> Feeds:
        return self._leagues.feeds if wanted.show is OverlayKind.STANDINGS else self._feeds

    def _shown(
        self, request: web.Request, link: Link, wanted: OverlayParameters, language: str
    ) -> tuple[Hashable, Callable[[], Source], Views]:
        """Return an overlay's view, its source and its key."""
        content = (wanted.show, wanted.player, wanted.names, wanted.delay, wanted.rows)
        key = ("overlay", link.channel, link.game, language, *content)

        def source() -> Source:
            if wanted.show is OverlayKind.STANDINGS:
                return StandingsOverlay(self._leagues, link, wanted, language)
            return OverlaySource(self._access.games, link, wanted, language)

        return key, source, Views(("overlay", link.channel), MAX_OVERLAYS, client_of(request))


def _required(request: web.Request) -> OverlayParameters:
    """Parse the query of a page; raises HTTPBadRequest."""
    try:
        return parameters(request.query)
    except WrongParametersError:
        raise web.HTTPBadRequest from None
