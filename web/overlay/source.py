"""The content of a table's overlay, at once or some seconds later."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta

from msgspec.structs import replace

from cogs.summary import changes
from cogs.text import announcements
from cogs.text.formatting import unmarked
from cogs.text.language import speaking
from cogs.text.log.lines import last_line
from cogs.text.people import UNACCENTED, Candidate, best_fits
from rules.game.game import Game
from storage.engine.timestamps import milliseconds
from storage.events.publisher import Follower
from storage.games.games import Games, GameView, Location
from storage.links import Link
from web.live.feeds import PageParts
from web.overlay.hide_names import HiddenNames
from web.overlay.parameters import OverlayKind, OverlayParameters
from web.pages.rendering import rendered
from web.watch.clocks import clocks
from web.watch.seats import Seat, seats_of_game, seats_of_lobby

Hide = Callable[[str], str]


class OverlaySource:
    """A part of the table of a channel, or of one game of it, in one language."""

    def __init__(self, games: Games, link: Link, wanted: OverlayParameters, language: str) -> None:
        self.channel = link.channel
        self.remembers = False
        self.due: float | None = None
        """When there is something else to show, by `time.monotonic`, even if nothing more happens."""
        self._games = games
        self._where = Location(link.channel, link.guild) if link.game is None else link.game
        self._wanted = wanted
        self._language = language

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit in the channel."""
        return self._games.committed.following(self.channel, note)

    async def parts(self) -> tuple[str, PageParts]:
        """Return the table at the time that the delay shows."""
        view = await self._view()
        if view is None:
            return "0.0", {"shown": ""}
        with speaking(self._language):
            return f"{view.game}.{view.entries[-1].number}", {"shown": overlay_html(view, self._wanted)}

    async def slow_parts(self) -> PageParts:
        """Return None: an overlay has no slow parts."""
        return {}

    async def _view(self) -> GameView | None:
        if not self._wanted.delay:
            return await self._games.view(self._where)
        delay, now = timedelta(seconds=self._wanted.delay), self._games.now()
        view, following = await self._games.view_at(self._where, now - delay)
        left = None if following is None else (following + delay - now).total_seconds()
        self.due = None if left is None else time.monotonic() + left
        return view


def overlay_html(view: GameView, wanted: OverlayParameters) -> str:
    """Return the HTML of the requested parts of a table; empty if it has none of them."""
    place = _place(view, wanted.player) if wanted.show is OverlayKind.PLAYER else None
    hidden = None if wanted.names else HiddenNames(view)
    view, hide = (view, _as_is) if hidden is None else (hidden.view, hidden.hide)
    table = view.table
    game = table if isinstance(table, Game) else None
    match wanted.show:
        case OverlayKind.TABLE:
            return _seats(_totals(view, hide))
        case OverlayKind.PLAYER:
            return "" if place is None else _seats(_totals(view, hide)[place : place + 1])
        case OverlayKind.LAST:
            said = "" if game is None else last_line(game, view.entries)
            return _line("last", hide(unmarked(said)))
        case OverlayKind.RESULT:
            return _line("result", "" if game is None else hide(unmarked(announcements.ending_text(game))))
        case OverlayKind.CLOCK:
            return "" if game is None else _clocks(game, view, wanted.delay)
        case OverlayKind.STANDINGS:
            return ""  # no part of a table


def _as_is(text: str) -> str:
    return text


def _totals(view: GameView, hide: Hide) -> Sequence[Seat]:
    if not isinstance(view.table, Game):
        return [replace(one, team=hide(one.team)) for one in seats_of_lobby(view.table)]
    return [
        replace(
            one,
            remarks=tuple(map(hide, one.remarks)),
            details=tuple(replace(detail, text=hide(detail.text)) for detail in one.details),
        )
        for one in seats_of_game(view.table, changes.latest(view.table, view.entries))
    ]


def _place(view: GameView, player: int | str) -> int | None:
    """Return which total belongs to the player with a seat's number or a name."""
    table = view.table
    people = table.players if isinstance(table, Game) else table.seated
    if isinstance(player, int):
        found = people[player - 1 : player]
    else:
        named = {one.id: Candidate((one.name,)) for one in people}  # wholly: parts could be tried out
        meant = best_fits(player, named, UNACCENTED)[1]
        found = [one for one in people if one.id in meant]
    if not found:
        return None
    if not isinstance(table, Game):
        return next(place for place, one in enumerate(people) if one.id == found[0].id)
    holders = [*dict.fromkeys(table.life_holder(one.id) for one in table.players)]
    return holders.index(table.life_holder(found[0].id))


def _seats(totals: Sequence[Seat]) -> str:
    return rendered("overlay-seats.html", seats=totals) if totals else ""


def _line(style: str, text: str) -> str:
    return rendered("overlay-line.html", style=style, text=text) if text else ""


def _clocks(game: Game, view: GameView, delay: int) -> str:
    """Return the HTML of the clocks, delayed like everything else; empty without clocks."""
    later = 1000 * delay
    running = [
        replace(
            one,
            since=None if one.since is None else one.since + later,
            until=None if one.until is None else one.until + later,
        )
        for one in clocks(game, view.clock, view.turn_times, milliseconds(view.entries[-1].when))
    ]
    return rendered("overlay-clocks.html", clocks=running) if running else ""
