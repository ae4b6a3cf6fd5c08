"""Undo and redo as steps in a tree of actions."""

import pytest

from rules.game import undo_tree
from rules.refusal import Refusal

LINE = {1: 0, 2: 1, 3: 2}
"""Three actions, one after the other."""
FORK = {**LINE, 4: 1}
"""The same, and a fourth taken after undoing back to the first."""


def test_undo_goes_back_to_what_an_action_was_taken_on() -> None:
    assert undo_tree.undo(LINE, 3) == 2
    assert undo_tree.undo(LINE, 3, 2) == 1
    assert undo_tree.undo(FORK, 4) == 1


@pytest.mark.parametrize(("at", "steps"), [(1, 1), (3, 3), (0, 1)])
def test_the_table_cannot_be_undone(at: int, steps: int) -> None:
    with pytest.raises(Refusal) as refused:
        undo_tree.undo(LINE, at, steps)
    assert refused.value.reason == "nothing_to_undo"


def test_redo_takes_the_latest_branch() -> None:
    assert undo_tree.redo(LINE, 1) == 2
    assert undo_tree.redo(LINE, 1, 2) == 3
    assert undo_tree.redo(FORK, 1) == 4


def test_there_is_nothing_to_redo_at_the_end() -> None:
    for parents, at in ((LINE, 3), (FORK, 4)):
        with pytest.raises(Refusal) as refused:
            undo_tree.redo(parents, at)
        assert refused.value.reason == "nothing_to_redo"


def test_the_path_leaves_out_what_was_undone() -> None:
    assert undo_tree.path(LINE, 3) == (1, 2, 3)
    assert undo_tree.path(FORK, 4) == (1, 4)
    assert undo_tree.path(LINE, 0) == ()


def test_what_lies_between_two_outcomes() -> None:
    assert undo_tree.between(LINE, 3, 1) == (3, 2)
    assert undo_tree.between(FORK, 4, 1) == (4,)
    assert undo_tree.between(LINE, 2, 2) == ()
