"""Undo and redo as steps in a tree of actions."""

import pytest

from rules.game.undo_tree import UndoTree
from rules.refusal import Refusal

LINE = {1: 0, 2: 1, 3: 2}
"""Three actions, one after the other."""
FORK = {**LINE, 4: 1}
"""The same, and a fourth taken after undoing back to the first."""


def test_undo_goes_back_to_what_an_action_was_taken_on() -> None:
    assert UndoTree(LINE.items()).undo(3) == 2
    assert UndoTree(LINE.items()).undo(3, 2) == 1
    assert UndoTree(FORK.items()).undo(4) == 1


@pytest.mark.parametrize(("at", "steps"), [(1, 1), (3, 3), (0, 1)])
def test_the_table_cannot_be_undone(at: int, steps: int) -> None:
    with pytest.raises(Refusal) as refused:
        UndoTree(LINE.items()).undo(at, steps)
    assert refused.value.reason == "nothing_to_undo"


def test_redo_takes_the_latest_branch() -> None:
    assert UndoTree(LINE.items()).redo(1) == 2
    assert UndoTree(LINE.items()).redo(1, 2) == 3
    assert UndoTree(FORK.items()).redo(1) == 4


def test_there_is_nothing_to_redo_at_the_end() -> None:
    for parents, at in ((LINE, 3), (FORK, 4)):
        with pytest.raises(Refusal) as refused:
            UndoTree(parents.items()).redo(at)
        assert refused.value.reason == "nothing_to_redo"


def test_redo_can_go_as_far_as_there_is_something() -> None:
    tree = UndoTree(LINE.items())
    assert [tree.ahead(1, most) for most in (0, 1, 2, 9)] == [1, 2, 3, 3]


def test_the_path_leaves_out_what_was_undone() -> None:
    assert UndoTree(LINE.items()).path(3) == (1, 2, 3)
    assert UndoTree(FORK.items()).path(4) == (1, 4)
    assert UndoTree(LINE.items()).path(0) == ()


def test_what_lies_between_two_outcomes() -> None:
    assert UndoTree(LINE.items()).between(3, 1) == (3, 2)
    assert UndoTree(FORK.items()).between(4, 1) == (4,)
    assert UndoTree(LINE.items()).between(2, 2) == ()
