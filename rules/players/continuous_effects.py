"""Continuous effects: what they forbid, what they change, when they end."""

from rules.events.continuous_effects import EffectEnded
from rules.game.game import Game
from rules.game.parts import Effect, EffectKind, PlayerId, Taker
from rules.resolution import Resolution


def end_with(resolution: Resolution, leaver: PlayerId) -> None:
    """Effects on somebody who leaves end, and those of what they owned (800.4a); effects that last until
    their next turn go on until it would have begun (800.4m)."""
    for effect in resolution.game.effects:
        if effect.on == leaver or (effect.source == leaver and effect.until_turn_of is None):
            resolution.record(EffectEnded(effect=effect, cause="left"))


def expire(resolution: Resolution, taker: Taker) -> None:
    """Effects that last until this turn end as it begins, or as it would have begun (800.4m)."""
    for effect in resolution.game.effects:
        if effect.until_turn_of == taker:
            resolution.record(EffectEnded(effect=effect, cause="expired"))


def sharers_of_life(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """The players whose life-total effects count for this one (810.9g, 810.9h; only their own in 2006)."""
    holder = game.life_holder(id)
    return game.side(holder).members if holder != id and game.rules.spreads_life_locks else (id,)


def sharers_of_fate(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """The players whose win-and-lose effects count for this one (810.8a)."""
    side = game.side_of(id)
    return side.members if side.one_body else (id,)


def can_gain_life(game: Game, id: PlayerId) -> bool:
    """Whether nothing forbids this player, or a member of a sharing team, to gain life (119.7, 810.9g)."""
    return not game.has_effect(sharers_of_life(game, id), EffectKind.CANT_GAIN_LIFE)


def can_lose_life(game: Game, id: PlayerId) -> bool:
    """Whether nothing forbids this player, or a member of a sharing team, to lose life (119.8, 810.9h)."""
    return not game.has_effect(sharers_of_life(game, id), EffectKind.CANT_LOSE_LIFE)


def can_pay_life(game: Game, id: PlayerId) -> bool:
    """Whether any amount other than 0 may be paid (119.4b, 119.8)."""
    return can_lose_life(game, id) and not game.has_effect((id,), EffectKind.CANT_PAY_LIFE)


def can_lose_game(game: Game, id: PlayerId) -> bool:
    """Whether state-based actions and effects can make this player lose (101.2, 810.8a)."""
    return not game.has_effect(sharers_of_fate(game, id), EffectKind.CANT_LOSE_GAME)


def can_win_game(game: Game, id: PlayerId) -> bool:
    """Whether effects can make this player win (101.2, 810.8a)."""
    return not game.has_effect(sharers_of_fate(game, id), EffectKind.CANT_WIN_GAME)


def can_get_poison(game: Game, id: PlayerId) -> bool:
    """Nobody on a team that shares poison counters can get any if one member can't (810.10c)."""
    side = game.side_of(id)
    members = side.members if side.poison_limit is not None else (id,)
    return not game.has_effect(members, EffectKind.CANT_GET_POISON)


def newest(game: Game, id: PlayerId, kind: EffectKind) -> Effect | None:
    """The newest effect of a kind on a player, if there is one."""
    for effect in reversed(game.effects):
        if effect.on == id and effect.kind is kind:
            return effect
    return None


def product(game: Game, id: PlayerId, kind: EffectKind) -> int:
    """What the multiplying effects of a kind on a player come to."""
    total = 1
    for effect in game.effects:
        if effect.on == id and effect.kind is kind:
            total *= effect.n
    return total
