"""Counters on players (122): poison, energy, experience, rad, tickets and any other kind."""

from rules.events.counters import CountersAdded, CountersRemoved
from rules.formats.editions import RuleKey
from rules.game.parts import PlayerId
from rules.players import continuous_effects
from rules.refusal import Refusal
from rules.resolution import Resolution, require_countable


def add(
    resolution: Resolution,
    who: PlayerId,
    kind: str,
    n: int,
    *,
    rule: RuleKey = "counters",
    source: PlayerId | None = None,
) -> None:
    """A player gets counters; poison goes to the team where it is shared (810.10)."""
    if n <= 0 or (kind == "poison" and not continuous_effects.can_get_poison(resolution.game, who)):
        return
    holder = resolution.game.counter_holder(who, kind)
    total = require_countable(resolution.game.counters_of(holder).get(kind, 0) + n)
    resolution.record(
        CountersAdded(who=who, kind=kind, amount=n, total=total, rule=resolution.rule(rule), source=source)
    )


def remove(resolution: Resolution, who: PlayerId, kind: str, n: int, *, as_cost: bool = False) -> None:
    """A player loses counters, as many as there are; as a cost all of them or none (107.14, 118.3).

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
