"""Whom an operation is about, and how much of it."""

from rules.game.game import Game
from rules.game.parts import PlayerId
from rules.players.life import Amount
from tests.conformance.case import Fields, Json, Unsupported, mapping


def players(game: Game, value: Json, controller: PlayerId | None = None) -> tuple[PlayerId, ...]:
    """Return whom an operation is about: a player, a team, a list, everyone or each opponent of a player.

    Who of them is out of range is for the engine to say (801.10).
    """
    if isinstance(value, list):
        return tuple(id for one in value for id in players(game, one, controller))
    if not isinstance(value, str):
        raise Unsupported(f"unsupported players: {value!r}")
    if value in ("each_player", "all"):
        return tuple(one.id for one in game.remaining)
    if value == "each_opponent" and controller is not None:
        return game.opponents(controller)
    for side in game.sides:
        if value == side.id and side.is_team:
            return game.remaining_in(side)
    return (value,)


def affected(game: Game, op: Fields) -> tuple[tuple[PlayerId, ...], PlayerId | None]:
    """Return whom an effect is about, and who controls it where the case says so."""
    controller = op.optional_text("controller")
    return players(game, op.get("who"), controller), controller


def amount_of(value: Json) -> Amount:
    """Return a number, or half of a life total."""
    if isinstance(value, int):
        return value
    if isinstance(value, dict):
        value = mapping(value).get("of")
    if value in ("half_up", "half_life_up"):
        return "half_up"
    if value in ("half_down", "half_life_down"):
        return "half_down"
    raise Unsupported(f"unsupported amount: {value!r}")
