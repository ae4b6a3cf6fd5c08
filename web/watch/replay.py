"""A game step by step: the table as it stood after each step that counts."""

from collections.abc import Hashable, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import takewhile
from sys import getsizeof

from msgspec import Struct
from msgspec.structs import replace

from cogs.summary.curves_of_log import curves_in_slices
from cogs.text.language import speaking, tr
from cogs.text.log import people
from cogs.text.log.lines import log_lines
from rules.events.table import GameStarted
from rules.game.game import Game
from rules.game.parts import GameId
from rules.table import Table
from storage.events.cache import LruCache
from storage.games.cache import EMPTY_REVISION, ENTRIES_SHOWN, NO_CLOCK
from storage.games.games import GameRef, Games, GameView, LogEntry
from storage.games.replay import fold
from storage.workers.slices import pause, sliced
from web.live.fair import FairTurns
from web.live.feeds import PageParts
from web.pages.rendering import rendered
from web.watch.chart import chart
from web.watch.table import TableHistory, chart_part, no_game, table_parts, text_on_page

APART, AROUND = 32, 20
"""Steps between two cached tables, and steps listed on both sides of one."""
MAX_CACHED_BYTES = 32 * 2**20
"""Bytes that may be kept of all games; the newest stays in any case."""
MAX_STATES_BYTES = 256 * 1024
"""Bytes that may be kept of what a game was after some of its steps."""
STEP, NUMBER = 1024, 8
"""Bytes that a step takes, about, and its number in a list."""


class Moment(Struct, frozen=True):
    """A game after one of its steps.

    ``numbers``: the steps' numbers in the log, in order; empty before a game begins. ``runs``: the same as
    ranges, such as "5-17 20". ``gone``: the requested step if it no longer counts.
    """

    numbers: Sequence[int]
    runs: str
    place: int
    parts: PageParts
    gone: int = 0

    def step(self, away: int) -> int:
        """Return the number of the step this many steps away, or of the first or last one."""
        return self.numbers[min(max(self.place + away, 0), len(self.numbers) - 1)]


class MomentKey(Struct, frozen=True):
    """A requested moment of a game: the step with a number in its log (default: its start) in a language.

    ``ending``: the end of the addresses of other steps.
    """

    number: int | None
    language: str
    ending: str = ""


class Replays:
    """The games that someone looks at step by step."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._turns = FairTurns[Moment]()
        self._kept = LruCache[GameId, _Kept](MAX_CACHED_BYTES, weight=_weight, dropped=_leave)

    def __contains__(self, game: GameId) -> bool:
        """Return whether the steps of a game are cached."""
        return self._kept.peek(game) is not None

    async def moment(self, client: Hashable, where: GameRef, asked: MomentKey) -> Moment:
        """Return a game after a step, for a client; cached ones need no wait.

        Raises HTTPTooManyRequests if too many of the client's requests wait.
        """
        view = await self._games.view(where)
        moment = None
        if view is not None:
            if asked.number is not None:  # all that is behind the last step is the last step
                asked = replace(asked, number=min(asked.number, view.entries[-1].number))
            moment = self._ready(view, asked)
        if moment is None:
            make = partial(self._make, where, asked)
            moment = await self._turns.made(client, (where, asked), make)
        await pause()  # many may have waited for the same
        return moment

    def _ready(self, view: GameView, asked: MomentKey) -> Moment | None:
        kept = self._kept.get(view.game)
        return None if kept is None else kept.moment(asked, view.entries[-1])

    async def _make(self, where: GameRef, asked: MomentKey) -> Moment:
        view = await self._games.view(where)
        with speaking(asked.language):
            if view is None:
                return _nothing()
            kept, steps = await self._steps(view)
            moment = kept.moment(asked, view.entries[-1])
            if moment is not None:
                return moment
            if not steps.numbers:
                return _nothing()
            place, gone = steps.place(asked.number)
            parts = await _parts(view, steps, place, asked.ending)
            moment = Moment(steps.numbers, steps.runs, place, parts, gone)
            kept.keep(asked, moment, view.entries[-1])
            return moment

    async def _steps(self, view: GameView) -> tuple["_Kept", "_Steps"]:
        """Return the steps of the present game."""
        kept = self._kept.get(view.game)
        if kept is None:
            kept = _Kept(TableHistory(self._games))
        steps = _Steps(await kept.history.steps(view), kept.tables)
        if view.game not in self:
            look = partial(self._look, view.game)
            kept.following.enter_context(self._games.committed.following(view.location.channel, look))
            self._kept.put(view.game, kept)
        self._look(view.game)  # something may have happened while the steps were read
        return kept, steps

    def _look(self, game: GameId) -> None:
        """Keep up with a game. Caches of a rewritten game are dropped, since someone may be forgotten."""
        view, kept = self._games.in_memory(game), self._kept.peek(game)
        if kept is not None and (view is None or not kept.follow(view.entries)):
            self._kept.pop(game)
            _leave(game, kept)
        self._kept.trim()


class _Kept:
    """The cached data of a game: its steps, tables after some of them, and requested moments."""

    def __init__(self, history: TableHistory) -> None:
        self.history = history
        self.tables: list[tuple[LogEntry, Table]] = []
        """Tables after steps, and these steps as they stand in the log."""
        self.following = ExitStack()
        """The subscription to further steps."""
        self._last: LogEntry | None = None
        """The last entry of which it is known."""
        self._moments = LruCache[MomentKey, Moment](MAX_STATES_BYTES, weight=_size)

    def follow(self, entries: Sequence[LogEntry]) -> bool:
        """Add new entries; return False if more than these has changed."""
        if entries[-1] is not self._last:
            self._moments.clear(lambda _: True)
            self._last = entries[-1]
        return self.history.follow(entries)

    def moment(self, asked: MomentKey, last: LogEntry) -> Moment | None:
        """Return the cached steps if the game still has the same last entry."""
        return self._moments.get(asked) if last is self._last else None

    def keep(self, asked: MomentKey, moment: Moment, last: LogEntry) -> None:
        """Cache the steps, unless the game has continued meanwhile."""
        if last is self._last:
            self._moments.put(asked, moment)


def _weight(kept: _Kept) -> int:
    return MAX_STATES_BYTES + STEP * len(kept.history)


def _size(moment: Moment) -> int:
    return NUMBER * len(moment.numbers) + sum(map(getsizeof, (moment.runs, *moment.parts.values())))


def _leave(_game: GameId, kept: _Kept) -> None:
    kept.following.close()


def _nothing() -> Moment:
    return Moment((), "", 0, {**no_game(), "story": "", "chart": ""})


class _Steps:
    """The steps that lead to a game's state, oldest first, after fixes and undo.

    ``tables`` are cached from one call to the next.
    """

    def __init__(self, history: Sequence[LogEntry], tables: list[tuple[LogEntry, Table]]) -> None:
        before, self._entries = 0, list[LogEntry]()
        for entry in history:
            on = entry if entry.parent == before else replace(entry, parent=before)
            self._entries.append(on)
            before = entry.number
        self._lobby = next(
            (n for n, entry in enumerate(history) if any(isinstance(e, GameStarted) for e in entry.events)),
            len(history),
        )
        self.numbers = [entry.number for entry in history[self._lobby :]]
        self._ends = history[APART - 1 :: APART]
        """The steps after which tables are kept."""
        same = takewhile(lambda both: both[0] is both[1][0], zip(self._ends, tables, strict=False))
        del tables[sum(1 for _ in same) :]
        self._tables = tables

    @property
    def runs(self) -> str:
        """The numbers in short."""
        runs: list[list[int]] = []
        for number in self.numbers:
            if runs and number == runs[-1][-1] + 1:
                runs[-1][1:] = [number]
            else:
                runs.append([number])
        return " ".join("-".join(map(str, run)) for run in runs)

    def place(self, number: int | None) -> tuple[int, int]:
        """Return a step's index and 0, or else the index and number of the last one before it."""
        if number is None:
            return 0, 0
        if number in self.numbers:
            return self.numbers.index(number), 0
        earlier = [place for place, one in enumerate(self.numbers) if one < number]
        return (earlier[-1] if earlier else 0), number

    def up_to(self, place: int) -> list[LogEntry]:
        """Return the steps up to one, and those in the lobby before them."""
        return self._entries[: self._lobby + place + 1]

    def around(self, place: int) -> tuple[int, list[LogEntry]]:
        """Return the steps around one, and the index of the first."""
        first = max(0, place - AROUND)
        return first, self._entries[self._lobby + first : self._lobby + place + AROUND + 1]

    async def table(self, place: int) -> Game:
        """Return the table after a step."""
        until = self._lobby + place + 1
        kept = until // APART
        for done in range(len(self._tables), kept):
            table = await _folded(self._after(done), self._entries[done * APART : (done + 1) * APART])
            self._tables.append((self._ends[done], table))
        table = await _folded(self._after(kept), self._entries[kept * APART : until])
        assert isinstance(table, Game)
        return table

    def _after(self, kept: int) -> Table:
        """Return the table before the cached steps."""
        return self._tables[kept - 1][1] if kept else EMPTY_REVISION.table


async def _folded(table: Table, entries: Sequence[LogEntry]) -> Table:
    async for entry in sliced(entries):
        table = fold(table, entry.events)
    return table


async def _parts(view: GameView, steps: _Steps, place: int, ending: str) -> PageParts:
    story, shown, table = _story(view, steps, place, ending), steps.up_to(place), await steps.table(place)
    then = replace(
        view,
        table=table,
        entries=tuple(shown[-ENTRIES_SHOWN:]),
        clock=NO_CLOCK,
        turn_times=EMPTY_REVISION.turn_times,
    )
    curves = await curves_in_slices(view.game, shown)
    drawn = None if curves is None else chart(curves)
    return {
        **table_parts(then),
        "story": story,
        "chart": chart_part(curves, drawn) if curves and drawn else "",
    }


def _story(view: GameView, steps: _Steps, place: int, ending: str) -> str:
    first, around = steps.around(place)
    everyone = people.cast(steps.up_to(len(steps.numbers) - 1), view.table)
    assert everyone is not None
    stories = [
        (entry.number, "".join(map(text_on_page, log_lines(everyone, [entry]))), first + at == place)
        for at, entry in enumerate(around)
    ]
    return rendered("replay_story.html", title=tr("Story"), steps=stories, ending=ending)
