"""What a page says of a table: the parts of the page, from what is committed."""

import html
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager

from cogs.summary import changes, heading
from cogs.summary.curves import LifeCurves
from cogs.summary.curves_of_log import curves_in_slices
from cogs.text import announcements, results, turns
from cogs.text.formatting import unmarked
from cogs.text.language import speaking, tr
from cogs.text.log.game_log import GameLogText
from cogs.text.log.lines import lines
from rules.formats.variants import VARIANTS
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from storage.engine.timestamps import milliseconds
from storage.events.publisher import Follower
from storage.games.games import EntryKind, Games, GameView, Location, LogEntry
from web.live.feeds import Parts
from web.pages.rendering import Render, Renderings, rendered
from web.watch.chart import Chart, chart
from web.watch.clocks import clocks
from web.watch.seats import Seat, seated, seats

STORY = 40
"""Steps of the story that a page tells; the log has them all."""
_MENTION = re.compile(r"<@!?\d+>")
FEW, CROWD = 3, 6
"""Fewer totals than these are shown beside each other on a phone too, more of them smaller."""


class TableSource:
    """The table of a channel, or one game of it, in one language."""

    def __init__(self, games: Games, place: Location, game: GameId | None, language: str) -> None:
        self.channel = place.channel
        self.due: float | None = None
        self._games = games
        self._where = place if game is None else game
        self._language = language
        self._history = TableHistory(games)
        self._renderings = Renderings()

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit in the channel."""
        return self._games.committed.following(self.channel, note)

    async def parts(self) -> tuple[str, Parts]:
        """The table as the last commit left it."""
        view = await self._games.view(self._where)
        with speaking(self._language), self._renderings.again() as render:
            if view is None:
                return "0.0", no_game()
            return f"{view.game}.{view.entries[-1].number}", table_parts(view, render)

    async def slow_parts(self) -> Parts:
        """The story of the game, and how its totals went."""
        view = await self._games.view(self._where)
        if view is None or isinstance(view.table, Lobby):
            return {"story": "", "chart": ""}
        steps = await self._history.steps(view)
        with speaking(self._language):
            everyone = GameLogText(view.table, steps).game or view.table
            told = [plain(line) for line in lines(everyone, steps[-STORY:])]
            curves = await curves_in_slices(view.game, steps)
            drawn = None if curves is None else chart(curves)
            return {
                "story": rendered("story.html", title=tr("Story"), lines=told[::-1]) if told else "",
                "chart": chart_part(curves, drawn) if curves and drawn else "",
            }


class TableHistory:
    """The steps that led to where a table stands. Mostly only the last one is new, so the others are kept."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._seen: LogEntry | None = None
        self._steps: list[LogEntry] = []

    async def steps(self, view: GameView) -> Sequence[LogEntry]:
        """The steps of a game as it stands, oldest first, as fixes have left them."""
        if not self._follow(view.entries):
            self._steps = await self._games.history(view.game)
        self._seen = None if any(step.fix is not None for step in self._steps) else view.entries[-1]
        return self._steps

    def _follow(self, entries: Sequence[LogEntry]) -> bool:
        """Take new entries in; False where something else than these is new.

        What has been seen is known by identity: an entry that was read again may have been rewritten.
        """
        places = [place for place, entry in enumerate(entries) if entry is self._seen]
        return bool(places) and all(map(self._take, entries[places[0] + 1 :]))

    def _take(self, entry: LogEntry) -> bool:
        if entry.kind is EntryKind.CLOCK:
            return True
        if entry.kind is EntryKind.REDO or entry.fix is not None:
            return False
        on = entry.at if entry.kind is EntryKind.UNDO else entry.parent
        while self._steps and self._steps[-1].number != on:
            self._steps.pop()
        if entry.kind is EntryKind.ACT:
            self._steps.append(entry)
        return bool(self._steps)


def plain(text: str) -> str:
    """Our own text for a page: without marks, and without the IDs of people whom a restart left out."""
    return _MENTION.sub("…", unmarked(text))


def chart_part(curves: LifeCurves, drawn: Chart) -> str:
    """The chart of a game, with its heading."""
    label = f"{curves.heading}. {curves.about}"
    return rendered("chart.html", title=tr("Life totals"), label=label, chart=drawn)


def no_game() -> Parts:
    """The parts where nothing has been played yet."""
    title = tr("No game here yet")
    text = tr("This page shows the next game in this channel as soon as it opens.")
    return {
        "head": rendered("head.html", about=(), title=title, notes=[text], clocks=()),
        "last": "",
        "seats": "",
    }


def table_parts(view: GameView, render: Render = rendered) -> Parts:
    """The parts that everybody waits for, in the language that is spoken."""
    if isinstance(view.table, Lobby):
        return _lobby(view, view.table, render)
    game, entries = view.table, view.entries
    title = (announcements.result(game) or turns.turn_line(game)).rstrip(".")
    notes = [results.match_line(game), " · ".join(heading.tallies(game)), *heading.voting(game)]
    notes += [tr("**Hold:** changes count as one event until `/release`.")] if game.held else []
    notes += [tr("Timers are paused.")] if view.clock.paused_at is not None else []
    now = milliseconds(entries[-1].when)
    head = render(
        "head.html",
        about=tuple(heading.about(game, view.game)),
        title=plain(title),
        notes=tuple(plain(note).replace("`", "") for note in notes if note),
        clocks=tuple(clocks(game, view.clock, view.turn_times, now)),
    )
    last = html.escape("".join(map(plain, lines(game, entries)[-1:])), quote=False)
    shown = seats(game, changes.latest(game, entries))
    return {"head": head, "last": last, "seats": _seats(shown, render)}


def _lobby(view: GameView, lobby: Lobby, render: Render) -> Parts:
    closed = tr("This lobby is closed.") if lobby.closed else tr("The game hasn't started yet.")
    variant = tr(VARIANTS[lobby.options.variant].name)
    head = rendered(
        "head.html", about=[tr("Game {number}", number=view.game)], title=variant, notes=[closed], clocks=()
    )
    return {"head": head, "last": "", "seats": _seats(seated(lobby), render)}


def _seats(shown: Sequence[Seat], render: Render) -> str:
    size = "two" if len(shown) < FEW else "crowd" if len(shown) > CROWD else "few"
    each = tuple(render("seat.html", seat=seat) for seat in shown)
    return render("seats.html", title=tr("Players"), seats=each, size=size)
