"""The page of a league, the stream that keeps it up to date, and its feeds."""

from collections.abc import Callable, Hashable

from aiohttp import web

from cogs.text.language import speaking, tr
from rules.leagues.state import LeagueState
from storage.links import Link, LinkPurpose
from web.access.clients import client_of
from web.access.links import Access, whole_address
from web.leagues.feed import LeagueFeed, as_atom, feed, json_feed
from web.leagues.public import PublicLeagues
from web.leagues.source import LeagueSource
from web.leagues.view import view_in
from web.live.fair import FairTurns
from web.live.feeds import Views, milliseconds_now
from web.live.streams import stream
from web.pages.language import requested_language
from web.pages.rendering import page

MAX_LEAGUE_VIEWS = 64
"""Parts of one league that are open at once, each in one language."""

Written = Callable[[LeagueFeed, str], bytes]


class LeaguePages:
    """The pages of leagues. ``public`` is the base address, if known."""

    def __init__(self, access: Access, leagues: PublicLeagues, public: str) -> None:
        self._access = access
        self._feeds = leagues.feeds
        self._public = public
        self._leagues = leagues
        self._turns = FairTurns[bytes]()
        self.routes = (
            web.get("/l/{token}", whole_address),
            web.get("/l/{token}/", self._page),
            web.get("/l/{token}/events", self._events, allow_head=False),
            web.get("/l/{token}/feed.json", self._json),
            web.get("/l/{token}/feed.xml", self._atom),
        )

    async def _page(self, request: web.Request) -> web.Response:
        link, state = await self._league(request)
        language = await self._access.language(request, link)
        snapshot = await self._feeds.snapshot(*await self._shown(request, state, language))
        with speaking(language):
            return page(
                request,
                "league.html",
                title=state.rules.name,
                snapshot=snapshot,
                now=milliseconds_now(),
                ending=f"?lang={language}",
                words={
                    "feeds": tr("Feeds"),
                    "lost": tr("Connection lost. Trying again…"),
                    "gone": tr("This link no longer works."),
                },
            )

    async def _events(self, request: web.Request) -> web.StreamResponse:
        link, state = await self._league(request)
        language = await self._access.language(request, link)
        feed = self._feeds.get(*await self._shown(request, state, language))
        return await stream(request, self._access, link, feed)

    async def _json(self, request: web.Request) -> web.Response:
        return await self._written(request, json_feed, "application/feed+json")

    async def _atom(self, request: web.Request) -> web.Response:
        return await self._written(request, as_atom, "application/atom+xml")

    async def _written(self, request: web.Request, written: Written, kind: str) -> web.Response:
        link, state = await self._league(request)
        language = await self._access.language(request, link)
        base = self._public or f"http://{request.host}/"  # the guard has looked at the host
        own = base + request.path.removeprefix("/")
        wanted = requested_language(request)

        async def make() -> bytes:
            with speaking(language):
                home = f"{own.rpartition('/')[0]}/"
                return written(await feed(self._leagues.leagues, state, home, wanted), own)

        what = own, wanted, language, state.entries, self._leagues.withdrawals(state.league)
        body = await self._turns.made(client_of(request), what, make)
        return web.Response(body=body, content_type=kind, charset="utf-8")

    async def _league(self, request: web.Request) -> tuple[Link, LeagueState]:
        """Return the league that a token is for; raises HTTPNotFound, also while the league has no page."""
        link = await self._access.link(request, LinkPurpose.LEAGUE)
        state = await self._leagues.find(link.league)
        if state is None:
            raise web.HTTPNotFound
        return link, state

    async def _shown(
        self, request: web.Request, state: LeagueState, language: str
    ) -> tuple[Hashable, Callable[[], LeagueSource], Views]:
        """Return a page's view of a league, its source and its key; raises HTTPNotFound."""
        view = view_in(request.query).within(state)
        if view is None or (view.event and not await self._leagues.events.has(state.league, view.event)):
            raise web.HTTPNotFound
        key = ("league", state.league, view, language, self._leagues.withdrawals(state.league))
        views = Views(("league", state.league), MAX_LEAGUE_VIEWS, client_of(request))
        return key, lambda: LeagueSource(self._leagues, state, view, language), views
