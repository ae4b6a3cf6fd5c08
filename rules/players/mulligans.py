"""Mulligans (103.5): the full hand is redrawn; in older texts one card fewer each time."""

from msgspec.structs import replace

from rules.events.library import HandChanged
from rules.game.game import Game
from rules.game.parts import Hand, Player, PlayerId, Taker
from rules.game.seating import turn_order_from
from rules.refusal import Refusal
from rules.resolution import Resolution


def counted(game: Game, mulligans: int) -> int:
    """The mulligans that cost a card: all but the free first one where there is one (103.5c)."""
    return max(0, mulligans - game.rules.free_mulligans)


def most(game: Game, player: Player) -> int:
    """How many mulligans a player may take: until the opening hand would be no cards (103.5)."""
    return player.max_hand + game.rules.free_mulligans


def take(resolution: Resolution, who: PlayerId) -> None:
    """A player takes a mulligan: draws the full hand and puts a card on the bottom for every counted one, or
    in older texts draws that many fewer (103.5).

    Raises Refusal after keeping, out of order in 2006, or when no card would be left.
    """
    player = _undecided(resolution, who)
    if player.hand.mulligans >= most(resolution.game, player):
        raise Refusal("no_cards_left", who=player.name)
    taken = player.hand.mulligans + 1
    fewer = counted(resolution.game, taken)
    if resolution.game.rules.redraws_full_hand:
        hand = Hand(drawn=player.max_hand, mulligans=taken, bottomed=fewer)
    else:
        hand = Hand(drawn=player.max_hand - fewer, mulligans=taken)
    resolution.record(HandChanged(who=who, hand=hand, rule=resolution.rule("mulligan")))


def keep(resolution: Resolution, who: PlayerId) -> None:
    """A player keeps the hand, which is the opening hand then (103.5)."""
    hand = replace(_undecided(resolution, who).hand, kept=True)
    resolution.record(HandChanged(who=who, hand=hand, rule=resolution.rule("mulligan")))


def _undecided(resolution: Resolution, who: PlayerId) -> Player:
    resolution.require_playing(who)
    player = resolution.game.player(who)
    if player.hand.kept:
        raise Refusal("hand_kept", who=player.name)
    if resolution.game.rules.mulligans_team_by_team:
        waiting = _first_undecided(resolution.game)
        if waiting is not None and who not in resolution.game.team_of(waiting):
            names = ", ".join(resolution.game.player(id).name for id in resolution.game.team_of(waiting))
            raise Refusal("mulligan_order", who=names)
    return player


def _first_undecided(game: Game) -> Taker | None:
    for taker in turn_order_from(game, game.first):
        if any(not game.player(id).hand.kept for id in game.team_of(taker)):
            return taker
    return None


def declaration_order(game: Game) -> tuple[tuple[PlayerId, ...], ...]:
    """The players in the order in which they declare, as groups that decide in any order (103.5, 103.5d)."""
    return tuple(game.team_of(taker) for taker in turn_order_from(game, game.first))


def declaring(game: Game) -> tuple[PlayerId, ...]:
    """Who declares next: in rounds whoever has taken the fewest mulligans, the first of them in turn order
    with their team (103.5, 103.5d); in 2006 whoever comes first, until they keep. Nobody once all have."""
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
