"""A game step by step: the table as it stood after each step that counts."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from contextlib import ExitStack
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cogs.summary.curves_of_log import curves_in_slices
from cogs.text.language import speaking, tr
from cogs.text.log import people
from cogs.text.log.lines import lines
from rules.events.table import GameStarted
from rules.game.game import Game
from rules.game.parts import GameId
from rules.table import Table
from storage.games.cache import ENTRIES_SHOWN, NO_CLOCK, START
from storage.games.games import GameRef, Games, GameView, LogEntry
from storage.games.replay import fold
from storage.workers.slices import sliced
from web.live.fair import FairShare
from web.live.feeds import Parts
from web.live.share import ProcessorShare
from web.pages.rendering import rendered
from web.watch.chart import chart
from web.watch.table import chart_part, no_game, plain, table_parts

SHARE = (0.05, 1.0)
"""How much of the processor replays may take, and the seconds at once after they took little."""
GAMES, APART, AROUND = 16, 32, 20
"""Games that are kept, steps between two tables that are kept, and steps told on both sides of one."""


class Moment(Struct, frozen=True):
    """A game after one of its steps. ``numbers`` are the steps' in the log, in their order; none without a
    game that has begun. ``gone`` is the step that was asked for, if it doesn't count any more."""

    numbers: Sequence[int]
    place: int
    parts: Parts
    gone: int = 0

    @property
    def runs(self) -> str:
        """The numbers in short, such as "5-17 20": most follow each other."""
        runs: list[list[int]] = []
        for number in self.numbers:
            if runs and number == runs[-1][-1] + 1:
                runs[-1][1:] = [number]
            else:
                runs.append([number])
        return " ".join("-".join(map(str, run)) for run in runs)

    def step(self, away: int) -> int:
        """The number of the step that is so many steps away, or of the first or last one."""
        return self.numbers[min(max(self.place + away, 0), len(self.numbers) - 1)]


class Replays:
    """The games that somebody looks at step by step."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._share = FairShare(ProcessorShare(*SHARE))
        self._kept: OrderedDict[GameId, _Kept] = OrderedDict()

    def __contains__(self, game: GameId) -> bool:
        """Whether the steps of a game are kept."""
        return game in self._kept

    async def moment(
        self, client: Hashable, where: GameRef, number: int | None, language: str, ending: str
    ) -> Moment:
        """Make for a client what a game was after the step with this number in its log (default: its start).

        ``ending`` is what addresses of other steps end with. Raises HTTPTooManyRequests where too many of the
        client's wait.
        """
        async with self._share.turn(client):
            view = await self._games.view(where)
            steps = None if view is None else await self._steps(view)
            with speaking(language):
                if view is None or steps is None or not steps.numbers:
                    return Moment((), 0, {**no_game(), "story": "", "chart": ""})
                place, gone = steps.place(number)
                return Moment(steps.numbers, place, await _parts(view, steps, place, ending), gone)

    async def _steps(self, view: GameView) -> "_Steps":
        """The steps of a game as it stands. An entry that was read again may have been rewritten, so what is
        kept counts for the very same one only."""
        last = view.entries[-1]
        kept = self._kept.get(view.game)
        if kept is None or kept.last is not last:
            steps = _Steps(await self._games.history(view.game))
            self._drop(view.game)
            kept = self._kept[view.game] = _Kept(last, steps, ExitStack())
            look = partial(self._look, view.game)
            kept.following.enter_context(self._games.committed.following(view.location.channel, look))
        self._kept.move_to_end(view.game)
        while len(self._kept) > GAMES:
            self._drop(next(iter(self._kept)))
        self._look(view.game)  # something may have happened while the steps were read
        return kept.steps

    def _look(self, game: GameId) -> None:
        """Keep nothing of a game that has changed: somebody may be called otherwise, or forgotten."""
        view = self._games.in_memory(game)
        if view is None or view.entries[-1] is not self._kept[game].last:
            self._drop(game)

    def _drop(self, game: GameId) -> None:
        kept = self._kept.pop(game, None)
        if kept is not None:
            kept.following.close()


class _Kept(Struct, frozen=True):
    """The steps of a game up to its last entry, and what tells of further ones."""

    last: LogEntry
    steps: "_Steps"
    following: ExitStack


class _Steps:
    """What led to where a game stands, oldest first, each on the one before, as fixes and undo left them."""

    def __init__(self, history: Sequence[LogEntry]) -> None:
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
        self._tables: list[Table] = [START.table]

    def place(self, number: int | None) -> tuple[int, int]:
        """Where a step is, and 0; or where the last one before it is, and its number."""
        if number is None:
            return 0, 0
        if number in self.numbers:
            return self.numbers.index(number), 0
        earlier = [place for place, one in enumerate(self.numbers) if one < number]
        return (earlier[-1] if earlier else 0), number

    def up_to(self, place: int) -> list[LogEntry]:
        """The steps up to one, and those in the lobby before them."""
        return self._entries[: self._lobby + place + 1]

    def around(self, place: int) -> tuple[int, list[LogEntry]]:
        """The steps around one, and where the first of them is."""
        first = max(0, place - AROUND)
        return first, self._entries[self._lobby + first : self._lobby + place + AROUND + 1]

    async def table(self, place: int) -> Game:
        """The table after a step."""
        until = self._lobby + place + 1
        while (len(self._tables) - 1) * APART + APART <= until:
            done = (len(self._tables) - 1) * APART
            self._tables.append(await _folded(self._tables[-1], self._entries[done : done + APART]))
        kept = until // APART
        table = await _folded(self._tables[kept], self._entries[kept * APART : until])
        assert isinstance(table, Game)
        return table


async def _folded(table: Table, entries: Sequence[LogEntry]) -> Table:
    async for entry in sliced(entries):
        table = fold(table, entry.events)
    return table


async def _parts(view: GameView, steps: _Steps, place: int, ending: str) -> Parts:
    shown, table = steps.up_to(place), await steps.table(place)
    then = replace(
        view,
        table=table,
        entries=tuple(shown[-ENTRIES_SHOWN:]),
        clock=NO_CLOCK,
        turn_times=START.turn_times,
    )
    curves = await curves_in_slices(view.game, shown)
    drawn = None if curves is None else chart(curves)
    return {
        **table_parts(then),
        "story": _story(view, steps, place, ending),
        "chart": chart_part(curves, drawn) if curves and drawn else "",
    }


def _story(view: GameView, steps: _Steps, place: int, ending: str) -> str:
    first, around = steps.around(place)
    everyone = people.cast(steps.up_to(len(steps.numbers) - 1), view.table)
    assert everyone is not None
    told = [
        (entry.number, "".join(map(plain, lines(everyone, [entry]))), first + at == place)
        for at, entry in enumerate(around)
    ]
    return rendered("replay_story.html", title=tr("Story"), steps=told, ending=ending)
