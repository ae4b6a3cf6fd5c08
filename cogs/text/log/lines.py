"""Lines of the log, as boards and pages show them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cogs.drawing.truncate import truncate
from cogs.text import timers
from cogs.text.formatting import escape
from cogs.text.language import spoken, tr, trn
from cogs.text.log import entry_text, fixes
from cogs.text.log.game_log import GameLogText, way
from cogs.text.log.holders import games_then
from rules.events.table import (
    LobbyChanged,
)
from rules.game.game import Game
from storage.events.cache import LruCache
from storage.games.games import EntryKind, LogEntry, MovedSteps

LINE = 240
"""Characters of one line."""


LINES_KEPT = 4096

AFTER_NAMES = (" ", ": ", "\uff1a", "が", "の", "は", "を", "に")
"""What follows a name that a line begins with; Japanese has no spaces there."""


_lines = LruCache[tuple[int, bool], tuple[LogEntry, object, str]](LINES_KEPT)
"""Lines by the interaction of their entry and whether they are a board's, with all that they depend on."""


def log_lines(game: Game, entries: Sequence[LogEntry]) -> list[str]:
    """Return lines for the last entries in order, each with its author and result; not the lobby's.

    Steps that were undone are gone, and so are undo and redo once something else has happened.
    """
    return [*_lines_of(game, entries, entries)]


def unannounced_lines(game: Game, entries: Sequence[LogEntry]) -> list[str]:
    """Return the same lines for a board, without what announcements beside it say."""
    return [*filter(None, _lines_of(game, entries, entries, board=True))]


def last_line(game: Game, entries: Sequence[LogEntry]) -> str:
    """Return the last of these lines; empty if there are none."""
    if entries and LobbyChanged not in map(type, entries[-1].events):  # the newest entry is always listed
        numbered = {entry.number: entry for entry in entries}
        return _line_of(game, entries[-1], numbered, games_then(game, entries), _named(game))
    return next(_lines_of(game, entries, reversed(entries)), "")


def _lines_of(
    game: Game, entries: Sequence[LogEntry], order: Iterable[LogEntry], *, board: bool = False
) -> Iterator[str]:
    """Yield the lines of entries in this order."""
    numbered = {entry.number: entry for entry in entries}
    live = {entry.number for entry in way(numbered, entries[-1].at)} if entries else set[int]()
    live -= fixes.taken_out(numbered[number] for number in live)
    then, named = games_then(game, entries), _named(game)
    for entry in order:
        counts = entry.number in live or entry.kind is EntryKind.CLOCK or entry is entries[-1]
        if counts and LobbyChanged not in map(type, entry.events):
            yield _line_of(game, entry, numbered, then, named, board=board)


def _named(game: Game) -> object:
    """Return a key of all names, equal only if all are equal."""
    return spoken(), game.rules, game.sides, [(one.id, one.name, one.commanders) for one in game.players]


def _line_of(
    game: Game,
    entry: LogEntry,
    numbered: Mapping[int, LogEntry],
    then: Mapping[int, Game],
    named: object,
    *,
    board: bool = False,
) -> str:
    """Return an entry's line, with the names of ``then``. Boards show the same few after every change, so an
    action's is cached while the names stay the same: an entry's events never change."""
    if entry.number in then:
        game = then[entry.number]
        named = _named(game)
    kept = _lines.get((entry.interaction, board))
    if kept is not None and kept[0] is entry and kept[1] == named:
        return kept[2]
    if entry.kind is EntryKind.ACT:
        say = entry_text.on_board if board else entry_text.in_a_line
        text = _signed(game, entry, say(game, entry).replace("**", ""))
        _lines.put((entry.interaction, board), (entry, named, text))
        return text
    return _signed(game, entry, _moved_or_timed(game, entry, numbered, then).replace("**", ""))


def _signed(game: Game, entry: LogEntry, happened: str) -> str:
    """Return the events with their author in front, unless they begin with that name; empty without any."""
    if not happened:
        return ""
    known = (escape(one.name) for one in (*game.players, *game.sides))
    begins = [name for name in known if happened.startswith(tuple(name + after for after in AFTER_NAMES))]
    name = escape(entry.name)
    return happened if name == max(begins, key=len, default=None) else f"{name}: {happened}"


def forget_lines() -> None:
    """Clear the cache of lines."""
    _lines.clear(lambda _kept: True)


def numbered_line(log: GameLogText, entry: LogEntry) -> str:
    """Return an entry as a line of the log in Discord: number, time, author, result."""
    time = f"<t:{int(entry.when.timestamp())}:t>"
    text = truncate(f"**{escape(entry.name)}** · {log.happened(entry)}", LINE)
    if log.undone(entry):
        return tr("`{number}` {time} ~~{text}~~ (undone)", number=entry.number, time=time, text=text)
    return f"`{entry.number}` {time} {text}"


def undo_text(game: Game | None, kind: EntryKind, steps: MovedSteps) -> str:
    """Return the result of an undo or redo, step by step."""
    say = entry_text.undone if kind is EntryKind.UNDO else entry_text.short_result
    each = [(one.number, say(game, one)) for one in steps.first]
    if steps.count == 1:
        ((number, what),) = each
        if kind is EntryKind.UNDO:
            return truncate(tr("Undid step {number}: {what}.", number=number, what=what), LINE)
        return truncate(tr("Redid step {number}: {what}.", number=number, what=what), LINE)
    if kind is EntryKind.UNDO:
        head = trn("Undid {n} step:", "Undid {n} steps:", steps.count)
    else:
        head = trn("Redid {n} step:", "Redid {n} steps:", steps.count)
    more = steps.count - len(each)
    last = [tr("- and {n} more", n=more)] if more else []
    return "\n".join((head, *(truncate(f"- {number}: {what}", LINE) for number, what in each), *last))


def _moved_or_timed(
    game: Game, entry: LogEntry, numbered: Mapping[int, LogEntry], then: Mapping[int, Game]
) -> str:
    """Return the result of an undo or redo, or a change of the clocks."""
    if entry.change is not None:
        return timers.clock_change(game, entry.change)
    last = numbered.get(max(entry.parent, entry.at))
    if last is None or last.parent != min(entry.parent, entry.at):
        if entry.kind is EntryKind.UNDO:
            return tr("went back to step {number}", number=entry.at)
        return tr("went forward to step {number}", number=entry.at)
    say = entry_text.undone if entry.kind is EntryKind.UNDO else entry_text.short_result
    what = say(then.get(last.number, game), last)
    return entry_text.moved_one(entry, last.number, what)
