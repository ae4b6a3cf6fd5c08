"""Counters on players (122): poison, energy, experience, rad, tickets and any other kind."""

from rules import effects, life
from rules.counting import require_countable
from rules.events import CountersAdded, CountersRemoved
from rules.game import PlayerId
from rules.refusal import Refusal
from rules.step import Step


def add(
    step: Step, who: PlayerId, kind: str, n: int, *, rule: str = "counters", source: PlayerId | None = None
) -> None:
    """A player gets counters; poison goes to the team where it is shared (810.10)."""
    if n <= 0 or (kind == "poison" and not effects.can_get_poison(step.game, who)):
        return
    holder = step.game.counter_holder(who, kind)
    total = require_countable(step.game.counters_of(holder).get(kind, 0) + n)
    step.record(CountersAdded(who=who, kind=kind, amount=n, total=total, rule=step.rule(rule), source=source))


def remove(step: Step, who: PlayerId, kind: str, n: int, *, as_cost: bool = False) -> None:
    """A player loses counters, as many as there are; as a cost all of them or none (107.14, 118.3).

    Raises Refusal when there are none to remove, or too few to pay.
    """
    has = step.game.counters_of(step.game.counter_holder(who, kind)).get(kind, 0)
    if n > has and (as_cost or has == 0):
        raise Refusal("not_enough_counters", who=step.game.player(who).name, kind=kind, has=has, needs=n)
    removed = min(n, has)
    if removed > 0:
        step.record(
            CountersRemoved(
                who=who, kind=kind, amount=removed, total=has - removed, rule=step.rule("counters")
            )
        )


def double(step: Step, who: PlayerId, kind: str) -> None:
    """As many counters of a kind again as the player, or the sharing team, has (701.10e)."""
    has = step.before.counters_of(step.before.counter_holder(who, kind)).get(kind, 0)
    add(step, who, kind, has)


def proliferate(step: Step, chosen: tuple[PlayerId, ...]) -> None:
    """Each chosen player gets one more of every kind there; a team's poison rises by one at most (701.34)."""
    poisoned: set[str] = set()
    for who in chosen:
        holder = step.before.poison_holder(who)
        kinds = {**step.before.counters_of(who)}
        if holder != who and holder not in poisoned and step.before.poison(who):
            kinds["poison"] = step.before.poison(who)
        poisoned.add(holder)
        for kind in kinds:
            add(step, who, kind, 1)


def rad(step: Step, who: PlayerId, nonlands: int) -> None:
    """A player with rad counters has milled: one life and one counter go for each nonland card (728.1)."""
    has = step.game.counters_of(who).get("rad", 0)
    if nonlands > has:
        raise Refusal("rad_too_many", who=step.game.player(who).name, has=has, needs=nonlands)
    life.lose(step, who, nonlands, cause="rad", rule="rad")
    remove(step, who, "rad", nonlands)
