"""The text of an entry, in few words or with totals before and after."""

from msgspec.structs import replace

from cogs.text import events
from cogs.text.announcements import ANNOUNCED_EVENTS
from cogs.text.language import tr
from cogs.text.log import fixes, log_line
from cogs.text.withdrawn import struck
from rules.events.endings import GameEnded, PlayersLeft
from rules.game.game import Game
from storage.games.games import EntryKind, LogEntry


def short_result(game: Game | None, entry: LogEntry) -> str:
    """Return a step's result, without totals and bold."""
    if entry.fix is not None:
        return fixes.short_fix(game, entry)
    return _log_line(game, entry).in_short().replace("**", "")


def undone(game: Game | None, entry: LogEntry) -> str:
    """Return the result of a step that was undone; struck through where it says who was out or had won."""
    text = short_result(game, entry)
    ended = any(isinstance(event, PlayersLeft | GameEnded) for event in entry.events)
    return struck(text) if ended and entry.fix is None else text


def with_totals(game: Game | None, entry: LogEntry) -> str:
    """Return a step's result, with totals before and after."""
    if entry.fix is not None:
        return fixes.short_fix(game, entry)
    return _log_line(game, entry).with_totals()


def in_a_line(game: Game, entry: LogEntry) -> str:
    """Return a step's result for pages and overlays."""
    return fixes.short_fix(game, entry) if entry.fix is not None else _log_line(game, entry).in_a_line()


def on_board(game: Game, entry: LogEntry) -> str:
    """Return a step's result for boards: only its totals if an announcement in the channel says the rest;
    empty if that says everything."""
    if entry.fix is not None or not any(isinstance(event, ANNOUNCED_EVENTS) for event in entry.events):
        return in_a_line(game, entry)
    line = _log_line(game, entry)
    return replace(line, others=()).in_a_line() if line.changes else ""


def moved_one(entry: LogEntry, number: int, what: str) -> str:
    """Return the result of an undo or redo of one step, given the step's number and result."""
    if entry.kind is EntryKind.UNDO:
        return tr("undid step {number}: {what}", number=number, what=what)
    return tr("redid step {number}: {what}", number=number, what=what)


def _log_line(game: Game | None, entry: LogEntry) -> log_line.LogLine:
    in_lobby = tuple(text for event in entry.events if (text := events.lobby_change(event)))
    if in_lobby or game is None:
        return log_line.LogLine((), in_lobby)
    return log_line.log_line(game, entry.events)
