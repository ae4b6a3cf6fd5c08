"""Continuous effects: the events that they forbid or change, and when they end."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from rules.events.continuous_effects import EffectBegan, EffectEnded, EffectUsed
from rules.game.game import Game
from rules.game.parts import Effect, EffectKind, PlayerId, Scope, TurnOwner
from rules.game.seating import in_range, opponents_in_range
from rules.resolution import Resolution

ADDING = frozenset({EffectKind.ADD_LIFE_GAIN})
"""The kinds whose number is added to an amount that others multiply."""
SHIELDS = frozenset({EffectKind.PREVENT_NEXT_DAMAGE, EffectKind.REDIRECT_NEXT_DAMAGE})
"""The kinds that are used up by an amount of damage."""
MAX_ORDERED = 6
"""Maximum effects on one event whose orders are all tried (616.1)."""


def end_effects_of(resolution: Resolution, leaver: PlayerId) -> None:
    """End the effects on a player who leaves, and those of objects that they owned (800.4a). An effect with
    a duration lasts that long, such as until their next turn would have begun (800.4m).

    Objects that they controlled and another player owns return to that player, if known.
    """
    game = resolution.game
    lent = {one.made_by: one.owner for one in game.effects if one.source == leaver and not one.has_duration}
    for object, owner in lent.items():
        if owner is not None and game.player(owner).in_game:
            change_control(resolution, object, owner, cause="left")
    for effect in resolution.game.effects:
        owned = not effect.has_duration and leaver in (effect.source, effect.owner)
        if effect.on == leaver or owned:
            resolution.record(EffectEnded(effect=effect, cause="left"))


def made_by(game: Game, object: int) -> tuple[Effect, ...]:
    """Return the effects that an object makes while it exists."""
    return tuple(one for one in game.effects if one.made_by == object and not one.has_duration)


def change_control(resolution: Resolution, object: int, to: PlayerId, *, cause: str = "control") -> None:
    """Give an object's effects another controller (611.3a), with the players affected relative to that one.
    A player chosen by the card stays the same."""
    game, effects = resolution.game, made_by(resolution.game, object)
    for effect in effects:
        resolution.record(EffectEnded(effect=effect, cause=cause))
    for alike, on in _by_text(effects):
        controller = alike.source or to
        owner = alike.owner or controller
        moved = replace(
            alike,
            source=to,
            owner=None if owner == to else owner,
            object=object,
            dealt_by=to if alike.dealt_by == controller else alike.dealt_by,
            to=to if alike.to == controller else alike.to,
            during=game.taker_of(to) if alike.during == game.taker_of(controller) else alike.during,
        )
        for who in whom(game, moved, on):
            begin(resolution, moved, who)


def _by_text(effects: Iterable[Effect]) -> Iterable[tuple[Effect, Sequence[PlayerId]]]:
    """Return the effects of one source by its text, each with its players: once, ignoring uses, or separately
    for each chosen player."""
    found: dict[Effect, tuple[Effect, list[PlayerId]]] = {}
    for effect in effects:
        n = 0 if effect.kind in SHIELDS else effect.n
        text = replace(effect, id=0, on="", n=n, times=None)
        if effect.scope is Scope.NAMED:
            text = replace(text, id=effect.id)
        found.setdefault(text, (effect, []))[1].append(effect.on)
    return found.values()


def _alike(effects: Iterable[Effect]) -> Mapping[Effect, Sequence[PlayerId]]:
    """Group effects that differ only in their players."""
    found: dict[Effect, list[PlayerId]] = {}
    for effect in effects:
        found.setdefault(replace(effect, id=0, on=""), []).append(effect.on)
    return found


def begin(resolution: Resolution, effect: Effect, on: PlayerId) -> None:
    """Start an effect on a player, with a new number."""
    resolution.record(EffectBegan(effect=replace(effect, id=resolution.game.next_effect, on=on)))


def whom(game: Game, effect: Effect, named: Sequence[PlayerId]) -> Sequence[PlayerId]:
    """Return the players whom an effect affects by its text: those `named`, its controller, or the opponents
    or players in that one's range; if it names only the source of damage, each player (801.13b)."""
    controller = effect.source
    if controller is None or effect.scope is Scope.NAMED:
        return [id for id in named if game.player(id).in_game]
    if effect.scope is Scope.CONTROLLER:
        return (controller,)
    if effect.scope is Scope.OPPONENTS:
        return opponents_in_range(game, controller)
    if effect.names_source:
        return [player.id for player in game.remaining]
    return in_range(game, controller)


def extend(resolution: Resolution, before: Game) -> None:
    """Extend effects on each opponent or player to those who have come into range since ``before``, as a turn
    began or a player joined (801.2c). Limited effects are not extended."""
    for alike, on in _alike(resolution.game.effects).items():
        if alike.times is None and alike.kind not in SHIELDS:
            earlier = whom(before, alike, on)
            for who in whom(resolution.game, alike, on):
                if who not in earlier:
                    begin(resolution, alike, who)


def expire(resolution: Resolution, taker: TurnOwner, *, absent: bool = False) -> None:
    """End effects that last until this turn begins. If its taker has left, also end those until its end
    (800.4m)."""
    for effect in resolution.game.effects:
        if effect.until_turn_of == taker or (absent and effect.until_end_of == taker):
            resolution.record(EffectEnded(effect=effect, cause="expired"))


def clean_up(resolution: Resolution, taker: TurnOwner) -> bool:
    """End effects until end of turn, in the cleanup step (514.2); return whether there were any.

    Effects until the end of its taker's next turn have one turn fewer left.
    """
    ending = [effect for effect in resolution.game.effects if effect.until_end_of == taker]
    for effect in ending:
        if effect.passing:
            resolution.record(EffectUsed(effect=replace(effect, passing=effect.passing - 1)))
        else:
            resolution.record(EffectEnded(effect=effect, cause="expired"))
    return bool(ending)


def use(resolution: Resolution, effect: Effect) -> None:
    """Count an application of an effect: one with a limited number ends at 0 (615.8)."""
    if effect.times == 1:
        resolution.record(EffectEnded(effect=effect, cause="used"))
    elif effect.times is not None:
        resolution.record(EffectUsed(effect=replace(effect, times=effect.times - 1)))


def wear_down(resolution: Resolution, shield: Effect, amount: int) -> None:
    """Reduce a shield by the damage that it has prevented; at 0 it ends (615.7)."""
    if amount >= shield.n:
        resolution.record(EffectEnded(effect=shield, cause="used"))
    elif amount:
        resolution.record(EffectUsed(effect=replace(shield, n=shield.n - amount)))


def sharers_of_life(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """Return the players whose life-total effects count for this one (810.9g, 810.9h; only their own in
    2006)."""
    holder = game.life_holder(id)
    return game.side(holder).members if holder != id and game.rules.spreads_life_locks else (id,)


def loss_group(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """Return the players whose win-and-lose effects count for this one (810.8a)."""
    side = game.side_of(id)
    return side.members if side.one_body else (id,)


def can_gain_life(game: Game, id: PlayerId) -> bool:
    """Return whether a player, and the members of a sharing team, can gain life (119.7, 810.9g)."""
    return not game.has_effect(
        sharers_of_life(game, id), EffectKind.CANT_GAIN_LIFE, EffectKind.LIFE_CANT_CHANGE
    )


def can_lose_life(game: Game, id: PlayerId) -> bool:
    """Return whether a player, and the members of a sharing team, can lose life (119.8, 810.9h)."""
    return not game.has_effect(
        sharers_of_life(game, id), EffectKind.CANT_LOSE_LIFE, EffectKind.LIFE_CANT_CHANGE
    )


def can_pay_life(game: Game, id: PlayerId, *, resolving: bool = False) -> bool:
    """Return whether any amount other than 0 may be paid (119.4b, 119.8).

    `resolving`: whether it is paid as a spell or ability resolves, not to cast or activate one.
    """
    forbidding = (EffectKind.CANT_PAY_LIFE, *(() if resolving else (EffectKind.CANT_PAY_LIFE_TO_CAST,)))
    return can_lose_life(game, id) and not game.has_effect((id,), *forbidding)


def can_lose_game(game: Game, id: PlayerId) -> bool:
    """Return whether state-based actions and effects can make this player lose (101.2, 810.8a)."""
    return not game.has_effect(loss_group(game, id), EffectKind.CANT_LOSE_GAME)


def can_win_game(game: Game, id: PlayerId) -> bool:
    """Return whether effects can make this player win (101.2, 810.8a)."""
    return not game.has_effect(loss_group(game, id), EffectKind.CANT_WIN_GAME)


def can_get_counters(game: Game, id: PlayerId, kind: str) -> bool:
    """Return whether a player can get counters of a kind.

    No one on a team that shares poison counters can get any if one member can't (810.10c).
    """
    if kind != "poison":
        return not game.has_effect((id,), EffectKind.CANT_GET_COUNTERS)
    side = game.side_of(id)
    members = side.members if side.poison_limit is not None else (id,)
    return not game.has_effect(members, EffectKind.CANT_GET_POISON, EffectKind.CANT_GET_COUNTERS)


def newest_effect(
    game: Game, id: PlayerId, kind: EffectKind, *, apart_from: frozenset[int] = frozenset()
) -> Effect | None:
    """Return the newest effect of a kind on a player, without those with these ids; None if there is none."""
    for effect in reversed(game.effects):
        if effect.on == id and effect.kind is kind and effect.id not in apart_from and game.in_force(effect):
            return effect
    return None


def multiplied(
    resolution: Resolution, id: PlayerId, kind: EffectKind, amount: int, *, apart_from: frozenset[int]
) -> tuple[int, frozenset[int]]:
    """Return an amount after a player's effects of a multiplying or adding kind, and the ids of all effects
    that have applied then."""
    for effect in resolution.game.effects:
        if (
            effect.on == id
            and effect.kind is kind
            and effect.id not in apart_from
            and resolution.game.in_force(effect)
        ):
            amount = amount + effect.n if kind in ADDING else amount * effect.n
            apart_from |= {effect.id}
            use(resolution, effect)
    return amount, apart_from
