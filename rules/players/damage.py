"""Damage to players and everything that is part of the same event (120)."""

from collections.abc import Mapping
from functools import partial

from msgspec import Struct

from rules.events.life import DamageDealt
from rules.game.game import Game
from rules.game.limits import require_countable
from rules.game.parts import EffectKind, PlayerId
from rules.game.seating import in_range
from rules.players import continuous_effects, counters, designations, life
from rules.refusal import Refusal
from rules.resolution import Resolution


class DamageSource(Struct, frozen=True, kw_only=True):
    """What deals the damage: who controls it and its keywords."""

    controller: PlayerId | None = None
    combat: bool = False
    infect: bool = False
    toxic: int = 0
    lifelink: bool = False
    commander: str | None = None


def deal(resolution: Resolution, source: DamageSource, damage: Mapping[PlayerId, int]) -> None:
    """A source deals damage to players at once: loss of life or poison (120.3a, 120.3b), toxic (120.3g), the
    commander's tally (903.10a) and one gain by lifelink for all of it (120.3f), in one event.

    0 damage is not dealt (120.8), and none to players who have left or are out of range (800.4e, 801.10).
    Raises Refusal when that is everybody.
    """
    reached = {to: n for to, n in damage.items() if _obstacle(resolution.game, source.controller, to) is None}
    for to in damage:
        obstacle = _obstacle(resolution.game, source.controller, to)
        if obstacle is not None and not reached:
            raise obstacle
    dealt = {to: n for to, n in reached.items() if n > 0}
    for to, amount in dealt.items():
        _deal_to(resolution, source, to, amount)
    if source.controller is None or not resolution.game.player(source.controller).in_game:
        return
    if source.lifelink:
        life.gain(resolution, source.controller, sum(dealt.values()), cause="lifelink", rule="lifelink")
    if source.combat:
        for to in dealt:
            designations.combat_damage_dealt(resolution, source.controller, to)


def _obstacle(game: Game, controller: PlayerId | None, to: PlayerId) -> Refusal | None:
    """Why a player can't be dealt damage, if so (800.4e, 801.10)."""
    player = game.player(to)
    if not player.in_game:
        return Refusal("left_game", who=player.name)
    if controller is None or not game.player(controller).in_game or to in in_range(game, controller):
        return None
    return Refusal("out_of_range", who=player.name, of=game.player(controller).name)


def _deal_to(resolution: Resolution, source: DamageSource, to: PlayerId, amount: int) -> None:
    commander = source.commander if source.combat else None
    earlier = resolution.game.player(to).commander_damage
    resolution.record(
        DamageDealt(
            to=to,
            amount=amount,
            source=source.controller,
            combat=source.combat,
            commander=commander,
            tally=require_countable(earlier.get(commander, 0) + amount) if commander else 0,
        )
    )
    if source.infect:
        counters.add(resolution, to, "poison", amount, rule="infect", source=source.controller)
    elif continuous_effects.newest(resolution.game, to, EffectKind.DAMAGE_CAUSES_NO_LOSS) is None:
        _lose(resolution, source, to, amount)
    if source.combat:
        counters.add(resolution, to, "poison", source.toxic, rule="toxic", source=source.controller)


def _lose(resolution: Resolution, source: DamageSource, to: PlayerId, amount: int) -> None:
    """The life that damage takes. A floor looks at what the whole event makes of the total (120.4d)."""
    floor = continuous_effects.newest(resolution.game, to, EffectKind.DAMAGE_LIFE_FLOOR)
    lose = partial(
        life.lose,
        resolution,
        to,
        amount,
        cause="damage",
        rule="damage",
        source=source.controller,
        floor=None if floor is None else floor.n,
    )
    if floor is None:
        lose()
    else:
        resolution.last(lose)
