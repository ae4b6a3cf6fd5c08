"""Counters on players (122): poison, energy, experience, rad, tickets and any other kind."""

from collections.abc import Callable, Mapping
from itertools import permutations

from rules.events.counters import CountersAdded, CountersRemoved
from rules.formats.editions import RuleKey
from rules.game.parts import Effect, EffectKind, PlayerId
from rules.players import continuous_effects
from rules.players.continuous_effects import MAX_ORDERED
from rules.refusal import Refusal
from rules.resolution import Resolution, require_countable

HARMFUL_COUNTERS = ("poison", "rad")
"""The kinds of counters that harm a player."""


def _changed(resolution: Resolution, who: PlayerId, kind: str, n: int, by: PlayerId | None) -> int:
    """Return how many counters a player gets after effects, in the order that the player would choose
    (616.1)."""
    met = [
        effect
        for effect in resolution.game.effects
        if effect.kind in _OF_COUNTERS
        and effect.on == (who if effect.kind is EffectKind.ADD_COUNTERS else by)
        and resolution.game.in_force(effect)
    ]
    orders = permutations(met) if len(met) <= MAX_ORDERED else (tuple(met),)
    numbers = {_in_order(order, n) for order in orders}
    return min(numbers) if kind in HARMFUL_COUNTERS else max(numbers)


def _in_order(effects: tuple[Effect, ...], n: int) -> int:
    for effect in effects:
        if n > 0:
            n = _OF_COUNTERS[effect.kind](n, effect.n)
    return n


_OF_COUNTERS: Mapping[EffectKind, Callable[[int, int], int]] = {
    EffectKind.MULTIPLY_COUNTERS_PUT: lambda n, times: n * times,
    EffectKind.HALVE_COUNTERS_PUT: lambda n, _: n // 2,
    EffectKind.ADD_COUNTERS: lambda n, more: n + more,
}
"""The change that effects make to a number of counters."""


def add_counters(
    resolution: Resolution,
    who: PlayerId,
    kind: str,
    n: int,
    *,
    rule: RuleKey = "counters",
    source: PlayerId | None = None,
    credited: bool = True,
) -> None:
    """Put counters of `source` on a player; poison goes to the team if it is shared (810.10).

    Effects change their number first (614.1a). Without a source the player puts them, except for poison and
    rad counters, which come from others. ``credited``: whether `source` was stated.
    """
    if n <= 0 or not continuous_effects.can_get_counters(resolution.game, who, kind):
        return
    n = _changed(resolution, who, kind, n, source or (None if kind in HARMFUL_COUNTERS else who))
    if n <= 0:
        return
    holder = resolution.game.counter_holder(who, kind)
    total = require_countable(resolution.game.counters_of(holder).get(kind, 0) + n)
    resolution.record(
        CountersAdded(
            who=who,
            kind=kind,
            amount=n,
            total=total,
            rule=resolution.rule(rule),
            source=source if credited else None,
        )
    )


def remove_counters(
    resolution: Resolution, who: PlayerId, kind: str, n: int, *, as_cost: bool = False
) -> None:
    """Remove counters from a player, up to their number; as a cost all of them or none (107.14, 118.3).

    Raises Refusal when there are none to remove, or too few to pay.
    """
    has = resolution.game.counters_of(resolution.game.counter_holder(who, kind)).get(kind, 0)
    if n > has and (as_cost or has == 0):
        raise Refusal(
            "not_enough_counters", who=resolution.game.player(who).name, kind=kind, has=has, needs=n
        )
    removed = min(n, has)
    if removed > 0:
        resolution.record(
            CountersRemoved(
                who=who, kind=kind, amount=removed, total=has - removed, rule=resolution.rule("counters")
            )
        )
