"""Undo and redo. Both are ordinary entries of the log, so the log never changes: its actions form a tree,
and one of them is current."""

from array import array
from collections.abc import Iterable

from rules.refusal import Refusal


class UndoTree:
    """The actions of a game, each with its predecessor; 0 is the table before any.

    It takes 16 bytes per entry, and an undo or redo takes constant time.
    """

    def __init__(self, actions: Iterable[tuple[int, int]] = ()) -> None:
        self._parents = array("q", [0])
        self._newest = array("q", [0])
        """The newest action after each; 0 if there is none."""
        for number, parent in actions:
            self.add(number, parent)

    def add(self, number: int, parent: int) -> None:
        """Record an action; numbers only grow."""
        missing = number + 1 - len(self._parents)
        self._parents.extend([0] * missing)
        self._newest.extend([0] * missing)
        self._parents[number] = parent
        self._newest[parent] = number

    def undo(self, at: int, steps: int = 1) -> int:
        """Return the number of the current action after this many undos; raises Refusal if there are fewer.

        The first action, which opened the table, can't be undone.
        """
        for _ in range(steps):
            at = self._parents[at]
            if at == 0:
                raise Refusal("nothing_to_undo")
        return at

    def redo(self, at: int, steps: int = 1) -> int:
        """Return the number of the current action after this many redos, the latest undone first.

        Raises Refusal when there are fewer.
        """
        for _ in range(steps):
            at = self._newest[at]
            if at == 0:
                raise Refusal("nothing_to_redo")
        return at

    def ahead(self, at: int, most: int) -> int:
        """Return the number of the action after this many redos, or as many as there are."""
        for _ in range(most):
            at = self._newest[at] or at
        return at

    def is_followed(self, at: int) -> bool:
        """Return whether another action follows this one, so that a redo leads there."""
        return self._newest[at] != 0

    def between(self, later: int, earlier: int) -> tuple[int, ...]:
        """Return the actions between two actions' outcomes, latest first."""
        found: list[int] = []
        while later != earlier:
            found.append(later)
            later = self._parents[later]
        return tuple(found)

    def path(self, at: int) -> tuple[int, ...]:
        """Return the actions that led to the present table, oldest first."""
        return self.between(at, 0)[::-1]
