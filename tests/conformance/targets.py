"""Whom an operation is about, and how much of it."""

from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.game.seating import in_range, opponents_in_range
from rules.players.life import Amount
from rules.refusal import Refusal
from tests.conformance.case import Fields, Json, Unsupported, mapping


def players(game: Game, value: Json, controller: PlayerId | None = None) -> tuple[PlayerId, ...]:
    """Whom an operation is about: a player, a team, a list, everybody, or whom an effect reaches (801.10)."""
    if isinstance(value, list):
        return tuple(id for one in value for id in players(game, one, controller))
    if not isinstance(value, str):
        raise Unsupported(f"unsupported players: {value!r}")
    if value in ("each_player", "all"):
        return tuple(one.id for one in game.remaining) if controller is None else in_range(game, controller)
    if value == "each_opponent" and controller is not None:
        return opponents_in_range(game, controller)
    for side in game.sides:
        if value == side.id and side.is_team:
            return game.remaining_in(side)
    return (value,)


def in_reach(game: Game, ids: tuple[PlayerId, ...], controller: PlayerId) -> tuple[PlayerId, ...]:
    """Those of some players whom an effect can touch; for those who have left the engine has an answer."""
    reached = in_range(game, controller)
    return tuple(id for id in ids if id in reached or not game.player(id).in_game)


def affected(game: Game, op: Fields) -> tuple[tuple[PlayerId, ...], PlayerId | None]:
    """Whom an effect is about, and who controls it where the case says so: it does nothing out of range."""
    controller = op.optional_text("controller")
    named = players(game, op.get("who"), controller)
    if controller is None or not game.player(controller).in_game:
        return named, controller
    reached = in_reach(game, named, controller)
    if named and not reached:
        raise Refusal("out_of_range", who=named[0], of=controller)
    return reached, controller


def amount_of(value: Json) -> Amount:
    """A number, or half of a life total."""
    if isinstance(value, int):
        return value
    if isinstance(value, dict):
        value = mapping(value).get("of")
    if value in ("half_up", "half_life_up"):
        return "half_up"
    if value in ("half_down", "half_life_down"):
        return "half_down"
    raise Unsupported(f"unsupported amount: {value!r}")
