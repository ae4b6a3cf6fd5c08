"""The life totals that changed last."""

from collections.abc import Mapping, Sequence

from cogs.text import names
from rules.events.endings import GameRestarted
from rules.events.life import LifeGained, LifeLost
from rules.events.table import GameFixed, GameStarted
from rules.game.game import Game
from rules.game.parts import TotalOwner
from storage.games.games import LogEntry

LatestChanges = Mapping[TotalOwner, tuple[int, int]]
"""The totals that changed last: before and after."""
_BEGINNINGS = frozenset((GameStarted, GameRestarted, GameFixed))


def latest(game: Game, entries: Sequence[LogEntry]) -> LatestChanges:
    """Return the life totals that changed last, before and after; ``entries`` are oldest first.

    Consecutive changes of the same total by the same person count as one, such as a button pressed five
    times. Undone actions don't count. Steps that change no total keep the result; a restart of the game
    clears it.
    """
    changed: dict[TotalOwner, tuple[int, int]] = {}
    user, at = None, entries[-1].at
    for entry in reversed(entries):
        if entry.number != at:
            continue
        at = entry.parent
        if not _BEGINNINGS.isdisjoint(map(type, entry.events)):
            break
        more = _changes(game, entry)
        if not changed:
            changed, user = more, entry.user
            continue
        if entry.user != user or not more.keys() & changed.keys():
            break
        for holder, (before, after) in more.items():
            if holder in changed and changed[holder][0] == after:
                changed[holder] = before, changed[holder][1]
    return {holder: change for holder, change in changed.items() if change[0] != change[1]}


def _changes(game: Game, entry: LogEntry) -> dict[TotalOwner, tuple[int, int]]:
    found: dict[TotalOwner, tuple[int, int]] = {}
    for event in entry.events:
        match event:
            case LifeLost():
                before = event.total + event.amount
            case LifeGained():
                before = event.total - event.amount
            case _:
                continue
        own = event.who in game.life or not names.knows(game, event.who)
        holder = event.who if own else game.life_holder(event.who)
        found[holder] = found.get(holder, (before, before))[0], event.total
    return found
