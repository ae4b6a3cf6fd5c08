"""Undo and redo. Both are entries of the log like any other, so the log never changes: its actions form a
tree, and the table stands on one of them. `parents` gives for each action the one on whose outcome it was
taken; 0 is the table before any action."""

from collections.abc import Mapping

from rules.refusal import Refusal


def undo(parents: Mapping[int, int], at: int, steps: int = 1) -> int:
    """The action that the table stands on after undoing this many; raises Refusal when there are fewer.

    The first action, which opened the table, can't be undone.
    """
    for _ in range(steps):
        if at == 0 or parents[at] == 0:
            raise Refusal("nothing_to_undo")
        at = parents[at]
    return at


def redo(parents: Mapping[int, int], at: int, steps: int = 1) -> int:
    """The action that the table stands on after redoing this many undone ones, the latest taken first.

    Raises Refusal when there are fewer.
    """
    for _ in range(steps):
        undone = [number for number, parent in parents.items() if parent == at]
        if not undone:
            raise Refusal("nothing_to_redo")
        at = max(undone)
    return at


def between(parents: Mapping[int, int], later: int, earlier: int) -> tuple[int, ...]:
    """The actions that lead from an earlier one's outcome to a later one's, the latest first."""
    found: list[int] = []
    while later != earlier:
        found.append(later)
        later = parents[later]
    return tuple(found)


def path(parents: Mapping[int, int], at: int) -> tuple[int, ...]:
    """The actions whose outcome the table is, oldest first."""
    return between(parents, at, 0)[::-1]
