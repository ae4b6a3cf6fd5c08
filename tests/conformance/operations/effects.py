"""Continuous effects and the cards that make them."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.continuous_effects import BeginEffect, ChangeSourceControl, EndEffect, RemoveSource
from rules.game.game import Game
from rules.game.parts import EffectKind
from tests.conformance.case import Fields
from tests.conformance.operations.operation import Operation
from tests.conformance.setting import effect_of
from tests.conformance.targets import players


def _add_effect(game: Game, op: Fields) -> Action:
    effect = effect_of(game, op, 0)
    return BeginEffect(
        who=(effect.on,),
        kind=effect.kind,
        n=effect.n,
        source=effect.source,
        ranged=True,
        until_turn_of=effect.until_turn_of,
        until_end_of=effect.until_end_of,
        times=effect.times,
        combat=effect.combat,
        dealt_by=effect.dealt_by,
        commander=effect.commander,
        creatures=effect.creatures,
        during=effect.during,
        life_at_most=effect.life_at_most,
        passing=effect.passing,
        to=effect.to,
        afterwards=effect.afterwards,
        card=effect.card,
        scope=effect.scope,
    )


def _remove_effect(game: Game, op: Fields) -> Action:
    return EndEffect(who=players(game, op.get("on")), kind=EffectKind(op.text("effect")))


def _card_gone(game: Game, op: Fields) -> Action:
    """A card that makes effects has left the battlefield."""
    return RemoveSource(object=0, who=op.text("controller"), card=op.text("card"))


def _card_control(game: Game, op: Fields) -> Action:
    """Another player controls a card that makes effects."""
    return ChangeSourceControl(object=0, who=op.text("controller"), card=op.text("card"), to=op.text("to"))


OPERATIONS: Mapping[str, Operation] = {
    "add_effect": _add_effect,
    "remove_effect": _remove_effect,
    "card_control": _card_control,
    "card_gone": _card_gone,
}
