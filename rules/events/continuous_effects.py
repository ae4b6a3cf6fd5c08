"""Continuous effects."""

from msgspec.structs import replace

from rules.events.event import GameEvent
from rules.game.game import Game
from rules.game.parts import Effect


class EffectBegan(GameEvent, frozen=True, kw_only=True):
    """A continuous effect began (611)."""

    effect: Effect

    def apply(self, game: Game) -> Game:
        return replace(game, effects=(*game.effects, self.effect), next_effect=self.effect.id + 1)


class EffectUsed(GameEvent, frozen=True, kw_only=True):
    """A continuous effect applied and is partly used up: `effect` is the remaining part (615.7)."""

    effect: Effect

    def apply(self, game: Game) -> Game:
        effects = (self.effect if one.id == self.effect.id else one for one in game.effects)
        return replace(game, effects=tuple(effects))


class EffectEnded(GameEvent, frozen=True, kw_only=True):
    """A continuous effect ended: removed, used up, expired, or its source left."""

    effect: Effect
    cause: str

    def apply(self, game: Game) -> Game:
        return replace(game, effects=tuple(one for one in game.effects if one.id != self.effect.id))
