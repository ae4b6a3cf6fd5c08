"""Continuous effects: beginning and ending them."""

from rules.actions.action import PlayersAction
from rules.events.continuous_effects import EffectBegan, EffectEnded
from rules.game.game import Game
from rules.game.parts import Afterwards, CommanderId, Effect, EffectKind, PlayerId, Taker
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
        EffectKind.PREVENT_NEXT_DAMAGE,
        EffectKind.PREVENT_SOME_DAMAGE,
        EffectKind.MULTIPLY_DAMAGE,
        EffectKind.MULTIPLY_DAMAGE_DEALT,
        EffectKind.ADD_LIFE_GAIN,
        EffectKind.ADD_DAMAGE,
        EffectKind.REDIRECT_NEXT_DAMAGE,
        EffectKind.MULTIPLY_COUNTERS_PUT,
        EffectKind.ADD_COUNTERS,
    }
)
"""The kinds that mean nothing without a number."""
_OF_DAMAGE = frozenset(
    {
        EffectKind.PREVENT_DAMAGE,
        EffectKind.PREVENT_NEXT_DAMAGE,
        EffectKind.PREVENT_SOME_DAMAGE,
        EffectKind.PREVENT_HALF_DAMAGE,
        EffectKind.HALVE_DAMAGE_DOWN,
        EffectKind.HALVE_DAMAGE_UP,
        EffectKind.MULTIPLY_DAMAGE,
        EffectKind.MULTIPLY_DAMAGE_DEALT,
        EffectKind.ADD_DAMAGE,
        EffectKind.REDIRECT_NEXT_DAMAGE,
        EffectKind.DAMAGE_CANT_BE_PREVENTED,
        EffectKind.DAMAGE_AS_INFECT,
    }
)
"""The kinds that can be about some damage only."""
_PREVENTING = frozenset({EffectKind.PREVENT_DAMAGE, EffectKind.PREVENT_NEXT_DAMAGE})
"""The kinds after which something can be done with what they have prevented."""
_COUNTED = (
    _OF_DAMAGE
    - {
        EffectKind.PREVENT_NEXT_DAMAGE,
        EffectKind.REDIRECT_NEXT_DAMAGE,
        EffectKind.DAMAGE_CANT_BE_PREVENTED,
        EffectKind.DAMAGE_AS_INFECT,
    }
) | {
    EffectKind.ADD_LIFE_GAIN,
    EffectKind.MULTIPLY_LIFE_GAIN,
    EffectKind.MULTIPLY_LIFE_LOSS,
    EffectKind.LOSS_SETS_LIFE,
    EffectKind.GAIN_BECOMES_LOSS,
}
"""The kinds that can be used up by the number of times that they apply."""


_MOST_PASSING = 10
"""Turn ends that an effect can outlast, and one more."""


class BeginEffect(PlayersAction, frozen=True, kw_only=True):
    """A continuous effect begins on these players."""

    kind: EffectKind
    n: int | None = None
    source: PlayerId | None = None
    until_turn_of: Taker | None = None
    until_end_of: Taker | None = None
    times: int | None = None
    combat: bool | None = None
    dealt_by: PlayerId | None = None
    commander: CommanderId | None = None
    creatures: bool = False
    during: Taker | None = None
    life_at_most: int | None = None
    passing: int = 0
    to: PlayerId | None = None
    afterwards: Afterwards | None = None

    def perform(self, resolution: Resolution) -> None:
        self._require_sensible()
        for id in (self.source, self.dealt_by, self.to):
            if id is not None:
                resolution.playing_one(id)
        for taker in (self.until_turn_of, self.until_end_of, self.during):
            if taker is not None:
                _require_taker(resolution.game, taker)
        super().perform(resolution)

    def _require_sensible(self) -> None:
        """Refuse an effect that lacks its number, or has what such an effect can't have."""
        if self.kind in _WITH_NUMBER and self.n is None:
            raise Refusal("effect_needs_number", effect=self.kind.value)
        some_damage = (self.combat, self.dealt_by, self.commander) != (None,) * 3 or self.creatures
        if self.kind not in _OF_DAMAGE and some_damage:
            raise Refusal("effect_not_of_damage", effect=self.kind.value)
        if (self.kind is EffectKind.REDIRECT_NEXT_DAMAGE) != (self.to is not None):
            raise Refusal("effect_needs_recipient", effect=self.kind.value)
        if self.afterwards is not None and (self.kind not in _PREVENTING or self.source is None):
            raise Refusal("effect_prevents_nothing", effect=self.kind.value)
        if self.passing and (self.until_end_of is None or not 0 < self.passing < _MOST_PASSING):
            raise Refusal("effect_needs_duration", effect=self.kind.value)
        if self.times is not None and (self.kind not in _COUNTED or self.times < 1):
            raise Refusal("effect_not_counted", effect=self.kind.value)

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        effect = Effect(
            id=resolution.game.next_effect,
            kind=self.kind,
            on=who,
            n=self.n or 0,
            source=self.source,
            until_turn_of=self.until_turn_of,
            until_end_of=self.until_end_of,
            times=self.times,
            combat=self.combat,
            dealt_by=self.dealt_by,
            commander=self.commander,
            creatures=self.creatures,
            during=self.during,
            life_at_most=self.life_at_most,
            passing=self.passing,
            to=self.to,
            afterwards=self.afterwards,
        )
        resolution.record(EffectBegan(effect=effect))


def _require_taker(game: Game, taker: Taker) -> None:
    """Refuse a duration that is about nobody's turns, or about those of somebody who has left (800.4k)."""
    if taker not in game.takers:
        raise Refusal("not_a_taker", who=taker)
    if not any(game.player(id).in_game for id in game.team_of(taker)) and taker not in game.active_takers:
        one = game.side(taker) if game.rules.shared_turns else game.player(taker)
        raise Refusal("left_game", who=one.name)


class EndEffect(PlayersAction, frozen=True, kw_only=True):
    """The newest effect of a kind on each of these players ends."""

    kind: EffectKind

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        effect = newest(resolution.game, who, self.kind)
        if effect is None:
            name = resolution.game.player(who).name
            raise Refusal("no_such_effect", who=name, effect=self.kind.value)
        resolution.record(EffectEnded(effect=effect, cause="removed"))
