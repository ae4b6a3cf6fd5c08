"""State-based actions for players (704): who must lose, all as one event, again until nothing happens."""

from rules.endings import leaving
from rules.events.endings import ChecksMade
from rules.formats.editions import LossKey
from rules.game.game import Game
from rules.game.parts import EffectKind, Player, PlayerId, Side
from rules.players import continuous_effects, designations, dungeons
from rules.resolution import Resolution


def check(resolution: Resolution) -> None:
    """A player would receive priority: the checks run until they find nothing (704.3)."""
    while resolution.game.outcome is None and _check_once(resolution):
        pass


def _judge(resolution: Resolution) -> dict[PlayerId, LossKey]:
    """Who loses by a check that is made now; draws that failed before it are forgotten (704.5b)."""
    losing = pending(resolution.game)
    if any(player.failed_draw for player in resolution.game.players):
        resolution.record(ChecksMade(rule=resolution.rule("checks")))
    return losing


def pending(game: Game) -> dict[PlayerId, LossKey]:
    """Who will lose at the next check, and by which rule's key, before effects that forbid or replace it."""
    sides = {side.id: side for side in game.sides}
    found: dict[PlayerId, LossKey] = {}
    for player in game.players:
        cause = _cause(game, sides[player.side], player) if player.left is None else None
        if cause is not None:
            found[player.id] = cause
    return found


def _cause(game: Game, side: Side, player: Player) -> LossKey | None:
    if game.life[side.id if side.shares_life else player.id] <= 0:
        sharers = continuous_effects.sharers_of_fate(game, player.id)
        if not game.has_effect(sharers, EffectKind.NO_LOSS_AT_ZERO_LIFE):
            return "lose_life"
    if player.failed_draw:
        return "lose_library"
    if game.counters:
        poisoned = player.id if side.poison_limit is None else side.id
        if game.counters_of(poisoned).get("poison", 0) >= (side.poison_limit or game.rules.poison_limit):
            return "lose_poison"
    tallies = player.commander_damage
    if tallies:
        limit = game.rules.commander_damage_limit
        if limit is not None and max(tallies.values()) >= limit:
            return "lose_commander"
    return None


def _check_once(resolution: Resolution) -> bool:
    losing = _judge(resolution)
    done = leaving.suffer(resolution, losing)
    if resolution.game.outcome is not None:
        return True
    # Both have to be done, whatever the other one finds.
    return any([done, designations.start_speed(resolution), dungeons.complete_finished(resolution)])
