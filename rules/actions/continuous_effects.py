"""Continuous effects: beginning and ending them."""

from rules.actions.action import Action, PlayersAction, reached_players, require_reached
from rules.events.cards import CardResolved
from rules.events.continuous_effects import EffectBegan, EffectEnded
from rules.game.game import Game
from rules.game.parts import Afterwards, CommanderId, Effect, EffectKind, PlayerId, Scope, TurnOwner
from rules.players import continuous_effects
from rules.players.continuous_effects import newest_effect
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
"""The kinds of effects that can use the damage they have prevented."""
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


_MAX_PASSING = 10
"""Turn ends that an effect can outlast, and one more."""


class BeginEffect(PlayersAction, frozen=True, kw_only=True):
    """A continuous effect begins on these players if in range of its source's controller, or on the players
    of its `scope`, relative to that controller."""

    kind: EffectKind
    n: int | None = None
    source: PlayerId | None = None
    until_turn_of: TurnOwner | None = None
    until_end_of: TurnOwner | None = None
    times: int | None = None
    combat: bool | None = None
    dealt_by: PlayerId | None = None
    commander: CommanderId | None = None
    creatures: bool = False
    during: TurnOwner | None = None
    life_at_most: int | None = None
    passing: int = 0
    to: PlayerId | None = None
    afterwards: Afterwards | None = None
    card: str = ""
    """The name of its card, if given; later steps about this card apply to it."""
    scope: Scope = Scope.NAMED
    ranged: bool = False

    def perform(self, resolution: Resolution) -> None:
        self._require_sensible()
        for id in (self.source, self.dealt_by, self.to):
            if id is not None:
                resolution.playing_one(id)
        for taker in (self.until_turn_of, self.until_end_of, self.during):
            if taker is not None:
                _require_taker(resolution.game, taker)
        controller = self.source if self.ranged else None
        if controller is not None and self.to is not None:
            require_reached(resolution, controller, (self.to,))
        effect = self._effect(self._object(resolution))
        if controller is None or self.scope is Scope.NAMED:
            on = reached_players(resolution, controller, self.who)
        else:
            on = tuple(continuous_effects.whom(resolution.game, effect, ()))
        for who in on:
            continuous_effects.begin(resolution, effect, who)

    def _require_sensible(self) -> None:
        """Raise Refusal for an effect that lacks its number, or has fields that don't apply to it."""
        if self.kind in _WITH_NUMBER and self.n is None:
            raise Refusal("effect_needs_number", effect=self.kind.value)
        some_damage = (self.combat, self.dealt_by, self.commander) != (None,) * 3 or self.creatures
        if self.kind not in _OF_DAMAGE and some_damage:
            raise Refusal("effect_not_of_damage", effect=self.kind.value)
        if (self.kind is EffectKind.REDIRECT_NEXT_DAMAGE) != (self.to is not None):
            raise Refusal("effect_needs_recipient", effect=self.kind.value)
        if self.afterwards is not None and (self.kind not in _PREVENTING or self.source is None):
            raise Refusal("effect_prevents_nothing", effect=self.kind.value)
        if self.passing and (self.until_end_of is None or not 0 < self.passing < _MAX_PASSING):
            raise Refusal("effect_needs_duration", effect=self.kind.value)
        if self.times is not None and (self.kind not in _COUNTED or self.times < 1):
            raise Refusal("effect_not_counted", effect=self.kind.value)

    def _effect(self, object: int) -> Effect:
        """Return the effect, not yet on anyone."""
        return Effect(
            id=0,
            card=self.card,
            scope=self.scope,
            object=object,
            kind=self.kind,
            on="",
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

    def _object(self, resolution: Resolution) -> int:
        """Return the number of its source: a new object, or the existing one of the same card.

        A card that is played again is another object, even if its player has others of that name. A source
        without a name makes only one kind of effect.
        """
        made = [event.effect for event in resolution.events if isinstance(event, EffectBegan)]
        played = any(isinstance(event, CardResolved) for event in resolution.events)
        there = resolution.game.effects if self.card and not played else made
        for one in there:
            alike = (one.card, one.source, one.has_duration) == (self.card, self.source, self._has_duration)
            if alike and (self.card or one.kind is self.kind):
                return one.made_by
        return resolution.game.next_effect

    @property
    def _has_duration(self) -> bool:
        return self.until_turn_of is not None or self.until_end_of is not None


def _require_taker(game: Game, taker: TurnOwner) -> None:
    """Raise Refusal for a duration without an owner of the turns, or whose owner has left (800.4k)."""
    if taker not in game.takers:
        raise Refusal("not_a_taker", who=taker)
    if not any(game.player(id).in_game for id in game.team_of(taker)) and taker not in game.active_takers:
        one = game.side(taker) if game.rules.shared_turns else game.player(taker)
        raise Refusal("left_game", who=one.name)


class EndEffect(PlayersAction, frozen=True, kw_only=True):
    """The newest effect of a kind on each of these players ends."""

    kind: EffectKind

    def perform_for(self, resolution: Resolution, who: PlayerId) -> None:
        effect = newest_effect(resolution.game, who, self.kind)
        if effect is None:
            name = resolution.game.player(who).name
            raise Refusal("no_such_effect", who=name, effect=self.kind.value)
        resolution.record(EffectEnded(effect=effect, cause="removed"))


class SourceAction(Action, frozen=True, kw_only=True):
    """An event about a source of effects: an object by its number, controlled by `who`.

    A nameless source is identified by its effect `kind` on `on`. If a fix has changed earlier steps, the
    number may differ: then it is the only matching object. Raises Refusal "no_such_source".
    """

    object: int
    who: PlayerId | None = None
    card: str = ""
    kind: EffectKind | None = None
    on: PlayerId | None = None

    def perform(self, resolution: Resolution) -> None:
        found = {one.made_by for one in resolution.game.effects if self._is_meant(one)}
        if self.object not in found and len(found) != 1:
            raise Refusal("no_such_source", card=self.card)
        self.perform_for(resolution, self.object if self.object in found else found.pop())

    def _is_meant(self, effect: Effect) -> bool:
        named = (effect.card, effect.source) == (self.card, self.who) and not effect.has_duration
        return named and (self.kind is None or (effect.kind, effect.on) == (self.kind, self.on))

    def perform_for(self, resolution: Resolution, object: int) -> None:
        """Check the action for the object found."""
        raise NotImplementedError


class RemoveSource(SourceAction, frozen=True, kw_only=True):
    """A source of effects leaves, and its effects end (611.3a)."""

    def perform_for(self, resolution: Resolution, object: int) -> None:
        for effect in continuous_effects.made_by(resolution.game, object):
            resolution.record(EffectEnded(effect=effect, cause="gone"))


class ChangeSourceControl(SourceAction, frozen=True, kw_only=True):
    """A source of effects gets another controller: "you" and "your opponents" then refer to that player."""

    to: PlayerId

    def perform_for(self, resolution: Resolution, object: int) -> None:
        resolution.playing_one(self.to)
        if self.who is None:
            raise Refusal("no_such_source", card=self.card)
        if self.to == self.who:
            raise Refusal("controls_already", who=resolution.game.player(self.to).name)
        continuous_effects.change_control(resolution, object, self.to)
