"""What memory keeps of a game: its last committed value, never more than the log says."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.game.lobby import Lobby
from rules.table import Table
from rules.turns.clock import Clock
from rules.turns.turn_times import TurnTimes
from storage.games.values import BoardMessage, EntryKind, GameView, LogEntry

ENTRIES_SHOWN = 6
OUTCOMES_KEPT = 8


@dataclass(frozen=True, slots=True)
class Revision:
    """The table after an action, and the action before it on the way there."""

    number: int
    parent: int
    table: Table
    unsaved: int
    """How many actions lie between this and the nearest snapshot on the way to it."""
    pace: TurnTimes


START = Revision(number=0, parent=0, table=Lobby(), unsaved=0, pace=TurnTimes())


@dataclass(slots=True)
class LoadedGame:
    """A loaded game. It changes only right after a commit, in ``stand`` and ``show``."""

    view: GameView
    outcome: Revision
    kept: dict[int, Revision] = field(default_factory=dict[int, Revision])
    parents: dict[int, int] | None = None
    """Parent by action, of all actions, once an undo or redo has asked for it."""
    authors: dict[int, int] = field(default_factory=dict[int, int])
    """Who asked for each of the actions in `parents`."""

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.view.entries[-1].number

    def stand(self, entry: LogEntry, outcome: Revision, clock: Clock, *, can_redo: bool) -> None:
        """The entry is committed, and the table stands on this outcome now, with these clocks."""
        self.outcome = outcome
        self.kept.pop(outcome.number, None)
        self.kept[outcome.number] = outcome
        if len(self.kept) > OUTCOMES_KEPT:
            del self.kept[next(iter(self.kept))]
        if self.parents is not None and entry.kind is EntryKind.ACT:
            self.parents[entry.number] = entry.parent
            self.authors[entry.number] = entry.user
        was = self.view
        self.view = GameView(
            *(was.game, was.location, was.opened, was.board, outcome.table),
            (*was.entries[1 - ENTRIES_SHOWN :], entry),
            can_undo=outcome.parent != 0,
            can_redo=can_redo,
            clock=clock,
            turn_times=outcome.pace,
        )

    def show(self, board: BoardMessage | None) -> None:
        """The board is committed."""
        self.view = replace(self.view, board=board)


def is_followed(parents: Mapping[int, int], number: int) -> bool:
    """Whether an action was taken on the outcome of this one, so that a redo leads there."""
    return number in parents.values()
