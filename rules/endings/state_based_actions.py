"""State-based actions for players (704): who must lose, all as one event, again until nothing happens."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from rules.endings import leaving
from rules.events.endings import ChecksMade
from rules.formats.losses import LOSSES, GameLoss, LeavingKey, Totals
from rules.formats.variants import VARIANTS
from rules.game.game import Game
from rules.game.parts import EffectKind, Player, PlayerId, Side
from rules.players import commanders, continuous_effects, designations, dungeons
from rules.resolution import Resolution


def check_state(resolution: Resolution) -> None:
    """Run state-based checks until they find nothing, before a player receives priority (704.3)."""
    while resolution.game.outcome is None and _check_once(resolution):
        pass


def _judge(resolution: Resolution) -> dict[PlayerId, LeavingKey]:
    """Return who loses by a check now; failed draws before it are forgotten (704.5b)."""
    losing = pending(resolution.game)
    if any(player.failed_draw for player in resolution.game.players):
        resolution.record(ChecksMade(rule=resolution.rule("checks")))
    return losing


def pending(game: Game) -> dict[PlayerId, LeavingKey]:
    """Return who will lose at the next check and the key of each loss, before effects that prevent or replace
    it."""
    sides = {side.id: side for side in game.sides}
    losses = _checked(game.rules.variant)
    found: dict[PlayerId, LeavingKey] = {}
    for player in game.players:
        if player.left is not None:
            continue
        totals = _totals(game, sides[player.side], player)
        for key, is_due in losses:
            if is_due(totals):
                found[player.id] = key
                break
    return found


@cache
def _checked(variant: str) -> Sequence[tuple[LeavingKey, Callable[[Totals], bool]]]:
    """Return the ways to lose that checks look for in a variant, each by its key."""
    known = VARIANTS.get(variant)
    losses: Mapping[str, GameLoss] = LOSSES if known is None else known.all_losses
    return [(loss.key, loss.is_due) for loss in losses.values() if loss.is_due is not None]


def _totals(game: Game, side: Side, player: Player) -> Totals:
    life = game.life[side.id if side.shares_life else player.id]
    own = game.counters_of(player.id)
    poisoned = own if side.poison_limit is None else game.counters_of(side.id)
    return Totals(
        life=life,
        stays_at_zero=life <= 0 and _stays_at_zero(game, player.id),
        failed_draw=player.failed_draw,
        poison=poisoned.get("poison", 0),
        poison_limit=side.poison_limit or game.rules.poison_limit,
        commander_damage=max(commanders.damage_to(game, player.id).values(), default=0),
        commander_damage_limit=game.rules.commander_damage_limit,
        counters=own,
    )


def _stays_at_zero(game: Game, who: PlayerId) -> bool:
    sharers = continuous_effects.loss_group(game, who)
    return game.has_effect(sharers, EffectKind.NO_LOSS_AT_ZERO_LIFE)


def _check_once(resolution: Resolution) -> bool:
    losing = _judge(resolution)
    done = leaving.apply_losses(resolution, losing)
    if resolution.game.outcome is not None:
        return True
    # Both have to be done, whatever the other one finds.
    return any([done, designations.start_speed(resolution), dungeons.complete_finished(resolution)])
