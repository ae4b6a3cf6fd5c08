"""What the continuous effects are called."""

from collections.abc import Mapping

from cogs.text.language import tr
from rules.game.parts import Effect, EffectKind

NAMES: Mapping[EffectKind, str] = {
    EffectKind.CANT_GAIN_LIFE: "can't gain life",
    EffectKind.CANT_LOSE_LIFE: "can't lose life",
    EffectKind.CANT_PAY_LIFE: "can't pay life",
    EffectKind.CANT_LOSE_GAME: "can't lose the game",
    EffectKind.CANT_WIN_GAME: "can't win the game",
    EffectKind.NO_LOSS_AT_ZERO_LIFE: "doesn't lose for having 0 or less life",
    EffectKind.CANT_GET_POISON: "can't get poison counters",
    EffectKind.CANT_BECOME_MONARCH: "can't become the monarch",
    EffectKind.MULTIPLY_LIFE_GAIN: "gains n times as much life",
    EffectKind.MULTIPLY_LIFE_LOSS: "loses n times as much life",
    EffectKind.LOSS_SETS_LIFE: "life becomes n instead of losing life",
    EffectKind.DAMAGE_CAUSES_NO_LOSS: "damage doesn't cause life loss",
    EffectKind.DAMAGE_LIFE_FLOOR: "damage can't reduce life below n",
    EffectKind.REPLACE_GAME_LOSS: "life becomes n instead of losing the game, once",
}

WITH_NUMBER: Mapping[EffectKind, str] = {
    EffectKind.MULTIPLY_LIFE_GAIN: "gains {n} times as much life",
    EffectKind.MULTIPLY_LIFE_LOSS: "loses {n} times as much life",
    EffectKind.LOSS_SETS_LIFE: "life becomes {n} instead of losing life",
    EffectKind.DAMAGE_LIFE_FLOOR: "damage can't reduce life below {n}",
    EffectKind.REPLACE_GAME_LOSS: "life becomes {n} instead of losing the game, once",
}
"""Those that are about a number, with its place."""


def describe(effect: Effect) -> str:
    """An effect with its number in place."""
    return tr(WITH_NUMBER.get(effect.kind, NAMES[effect.kind]), n=effect.n)
