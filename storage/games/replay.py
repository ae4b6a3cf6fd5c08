"""Tables and clocks replayed from a game's log."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from rules.events.event import Event
from rules.formats.editions import EDITIONS
from rules.formats.variants import VARIANTS
from rules.game.parts import GameId
from rules.table import Table, evolve
from rules.turns import turn_times
from rules.turns.clock import Clock
from storage.engine.database import SqlRow
from storage.engine.timestamps import milliseconds
from storage.events import codec
from storage.events.cache import SharedParts
from storage.games import cache
from storage.games.sql import GameLog
from storage.games.values import EntryKind, GameView, LogEntry
from storage.workers.slices import pause

STEPS_AT_ONCE = 128
"""Steps after which other tasks run: more than one snapshot interval, so it is rarely reached."""


class ClockHistory:
    """The clocks of a game over its log: as they stood after each change, given by number and moment."""

    def __init__(self, changes: Iterable[SqlRow]) -> None:
        self._numbers: list[int] = []
        self._clocks: list[Clock] = [cache.NO_CLOCK]
        for row in changes:
            self._numbers.append(row["number"])
            change = codec.decode_change(row["action"])
            self._clocks.append(change.apply(self.last, row["made"]))

    @property
    def last(self) -> Clock:
        """The current clocks."""
        return self._clocks[-1]

    def before(self, number: int) -> Clock:
        """Return the clocks before an entry."""
        return self._clocks[bisect_left(self._numbers, number)]

    def moment(self, number: int, made: int) -> int:
        """Return the table's time, which stands still in pauses, when an entry was made."""
        return self.before(number).moment(made)


async def load_game(log: GameLog, game: GameId) -> cache.LoadedGame | None:
    """Return a game after its last entry; None if it doesn't exist."""
    found = await log.queries.place(game)
    if found is None:
        return None
    location, opened, board = found
    parts = SharedParts()
    entries = parts.share(tuple(await log.entries(game, limit=cache.ENTRIES_SHOWN)))[::-1]
    at = entries[-1].at
    clocks = ClockHistory(await log.clock_changes(game))
    revisions = await _replay(await log.path(game, at), clocks, parts)
    revision = revisions[-1]
    _require_known(revision.table)
    view = GameView(
        game=game,
        location=location,
        opened=opened,
        board=board,
        table=revision.table,
        entries=entries,
        can_undo=revision.parent != 0,
        can_redo=await log.is_followed(game, at),
        clock=clocks.last,
        turn_times=revision.turn_times,
    )
    return cache.LoadedGame(view, revisions[-cache.REVISIONS_KEPT_AT_FIRST :])


def followed(loaded: cache.LoadedGame, entry: LogEntry) -> bool:
    """Advance a game in memory by its next entry; return False if it has to be loaded again."""
    before = loaded.kept(entry.parent) or (cache.EMPTY_REVISION if not entry.parent else None)
    if entry.kind is not EntryKind.ACT or entry.fix is not None or before is None:
        return False
    table, times = fold(before.table, entry.events), before.turn_times
    _require_known(table)
    if turn_times.affects_turns(entry.events):
        moment = loaded.view.clock.moment(milliseconds(entry.when))
        times = turn_times.advance(times, entry.events, moment)
    revision = cache.Revision(entry.number, entry.parent, table, before.unsaved + 1, times)
    loaded.advance(entry, loaded.as_matched(revision), loaded.view.clock, can_redo=False)
    return True


async def revisions_up_to(
    log: GameLog, game: GameId, number: int, since: int | None = None
) -> Sequence[cache.Revision]:
    """Return the revision after an action, which comes last, and a few earlier ones, oldest first.

    ``since``, if given, is one of them.
    """
    if number == cache.EMPTY_REVISION.number:
        return [cache.EMPTY_REVISION]
    clocks = ClockHistory(await log.clock_changes(game))
    return await _replay(await log.path(game, number, since), clocks)


async def clocks_before(log: GameLog, game: GameId, number: int) -> Clock:
    """Return a game's clocks before an entry."""
    return ClockHistory(await log.clock_changes(game)).before(number)


async def _replay(
    path: Sequence[SqlRow], clocks: ClockHistory, parts: SharedParts | None = None
) -> Sequence[cache.Revision]:
    """Return the last revisions on a path of the log."""
    share = (parts or SharedParts()).share
    value: str | None = path[0]["value"]
    table, times = cache.EMPTY_REVISION.table, cache.EMPTY_REVISION.turn_times
    if value is not None:
        table, times = share(codec.decode_table(value)), codec.decode_turn_times(path[0]["pace"])
    revisions: list[cache.Revision] = []
    for unsaved, row in enumerate(path, start=0 if value is not None else 1):
        if unsaved and not unsaved % STEPS_AT_ONCE:
            await pause()
        if unsaved:
            events = share(codec.decode_events(row["events"]))
            table = fold(table, events)
            if turn_times.affects_turns(events):
                times = turn_times.advance(times, events, clocks.moment(row["number"], row["made"]))
        revisions.append(cache.Revision(row["number"], row["parent"], table, unsaved, times))
    return revisions[-cache.REVISIONS_KEPT :]


def fold(table: Table, events: Iterable[Event]) -> Table:
    """Return the table after these events."""
    for event in events:
        table = evolve(table, event)
    return table


def _require_known(table: Table) -> None:
    """Raise Unreadable for a format or an edition of a newer version, which every later step depends on."""
    options = table.options
    if options.variant not in VARIANTS or options.edition not in EDITIONS:
        raise codec.Unreadable(
            f"not one of the known formats or editions: {options.variant}, {options.edition}"
        )
