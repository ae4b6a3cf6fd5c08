"""Mulligans (103.5): the full hand is redrawn; in older texts one card fewer each time."""

from rules.game.game import Game
from rules.game.parts import Player, PlayerId
from rules.game.seating import turn_order_from


def cards_to_bottom(game: Game, mulligans: int) -> int:
    """Return how many mulligans cost a card: all except a free first one (103.5c)."""
    return max(0, mulligans - game.rules.free_mulligans)


def most(game: Game, player: Player) -> int:
    """Return the number of mulligans a player may take: until the opening hand would have no
    cards (103.5)."""
    return player.max_hand + game.rules.free_mulligans


def declaration_order(game: Game) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the players in the order of declaration, as groups in any order (103.5, 103.5d)."""
    return tuple(game.team_of(taker) for taker in turn_order_from(game, game.first))


def declaring(game: Game) -> tuple[PlayerId, ...]:
    """Return who declares next; empty once all have kept.

    In rounds these are the players with the fewest mulligans, of them the first in turn order with their team
    (103.5, 103.5d); in 2006 the first in turn order who hasn't kept.
    """
    groups = [[id for id in group if _open(game.player(id))] for group in declaration_order(game)]
    undecided = [game.player(id).hand.mulligans for group in groups for id in group]
    rounds = not game.rules.mulligans_team_by_team
    for group in groups:
        ready = [id for id in group if not rounds or game.player(id).hand.mulligans == min(undecided)]
        if ready:
            return tuple(ready)
    return ()


def _open(player: Player) -> bool:
    return player.in_game and not player.hand.kept
