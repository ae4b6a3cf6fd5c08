"""Continuous effects: beginning and ending them."""

from rules.actions.action import PlayersAction
from rules.events.continuous_effects import EffectBegan, EffectEnded
from rules.game.parts import Effect, EffectKind, PlayerId, Taker
from rules.players.continuous_effects import newest
from rules.refusal import Refusal
from rules.resolution import Resolution

_WITH_NUMBER = frozenset(
    {
        EffectKind.MULTIPLY_LIFE_GAIN,
        EffectKind.MULTIPLY_LIFE_LOSS,
        EffectKind.LOSS_SETS_LIFE,
        EffectKind.DAMAGE_LIFE_FLOOR,
        EffectKind.REPLACE_GAME_LOSS,
    }
)
"""The kinds that mean nothing without a number."""


class BeginEffect(PlayersAction, frozen=True, kw_only=True):
    """A continuous effect begins on these players."""

    kind: EffectKind
    n: int | None = None
    source: PlayerId | None = None
    until_turn_of: Taker | None = None

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        if self.kind in _WITH_NUMBER and self.n is None:
            raise Refusal("effect_needs_number", effect=self.kind.value)
        if self.source is not None:
            resolution.game.player(self.source)
        if self.until_turn_of is not None and self.until_turn_of not in resolution.game.takers:
            raise Refusal("not_a_taker", who=self.until_turn_of)
        effect = Effect(
            id=resolution.game.next_effect,
            kind=self.kind,
            on=who,
            n=self.n or 0,
            source=self.source,
            until_turn_of=self.until_turn_of,
        )
        resolution.record(EffectBegan(effect=effect))


class EndEffect(PlayersAction, frozen=True, kw_only=True):
    """The newest effect of a kind on each of these players ends."""

    kind: EffectKind

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        effect = newest(resolution.game, who, self.kind)
        if effect is None:
            name = resolution.game.player(who).name
            raise Refusal("no_such_effect", who=name, effect=self.kind.value)
        resolution.record(EffectEnded(effect=effect, cause="removed"))
