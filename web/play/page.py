"""The page of a seat, its stream, and what its buttons send."""

from collections.abc import Callable
from typing import Protocol
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from cogs.summary.fix_preview import LateOffer
from cogs.text import refusals
from cogs.text.language import speaking, tr
from rules.game.game import Game
from rules.game.parts import GameId, PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction
from storage.engine.group_commit import NotCommitted
from storage.links import Link, LinkPurpose
from web.access.links import Access
from web.live.feeds import Feed, Feeds, milliseconds_now
from web.live.streams import stream
from web.pages.rendering import page
from web.play.fixing import FixDoor, fix_panel, plain, refused_panel
from web.play.presses import AnyPress, FixPress, JoinPress, UndoPress, read
from web.play.seat import SeatSource

LATER = frozenset({"too_fast", "server_too_fast", "remote_later", "being_forgotten"})
"""Refusals that say nothing of the press: the page sends it again."""


class Door(FixDoor, Protocol):
    """Carries out what is pressed on a seat's page, once for each key. Pressing gives the step on which the
    game stands then, and raises Refusal and NotCommitted. ``game`` is the one that the page shows."""

    async def enter(
        self,
        link: Link,
        key: str,
        decide: Callable[[Game, PlayerId], AnyAction],
        *,
        game: GameId | None = None,
        continues: bool = False,
        told: bool = False,
    ) -> int:
        """Carry out an action at the game of a link."""
        ...

    async def late(
        self,
        link: Link,
        key: str,
        decide: Callable[[Game, PlayerId], AnyAction],
        refusal: Refusal,
        *,
        game: GameId | None = None,
    ) -> LateOffer | None:
        """What can be done about a refusal of something that came too late, if something can."""
        ...

    async def join(self, link: Link, key: str, refused: str, *, game: GameId | None = None) -> int:
        """Do that, for the press with the key ``refused``."""
        ...

    async def undo(self, link: Link, key: str, last: int | None, *, game: GameId | None = None) -> int:
        """Take its last step back."""
        ...

    async def fix(self, link: Link, key: str, edit: str, *, game: GameId | None = None) -> int:
        """Do what a preview has shown."""
        ...


class SeatPages:
    """What links for seats lead to."""

    def __init__(self, access: Access, feeds: Feeds, door: Callable[[], Door | None]) -> None:
        self._access = access
        self._feeds = feeds
        self._door = door
        self.routes = (
            web.get("/p/{token}", self._whole_address),
            web.get("/p/{token}/", self._page),
            web.get("/p/{token}/events", self._events, allow_head=False),
            web.get("/p/{token}/fix", self._fix, allow_head=False),
            web.post("/p/{token}/press", self._press),
        )

    async def _whole_address(self, request: web.Request) -> web.Response:
        """A link whose last slash got lost; addresses on the page begin there."""
        raise web.HTTPPermanentRedirect(f"{request.match_info['token']}/")

    async def _page(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, LinkPurpose.SEAT)
        language = await self._access.language(request, link)
        snapshot = await self._feed(link, language).snapshot()
        with speaking(language):
            return page(
                request,
                "play.html",
                title=tr("Remote"),
                snapshot=snapshot,
                keep=link.id,
                now=milliseconds_now(),
                words={
                    "lost": tr("Connection lost. Trying again…"),
                    "gone": tr("This link no longer works."),
                    "waiting": tr("Waiting to be sent:"),
                    "entered": tr("Entered now:"),
                    "refused": tr("Not entered:"),
                    "unsure": tr("May not have been entered:"),
                    "dismiss": tr("Got it"),
                    "fix": tr("Fix…"),
                    "same": tr("At the same time"),
                    "script": tr("Buttons need JavaScript. The page shows the game without it."),
                },
            )

    async def _events(self, request: web.Request) -> web.StreamResponse:
        link = await self._access.link(request, LinkPurpose.SEAT)
        feed = self._feed(link, await self._access.language(request, link))
        return await stream(request, self._access, link, feed)

    async def _press(self, request: web.Request) -> web.Response:
        _require_own_page(request)
        link = await self._access.link(request, LinkPurpose.SEAT)
        try:
            press = read(await request.read())
        except msgspec.DecodeError:
            raise web.HTTPBadRequest from None
        door = self._door()
        if door is None:
            raise web.HTTPServiceUnavailable
        try:
            return web.json_response({"at": await _carry_out(door, link, press)})
        except NotCommitted:
            raise web.HTTPServiceUnavailable from None
        except Refusal as refusal:
            if refusal.reason in LATER:
                raise web.HTTPTooManyRequests from None
            with speaking(await self._access.language(request, link)):
                return web.json_response(await _refused(door, link, press, refusal))

    async def _fix(self, request: web.Request) -> web.Response:
        """What a fix would change, as a part of the page; nothing is done by it."""
        link = await self._access.link(request, LinkPurpose.SEAT)
        door = self._door()
        if door is None:
            raise web.HTTPServiceUnavailable
        with speaking(await self._access.language(request, link)):
            try:
                panel = await fix_panel(door, link, request)
            except Refusal as refusal:
                panel = refused_panel(_why(refusal))
        return web.Response(text=panel, content_type="text/html", charset="utf-8")

    def _feed(self, link: Link, language: str) -> Feed:
        def source() -> SeatSource:
            return SeatSource(self._access.games, link, language)

        return self._feeds.get(("seat", link.channel, link.game, link.seat, language), source)


async def _carry_out(door: Door, link: Link, press: AnyPress) -> int:
    game = None if press.game is None else GameId(press.game)
    match press:
        case UndoPress():
            return await door.undo(link, press.key, press.last, game=game)
        case FixPress():
            return await door.fix(link, press.key, press.edit, game=game)
        case JoinPress():
            return await door.join(link, press.key, press.of, game=game)
        case _:
            return await door.enter(
                *(link, press.key, press.action), game=game, continues=press.continues, told=press.told
            )


async def _refused(door: Door, link: Link, press: AnyPress, refusal: Refusal) -> dict[str, object]:
    """Why a press was refused, and whether it can join what it came too late for."""
    told: dict[str, object] = {"refused": _why(refusal)}
    if not isinstance(press, UndoPress | FixPress | JoinPress):
        game = None if press.game is None else GameId(press.game)
        offer = await door.late(link, press.key, press.action, refusal, game=game)
        if offer is not None:
            told["joins"] = [plain(one) for one in (offer.about, *offer.differences)]
    return told


def _why(refusal: Refusal) -> str:
    return plain(refusals.explain(refusal))


def _require_own_page(request: web.Request) -> None:
    """Raises HTTPForbidden for what another site's page sends, HTTPUnsupportedMediaType for a form."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    origin = request.headers.get("Origin")
    own = request.headers.get("Host", "").casefold()
    if origin is not None and urlsplit(origin).netloc.casefold() != own:
        raise web.HTTPForbidden
