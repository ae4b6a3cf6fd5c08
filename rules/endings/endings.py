"""How a game ends other than by the checks: concession, effects, judges, loops, agreement (104)."""

from rules.endings import leaving
from rules.events.endings import GameEnded, GameRestarted
from rules.formats.rule_keys import DrawKey, LossKey
from rules.game.game import Game
from rules.game.parts import Outcome, PlayerId, PlayerOutcome
from rules.game.seating import apnap, in_range, opponents_in_range
from rules.players.continuous_effects import can_lose_game, can_win_game
from rules.refusal import Refusal
from rules.resolution import Resolution
from rules.setup import opening
from rules.setup.validation import require_restartable


def concede(resolution: Resolution, who: PlayerId) -> None:
    """A player concedes: leaves and loses at once, whatever effects say (104.3a); a team that stands and
    falls as one goes along (810.8b)."""
    resolution.require_playing(who)
    leaving.lose(resolution, {who: "lose_concession"})


def penalise(resolution: Resolution, who: PlayerId) -> None:
    """A judge's penalty: the player loses the game (104.3k)."""
    resolution.require_playing(who)
    leaving.lose(resolution, {who: "lose_judge"})


def depart(resolution: Resolution, who: tuple[PlayerId, ...], *, by: PlayerId | None = None) -> None:
    """Several players leave at the same moment, for whatever reason (104.5); `by` has said so."""
    leaving.lose(resolution, dict.fromkeys(resolution.playing(who), "lose_departure"), by=by)


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


def draw_by_effect(resolution: Resolution, controller: PlayerId) -> None:
    """An effect says that the game is a draw (104.4c): under limited range for its controller and everybody
    within the controller's range only (104.4e)."""
    resolution.require_playing(controller)
    _draw_for(resolution, (controller,), "draw_effect", "draw_effect_range")


def mandatory_loop(
    resolution: Resolution, controllers: tuple[PlayerId, ...], *, optional: bool = False
) -> None:
    """The game has come to a loop of mandatory actions, which is a draw (104.4b, 732.4): under limited range
    for the controllers of its objects and everybody in range of any of them (104.4f).

    Raises Refusal when an action in the loop is optional: then somebody has to do something else (732.3).
    """
    resolution.require_playing(*controllers)
    if optional:
        chooser = must_choose_differently(resolution.game, controllers)
        raise Refusal("optional_loop", who=resolution.game.player(chooser).name)
    _draw_for(resolution, controllers, "draw_loop", "draw_loop_range")


def must_choose_differently(game: Game, involved: tuple[PlayerId, ...]) -> PlayerId:
    """Who has to end a loop that goes on only because each of these players goes on with it (732.3): the
    active player if involved, else the first of them in turn order."""
    order = (id for group in apnap(game) for id in group)
    return next(id for id in order if id in involved)


def _draw_for(
    resolution: Resolution, controllers: tuple[PlayerId, ...], cause: DrawKey, in_part: DrawKey
) -> None:
    game = resolution.game
    limited = game.rules.range_limits_draw and all(game.player(id).range is not None for id in controllers)
    if not limited or not controllers:
        leaving.draw(resolution, cause)
        return
    drawers = {id for controller in controllers for id in (controller, *in_range(game, controller))}
    leaving.draw_out(resolution, tuple(sorted(drawers)), in_part)


def agree_draw(resolution: Resolution) -> None:
    """The players agree on a draw (104.4i)."""
    leaving.draw(resolution, "draw_agreed")


def restart_game(resolution: Resolution, by: PlayerId) -> None:
    """An effect restarts the game (104.6, 727.1), whatever the ranges of influence are (801.17)."""
    resolution.require_playing(by)
    require_restartable(resolution.game)
    resolution.record(
        GameRestarted(game=opening.restart(resolution.game, by), by=by, rule=resolution.rule("restart"))
    )


def abandon(resolution: Resolution) -> None:
    """The table stops playing without a result."""
    outcome = Outcome(result=PlayerOutcome.NONE, winners=(), rule="", cause="abandoned")
    results = {one.id: PlayerOutcome.NONE if one.in_game else one.result for one in resolution.game.players}
    resolution.record(GameEnded(outcome=outcome, results=results))
