"""Damage to players and everything that is part of the same event (120)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import counters, designations, effects, life
from rules.events import DamageDealt
from rules.game import EffectKind, Game, PlayerId
from rules.refusal import Refusal
from rules.seating import in_range
from rules.step import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What deals the damage: who controls it and its keywords."""

    controller: PlayerId | None = None
    combat: bool = False
    infect: bool = False
    toxic: int = 0
    lifelink: bool = False
    commander: str | None = None


def deal(step: Step, source: Source, damage: Mapping[PlayerId, int]) -> None:
    """A source deals damage to players at once: loss of life or poison (120.3a, 120.3b), toxic (120.3g), the
    commander's tally (903.10a) and one gain by lifelink for all of it (120.3f), in one event.

    0 damage is not dealt (120.8). Raises Refusal when a player has left or is out of range (801.10).
    """
    for to in damage:
        step.require_playing(to)
        require_in_range(step.game, source.controller, to)
    for to, amount in damage.items():
        if amount > 0:
            _deal_to(step, source, to, amount)
    total = sum(max(0, amount) for amount in damage.values())
    if source.lifelink and source.controller is not None:
        life.gain(step, source.controller, total, cause="lifelink", rule="lifelink")
    if source.combat and source.controller is not None and total > 0:
        for to in damage:
            designations.combat_damage_dealt(step, source.controller, to)


def _deal_to(step: Step, source: Source, to: PlayerId, amount: int) -> None:
    commander = source.commander if source.combat else None
    earlier = step.game.player(to).commander_damage
    step.record(
        DamageDealt(
            to=to,
            amount=amount,
            source=source.controller,
            combat=source.combat,
            commander=commander,
            tally=earlier.get(commander, 0) + amount if commander else 0,
        )
    )
    if source.infect:
        counters.add(step, to, "poison", amount, rule="infect", source=source.controller)
    else:
        loss = _loss_from(step.game, to, amount)
        life.lose(step, to, loss, cause="damage", rule="damage", source=source.controller)
    if source.combat:
        counters.add(step, to, "poison", source.toxic, rule="toxic", source=source.controller)


def _loss_from(game: Game, who: PlayerId, amount: int) -> int:
    """The life that damage takes: none, or only down to a floor, under an effect that says so."""
    if effects.newest(game, who, EffectKind.DAMAGE_CAUSES_NO_LOSS):
        return 0
    floor = effects.newest(game, who, EffectKind.DAMAGE_LIFE_FLOOR)
    if floor is None:
        return amount
    return min(amount, max(0, game.life_seen(who) - floor.n))


def require_in_range(game: Game, controller: PlayerId | None, who: PlayerId) -> None:
    """Raises Refusal when a player is outside the range of influence of what would affect them (801.10)."""
    if controller is None or not game.player(controller).in_game:
        return
    if who not in in_range(game, controller):
        raise Refusal("out_of_range", who=game.player(who).name, of=game.player(controller).name)
