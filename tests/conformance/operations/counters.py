"""Counters on players."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.counters import AddCounters, DoubleCounters, Proliferate, RemoveCounters, ResolveRad
from rules.game.game import Game
from tests.conformance.case import Fields
from tests.conformance.operations.operation import Operation
from tests.conformance.targets import affected, players


def _add_counter(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return AddCounters(who=who, kind=op.text("kind"), n=op.number("n"), by=controller, ranged=True)


def _remove_counter(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return RemoveCounters(
        who=who,
        kind=op.text("kind"),
        n=op.number("n"),
        as_cost=op.flag("as_cost"),
        by=controller,
        ranged=True,
    )


def _proliferate(game: Game, op: Fields) -> Action:
    by = op.text("who")
    return Proliferate(chosen=players(game, op.get("chosen"), by), by=by)


def _main_phase(game: Game, op: Fields) -> Action:
    milled = Fields("milled", op.by_name("milled"))
    nonlands = milled.number("nonland", 0)
    milled.known("land")
    milled.finish()
    return ResolveRad(who=op.text("who"), nonlands=nonlands)


OPERATIONS: Mapping[str, Operation] = {
    "add_counter": _add_counter,
    "remove_counter": _remove_counter,
    "double_counters": lambda game, op: DoubleCounters(
        who=op.text("who"), kind=op.text("kind"), by=op.optional_text("controller")
    ),
    "proliferate": _proliferate,
    "precombat_main": _main_phase,
}
