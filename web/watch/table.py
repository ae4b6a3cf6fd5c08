"""The parts of a table's page, rendered from the committed state."""

import html
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from itertools import chain

from cogs.summary import changes, heading
from cogs.summary.changes import LatestChanges
from cogs.summary.curves import LifeCurves
from cogs.summary.curves_of_log import IncrementalCurves
from cogs.text import announcements, results, turns
from cogs.text.formatting import unmarked, without_period
from cogs.text.language import speaking, tr
from cogs.text.log import people
from cogs.text.log.lines import last_line, log_lines
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import GameId, TotalOwner
from storage.engine.timestamps import milliseconds
from storage.events.publisher import Follower
from storage.games.games import EntryKind, Games, GameView, Location, LogEntry
from web.live.feeds import PageParts
from web.pages.rendering import macro, rendered
from web.watch.chart import Chart, chart
from web.watch.clocks import clocks
from web.watch.seats import Seat, change_of, differ_by_life_only, seats_of_lobby, unchanged

STORY = 40
"""Steps of the story that a page tells; the log has them all."""
_MENTION = re.compile(r"<@!?\d+>")
CROWD_SIZE = 10
"""More totals than these aren't all on one screen."""
CACHED_TOTALS = 4096
"""Totals that are kept as they were shown last."""
_HERE = "\0"
"""Where totals are put in, which change more often than what is around them."""


class TableSource:
    """The table of a channel, or one game of it, in one language."""

    def __init__(self, games: Games, place: Location, game: GameId | None, language: str) -> None:
        self.channel = place.channel
        self.remembers = False
        self.due: float | None = None
        self._games = games
        self._where = place if game is None else game
        self._language = language
        self._history = TableHistory(games)
        self._curves = IncrementalCurves()
        self._calm = StableParts()

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit in the channel."""
        return self._games.committed.following(self.channel, note)

    async def parts(self) -> tuple[str, PageParts]:
        """Return the table after its last commit."""
        view = await self._games.view(self._where)
        with speaking(self._language):
            if view is None:
                return "0.0", no_game()
            return f"{view.game}.{view.entries[-1].number}", table_parts(view, self._calm)

    async def slow_parts(self) -> PageParts:
        """Return the story of the game, and its life curves."""
        view = await self._games.view(self._where)
        if view is None or isinstance(view.table, Lobby):
            return {"story": "", "chart": ""}
        steps = await self._history.steps(view)
        with speaking(self._language):
            everyone = people.cast(steps, view.table) or view.table
            newest = [text_on_page(line) for line in log_lines(everyone, steps[-STORY:])]
            curves = await self._curves.of(view.game, steps)
            drawn = None if curves is None else chart(curves)
            return {
                "story": rendered("story.html", title=tr("Story"), lines=newest[::-1]) if newest else "",
                "chart": chart_part(curves, drawn) if curves and drawn else "",
            }


class TableHistory:
    """The steps that led to a table's state. Mostly only the last one is new, so the others are cached."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._seen: LogEntry | None = None
        self._at = 0
        """The entry on whose outcome the table stands."""
        self._steps: list[LogEntry] = []

    async def steps(self, view: GameView) -> Sequence[LogEntry]:
        """Return the steps of a game, oldest first, as fixes have left them."""
        if not self.follow(view.entries):
            last = view.entries[-1]
            self._steps = await self._games.history(view.game, last.at)
            self._seen, self._at = last, last.at
        return self._steps

    def follow(self, entries: Sequence[LogEntry]) -> bool:
        """Add new entries; return False if more than these has changed.

        Entries are compared by identity, since an entry that was read again may have been rewritten.
        """
        places = [place for place, entry in enumerate(entries) if entry is self._seen]
        if places and all(map(self._take, entries[places[0] + 1 :])):
            self._seen = entries[-1]
            return True
        self._seen = None
        return False

    def __len__(self) -> int:
        return len(self._steps)

    def _take(self, entry: LogEntry) -> bool:
        if entry.kind is EntryKind.CLOCK:
            return True
        if entry.kind is EntryKind.REDO or entry.fix is not None:
            return False
        on = entry.at if entry.kind is EntryKind.UNDO else entry.parent
        while self._at != on:
            if not self._steps or self._steps[-1].number != self._at:  # a fix, which stands for many steps
                return False
            self._at = self._steps.pop().parent
        if entry.kind is EntryKind.ACT:
            self._steps.append(entry)
        self._at = entry.at
        return True


def text_on_page(text: str) -> str:
    """Return our own text for a page, without marks and without the IDs of removed people."""
    return _MENTION.sub("…", unmarked(text))


def chart_part(curves: LifeCurves, drawn: Chart) -> str:
    """Return the chart of a game, with its heading."""
    label = f"{curves.heading}. {curves.about}"
    return rendered("chart.html", title=tr("Life totals"), label=label, chart=drawn)


def no_game() -> PageParts:
    """Return the parts of a channel without a game."""
    name = tr("No game here yet")
    text = tr("The next game in this channel will appear here.")
    return {
        "head": rendered("head.html", about=(), title=name, notes=[text], clocks=()),
        "last": "",
        "seats": "",
    }


class StableParts:
    """The parts of a table's page that don't depend on life totals: rendered again only when something else
    changes."""

    def __init__(self) -> None:
        self._view: GameView | None = None
        self._game: Game | None = None
        self.head = ""
        self._holders: Sequence[TotalOwner] = ()
        self._around: Sequence[str] = ()
        """The parts before, between and after the seats' totals, in their order."""

    def follow(self, view: GameView, game: Game) -> None:
        """Render the parts of a game, always in the same language."""
        if not self._holds(view, game):
            found = unchanged(game)
            self.head, self._holders = head(view), tuple(found)
            self._around = _seats([*found.values()]).split(_HERE)
        self._view, self._game = view, game

    def seats(self, game: Game, changes: LatestChanges) -> str:
        """Return the HTML of the seats with their totals; ``changes``: the latest changes."""
        totals = [_total(game.life[one], change_of(changes.get(one))) for one in self._holders]
        return _filled(self._around, totals)

    def _holds(self, view: GameView, game: Game) -> bool:
        before = self._view
        return (
            before is not None
            and self._game is not None
            and before.game == view.game
            and before.clock is view.clock
            and before.turn_times is view.turn_times
            and differ_by_life_only(self._game, game)
        )


def table_parts(view: GameView, calm: StableParts | None = None) -> PageParts:
    """Return the quick parts, in the present language."""
    if isinstance(view.table, Lobby):
        return {
            "head": head(view),
            "last": "",
            "seats": _seats(seats_of_lobby(view.table)).replace(_HERE, ""),
        }
    game, calm = view.table, calm or StableParts()
    calm.follow(view, game)
    shown = calm.seats(game, changes.latest(game, view.entries))
    return {"head": calm.head, "last": last(view), "seats": shown}


def head(view: GameView) -> str:
    """Return a table's heading: the variant, whose turn it is or how it ended, and its clocks."""
    if isinstance(view.table, Lobby):
        return _head_of_lobby(view, view.table)
    game = view.table
    notes = [results.match_line(game), " · ".join(heading.table_tallies(game)), *heading.voting(game)]
    notes += [tr("**Hold:** changes count as one event until `/release`.")] if game.held else []
    notes += [tr("Timers are paused.")] if view.clock.paused_at is not None else []
    now = milliseconds(view.entries[-1].when)
    return rendered(
        "head.html",
        about=tuple(heading.game_title(game, view.game)),
        title=table_title(view),
        notes=tuple(text_on_page(note).replace("`", "") for note in notes if note),
        clocks=tuple(clocks(game, view.clock, view.turn_times, now)),
    )


def table_title(view: GameView) -> str:
    """Return what a table's heading calls it: a lobby's format, whose turn it is, or the result."""
    if isinstance(view.table, Lobby):
        return tr(VARIANTS[view.table.options.variant].name)
    return text_on_page(without_period(announcements.ending_text(view.table) or turns.turn_line(view.table)))


def plain_head(game: GameId, name: str) -> str:
    """Return the heading of a page that says nothing of the game itself but a name."""
    about = (tr("Game {number}", number=game),)
    return rendered("head.html", about=about, title=name, notes=(), clocks=())


def last(view: GameView) -> str:
    """Return the latest events; empty in a lobby."""
    if isinstance(view.table, Lobby):
        return ""
    return html.escape(text_on_page(last_line(view.table, view.entries)), quote=False)


def _head_of_lobby(view: GameView, lobby: Lobby) -> str:
    closed = tr("This lobby is closed.") if lobby.closed else tr("The game hasn't started yet.")
    about = (tr("Game {number}", number=view.game),)
    return rendered("head.html", about=about, title=table_title(view), notes=(closed,), clocks=())


@lru_cache(CACHED_TOTALS)
def _total(life: int, change: str) -> str:
    return macro("total.html", "total")(life, change)


def _filled(around: Sequence[str], values: Sequence[str]) -> str:
    """Join values with the texts before, between and after them."""
    return "".join(chain.from_iterable(zip(around, (*values, ""), strict=True)))


def _seats(shown: Sequence[Seat]) -> str:
    """Return the HTML of the seats, with a placeholder for each total."""
    size = f"s{len(shown)}" if len(shown) <= CROWD_SIZE else "crowd"
    return rendered("seats.html", title=tr("Players"), seats=shown, size=size, here=_HERE)
