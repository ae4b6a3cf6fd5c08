"""The entry that withdrew a step, for posts about the step, and the losses and endings that a fix changes."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.events.endings import GameEnded, GameRestarted, PlayersLeft
from rules.events.event import Event
from rules.game.game import Game
from rules.game.parts import GameId
from rules.game.undo_tree import UndoTree
from storage.events import codec
from storage.games.sql import GameLog
from storage.games.values import AS_ENTERED, Committed, EntryKind, LogEntry

_MOVES = (EntryKind.UNDO, EntryKind.REDO)


async def withdrawing_entry(log: GameLog, game: GameId, number: int) -> LogEntry | None:
    """Return the entry that undid or corrected a step; None if it still counts.

    A fixed step still counts if its losses and the game's end are the same; a fix, if those that it changed
    are as it left them.
    """
    own, undoing = await log.entry(game, number), await log.undone_by(game, number)
    last = (await log.entries(game, limit=1))[0]
    # The tree is read last: play may go on meanwhile, and it has to know every action that the rest names.
    tree = UndoTree((one, to) for one, to, _ in await log.actions(game))
    path = tree.path(last.at)
    if own is None:
        return None
    if own.fix is not None and number in path:
        return await contradicting_entry(log, game, own)
    fix: LogEntry | None = None
    counts = number in path
    async for entry in log.fixes(game, path):
        if entry.fix is not None and entry.fix.base < number < entry.number:
            counted, counts = counts, _counts(own, entry)
            fix = None if counts else entry if counted or fix is None else fix
    if counts or fix is not None:
        return fix
    return next((one for one in undoing if number in tree.path(one.parent)), None)


async def contradicting_entry(log: GameLog, game: GameId, move: LogEntry) -> LogEntry | None:
    """Return the last entry that moved through the game, if a loss or an ending that ``move`` changed isn't
    as it left it; ``move``: a fix, an undo or a redo."""
    before, after = await _decided(log, game, move.parent), await _decided(log, game, move.at)
    changed = {step for step in before.keys() | after.keys() if before.get(step) != after.get(step)}
    if not changed:
        return None
    now = await _decided(log, game)
    if all(now.get(step) == after.get(step) for step in changed):
        return None
    (last,) = await log.entries(game, limit=1)
    later = await log.entries(game, limit=max(1, last.number - move.number))
    return next((one for one in later if one.fix is not None or one.kind in _MOVES), None)


async def decided_by(log: GameLog, done: Committed) -> tuple[Event, ...]:
    """Return the losses and the ending that a fix caused, or moved to another step, oldest first; only those
    that hold at the table after it."""
    if not isinstance(done.after, Game):
        return ()
    out = {player.id for player in done.after.players if not player.in_game}
    before, found = await _decided(log, done.game, done.entry.parent), list[Event]()
    async for entry in log.line(done.game, done.entry.at):
        if _decisive(entry.events) == before.get(entry.number, []):
            continue
        for event in entry.events:
            if isinstance(event, GameEnded) and done.after.outcome == event.outcome:
                found.append(event)
            elif isinstance(event, PlayersLeft) and any(one.who in out for one in event.leaving):
                leaving = tuple(one for one in event.leaving if one.who in out)
                found.append(replace(event, leaving=leaving))
    return tuple(found)


async def _decided(log: GameLog, game: GameId, at: int | None = None) -> Mapping[int, Sequence[object]]:
    """Return the losses and endings of the steps that led to an entry (default: the current one), by step."""
    return {
        entry.number: decisive async for entry in log.line(game, at) if (decisive := _decisive(entry.events))
    }


def _counts(own: LogEntry, fix: LogEntry) -> bool:
    """Return whether a step still causes its losses and its ending after a fix of it or of earlier steps."""
    steps = () if fix.fix is None else fix.fix.steps
    fixed = next((one for one in steps if one.number == own.number), None)
    if fixed is None or fixed.out:
        return False
    events = own.events if fixed.events == AS_ENTERED else codec.decode_events(fixed.events)
    return _decisive(events) == _decisive(own.events)


def _decisive(events: Sequence[Event]) -> list[object]:
    """Return who has left and why, and how the game has ended."""
    found = list[object]()
    for event in events:
        match event:
            case PlayersLeft():
                found += [(one.who, one.cause, event.result) for one in event.leaving]
            case GameEnded():
                found.append(event.outcome)
            case GameRestarted():
                found.append(event)
            case _:
                pass
    return found
