"""Changes of life totals."""

from collections.abc import Mapping

from rules.actions.action import Action
from rules.actions.life import (
    DrainLife,
    ExchangeLife,
    ExchangeLifeWithNumber,
    GainLife,
    LoseLife,
    MultiplyLife,
    PayLife,
    RedistributeLife,
    SetLife,
)
from rules.game.game import Game
from tests.conformance.case import Fields
from tests.conformance.operations.operation import Operation
from tests.conformance.targets import affected, amount_of, players


def _pay(game: Game, op: Fields) -> Action:
    value = op.get("amount")
    if isinstance(value, dict) and "of" not in value:
        return PayLife(payments={id: amount_of(one) for id, one in value.items()})
    return PayLife(payments={op.text("who"): amount_of(value)}, resolving=op.flag("resolving"))


def _half(game: Game, op: Fields) -> Action:
    return LoseLife(who=players(game, op.get("who")), amount=amount_of(f"half_{op.text('round')}"))


def _exchange(game: Game, op: Fields) -> Action:
    if isinstance(op.get("b"), int):
        return ExchangeLifeWithNumber(who=op.text("a"), number=op.number("b"))
    return ExchangeLife(a=op.text("a"), b=op.text("b"), by=op.optional_text("controller"))


def _exchange_with_number(game: Game, op: Fields) -> Action:
    """A life total and a number such as a creature's power (701.12g)."""
    who = op.optional_text("who") or op.text("a")
    number = next(key for key in ("number", "n", "with", "b") if key in op or key == "b")
    return ExchangeLifeWithNumber(who=who, number=op.number(number))


def _set_life(game: Game, op: Fields) -> Action:
    """A team with one total has one life to set, through any of its members."""
    who = players(game, op.get("who"))
    chosen = {game.player(id).side: id for id in who} if op.get("who") in game.life else {}
    return SetLife(to=dict.fromkeys(who, op.number("to")), chosen=chosen)


def _set_each(game: Game, op: Fields) -> Action:
    chosen = {team: str(id) for team, id in op.by_name("chosen").items()}
    return SetLife(to=op.numbers("to"), chosen=chosen, by=op.optional_text("controller"))


def _lose_life(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return LoseLife(who=who, amount=amount_of(op.get("amount")), by=controller, ranged=True)


def _drain(game: Game, op: Fields) -> Action:
    """Players lose life, and the controller gains what was lost in all, or `gain`."""
    who, controller = affected(game, op)
    gain = op.number("gain") if "gain" in op else None
    return DrainLife(who=who, amount=amount_of(op.get("amount")), by=controller or "", gain=gain, ranged=True)


def _gain_life(game: Game, op: Fields) -> Action:
    who, controller = affected(game, op)
    return GainLife(who=who, amount=amount_of(op.get("amount")), by=controller, ranged=True)


OPERATIONS: Mapping[str, Operation] = {
    "lose_life": _lose_life,
    "gain_life": _gain_life,
    "drain": _drain,
    "pay_life": _pay,
    "set_life": _set_life,
    "set_life_each": _set_each,
    "double_life": lambda game, op: MultiplyLife(
        who=players(game, op.get("who")), by=op.optional_text("controller"), ranged=True
    ),
    "lose_half_life": _half,
    "exchange_life": _exchange,
    "exchange_life_with_number": _exchange_with_number,
    "redistribute": lambda game, op: RedistributeLife(to=op.numbers("to"), by=op.optional_text("controller")),
}
