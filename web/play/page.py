"""The page of a seat, its stream, and the requests of its buttons."""

from collections.abc import Callable, Hashable, Mapping
from typing import Literal
from urllib.parse import urlsplit

from aiohttp import web

from cogs.entry.options import HITS
from cogs.text.language import speaking, tr
from storage.links import SEATS, Link, LinkPurpose
from web.access.links import Access, whole_address
from web.live.feeds import Feeds, milliseconds_now
from web.live.streams import stream
from web.pages.language import language_suffix, requested_language
from web.pages.rendering import page
from web.play.requests import AWAY, DONE, GONE, TOO_FAST, WRONG, PageRequest, TableServer
from web.play.seat import SeatSource
from web.play.tabletop import TabletopSource
from web.watch.app import App

ERRORS: Mapping[int, type[web.HTTPException]] = {
    WRONG: web.HTTPBadRequest,
    GONE: web.HTTPNotFound,
    TOO_FAST: web.HTTPTooManyRequests,
    AWAY: web.HTTPServiceUnavailable,
}


class SeatPages:
    """The pages of links for seats."""

    def __init__(self, access: Access, feeds: Feeds, tables: TableServer) -> None:
        self._access = access
        self._feeds = feeds
        self._tables = tables
        self.routes = (
            web.get("/p/{token}", whole_address),
            web.get("/p/{token}/", self._page),
            web.get("/p/{token}/table", self._table),
            web.get("/p/{token}/events", self._events, allow_head=False),
            web.get("/p/{token}/table-events", self._table_events, allow_head=False),
            web.get("/p/{token}/fix", self._fix, allow_head=False),
            web.post("/p/{token}/press", self._press),
            *App(access, "p", *SEATS).routes,
        )

    async def _page(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, *SEATS)
        return await self._shown_page(request, link, SeatSource, "play.html")

    async def _table(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, LinkPurpose.SEAT)  # what a guest enters counts for one seat
        return await self._shown_page(request, link, TabletopSource, "table.html")

    async def _shown_page(
        self, request: web.Request, link: Link, kind: type[SeatSource], template: str
    ) -> web.Response:
        language = await self._access.language(request, link)
        snapshot = await self._feeds.snapshot(*self._shown(link, language, kind))
        with speaking(language):
            return page(
                request,
                template,
                title=tr("Remote"),
                snapshot=snapshot,
                keep=link.id,
                guest=link.purpose is LinkPurpose.GUEST,
                now=milliseconds_now(),
                words=_words(),
                hits=HITS,
                lang=language_suffix(request, "?"),
            )

    async def _events(self, request: web.Request) -> web.StreamResponse:
        return await self._stream(request, SeatSource)

    async def _table_events(self, request: web.Request) -> web.StreamResponse:
        return await self._stream(request, TabletopSource)

    async def _stream(self, request: web.Request, kind: type[SeatSource]) -> web.StreamResponse:
        link = await self._access.link(request, *SEATS)
        shown = self._shown(link, await self._access.language(request, link), kind)
        return await stream(request, self._access, link, self._feeds.get(*shown))

    async def _press(self, request: web.Request) -> web.Response:
        require_own_page(request)
        link = await self._access.link(request, *SEATS, shows=False)
        body = await self._carried_out(request, link, "press", await text_of(request))
        await self._feeds.render_now(self._shown(link, await self._access.language(request, link))[0])
        return web.Response(text=body, content_type="application/json")

    async def _fix(self, request: web.Request) -> web.Response:
        """Return the preview of a fix, as a part of the page; nothing is written."""
        link = await self._access.link(request, *SEATS, shows=False)
        panel = await self._carried_out(request, link, "fix", request.rel_url.raw_query_string)
        return web.Response(text=panel, content_type="text/html", charset="utf-8")

    async def _carried_out(
        self, request: web.Request, link: Link, what: Literal["press", "fix"], text: str
    ) -> str:
        """Return the result of a page's request; raises one of `ERRORS`."""
        sent = PageRequest(link.id, what, text, requested_language(request) or "")
        answer = await self._tables.carry_out(link, sent)
        if answer.status != DONE:
            raise ERRORS[answer.status]
        return answer.text

    def _shown(
        self, link: Link, language: str, kind: type[SeatSource] = SeatSource
    ) -> tuple[Hashable, Callable[[], SeatSource]]:
        def source() -> SeatSource:
            return kind(self._access.games, link, language)

        # A seat's page shows its player's role, so a link that someone else holds has a separate page.
        return (kind, link.channel, link.game, link.seat, link.author, language), source


def _words() -> dict[str, str]:
    """Return the page around the parts, and each sheet's heading."""
    return {
        "lost": tr("Connection lost. Trying again…"),
        "gone": tr("This link no longer works."),
        "waiting": tr("Waiting for a connection:"),
        "entered": tr("Sent:"),
        "refused": tr("Rejected:"),
        "unsure": tr("May not have been saved:"),
        "dismiss": tr("Got it"),
        "undo": tr("Undo"),
        "fix": tr("Fix…"),
        "left": tr("Left-handed"),
        "table": tr("Table-top"),
        "remote": tr("Remote"),
        "more": tr("More"),
        "flat": tr("All facing one way"),
        "names": tr("Names of colors"),
        "theme": tr("Light or dark"),
        "full": tr("Full screen"),
        "back": tr("Back"),
        "same": tr("At the same time"),
        "script": tr("Turn on JavaScript to use the buttons. Without it, you can only watch."),
        "life": tr("Life total"),
        "points": tr("Life"),
        "lose": tr("Lose"),
        "gain": tr("Gain"),
        "change": tr("{who}: {change} life"),
        "hits": tr("Combat damage by the chosen commander"),
        "hit": tr("{who}: Commander damage {n}"),
        "counters": tr("Counters"),
        "other": tr("Another number"),
        "erase": tr("Erase"),
    }


def require_own_page(request: web.Request) -> None:
    """Raise HTTPForbidden for a request of another site's page, HTTPUnsupportedMediaType for a form."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    origin = request.headers.get("Origin")
    own = request.headers.get("Host", "").casefold()
    if origin is not None and urlsplit(origin).netloc.casefold() != own:
        raise web.HTTPForbidden


async def text_of(request: web.Request) -> str:
    """Return the body that a page has sent; raises HTTPBadRequest unless it is UTF-8."""
    try:
        return (await request.read()).decode()
    except UnicodeDecodeError:
        raise web.HTTPBadRequest from None
