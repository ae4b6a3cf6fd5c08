"""A game in memory, as it was committed."""

from array import array
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.formats.options import MatchGame
from rules.game.lobby import Lobby
from rules.game.turn_times import TurnTimes
from rules.game.undo_tree import UndoTree
from rules.setup import match
from rules.table import Table
from rules.turns.clock import Clock
from storage.games.values import BoardMessage, EntryKind, GameView, LogEntry

ENTRIES_SHOWN = 6
REVISIONS_KEPT = 8
"""Of a game at which people undo and redo."""
REVISIONS_KEPT_AT_FIRST = 2
"""Revisions kept of any other game, of which there may be ten thousand in memory."""


class Revision(Struct, frozen=True, gc=False):
    """The table after an action, and the action before it on the way there."""

    number: int
    parent: int
    table: Table
    unsaved: int
    """How many actions lie between this and the nearest snapshot on the way to it."""
    turn_times: TurnTimes


EMPTY_REVISION = Revision(number=0, parent=0, table=Lobby(), unsaved=0, turn_times=TurnTimes())
NO_CLOCK = Clock()
"""The clock of a table at which no one has started or paused any."""


class History:
    """The actions of a game, including undone ones, and the user of each."""

    def __init__(self, actions: Iterable[tuple[int, int, int]]) -> None:
        self.tree = UndoTree()
        self._authors = array("q")
        for number, parent, user in actions:
            self.add(number, parent, user)

    def add(self, number: int, parent: int, user: int) -> None:
        """Record an action."""
        self.tree.add(number, parent)
        self._authors.extend([0] * (number + 1 - len(self._authors)))
        self._authors[number] = user

    def authors(self, numbers: Iterable[int]) -> set[int]:
        """Return the users of these actions."""
        return {self._authors[number] for number in numbers}


class LoadedGame:
    """A game in memory, never ahead of the log: it changes only right after a commit."""

    __slots__ = ("continuing", "earlier", "history", "revision", "revisions", "view")

    def __init__(self, view: GameView, revisions: Iterable[Revision]) -> None:
        self.view = view
        self.revisions = tuple(revisions)
        """The revisions that an undo or redo probably leads to; the current one is the last."""
        self.revision = self.revisions[-1]
        self.history: History | None = None
        """The history, loaded once an undo or redo has needed it."""
        self.continuing = 0
        """The entry that may go on as one step with the next one, if there is one."""
        self.earlier: Mapping[int, MatchGame] = {}
        """The games of its match before it as they stood when it was loaded, by their numbers."""

    def learn(self, earlier: Mapping[int, MatchGame]) -> None:
        """Remember these games as the match's earlier ones."""
        self.earlier = earlier
        self.revision = self.as_matched(self.revision)
        self.revisions = (*self.revisions[:-1], self.revision)
        self.view = replace(self.view, table=self.revision.table)

    def as_matched(self, revision: Revision) -> Revision:
        """Return a revision with the currently known winners of earlier games of the match."""
        options = match.with_corrected_winners(revision.table.options, self.earlier) if self.earlier else None
        if options is None or options is revision.table.options:
            return revision
        return replace(revision, table=replace(revision.table, options=options))

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.view.entries[-1].number

    def advance(self, entry: LogEntry, revision: Revision, clock: Clock, *, can_redo: bool) -> None:
        """Record a committed entry: the table's new revision and clocks."""
        if entry.parent != self.revision.number:  # the entry stands in place of the last one
            self.revisions = self.revisions[:-1]
        self.revision = revision
        self.keep([revision])
        if self.history is not None and entry.kind is EntryKind.ACT:
            self.history.add(entry.number, entry.parent, entry.user)
        was = self.view
        self.view = GameView(
            *(was.game, was.location, was.opened, was.board, revision.table),
            (*was.entries[1 - ENTRIES_SHOWN :], entry),
            can_undo=revision.parent != 0,
            can_redo=can_redo,
            clock=clock,
            turn_times=revision.turn_times,
        )

    def keep(self, revisions: Iterable[Revision]) -> None:
        """Cache revisions for the next undo or redo, replacing the oldest ones."""
        numbered = {one.number: one for one in revisions}
        others = [one for one in self.revisions if one.number not in numbered]
        most = REVISIONS_KEPT_AT_FIRST if self.history is None else REVISIONS_KEPT
        self.revisions = (*others, *numbered.values())[-most:]

    def kept(self, number: int) -> Revision | None:
        """Return the cached revision after an action, if any."""
        return next((one for one in self.revisions if one.number == number), None)

    def show(self, board: BoardMessage | None) -> None:
        """Record a committed board."""
        self.view = replace(self.view, board=board)
