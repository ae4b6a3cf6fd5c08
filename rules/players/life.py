"""Life: gaining, losing, paying, setting, exchanging, redistributing (119)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rules.events.life import LifeGained, LifeLost
from rules.formats.rule_keys import RuleKey
from rules.game.game import Game
from rules.game.limits import require_countable
from rules.game.parts import EffectKind, Holder, PlayerId
from rules.players import continuous_effects, designations
from rules.refusal import Refusal
from rules.resolution import Resolution

Amount: TypeAlias = int | Literal["half_up", "half_down"]
"""A number, or half of the life total that the game sees for the player (107.1a)."""


def amount_for(game: Game, who: PlayerId, amount: Amount) -> int:
    """The number that an amount is for this player; half of a negative total is 0 (107.1b)."""
    if isinstance(amount, int):
        return amount
    life = max(0, game.life_seen(who))
    return -(-life // 2) if amount == "half_up" else life // 2


def gain(
    resolution: Resolution,
    who: PlayerId,
    amount: int,
    *,
    cause: str = "gain",
    rule: RuleKey = "life",
    source: PlayerId | None = None,
) -> None:
    """A player gains life; a gain of 0, or one that an effect forbids, is no event (119.7, 119.9, 119.10)."""
    if amount <= 0 or not continuous_effects.can_gain_life(resolution.game, who):
        return
    amount *= continuous_effects.product(resolution.game, who, EffectKind.MULTIPLY_LIFE_GAIN)
    if amount <= 0:
        return
    total = require_countable(resolution.game.life[resolution.game.life_holder(who)] + amount)
    resolution.record(
        LifeGained(
            who=who, amount=amount, total=total, cause=cause, rule=_rule(resolution, rule, who), source=source
        )
    )


def lose(
    resolution: Resolution,
    who: PlayerId,
    amount: int,
    *,
    cause: str = "loss",
    rule: RuleKey = "life",
    source: PlayerId | None = None,
    floor: int | None = None,
) -> None:
    """A player loses life, below 0 too; losing 0 or under an effect that forbids it is no event (119.8).

    With a `floor` the loss takes the total no lower than that, unless it is lower already.
    """
    if amount <= 0 or not continuous_effects.can_lose_life(resolution.game, who):
        return
    amount *= continuous_effects.product(resolution.game, who, EffectKind.MULTIPLY_LIFE_LOSS)
    replacement = continuous_effects.newest(resolution.game, who, EffectKind.LOSS_SETS_LIFE)
    if replacement is not None:
        amount = resolution.game.life_seen(who) - replacement.n
        if amount < 0:
            gain(resolution, who, -amount, cause="replacement", rule="set", source=source)
    room = 0 if floor is None else resolution.game.life_seen(who) - floor
    if floor is not None and room >= 0:
        amount = min(amount, room)
    if amount <= 0:
        return
    total = require_countable(resolution.game.life[resolution.game.life_holder(who)] - amount)
    resolution.record(
        LifeLost(
            who=who, amount=amount, total=total, cause=cause, rule=_rule(resolution, rule, who), source=source
        )
    )
    designations.notice_life_lost(resolution, who)


def _rule(resolution: Resolution, key: RuleKey, who: PlayerId) -> str:
    return resolution.rule(key, shared=resolution.game.life_holder(who) != who)


def pay(resolution: Resolution, payments: Mapping[PlayerId, Amount]) -> None:
    """Players pay life for one cost or effect together (119.4, 119.4a).

    Raises Refusal when a total is too low for what its holders pay or an effect forbids paying; 0 can
    always be paid (119.4b).
    """
    due = {who: amount_for(resolution.before, who, amount) for who, amount in payments.items()}
    resolution.require_playing(*due)
    needed: dict[Holder, int] = {}
    for who, amount in due.items():
        holder = resolution.game.life_holder(who)
        needed[holder] = needed.get(holder, 0) + amount
    for who, amount in due.items():
        if amount == 0:
            continue
        name, holder = resolution.game.player(who).name, resolution.game.life_holder(who)
        if not continuous_effects.can_pay_life(resolution.game, who):
            raise Refusal("cant_pay_life", who=name)
        has = resolution.game.life[holder]
        if amount > resolution.game.life_seen(who) or needed[holder] > has:
            raise Refusal(
                "not_enough_life",
                who=name,
                has=min(has, resolution.game.life_seen(who)),
                needs=needed[holder],
            )
    for who, amount in due.items():
        lose(resolution, who, amount, cause="payment", rule="payment")


def set_to(
    resolution: Resolution, who: PlayerId, to: int, *, cause: str = "set", rule: RuleKey = "set"
) -> None:
    """A player's life total becomes a number: the difference is gained or lost (119.5, 810.9c)."""
    difference = to - resolution.before.life_seen(who)
    if difference > 0:
        gain(resolution, who, difference, cause=cause, rule=rule)
    else:
        lose(resolution, who, -difference, cause=cause, rule=rule)


def set_each(resolution: Resolution, to: Mapping[PlayerId, int], chosen: Mapping[str, PlayerId]) -> None:
    """Several players' totals become numbers in one effect.

    A team that shares its total chooses one member who alone is affected (810.9d); in the 2006 text the
    members' numbers are added up (606.9b). Raises Refusal when a team has not chosen.
    """
    resolution.require_playing(*to)
    for side in resolution.game.sides:
        named = [id for id in side.members if id in to]
        if not side.shares_life or len(named) < 2:
            for id in named:
                set_to(resolution, id, to[id])
        elif resolution.game.rules.sums_each_life_set:
            difference = sum(to[id] for id in named) - resolution.before.life[side.id]
            change = gain if difference > 0 else lose
            change(resolution, named[0], abs(difference), cause="set", rule="set_each")
        elif chosen.get(side.id) in named:
            set_to(resolution, chosen[side.id], to[chosen[side.id]], rule="set_each")
        else:
            raise Refusal("choose_member", team=side.name)


def multiply(resolution: Resolution, who: PlayerId, times: int = 2) -> None:
    """Doubles (or more) a life total: the player gains, or from below 0 loses, the difference (701.10d)."""
    difference = resolution.before.life_seen(who) * (times - 1)
    if difference > 0:
        gain(resolution, who, difference, cause="double", rule="double")
    else:
        lose(resolution, who, -difference, cause="double", rule="double")


def exchange(resolution: Resolution, a: PlayerId, b: PlayerId) -> None:
    """Two players exchange life totals; raises Refusal, with nothing changed, when either half can't happen
    (701.12a, 701.12c, 810.9e)."""
    resolution.require_playing(a, b)
    game = resolution.game
    if game.life_holder(a) == game.life_holder(b):
        raise Refusal("exchange_same_total", a=game.player(a).name, b=game.player(b).name)
    wanted = {a: game.life_seen(b), b: game.life_seen(a)}
    _require_reachable(resolution, wanted)
    for who, to in wanted.items():
        set_to(resolution, who, to, cause="exchange", rule="exchange")


def exchange_with_number(resolution: Resolution, who: PlayerId, number: int) -> None:
    """A player exchanges the life total with a number, such as a creature's power (701.12g)."""
    resolution.require_playing(who)
    _require_reachable(resolution, {who: number})
    set_to(resolution, who, number, cause="exchange", rule="exchange")


def redistribute(resolution: Resolution, to: Mapping[PlayerId, int]) -> None:
    """The chosen players' totals are dealt out anew among them.

    Raises Refusal unless the new totals are the old ones in another order, touch at most one member of a
    team (810.9f), and give nobody a total that an effect forbids (119.7, 119.8).
    """
    resolution.require_playing(*to)
    holders = [resolution.game.life_holder(id) for id in to]
    if len(set(holders)) < len(holders):
        raise Refusal("one_member_per_team")
    totals = sorted(resolution.game.life_seen(id) for id in to)
    if sorted(to.values()) != totals:
        raise Refusal("not_a_permutation", totals=", ".join(map(str, totals)))
    _require_reachable(resolution, to)
    for who, total in to.items():
        set_to(resolution, who, total, cause="redistribute", rule="redistribute")


def _require_reachable(resolution: Resolution, wanted: Mapping[PlayerId, int]) -> None:
    for who, to in wanted.items():
        now, name = resolution.game.life_seen(who), resolution.game.player(who).name
        if to > now and not continuous_effects.can_gain_life(resolution.game, who):
            raise Refusal("cant_gain_life", who=name)
        if to < now and not continuous_effects.can_lose_life(resolution.game, who):
            raise Refusal("cant_lose_life", who=name)
