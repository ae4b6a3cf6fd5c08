"""The one function that turns a game and a fact into the next game, and what its parts share."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import TypeVar

from rules import events as ev
from rules.game import Game, Player, PlayerId, Taker

K = TypeVar("K")


@singledispatch
def evolve(event: ev.GameEvent, game: Game) -> Game:
    """The game after this fact; facts that only tell something leave it as it is."""
    return game


def change(game: Game, id: PlayerId, update: Callable[[Player], Player]) -> Game:
    """The game with one player replaced."""
    players = tuple(update(player) if player.id == id else player for player in game.players)
    return replace(game, players=players)


def put(mapping: Mapping[str, K], key: str, value: K) -> Mapping[str, K]:
    """The mapping with one entry more, or changed."""
    return {**mapping, key: value}


def less_one(mapping: Mapping[Taker, int], key: Taker) -> Mapping[Taker, int]:
    """The numbers with one of them one lower; those that come to 0 are left out."""
    rest = {**mapping, key: mapping.get(key, 0) - 1}
    return {taker: n for taker, n in rest.items() if n > 0}
