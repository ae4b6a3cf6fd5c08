"""The page by which guests join a lobby: who is there, and a form for a name."""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager

from aiohttp import web

from cogs.text.language import speaking, tr
from cogs.text.refusals.explanation import explain
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.refusal import Refusal
from rules.setup import late_joiners
from rules.table import Table
from storage.events.publisher import Follower
from storage.games.games import Games
from storage.links import JOINING, Link, LinkPurpose
from web.access.links import Access, whole_address
from web.live.feeds import Feeds, PageParts, milliseconds_now
from web.live.streams import stream
from web.pages.language import requested_language
from web.pages.rendering import page
from web.play.fixing import plain_line
from web.play.page import ERRORS, require_own_page, text_of
from web.play.requests import DONE, MAX_TYPED, PageRequest, TableServer
from web.play.seat import gathered
from web.watch.table import head, plain_head


class LobbySource:
    """A table as guests see it before they join, in one language; ``late``: at a game in progress, of which
    they see no more than that it is one."""

    def __init__(self, games: Games, channel: int, game: GameId, language: str, *, late: bool) -> None:
        self.channel = channel
        self._late = late
        self.remembers = False
        self.due: float | None = None
        self._games = games
        self._game = game
        self._language = language

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit in the channel."""
        return self._games.committed.following(self.channel, note)

    async def parts(self) -> tuple[str, PageParts]:
        """Return the lobby after its last commit."""
        view = await self._games.view(self._game)
        if view is None:
            return "0.0", {"head": "", "people": "", "closed": ""}
        with speaking(self._language):
            lobby = view.table if isinstance(view.table, Lobby) else None
            shown = plain_head(view.game, tr("Join as a guest")) if lobby is None else head(view)
            parts = {"head": shown, "people": gathered(lobby), "closed": _closed(view.table, late=self._late)}
        return f"{view.game}.{view.entries[-1].number}", parts

    async def slow_parts(self) -> PageParts:
        """Return None: there are no slow parts."""
        return {}


def _closed(table: Table, *, late: bool) -> str:
    """Return why no one can join now; empty while joining is possible."""
    try:
        late_joiners.require_guest_seat(table, late=late)
    except Refusal as refusal:
        return plain_line(explain(refusal))
    return ""


class GuestPages:
    """The pages behind links by which guests join."""

    def __init__(self, access: Access, feeds: Feeds, tables: TableServer) -> None:
        self._access = access
        self._feeds = feeds
        self._tables = tables
        self.routes = (
            web.get("/g/{token}", whole_address),
            web.get("/g/{token}/", self._page),
            web.get("/g/{token}/events", self._events, allow_head=False),
            web.post("/g/{token}/join", self._join),
        )

    async def _page(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, *JOINING)
        language = await self._access.language(request, link)
        snapshot = await self._feeds.snapshot(*self._shown(link, language))
        with speaking(language):
            return page(
                request,
                "guests.html",
                title=tr("Join as a guest"),
                snapshot=snapshot,
                keep=link.id,
                now=milliseconds_now(),
                most=MAX_TYPED,
                words=_words(),
            )

    async def _events(self, request: web.Request) -> web.StreamResponse:
        link = await self._access.link(request, *JOINING)
        shown = self._shown(link, await self._access.language(request, link))
        return await stream(request, self._access, link, self._feeds.get(*shown))

    async def _join(self, request: web.Request) -> web.Response:
        """Seat a guest, and redirect the page to the seat's address."""
        require_own_page(request)
        link = await self._access.link(request, *JOINING, shows=False)
        self._access.limits.require_name(request, link.id)
        sent = PageRequest(link.id, "guest", await text_of(request), requested_language(request) or "")
        answer = await self._tables.carry_out(link, sent)
        if answer.status != DONE:
            raise ERRORS[answer.status]
        return web.Response(text=answer.text, content_type="application/json")

    def _shown(self, link: Link, language: str) -> tuple[Hashable, Callable[[], LobbySource]]:
        game, late = link.game, link.purpose is LinkPurpose.LATE
        if game is None:
            raise web.HTTPNotFound

        def source() -> LobbySource:
            return LobbySource(self._access.games, link.channel, game, language, late=late)

        return ("join", link.channel, game, language, late), source


def _words() -> dict[str, str]:
    return {
        "about": tr("You need no account. Your phone becomes the remote of your seat."),
        "name": tr("Your name"),
        "join": tr("Join"),
        "lost": tr("Connection lost. Trying again…"),
        "gone": tr("This link no longer lets guests join. Ask the host for a new one."),
        "wrong": tr("Nothing was entered. Reload the page, then try again."),
        "script": tr("Turn on JavaScript to use the buttons. Without it, you can only watch."),
    }
