"""How a game ends other than by the checks: concession, effects, judges, loops, agreement (104)."""

from rules.endings import leaving
from rules.formats.rule_keys import DrawKey, LossKey
from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.seating import apnap, in_range, opponents_in_range
from rules.players.continuous_effects import can_lose_game, can_win_game
from rules.refusal import Refusal
from rules.resolution import Resolution


def lose_by_effect(resolution: Resolution, who: tuple[PlayerId, ...], cause: LossKey = "lose_effect") -> None:
    """An effect says that players lose the game (104.3e); those who can't lose don't.

    Raises Refusal when none of them can.
    """
    losing = resolution.playing(who)
    if losing and not any(can_lose_game(resolution.game, id) for id in losing):
        raise Refusal("cant_lose_game", who=resolution.game.player(losing[0]).name)
    leaving.suffer(resolution, dict.fromkeys(losing, cause))


def win_by_effect(resolution: Resolution, who: PlayerId, also_loses: tuple[PlayerId, ...] = ()) -> None:
    """An effect says that a player wins the game (104.2b).

    Somebody who would win and lose at once loses (104.3f). Under limited range the opponents in range lose
    instead (801.14); in the 2011 text all opponents do (104.3h there).

    Raises Refusal when the player can't win.
    """
    resolution.require_playing(who, *also_loses)
    game = resolution.game
    losers: leaving.Causes = {id: "lose_win_and_lose" if id == who else "lose_effect" for id in also_loses}
    falling: leaving.Causes = {id: cause for id, cause in losers.items() if can_lose_game(game, id)}
    if who in leaving.expand(game, falling, team="lose_team", emperor="lose_emperor"):
        leaving.suffer(resolution, losers)
        return
    if not can_win_game(game, who):
        if not falling:
            raise Refusal("cant_win_game", who=game.player(who).name)
        leaving.suffer(resolution, losers)
        return
    limited = game.player(who).range is not None and game.rules.range_limits_win
    if limited or (game.rules.win_defeats_all_opponents and len(game.players) > 2):
        opponents = opponents_in_range(game, who) if limited else game.opponents(who)
        leaving.suffer(resolution, {**dict.fromkeys(opponents, "lose_opponent_won"), **losers})
        return
    side = game.side_of(who)
    leaving.win(resolution, "win_effect_team" if side.one_body else "win_effect", side)


def must_choose_differently(game: Game, involved: tuple[PlayerId, ...]) -> PlayerId:
    """Who has to end a loop that goes on only because each of these players goes on with it (732.3): the
    active player if involved, else the first of them in turn order."""
    order = (id for group in apnap(game) for id in group)
    return next(id for id in order if id in involved)


def draw_for(
    resolution: Resolution, controllers: tuple[PlayerId, ...], cause: DrawKey, in_part: DrawKey
) -> None:
    """The game is a draw because of effects or objects of these players: under limited range for them and
    everybody in their ranges only, by the rule `in_part` (104.4e, 104.4f)."""
    game = resolution.game
    limited = game.rules.range_limits_draw and all(game.player(id).range is not None for id in controllers)
    if not limited or not controllers:
        leaving.draw(resolution, cause)
        return
    drawers = {id for controller in controllers for id in (controller, *in_range(game, controller))}
    leaving.draw_out(resolution, tuple(sorted(drawers)), in_part)
