"""The page of an event in a channel that no league counts, and the stream that keeps it up to date."""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager

from aiohttp import web

from cogs.text.language import speaking, tr
from storage.events.publisher import Follower
from storage.links import Link, LinkPurpose
from web.access.clients import client_of
from web.access.links import Access, whole_address
from web.leagues.events import PublicEvents
from web.leagues.navigation import PageLinks
from web.leagues.public import PublicLeagues
from web.leagues.rounds import LiveEvent, requested_event
from web.leagues.view import LeaguePart, LeagueQuery, view_in
from web.live.feeds import PageParts, Views, milliseconds_now
from web.live.streams import stream
from web.pages.rendering import page, rendered

MAX_EVENT_VIEWS = 16
"""Views of one channel's events that are open at once, each in one language."""


class EventSource:
    """An event of a channel in one language."""

    def __init__(self, events: PublicEvents, link: Link, view: LeagueQuery, language: str) -> None:
        self.channel = link.channel
        self.remembers = False
        self.due: float | None = None
        self._events = events
        self._view = view
        self._language = language
        self._ways = PageLinks(view, language)
        self._live = LiveEvent(events, link.guild, view, self._ways)

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit to the displayed event."""
        return self._live.following(note)

    async def parts(self) -> tuple[str, PageParts]:
        """Return the requested event after its last commit (default: the latest event)."""
        with speaking(self._language):
            found = await self._events.alone(self.channel)
            state = requested_event(found, self._view)
            if state is None:
                nothing = rendered("league_lines.html", title=tr("Nothing to show."), lines=[])
                return "0", {**dict.fromkeys(("head", "ways", "last", "beside"), ""), "shown": nothing}
            shown, last = await self._live.parts(state)
            others = self._ways.events(found, state)
            parts = {
                "head": rendered("league_head.html", about=(), title=state.rules.name),
                "ways": rendered("league_ways.html", parts=(), others=others, words={"others": tr("Events")}),
                "last": last,
                "shown": shown,
                "beside": "",
            }
            return f"{state.tournament}-{state.entries}", parts

    async def slow_parts(self) -> PageParts:
        """Return None: there are no slow parts."""
        return {}


class EventPages:
    """The pages of channels' events."""

    def __init__(self, access: Access, leagues: PublicLeagues) -> None:
        self._access = access
        self._events = leagues.events
        self._feeds = leagues.feeds
        self.routes = (
            web.get("/e/{token}", whole_address),
            web.get("/e/{token}/", self._page),
            web.get("/e/{token}/events", self._stream, allow_head=False),
        )

    async def _page(self, request: web.Request) -> web.Response:
        link, language, shown = await self._asked(request)
        snapshot = await self._feeds.snapshot(*shown)
        with speaking(language):
            found = await self._events.alone(link.channel)
            return page(
                request,
                "league.html",
                title=found[0].rules.name if found else tr("Events"),
                snapshot=snapshot,
                now=milliseconds_now(),
                words={
                    "feeds": "",
                    "lost": tr("Connection lost. Trying again…"),
                    "gone": tr("This link no longer works."),
                },
            )

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        link, _, shown = await self._asked(request)
        return await stream(request, self._access, link, self._feeds.get(*shown))

    async def _asked(
        self, request: web.Request
    ) -> tuple[Link, str, tuple[Hashable, Callable[[], EventSource], Views]]:
        """Return the link, the language and the view.

        Raises HTTPNotFound, including once a league counts the channel, and HTTPTooManyRequests.
        """
        link = await self._access.link(request, LinkPurpose.EVENT)
        if await self._events.are_in_league(link.channel):
            raise web.HTTPNotFound
        language, asked = await self._access.language(request, link), view_in(request.query)
        view = LeagueQuery(LeaguePart.EVENT, page=asked.page, event=asked.event, round=asked.round)
        if view.event and not await self._events.has_alone(link.channel, view.event):
            raise web.HTTPNotFound
        views = Views(("event", link.channel), MAX_EVENT_VIEWS, client_of(request))

        def source() -> EventSource:
            return EventSource(self._events, link, view, language)

        return link, language, (("event", link.channel, view, language), source, views)
