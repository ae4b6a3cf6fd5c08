"""Lasting effects of cards on the list: their players, effect and damage."""

from msgspec import Struct

from rules.actions.continuous_effects import BeginEffect
from rules.cards.card import SCOPES, Card, Counted, Play
from rules.formats.editions import RuleKey
from rules.game.parts import Afterwards, EffectKind, Scope, TurnOwner


class Lasting(Struct, frozen=True):
    """A continuous effect of a card on these players.

    ``n`` is its number, None if it is the card's X. ``mine``: it applies only to damage by sources of its
    controller; ``theirs``: of the chosen player. ``own_turn``: it applies only in its controller's turns.
    """

    on: Counted
    kind: EffectKind
    n: int | None = None
    combat: bool | None = None
    creatures: bool = False
    mine: bool = False
    theirs: bool = False
    own_turn: bool = False
    life_at_most: int | None = None
    times: int | None = None
    afterwards: Afterwards | None = None

    def begin(self, play: Play) -> BeginEffect:
        """Return the action that starts it, for as long as the card's controller has the card."""
        return self._begin(play, None)

    def this_turn(self, play: Play) -> BeginEffect:
        """Return the action that starts it until the end of the turn."""
        return self._begin(play, play.this_turn)

    def _begin(self, play: Play, until_end_of: TurnOwner | None) -> BeginEffect:
        dealer = play.by if self.mine else play.chosen[0] if self.theirs else None
        return BeginEffect(
            who=self.on(play),
            kind=self.kind,
            n=play.x if self.n is None else self.n,
            source=play.by,
            until_end_of=until_end_of,
            times=self.times,
            combat=self.combat,
            dealt_by=dealer,
            creatures=self.creatures,
            during=play.own_turns if self.own_turn else None,
            life_at_most=self.life_at_most,
            afterwards=self.afterwards,
            scope=SCOPES.get(self.on, Scope.NAMED),
        )


def while_there(name: str, rule: RuleKey, *effects: Lasting, x: bool = False) -> Card:
    """Return a permanent: its effects last as long as its controller has it, and end by `/effect remove`
    before."""
    return Card(name=name, rule=rule, actions=lambda play: tuple(one.begin(play) for one in effects), x=x)


def this_turn(name: str, rule: RuleKey, *effects: Lasting) -> Card:
    """Return a card whose effects last until the end of the turn."""
    return Card(name=name, rule=rule, actions=lambda play: tuple(one.this_turn(play) for one in effects))
