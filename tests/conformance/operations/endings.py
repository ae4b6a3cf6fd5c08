"""Who leaves, loses, wins or draws, and what restarts the game."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.endings import (
    AgreeDraw,
    Concede,
    CreditKnockOut,
    Depart,
    DrawGame,
    Loop,
    LoseGame,
    Penalise,
    RestartGame,
    ShowRole,
    WinGame,
)
from rules.actions.table import Together
from rules.game.game import Game
from rules.game.parts import SecretRoles
from rules.refusal import Refusal
from tests.conformance.case import Fields
from tests.conformance.operations.operation import Operation
from tests.conformance.targets import affected, players


def _concede(game: Game, op: Fields) -> Action:
    # Being controlled by someone else changes nothing (723.6).
    op.known("controlled_by", "reason")
    return Concede(who=op.text("who"), by=op.optional_text("by"))


def _leave(game: Game, op: Fields) -> Action:
    """Players leave at once, for a reason that the engine has an action for or for any other."""
    who, reason = players(game, op.get("who")), op.optional_text("reason")
    match reason:
        case "concession" | "concede" | "conceded":
            return Together(actions=tuple(Concede(who=id) for id in who))
        case "judge" | "judge_penalty" | "penalty" | "judge_loss":
            return Together(actions=tuple(Penalise(who=id) for id in who))
        case "effect" | "lose_effect" | "lose_game":
            return LoseGame(who=who)
        case _:
            return Depart(who=who)


def _lose_game(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return LoseGame(who=who, by=controller)


def _loop(game: Game, op: Fields) -> Action:
    # 732.5 and 732.6: neither of the two is an optional action of the loop itself.
    op.known("outside_breaker", "unless_action_declined")
    return Loop(controllers=op.names("controllers"), optional=op.flag("optional"))


def _agree(game: Game, op: Fields) -> Action:
    if set(players(game, op.get("who") or "all")) != {player.id for player in game.remaining}:
        raise Refusal("not_agreed")
    return AgreeDraw()


def _offer_draw(game: Game, op: Fields) -> Action:
    """Some players agree to a draw, and perhaps others later."""
    return AgreeDraw(by=players(game, op.get("who")))


def _restart(game: Game, op: Fields) -> Action:
    dealt = op.names("roles")
    return RestartGame(by=op.text("controller"), secret_roles=SecretRoles(order=dealt) if dealt else None)


OPERATIONS: Mapping[str, Operation] = {
    "concede": _concede,
    "leave": _leave,
    "credit": lambda game, op: CreditKnockOut(who=op.text("who"), by=op.optional_text("by")),
    "show_role": lambda game, op: ShowRole(who=op.text("who")),
    "judge_loss": lambda game, op: Penalise(who=op.text("who")),
    "lose_game": _lose_game,
    "win_game": lambda game, op: WinGame(
        who=op.text("who"), also_loses=players(game, op.get("also_loses") or [])
    ),
    "draw_game": lambda game, op: DrawGame(by=op.text("controller")),
    "mandatory_loop": _loop,
    "fragmented_loop": lambda game, op: Loop(controllers=op.names("players"), optional=True),
    "agree_draw": _agree,
    "offer_draw": _offer_draw,
    "restart": _restart,
}
