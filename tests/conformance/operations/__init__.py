"""From an operation of the vocabulary to the actions of the engine that carry it out."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.table import Check, InOrder, Simultaneous, Together
from rules.game.game import Game
from tests.conformance.case import Fields, Unsupported
from tests.conformance.operations import (
    cards,
    counters,
    damage,
    designations,
    effects,
    endings,
    life,
    tallies,
    turns,
)
from tests.conformance.operations.operation import Operation


def _together(game: Game, op: Fields) -> Action:
    return Together(actions=tuple(action(game, part) for part in op.objects("ops")))


def _one_event(game: Game, op: Fields) -> Action:
    """Return what players did at the same time, concessions too (104.4a)."""
    return Simultaneous(actions=tuple(action(game, part) for part in op.objects("ops")))


def _in_order(game: Game, op: Fields) -> Action:
    """Return the parts of one spell or ability, in the order of its text (608.2c)."""
    return InOrder(actions=tuple(action(game, part) for part in op.objects("ops")))


OPERATIONS: Mapping[str, Operation] = {
    **damage.OPERATIONS,
    **life.OPERATIONS,
    **counters.OPERATIONS,
    **effects.OPERATIONS,
    **endings.OPERATIONS,
    **turns.OPERATIONS,
    **designations.OPERATIONS,
    **cards.OPERATIONS,
    **tallies.OPERATIONS,
    "simultaneous": _together,
    "one_event": _one_event,
    "in_order": _in_order,
    "priority": lambda game, op: Check(),
}


def action(game: Game, op: Fields) -> Action:
    """The action that an operation is, read against the game that it happens in."""
    name = op.text("op")
    if name not in OPERATIONS:
        raise Unsupported(f"unsupported op: {name}")
    op.where = name
    found = OPERATIONS[name](game, op)
    # What a leaver's objects on the stack would have done doesn't happen (800.4a): nothing is left to do.
    op.known("on_stack_when_left")
    op.finish()
    return found
