"""The page of a seat, its stream, and what its buttons send."""

from collections.abc import Callable
from typing import Protocol
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from cogs.text import refusals
from cogs.text.formatting import unmarked
from cogs.text.language import speaking, tr
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.table import AnyAction
from storage.engine.group_commit import NotCommitted
from storage.links import Link, LinkPurpose
from web.access.links import Access
from web.live.feeds import Feed, Feeds, milliseconds_now
from web.live.streams import stream
from web.pages.rendering import page
from web.play.presses import AnyPress, UndoPress, read
from web.play.seat import SeatSource

LATER = frozenset({"too_fast", "server_too_fast", "remote_later", "being_forgotten"})
"""Refusals that say nothing of the press: the page sends it again."""


class Door(Protocol):
    """Carries out what is pressed on a seat's page, once for each key. Both give the step on which the game
    stands then, and raise Refusal and NotCommitted."""

    async def enter(
        self,
        link: Link,
        key: str,
        decide: Callable[[Game, PlayerId], AnyAction],
        *,
        continues: bool = False,
        told: bool = False,
    ) -> int:
        """Carry out an action at the game of a link."""
        ...

    async def undo(self, link: Link, key: str, last: int | None) -> int:
        """Take its last step back."""
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
                    "dismiss": tr("Got it"),
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
                why = unmarked(refusals.explain(refusal)).replace("`", "")
            return web.json_response({"refused": why})

    def _feed(self, link: Link, language: str) -> Feed:
        def source() -> SeatSource:
            return SeatSource(self._access.games, link, language)

        return self._feeds.get(("seat", link.channel, link.game, link.seat, language), source)


async def _carry_out(door: Door, link: Link, press: AnyPress) -> int:
    if isinstance(press, UndoPress):
        return await door.undo(link, press.key, press.last)
    return await door.enter(link, press.key, press.action, continues=press.continues, told=press.told)


def _require_own_page(request: web.Request) -> None:
    """Raises HTTPForbidden for what another site's page sends, HTTPUnsupportedMediaType for a form."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    origin = request.headers.get("Origin")
    own = request.headers.get("Host", "").casefold()
    if origin is not None and urlsplit(origin).netloc.casefold() != own:
        raise web.HTTPForbidden
