"""The entry that withdrew a step, for posts about the step."""

from collections.abc import Sequence

from rules.events.endings import GameEnded, GameRestarted, PlayersLeft
from rules.events.event import Event
from rules.game.parts import GameId
from rules.game.undo_tree import UndoTree
from storage.events import codec
from storage.games.sql import GameLog
from storage.games.values import AS_ENTERED, LogEntry


async def withdrawing_entry(log: GameLog, game: GameId, number: int) -> LogEntry | None:
    """Return the entry that undid or corrected a step; None if it still counts.

    A fixed step still counts if its losses and the game's end are the same.
    """
    own, undoing = await log.entry(game, number), await log.undone_by(game, number)
    last = (await log.entries(game, limit=1))[0]
    # The tree is read last: play may go on meanwhile, and it has to know every action that the rest names.
    tree = UndoTree((one, to) for one, to, _ in await log.actions(game))
    path = tree.path(last.at)
    if own is None or (own.fix is not None and number in path):
        return None
    fix: LogEntry | None = None
    counts = number in path
    async for entry in log.fixes(game, path):
        if entry.fix is not None and entry.fix.base < number < entry.number:
            counted, counts = counts, _counts(own, entry)
            fix = None if counts else entry if counted or fix is None else fix
    if counts or fix is not None:
        return fix
    return next((one for one in undoing if number in tree.path(one.parent)), None)


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
