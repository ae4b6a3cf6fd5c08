"""Damage on its way to a player: what prevents or changes it before it is dealt (120.4b, 614 to 616)."""

from itertools import permutations
from typing import TypeAlias

from msgspec import Struct

from rules.events.life import DamagePrevented, DamageReplaced
from rules.game.game import Game
from rules.game.parts import CommanderId, Effect, EffectKind, PlayerId
from rules.players import continuous_effects
from rules.resolution import Resolution, require_countable

_ORDER = (
    (EffectKind.PREVENT_DAMAGE,),
    (EffectKind.HALVE_DAMAGE_DOWN,),
    (EffectKind.HALVE_DAMAGE_UP,),
    (EffectKind.PREVENT_SOME_DAMAGE, EffectKind.PREVENT_NEXT_DAMAGE),
    (EffectKind.MULTIPLY_DAMAGE, EffectKind.MULTIPLY_DAMAGE_DEALT),
)
"""The kinds that change damage; those that stand together come to the same in any order."""
_PREVENTION = frozenset(
    (EffectKind.PREVENT_DAMAGE, EffectKind.PREVENT_SOME_DAMAGE, EffectKind.PREVENT_NEXT_DAMAGE)
)
_Groups: TypeAlias = tuple[tuple[Effect, ...], ...]


class PendingDamage(Struct, frozen=True, kw_only=True):
    """Damage that a source would deal to a player."""

    to: PlayerId
    amount: int
    by: PlayerId | None = None
    combat: bool = False
    commander: CommanderId | None = None
    preventable: bool = True


def modified(resolution: Resolution, damage: PendingDamage, applied: dict[int, Effect]) -> int:
    """How much of the damage is dealt after everything that prevents or changes it, which is recorded.

    The affected player chooses the order (616.1): the one that leaves the least damage and uses up the least.
    Effects that apply a number of times are added to `applied`, to be counted once for the whole event.
    """
    amount = damage.amount
    groups = min(
        permutations(_applicable(resolution.game, damage)),
        key=lambda groups: _outcome(groups, damage.amount),
    )
    for group in groups:
        amount = _apply(resolution, damage, amount, group, applied)
    return amount


def _applicable(game: Game, damage: PendingDamage) -> _Groups:
    """The effects that this damage meets, by what they do; those that can't be used up come first."""
    met = [effect for effect in game.effects if _meets(effect, damage)]
    lasting = sorted(met, key=lambda effect: (effect.times is not None, _is_shield(effect)))
    groups = (tuple(effect for effect in lasting if effect.kind in kinds) for kinds in _ORDER)
    return tuple(group for group in groups if group)


def _meets(effect: Effect, damage: PendingDamage) -> bool:
    dealing = effect.kind is EffectKind.MULTIPLY_DAMAGE_DEALT
    return (
        effect.on == (damage.by if dealing else damage.to)
        and (damage.preventable or effect.kind not in _PREVENTION)
        and effect.combat in (None, damage.combat)
        and effect.dealt_by in (None, damage.by)
        and effect.commander in (None, damage.commander)
    )


def _is_shield(effect: Effect) -> bool:
    """Whether it prevents an amount of damage and is used up by it (615.7)."""
    return effect.kind is EffectKind.PREVENT_NEXT_DAMAGE


def _outcome(groups: _Groups, amount: int) -> tuple[int, int]:
    """The damage that an order of effects leaves, and how much of them it uses up."""
    used = 0
    for group in groups:
        for effect in group:
            after = _after(effect, amount)
            if _is_shield(effect):
                used += amount - after
            elif effect.times is not None and amount:
                used += 1
            amount = after
    return amount, used


def _after(effect: Effect, amount: int) -> int:
    """What an effect makes of an amount of damage; of 0 nothing else (614.7a)."""
    match effect.kind:
        case EffectKind.PREVENT_SOME_DAMAGE | EffectKind.PREVENT_NEXT_DAMAGE:
            return max(0, amount - effect.n)
        case EffectKind.HALVE_DAMAGE_DOWN:
            return amount // 2
        case EffectKind.HALVE_DAMAGE_UP:
            return -(-amount // 2)
        case EffectKind.MULTIPLY_DAMAGE | EffectKind.MULTIPLY_DAMAGE_DEALT:
            return amount * effect.n
        case _:
            return 0


def _apply(
    resolution: Resolution,
    damage: PendingDamage,
    amount: int,
    group: tuple[Effect, ...],
    applied: dict[int, Effect],
) -> int:
    """What a group of effects leaves of an amount; one event tells of all that it did."""
    before = amount
    for effect in group:
        if amount == 0:
            break
        after = require_countable(_after(effect, amount))
        if effect.times is not None:
            applied[effect.id] = effect
        if _is_shield(effect):
            continuous_effects.wear_down(resolution, effect, amount - after)
        amount = after
    if amount == before:
        return amount
    if group[0].kind in _PREVENTION:
        resolution.record(
            DamagePrevented(
                to=damage.to,
                amount=before - amount,
                source=damage.by,
                combat=damage.combat,
                commander=damage.commander,
                rule=resolution.rule("prevented"),
            )
        )
    else:
        rule = resolution.rule("damage_replaced")
        resolution.record(
            DamageReplaced(to=damage.to, before=before, after=amount, source=damage.by, rule=rule)
        )
    return amount
