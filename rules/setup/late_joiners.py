"""Joining a game that has begun. OWN: the rules don't cover it; late joiners start as the others did."""

from collections.abc import Sequence

from rules.events.table import PlayerJoined
from rules.formats.variants import Teams, variant_named
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import Hand, Player, PlayerId, Side, SideId
from rules.players import continuous_effects
from rules.refusal import Refusal
from rules.resolution import Resolution
from rules.setup import lobby_actions
from rules.setup.lobby_actions import require_seats
from rules.setup.opening import HAND
from rules.turns import grand_melee


def require_room(game: Game, people: int = 1) -> None:
    """Raise Refusal unless this many people can still join a game: "cant_join_late", "lobby_full"."""
    variant = variant_named(game.rules.variant)
    if not variant.takes_late_joiners or game.options.subgame:
        raise Refusal("cant_join_late", variant=variant.name)
    require_seats(game.options, len(game.players) + people)


def is_open(game: Game) -> bool:
    """Return whether someone can still join a game in progress."""
    try:
        require_room(game)
    except Refusal:
        return False
    return game.outcome is None


def require_guest_seat(table: Lobby | Game, *, late: bool) -> None:
    """Raise Refusal unless one more guest can take a seat, in a lobby or, ``late``, at a game in progress:
    "guests_closed", "cant_join_late", "lobby_full"."""
    if not late:
        lobby = lobby_actions.require_guests_open(table)
        require_seats(lobby.options, len(lobby.seated) + 1)
    elif isinstance(table, Lobby) or table.outcome is not None:
        raise Refusal("guests_closed")
    else:
        require_room(table)


def open_teams(game: Game) -> Sequence[Side]:
    """Return the teams that can be joined: those still in the game, without the archenemy's."""
    if variant_named(game.rules.variant).teams is Teams.NONE:
        return ()
    return [
        side for side in game.sides if game.remaining_in(side) and game.options.archenemy not in side.members
    ]


def seat_late_joiner(resolution: Resolution, seat: Seated, place: int | None) -> None:
    """Seat a new person, with the life total, hand and range of influence of a game's start.

    Raises Refusal "already_seated", "no_such_team", and "number_out_of_bounds" for a place.
    """
    game = resolution.game
    if any(seat.id == one.id or seat.user == one.user is not None for one in game.players):
        raise Refusal("already_seated", who=seat.name)
    side = _team(game, seat.team)
    shared = side is not None and side.shares_life
    joiner = _player(game, seat, side)
    after = _seat(game, place) if side is None else _end(game, side)
    life, marker = None if shared else joiner.starting_life, _marker(game)
    resolution.record(PlayerJoined(player=joiner, after=after, life=life, marker=marker))
    continuous_effects.extend(resolution, game)
    if marker is not None:
        grand_melee.bring_in(resolution, marker, seat.id)


def _team(game: Game, team: SideId | None) -> Side | None:
    """Return the team to join (default: the smallest); None if everyone plays alone."""
    teams = {side.id: side for side in open_teams(game)}
    if not teams:
        return None
    if team is None:
        return min(teams.values(), key=lambda side: len(game.remaining_in(side)))
    if team not in teams:
        raise Refusal("no_such_team", team=team, teams=tuple(teams), hint="")
    return teams[team]


def _player(game: Game, seat: Seated, side: Side | None) -> Player:
    """Return a player with the life total that the others, or the others on the team, started with."""
    other = game.player(game.players[0].id if side is None else side.members[0])
    shared = side is not None and side.shares_life
    life = other.starting_life if shared else other.starting_life - other.vanguard_life + seat.vanguard_life
    hand, reach = max(0, HAND + seat.vanguard_hand), game.options.range
    return Player(
        id=seat.id,
        name=seat.name,
        side=seat.id if side is None else side.id,
        user=seat.user,
        vanguard_life=seat.vanguard_life,
        vanguard_hand=seat.vanguard_hand,
        range=variant_named(game.rules.variant).range if reach is None else reach,
        starting_life=life,
        max_hand=hand,
        hand=Hand(drawn=hand),
    )


def _seat(game: Game, place: int | None) -> PlayerId:
    """Return the right neighbor of a new seat (default: the last in turn order)."""
    seats = [player.id for player in game.players]
    if place is not None and not 2 <= place <= len(seats) + 1:
        raise Refusal("number_out_of_bounds", text=str(place), least=2, most=len(seats) + 1)
    first = seats.index(game.first)
    return seats[(first - 1 if place is None else first + place - 2) % len(seats)]


def _end(game: Game, side: Side) -> PlayerId:
    """Return the member of a team who sits furthest left."""
    seats = [player.id for player in game.players]
    following = {id: seats[(seats.index(id) + 1) % len(seats)] for id in side.members}
    return next((id for id in side.members if following[id] not in side.members), side.members[-1])


def _marker(game: Game) -> int | None:
    """Return the number of the turn marker that a Grand Melee needs for one more player (807.4a), if any."""
    if not game.rules.markers:
        return None
    kept = len(game.markers) - sum(marker.removals for marker in game.markers)
    if grand_melee.needed(len(game.remaining) + 1) <= kept:
        return None
    return max(marker.number for marker in game.markers) + 1
