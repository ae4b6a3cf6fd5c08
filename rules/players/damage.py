"""Damage on its way to a player: what prevents or changes it before it is dealt (120.4b, 614 to 616)."""

from itertools import groupby, permutations

from msgspec import Struct

from rules.events.life import DamagePrevented, DamageReplaced
from rules.game.game import Game
from rules.game.parts import CommanderId, Effect, EffectKind, PlayerId
from rules.players import continuous_effects
from rules.resolution import Resolution, require_countable

_PREVENTION = (
    EffectKind.PREVENT_DAMAGE,
    EffectKind.PREVENT_HALF_DAMAGE,
    EffectKind.PREVENT_SOME_DAMAGE,
    EffectKind.PREVENT_NEXT_DAMAGE,
)
_KINDS = (
    EffectKind.PREVENT_DAMAGE,
    EffectKind.PREVENT_HALF_DAMAGE,
    EffectKind.HALVE_DAMAGE_DOWN,
    EffectKind.HALVE_DAMAGE_UP,
    EffectKind.PREVENT_SOME_DAMAGE,
    EffectKind.PREVENT_NEXT_DAMAGE,
    EffectKind.MULTIPLY_DAMAGE,
    EffectKind.MULTIPLY_DAMAGE_DEALT,
)
"""The kinds that change damage, in the order that is mostly the best for who would be dealt it."""
_MOST_ORDERED = 6
"""Effects on one damage of which every order is tried."""


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
    for prevented, same in groupby(_best_order(resolution.game, damage), _prevents):
        before = amount
        for effect in same:
            amount = _apply(resolution, effect, amount, applied)
        _record(resolution, damage, before, amount, prevented=prevented)
    return amount


def _best_order(game: Game, damage: PendingDamage) -> tuple[Effect, ...]:
    """The effects that this damage meets; in doubt the oldest first, after those that aren't used up."""
    met = [effect for effect in game.effects if effect.kind in _KINDS and _meets(effect, damage)]
    met.sort(key=lambda effect: (_KINDS.index(effect.kind), effect.times is not None))
    if len(met) > _MOST_ORDERED:
        return tuple(met)
    return min(permutations(met), key=lambda order: _outcome(order, damage.amount))


def _meets(effect: Effect, damage: PendingDamage) -> bool:
    dealing = effect.kind is EffectKind.MULTIPLY_DAMAGE_DEALT
    return (
        effect.on == (damage.by if dealing else damage.to)
        and (damage.preventable or not _prevents(effect))
        and effect.combat in (None, damage.combat)
        and effect.dealt_by in (None, damage.by)
        and effect.commander in (None, damage.commander)
    )


def _is_shield(effect: Effect) -> bool:
    """Whether it prevents an amount of damage and is used up by it (615.7)."""
    return effect.kind is EffectKind.PREVENT_NEXT_DAMAGE


def _prevents(effect: Effect) -> bool:
    return effect.kind in _PREVENTION


def _outcome(order: tuple[Effect, ...], amount: int) -> tuple[int, int]:
    """The damage that an order of effects leaves, and how much of them it uses up."""
    used = 0
    for effect in order:
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
        case EffectKind.PREVENT_HALF_DAMAGE | EffectKind.HALVE_DAMAGE_DOWN:
            return amount // 2
        case EffectKind.HALVE_DAMAGE_UP:
            return -(-amount // 2)
        case EffectKind.MULTIPLY_DAMAGE | EffectKind.MULTIPLY_DAMAGE_DEALT:
            return amount * effect.n
        case _:
            return 0


def _apply(resolution: Resolution, effect: Effect, amount: int, applied: dict[int, Effect]) -> int:
    """What an effect leaves of an amount."""
    if amount == 0:
        return 0
    after = require_countable(_after(effect, amount))
    if effect.times is not None:
        applied[effect.id] = effect
    if _is_shield(effect):
        continuous_effects.wear_down(resolution, effect, amount - after)
    return after


def _record(
    resolution: Resolution, damage: PendingDamage, before: int, after: int, *, prevented: bool
) -> None:
    """Tells what effects have made of an amount of damage, if anything."""
    if before == after:
        return
    if not prevented:
        rule = resolution.rule("damage_replaced")
        resolution.record(
            DamageReplaced(to=damage.to, before=before, after=after, source=damage.by, rule=rule)
        )
        return
    resolution.record(
        DamagePrevented(
            to=damage.to,
            amount=before - after,
            source=damage.by,
            combat=damage.combat,
            commander=damage.commander,
            rule=resolution.rule("prevented"),
        )
    )
