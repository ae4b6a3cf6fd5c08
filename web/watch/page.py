"""The page of a table, the stream that keeps it up to date, and the page that shows it step by step."""

from collections.abc import Callable, Hashable

from aiohttp import web

from cogs.text.language import speaking, tr
from storage.games.games import Location
from storage.links import Link, LinkPurpose
from web.access.clients import client_of
from web.access.links import Access, whole_address
from web.live.feeds import Feeds, milliseconds_now
from web.live.streams import stream
from web.pages.language import language_suffix
from web.pages.rendering import page
from web.watch.app import App
from web.watch.clocks import set_to
from web.watch.replay import Moment, MomentKey, Replays
from web.watch.table import TableSource

SPEEDS = (("4", "½×"), ("2", "1×"), ("1", "2×"), ("0.5", "4×"))
"""Seconds for which a replay shows each step, and what that is called."""
GAME_DIGITS = 10
"""A step's number has fewer of these."""


class WatchPages:
    """The pages of links for watching."""

    def __init__(self, access: Access, feeds: Feeds) -> None:
        self._access = access
        self._feeds = feeds
        self._replays = Replays(access.games)
        self.routes = (
            web.get("/w/{token}", whole_address),
            web.get("/w/{token}/", self._page),
            web.get("/w/{token}/replay", self._replay),
            web.get("/w/{token}/events", self._events, allow_head=False),
            *App(access, "w", LinkPurpose.WATCH).routes,
        )

    async def _page(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, LinkPurpose.WATCH)
        language = await self._access.language(request, link)
        snapshot, now = await self._feeds.snapshot(*self._shown(link, language)), milliseconds_now()
        with speaking(language):
            return page(
                request,
                "watch.html",
                title=tr("Game page"),
                snapshot=snapshot,
                head=set_to(snapshot.parts["head"], now),
                now=now,
                lang=language_suffix(request, "?"),
                words={
                    "replay": tr("Replay step by step"),
                    "theme": tr("Light or dark"),
                    "full": tr("Full screen"),
                    "lost": tr("Connection lost. Trying again…"),
                    "gone": tr("This link no longer works."),
                },
            )

    async def _replay(self, request: web.Request) -> web.Response:
        link = await self._access.link(request, LinkPurpose.WATCH)
        language = await self._access.language(request, link)
        where = Location(link.channel, link.guild) if link.game is None else link.game
        lang = language_suffix(request, "&")
        asked_for = MomentKey(_step(request), language, lang)
        moment = await self._replays.moment(client_of(request), where, asked_for)
        with speaking(language):
            return page(
                request,
                "replay.html",
                title=tr("Replay"),
                moment=moment,
                ways=_ways(moment),
                speeds=SPEEDS,
                lang=lang,
                words=_replay_words(moment),
            )

    async def _events(self, request: web.Request) -> web.StreamResponse:
        link = await self._access.link(request, LinkPurpose.WATCH)
        shown = self._shown(link, await self._access.language(request, link))
        return await stream(request, self._access, link, self._feeds.get(*shown))

    def _shown(self, link: Link, language: str) -> tuple[Hashable, Callable[[], TableSource]]:
        place = Location(link.channel, link.guild)

        def source() -> TableSource:
            return TableSource(self._access.games, place, link.game, language)

        return ("watch", link.channel, link.game, language), source


def _step(request: web.Request) -> int | None:
    """Return the step in an address; None if there is none, or it can't exist."""
    wanted = request.query.get("step", "")
    return int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < GAME_DIGITS else None


def _ways(moment: Moment) -> list[tuple[str, str, int, int, bool]]:
    """Return links to other steps: sign, meaning, distance, number, and whether it is shown now."""
    if not moment.numbers:
        return []
    count = len(moment.numbers)
    ways = (
        ("«", tr("First step"), -count),
        ("\u2039", tr("Previous step"), -1),
        ("\u203a", tr("Next step"), 1),
        ("»", tr("Last step"), count),
    )
    here = moment.step(0)
    return [(sign, label, away, moment.step(away), moment.step(away) == here) for sign, label, away in ways]


def _replay_words(moment: Moment) -> dict[str, str]:
    count = len(moment.numbers)
    place = tr("{place} of {count}", place=moment.place + 1, count=count)
    if moment.gone:
        place = tr("Step {number} no longer counts.", number=moment.gone) + " " + place
    return {
        "replay": tr("Replay"),
        "step": tr("Step"),
        "play": tr("Play"),
        "speed": tr("Speed"),
        "place": place,
        "live": tr("Live page"),
        "lost": tr("Connection lost. Trying again…"),
        "gone": tr("This link no longer works."),
    }
