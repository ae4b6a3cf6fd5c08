"""Turns and their parts."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.table import Together
from rules.actions.turns import (
    BeginTurn,
    ChangePhase,
    ControlTurn,
    EndTurn,
    GrantExtraTurn,
    GrantSkip,
    ReverseTurnOrder,
)
from rules.events.turns import TurnBegan
from rules.game.game import Game
from rules.game.parts import PlayerId, TurnKind, TurnOwner, TurnPart
from rules.resolution import Resolution
from tests.conformance.case import Fields
from tests.conformance.operations.operation import Operation
from tests.conformance.targets import players


def taker(game: Game, name: str) -> TurnOwner:
    """Return who takes turns: a player or the player's team."""
    return name if name in game.takers else game.taker_of(name)


class BeginSomeTurn(Action, frozen=True, kw_only=True):
    """Begins a turn in a Grand Melee, with any marker: ranges are fixed again."""

    who: PlayerId

    def perform(self, resolution: Resolution) -> None:
        number, rule = resolution.game.turn.number + 1, resolution.rule("turn")
        resolution.record(TurnBegan(taker=self.who, kind=TurnKind.NORMAL, number=number, rule=rule))


def _begin_turn(game: Game, op: Fields) -> Action:
    who = op.text("who")
    return BeginSomeTurn(who=who) if game.rules.markers else BeginTurn(taker=taker(game, who))


def _end_turn(game: Game, op: Fields) -> Action:
    return EndTurn(marker=op.number("marker") if "marker" in op else None)


def _extra_turn(game: Game, op: Fields) -> Action:
    same = op.flag("same_effect") if "same_effect" in op else True
    return GrantExtraTurn(who=players(game, op.get("who")), same_effect=same)


def _skip_turn(game: Game, op: Fields) -> Action:
    """One effect on several players; a team that takes turns together skips one of them (805.8), and one for
    each player if every one has their own effect."""
    who = players(game, op.get("who"))
    if op.flag("same_effect") or "same_effect" not in op:
        who = tuple({game.taker_of(id): id for id in who}.values())
    return Together(actions=tuple(GrantSkip(who=id) for id in who))


def _phase(game: Game, op: Fields, *, added: bool) -> Action:
    return ChangePhase(who=players(game, op.get("who")), part=TurnPart(op.text("phase")), added=added)


OPERATIONS: Mapping[str, Operation] = {
    "begin_turn": _begin_turn,
    "end_turn": _end_turn,
    "extra_turn": _extra_turn,
    "skip_turn": _skip_turn,
    "reverse_turn_order": lambda game, op: ReverseTurnOrder(),
    "extra_phase": lambda game, op: _phase(game, op, added=True),
    "skip_phase": lambda game, op: _phase(game, op, added=False),
    "control_turn": lambda game, op: ControlTurn(who=op.text("who"), by=op.text("by")),
}
