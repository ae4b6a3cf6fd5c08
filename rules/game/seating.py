"""Seats: neighbors, distances, range of influence (801), order of players. The next seat is to the left."""

from collections.abc import Mapping

from rules.formats.options import Attack
from rules.game.game import Game
from rules.game.parts import PlayerId, TurnOwner


def seats_from(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """Return the other players in seat order from this player's left, departed ones included."""
    ids = [player.id for player in game.players]
    start = ids.index(id)
    return (*ids[start + 1 :], *ids[:start])


def left_of(game: Game, id: PlayerId) -> PlayerId:
    """Return the next remaining player to this player's left (default: the player, if alone)."""
    return next((one for one in seats_from(game, id) if game.player(one).in_game), id)


def right_of(game: Game, id: PlayerId) -> PlayerId:
    """Return the next remaining player to this player's right (default: the player, if alone)."""
    return next((one for one in reversed(seats_from(game, id)) if game.player(one).in_game), id)


def distance(game: Game, first: PlayerId, second: PlayerId) -> int:
    """Return the distance between two remaining players by the shorter way, counting remaining players
    (801.2)."""
    ids = [player.id for player in game.remaining]
    gap = abs(ids.index(first) - ids.index(second))
    return min(gap, len(ids) - gap)


def players_in_range(game: Game) -> Mapping[PlayerId, tuple[PlayerId, ...]]:
    """Return by remaining player with a limited range of influence the players within it, in seat order, the
    player included (801.2, 801.2b)."""
    ids = [player.id for player in game.remaining]
    found: dict[PlayerId, tuple[PlayerId, ...]] = {}
    for seat, player in enumerate(game.remaining):
        if player.range is None:
            continue
        reach = min(player.range, len(ids))
        near = {(seat + steps) % len(ids) for steps in range(-reach, reach + 1)}
        found[player.id] = tuple(ids[place] for place in sorted(near))
    return found


def in_range(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """Return the remaining players within range as it was when the last turn began (801.2c), in seat
    order."""
    player = game.player(id)
    if player.range is None:
        return tuple(one.id for one in game.remaining)
    return tuple(other for other in player.reach if game.player(other).in_game)


def opponents_in_range(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """Return the opponents whom this player's effects can affect (801.10)."""
    reach = set(in_range(game, id))
    return tuple(other for other in game.opponents(id) if other in reach)


def neighbors(game: Game, id: PlayerId) -> tuple[PlayerId, PlayerId]:
    """Return the remaining players next to this one: on the left and on the right."""
    ids = [player.id for player in game.remaining]
    seat = ids.index(id)
    return ids[(seat + 1) % len(ids)], ids[seat - 1]


def attackable(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """Return the opponents whom this player may attack, in seat order (802, 803, 809.3c, 811.4, 801.3)."""
    reached = set(opponents_in_range(game, id))
    left, right = neighbors(game, id)
    if game.rules.adjacent_only or game.attack is Attack.ADJACENT:
        reached &= {left, right}
    if game.attack is Attack.LEFT:
        reached &= {left}
    if game.attack is Attack.RIGHT:
        reached &= {right}
    return tuple(player.id for player in game.remaining if player.id in reached)


def rivals(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """Return the rivals by whose loss this player wins in variants with rivals, departed players included."""
    others = seats_from(game, id)
    return tuple(others[steps - 1] for steps in game.rules.rivals)


def deploy_targets(game: Game, id: PlayerId) -> tuple[PlayerId, ...]:
    """Return the teammates to whom this player may give a creature (804.2): those within range, if the
    option is on."""
    if not game.deploy:
        return ()
    side = game.player(id).side
    return tuple(other for other in in_range(game, id) if other != id and game.player(other).side == side)


def turn_order_from(game: Game, taker: TurnOwner) -> tuple[TurnOwner, ...]:
    """Return the remaining owners of turns in order, from this one's place."""
    takers = game.turn_order
    start = takers.index(taker)
    order = (*takers[start:], *takers[:start])
    return tuple(one for one in order if any(game.player(id).in_game for id in game.team_of(one)))


def turn_of(game: Game, near: PlayerId | None) -> TurnOwner:
    """Return whose turn it is; of several simultaneous turns the nearest to a player's right, or the
    first."""
    active = game.active_takers
    if near is None or len(active) == 1:
        return active[0]
    return next(id for id in (near, *reversed(seats_from(game, near))) if id in active)


def next_taker(game: Game, near: PlayerId | None) -> TurnOwner:
    """Return who follows the active player in turn order, regardless of extra or skipped turns."""
    now = turn_of(game, near)
    return next((taker for taker in turn_order_from(game, now) if taker != now), now)


def apnap(game: Game) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the active player, then the others in turn order (101.4), as groups: a team acts in any order
    (805.6)."""
    order = turn_order_from(game, game.turn.taker)
    groups = (tuple(id for id in game.team_of(taker) if game.player(id).in_game) for taker in order)
    return tuple(group for group in groups if group)


def next_priority(game: Game) -> PlayerId:
    """Return who receives priority first: the active player, else the next in turn order (800.4j)."""
    return apnap(game)[0][0]


def planar_controller(game: Game) -> PlayerId:
    """Return who controls the face-up plane: the active player, or the active team's primary player; after
    that player left the next in turn order (901.6, 901.12b)."""
    return apnap(game)[0][0]


def primary_player(game: Game, members: tuple[PlayerId, ...]) -> PlayerId:
    """Return the team member who settles disagreements: the one furthest right, first in turn order
    (805.2)."""
    return members[0]


def choosable(game: Game, chooser: PlayerId, controller: PlayerId) -> tuple[PlayerId, ...]:
    """Return the players who may be chosen for an effect: in range of both, in seat order (801.5a)."""
    reached = set(in_range(game, controller))
    return tuple(id for id in in_range(game, chooser) if id in reached)


def choosing_player(game: Game, controller: PlayerId, appropriate: tuple[PlayerId, ...]) -> PlayerId | None:
    """Return the player who makes a choice when no appropriate one is in the controller's range: the closest
    to the controller's left (801.5c). None while someone in range can make it."""
    if set(appropriate) & set(in_range(game, controller)):
        return None
    return next((id for id in seats_from(game, controller) if id in appropriate), None)


def triggers(game: Game, controller: PlayerId, involved: tuple[PlayerId, ...]) -> bool:
    """Return whether an event with these players is entirely in range of an ability's controller (801.7)."""
    return set(involved) <= set(in_range(game, controller))


def seen(game: Game, controller: PlayerId, affected: PlayerId | None = None) -> tuple[PlayerId, ...]:
    """Return the players whose information an effect uses (801.11): those in its controller's range; in the
    2006 text only those whom the affected player also reaches (601.11)."""
    if affected is None or not game.rules.sees_from_both:
        return in_range(game, controller)
    return choosable(game, affected, controller)


def shield_applies(
    game: Game, controller: PlayerId, *, source: PlayerId | None = None, recipient: PlayerId | None = None
) -> bool:
    """Return whether a prevention effect applies to damage: the damage's source, its recipient or both, as
    the effect names them, must be in its controller's range (801.13b)."""
    named = {id for id in (source, recipient) if id is not None}
    return named <= set(in_range(game, controller))
