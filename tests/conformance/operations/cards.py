"""Hands, libraries and commanders."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.commanders import CastCommander
from rules.actions.library import DrawCards, KeepHand, TakeMulligan
from rules.actions.table import Together
from rules.game.game import Game
from tests.conformance.case import Fields
from tests.conformance.operations.operation import Operation
from tests.conformance.targets import affected


def _draw_cards(game: Game, op: Fields) -> Action:
    (who, by), n = affected(game, op), op.number("n", 1)
    return Together(actions=tuple(DrawCards(who=one, n=n, by=by) for one in who))


OPERATIONS: Mapping[str, Operation] = {
    "draw_cards": _draw_cards,
    "mulligan": lambda game, op: TakeMulligan(who=op.text("who")),
    "keep": lambda game, op: KeepHand(who=op.text("who")),
    "cast_commander": lambda game, op: CastCommander(who=op.text("who"), commander=op.text("commander")),
}
