"""Damage to a player before it is dealt: the effects that prevent or change it (120.4b, 614 to 616)."""

from itertools import groupby, permutations

from msgspec import Struct, field
from msgspec.structs import replace

from rules.events.life import DamagePrevented, DamageReplaced
from rules.game.game import Game
from rules.game.parts import CommanderId, Effect, EffectKind, PlayerId, Scope
from rules.players import continuous_effects
from rules.players.continuous_effects import MAX_ORDERED, SHIELDS
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
    EffectKind.REDIRECT_NEXT_DAMAGE,
    EffectKind.MULTIPLY_DAMAGE,
    EffectKind.MULTIPLY_DAMAGE_DEALT,
    EffectKind.ADD_DAMAGE,
)
"""The kinds that change damage, in the order that is mostly the best for who would be dealt it."""


class PendingDamage(Struct, frozen=True, kw_only=True):
    """Damage that a source would deal to a player."""

    to: PlayerId
    amount: int
    by: PlayerId | None = None
    combat: bool = False
    commander: CommanderId | None = None
    preventable: bool = True
    creature: bool = False
    """Whether a creature deals it, as a creature always does combat damage."""
    shielded: int | None = None
    """The amount that the affected player lets shields prevent, of damage by several sources (615.7); None
    for the maximum."""
    replaced_by: frozenset[int] = frozenset()
    """The effects that have redirected it and can't do so again (614.5)."""
    order: tuple[EffectKind, ...] = ()
    """The kinds that the affected player has applied first, in this order (616.1)."""


class Changes(Struct, frozen=True, kw_only=True):
    """Changes by effects in one event, besides the dealt amounts.

    ``applied`` are effects with a limited number of uses, counted once for the whole event; ``prevented``
    is the prevented damage that has a further effect; ``redirected`` the damage dealt to others.
    """

    applied: dict[int, Effect] = field(default_factory=dict[int, Effect])
    prevented: list[tuple[Effect, int]] = field(default_factory=list[tuple[Effect, int]])
    redirected: list[tuple[Effect, int]] = field(default_factory=list[tuple[Effect, int]])


def modified(resolution: Resolution, damage: PendingDamage, changes: Changes) -> int:
    """Return the damage dealt after all prevention and changes, which are recorded.

    The affected player chooses the order (616.1): by default the one with the least damage and the least use
    of effects. Further results of effects are added to `changes`.
    """
    if any(
        effect.kind is EffectKind.DAMAGE_CANT_BE_PREVENTED and _meets(resolution.game, effect, damage)
        for effect in resolution.game.effects
    ):
        damage = replace(damage, preventable=False)
    amount, shielded = damage.amount, damage.shielded
    for prevented, same in groupby(_best_order(resolution.game, damage), _prevents):
        before = amount
        for effect in same:
            after = _apply(resolution, effect, amount, shielded, changes)
            if shielded is not None and _is_shield(effect):
                shielded -= amount - after
            amount = after
        _record(resolution, damage, before, amount, prevented=prevented)
    return amount


def as_infect(game: Game, damage: PendingDamage) -> bool:
    """Return whether effects let damage be dealt as though its source had infect."""
    return any(
        effect.kind is EffectKind.DAMAGE_AS_INFECT and _meets(game, effect, damage) for effect in game.effects
    )


def _best_order(game: Game, damage: PendingDamage) -> tuple[Effect, ...]:
    """Return the effects on this damage in the best order for the player, among orders that begin with the
    given kinds. Ties: effects without a limit first, then oldest first."""
    met = [effect for effect in game.effects if effect.kind in _KINDS and _meets(game, effect, damage)]
    met.sort(key=lambda effect: (_KINDS.index(effect.kind), effect.times is not None))
    first = {kind: place for place, kind in enumerate(damage.order)}
    met.sort(key=lambda effect: first.get(effect.kind, len(first)))
    if len(met) > MAX_ORDERED:
        return tuple(met)
    places = [first.get(effect.kind, len(first)) for effect in met]
    orders = (
        order
        for order in permutations(met)
        if [first.get(effect.kind, len(first)) for effect in order] == places
    )
    return min(orders, key=lambda order: _outcome(order, damage.amount, damage.shielded))


def _meets(game: Game, effect: Effect, damage: PendingDamage) -> bool:
    dealing = effect.kind is EffectKind.MULTIPLY_DAMAGE_DEALT
    return (
        effect.on == (damage.by if dealing else damage.to)
        and (damage.preventable or not _prevents(effect))
        and effect.combat in (None, damage.combat)
        and effect.dealt_by in (None, damage.by)
        and effect.commander in (None, damage.commander)
        and (damage.creature or not effect.creatures)
        and effect.id not in damage.replaced_by
        and game.meets_conditions(effect)
        and _in_range(game, effect, damage)
        and (effect.to is None or game.player(effect.to).in_game)
    )


def _in_range(game: Game, effect: Effect, damage: PendingDamage) -> bool:
    """Return whether an effect's controller has the named source or recipient of damage in range (801.10).
    An effect that names neither prevents it only with both in range (801.13b).

    Interpretation: an effect that names neither and replaces damage depends on the recipient.
    """
    if effect.source is None:
        return True
    by_source = effect.names_source
    by_recipient = effect.scope is not Scope.PLAYERS and effect.kind is not EffectKind.MULTIPLY_DAMAGE_DEALT
    if not by_source and not by_recipient:
        by_source, by_recipient = _prevents(effect), True
    source = not by_source or damage.by is None or game.reaches(effect.source, damage.by)
    return source and (not by_recipient or game.reaches(effect.source, damage.to))


def _is_shield(effect: Effect) -> bool:
    """Return whether it prevents or redirects a limited amount of damage (614.9, 615.7)."""
    return effect.kind in SHIELDS


def _prevents(effect: Effect) -> bool:
    return effect.kind in _PREVENTION


def _outcome(order: tuple[Effect, ...], amount: int, shielded: int | None) -> tuple[int, int]:
    """Return the damage that an order of effects leaves, and how much of them it uses up."""
    used = 0
    for effect in order:
        after = _after(effect, amount, shielded)
        if _is_shield(effect):
            used += amount - after
            shielded = None if shielded is None else shielded - (amount - after)
        elif effect.times is not None and amount:
            used += 1
        amount = after
    return amount, used


def _after(effect: Effect, amount: int, shielded: int | None) -> int:
    """Return an amount of damage after an effect; 0 stays 0 (614.7a)."""
    match effect.kind:
        case EffectKind.PREVENT_NEXT_DAMAGE | EffectKind.REDIRECT_NEXT_DAMAGE:
            return max(0, amount - (effect.n if shielded is None else min(effect.n, max(0, shielded))))
        case EffectKind.PREVENT_SOME_DAMAGE:
            return max(0, amount - effect.n)
        case EffectKind.ADD_DAMAGE:
            return amount + effect.n if amount else 0
        case EffectKind.PREVENT_HALF_DAMAGE | EffectKind.HALVE_DAMAGE_DOWN:
            return amount // 2
        case EffectKind.HALVE_DAMAGE_UP:
            return -(-amount // 2)
        case EffectKind.MULTIPLY_DAMAGE | EffectKind.MULTIPLY_DAMAGE_DEALT:
            return amount * effect.n
        case _:
            return 0


def _apply(
    resolution: Resolution, effect: Effect, amount: int, shielded: int | None, changes: Changes
) -> int:
    """Return the rest of an amount after an effect."""
    if amount == 0:
        return 0
    after = require_countable(_after(effect, amount, shielded))
    if effect.times is not None:
        changes.applied[effect.id] = effect
    if _is_shield(effect):
        continuous_effects.wear_down(resolution, effect, amount - after)
    if effect.afterwards is not None and after < amount:
        changes.prevented.append((effect, amount - after))
    if effect.to is not None and after < amount:
        changes.redirected.append((effect, amount - after))
    return after


def _record(
    resolution: Resolution, damage: PendingDamage, before: int, after: int, *, prevented: bool
) -> None:
    """Record how effects have changed an amount of damage, if they have."""
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
