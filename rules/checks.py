"""State-based actions for players (704): who must lose, all as one event, again until nothing happens."""

from rules import dungeons, effects, leaving, life, speed
from rules.events import ChecksMade, EffectEnded, GameLossReplaced
from rules.game import EffectKind, Game, Player, PlayerId
from rules.step import Step


def check(step: Step) -> None:
    """A player would receive priority: the checks run until they find nothing (704.3)."""
    while step.game.outcome is None and _check_once(step):
        pass


def pending(game: Game) -> dict[PlayerId, str]:
    """Who will lose at the next check, and by which rule's key, before effects that forbid or replace it."""
    found: dict[PlayerId, str] = {}
    for player in game.remaining:
        cause = _cause(game, player)
        if cause is not None:
            found[player.id] = cause
    return found


def _cause(game: Game, player: Player) -> str | None:
    side = game.side(player.side)
    sharers = effects.sharers_of_fate(game, player.id)
    immune_at_zero = game.has_effect(sharers, EffectKind.NO_LOSS_AT_ZERO_LIFE)
    if game.life[game.life_holder(player.id)] <= 0 and not immune_at_zero:
        return "lose_life"
    if player.failed_draw:
        return "lose_library"
    if game.poison(player.id) >= (side.poison_limit or game.rules.poison_limit):
        return "lose_poison"
    limit = game.rules.commander_damage_limit
    if limit is not None and any(n >= limit for n in player.commander_damage.values()):
        return "lose_commander"
    return None


def _check_once(step: Step) -> bool:
    losing = pending(step.game)
    if any(player.failed_draw for player in step.game.players):
        step.record(ChecksMade(rule=step.rule("checks")))
    losing = {id: cause for id, cause in losing.items() if effects.can_lose_game(step.game, id)}
    replaced = _replace(step, losing)
    losing = {id: cause for id, cause in losing.items() if id not in replaced}
    if losing:
        leaving.lose(step, losing)
    others = [speed.start(step), dungeons.complete_finished(step)]
    return bool(losing or replaced or any(others)) and step.game.outcome is None


def _replace(step: Step, losing: dict[PlayerId, str]) -> set[PlayerId]:
    """Applies "if you would lose the game" replacements, once for all reasons (704.7); returns who stays."""
    staying: set[PlayerId] = set()
    for id in losing:
        effect = effects.newest(step.game, id, EffectKind.REPLACE_GAME_LOSS)
        if effect is None or id in staying:
            continue
        step.record(EffectEnded(effect=effect, cause="used"))
        step.record(GameLossReplaced(who=id, rule=step.rule("loss_replaced")))
        difference = effect.n - step.game.life_seen(id)
        if difference > 0:
            life.gain(step, id, difference, cause="replacement", rule="set")
        else:
            life.lose(step, id, -difference, cause="replacement", rule="set")
        staying.update(effects.sharers_of_fate(step.game, id))
    return staying
