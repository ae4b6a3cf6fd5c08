"""Continuous effects: beginning and ending them."""

from rules.actions.action import Action
from rules.game.parts import EffectKind, PlayerId, Taker
from rules.players import continuous_effects
from rules.resolution import Resolution


class BeginEffect(Action, frozen=True, kw_only=True):
    """A continuous effect begins on these players."""

    who: tuple[PlayerId, ...]
    kind: EffectKind
    n: int | None = None
    source: PlayerId | None = None
    until_turn_of: Taker | None = None

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            continuous_effects.begin(
                resolution, who, self.kind, n=self.n, source=self.source, until_turn_of=self.until_turn_of
            )


class EndEffect(Action, frozen=True, kw_only=True):
    """The newest effect of a kind on each of these players ends."""

    who: tuple[PlayerId, ...]
    kind: EffectKind

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            continuous_effects.end(resolution, who, self.kind)
