"""Continuous effects: beginning and ending them."""

from dataclasses import dataclass

from rules.actions.action import Action
from rules.game.parts import EffectKind, PlayerId, Taker
from rules.players import continuous_effects
from rules.resolution import Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEffect(Action):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEffect(Action):
    """The newest effect of a kind on each of these players ends."""

    who: tuple[PlayerId, ...]
    kind: EffectKind

    def perform(self, resolution: Resolution) -> None:
        for who in resolution.playing(self.who):
            continuous_effects.end(resolution, who, self.kind)
