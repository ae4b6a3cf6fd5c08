"""Life: gaining and losing it (119). All other changes of life totals are expressed by these two."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypeVar

from rules.events.life import LifeCause, LifeGained, LifeLost
from rules.formats.editions import RuleKey
from rules.game.game import Game
from rules.game.parts import EffectKind, PlayerId
from rules.players import continuous_effects, designations
from rules.players.continuous_effects import multiplied, newest_effect, use
from rules.resolution import Resolution, require_countable

Half: TypeAlias = Literal["half_up", "half_down"]
Amount: TypeAlias = int | Half
"""A number, or half of the life total that the game sees for the player (107.1a)."""
N = TypeVar("N", int, Amount)


def amount_for(game: Game, who: PlayerId, amount: Amount) -> int:
    """Return the number that an amount is for this player; half of a negative total is 0 (107.1b)."""
    if isinstance(amount, int):
        return amount
    life = max(0, game.life_seen(who))
    return -(-life // 2) if amount == "half_up" else life // 2


def common_amount(amounts: Mapping[PlayerId, N]) -> tuple[N | int, Mapping[PlayerId, N]]:
    """Return the first player's amount, and the players who have a different one."""
    amount = next(iter(amounts.values()), 0)
    return amount, {who: n for who, n in amounts.items() if n != amount}


def gain(
    resolution: Resolution,
    who: PlayerId,
    amount: int,
    *,
    cause: LifeCause = "gain",
    rule: RuleKey = "life",
    source: PlayerId | None = None,
    applied: frozenset[int] = frozenset(),
) -> None:
    """Make a player gain life; a gain of 0, or a forbidden one, isn't an event (119.7, 119.9, 119.10).

    `applied`: the effects that have replaced the event with this gain and can't do so again (614.5).
    """
    if amount <= 0 or not continuous_effects.can_gain_life(resolution.game, who):
        return
    if newest_effect(resolution.game, who, EffectKind.NO_LIFE_GAIN, apart_from=applied) is not None:
        return
    reversing = newest_effect(resolution.game, who, EffectKind.GAIN_BECOMES_LOSS, apart_from=applied)
    if reversing is not None:
        use(resolution, reversing)
        applied |= {reversing.id}
        reason: Literal["gain_replaced"] = "gain_replaced"
        lose_life(resolution, who, amount, cause=reason, rule=reason, source=source, applied=applied)
        return
    # The affected player chooses the order (616.1): adding first comes to the most.
    for kind in (EffectKind.ADD_LIFE_GAIN, EffectKind.MULTIPLY_LIFE_GAIN):
        amount, applied = multiplied(resolution, who, kind, amount, apart_from=applied)
    if amount <= 0:
        return
    total = require_countable(resolution.game.life[resolution.game.life_holder(who)] + amount)
    resolution.record(
        LifeGained(
            who=who, amount=amount, total=total, cause=cause, rule=_rule(resolution, rule, who), source=source
        )
    )


def lose_life(
    resolution: Resolution,
    who: PlayerId,
    amount: int,
    *,
    cause: LifeCause = "loss",
    rule: RuleKey = "life",
    source: PlayerId | None = None,
    floor: int | None = None,
    applied: frozenset[int] = frozenset(),
) -> None:
    """Make a player lose life, possibly below 0; a loss of 0, or a forbidden one, isn't an event (119.8).

    With a `floor` the total doesn't fall below that, unless it is already lower. `applied` is as for a
    gain.
    """
    if amount <= 0 or not continuous_effects.can_lose_life(resolution.game, who):
        return
    kind = EffectKind.MULTIPLY_LIFE_LOSS
    amount, applied = multiplied(resolution, who, kind, amount, apart_from=applied)
    setting = newest_effect(resolution.game, who, EffectKind.LOSS_SETS_LIFE, apart_from=applied)
    if setting is not None:
        use(resolution, setting)
        applied |= {setting.id}
        amount = resolution.game.life_seen(who) - setting.n
        if amount < 0:
            gain(resolution, who, -amount, cause="replacement", rule="set", source=source, applied=applied)
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
