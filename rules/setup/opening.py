"""Starting the game (103), by variant and edition, and restarting it (727)."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.formats.editions import Edition, edition_named
from rules.formats.options import Options
from rules.formats.variants import Teams, Variant, variant_named
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import Commander, Hand, Player, PlayerId, Ruleset, SecretRoles, Side, Turn, TurnOwner
from rules.game.seating import players_in_range
from rules.players import roles
from rules.players.commanders import id_of_commander
from rules.refusal import Refusal
from rules.setup.seating_plan import archenemy_side, emperors_of, ranges_of, seat_order, teams_of
from rules.setup.validation import has_commanders
from rules.turns import grand_melee

HAND = 7
_SWITCHES = frozenset(Edition.__struct_fields__) & frozenset(Ruleset.__struct_fields__)
"""Switches that an edition and a game's rules have in common."""


def opening_game(
    lobby: Lobby, order: tuple[PlayerId, ...], first: TurnOwner, secret_roles: SecretRoles | None = None
) -> Game:
    """Return the game at its first turn, seated from `order` and started by `first`, with these roles."""
    variant, edition = variant_named(lobby.options.variant), edition_named(lobby.options.edition)
    seats = seat_order(lobby, order)
    sides = _sides(lobby, variant, edition, seats)
    rules = _ruleset(lobby, variant, edition, sides, first)
    ranges, emperors = ranges_of(lobby, seats), emperors_of(lobby, seats)
    life = _starting_life(lobby, variant, edition, sides)
    leader = roles.leader_of(variant, secret_roles)
    if leader is not None and variant.roles is not None:
        life = {**life, leader[0]: life[leader[0]] + variant.roles.leader_life}
    players = tuple(
        _player(lobby, id, side, life[side.id if side.shares_life else id], ranges[id], id in emperors)
        for id in seats
        for side in sides
        if id in side.members
    )
    start = seats.index(first if first in seats else next(s for s in sides if s.id == first).members[0])
    game = Game(
        rules=rules,
        options=_settled(lobby, variant),
        sides=sides,
        players=players,
        life=life,
        first=first,
        host=lobby.host,
        turn=Turn(number=1, taker=first),
        rotation=first,
        attack=lobby.options.attack or variant.attack,
        deploy=variant.deploy if lobby.options.deploy is None else lobby.options.deploy,
        markers=grand_melee.starting_markers((*seats[start:], *seats[:start])) if variant.markers else (),
    )
    reached, shown = players_in_range(game), {} if leader is None else {leader[0]: leader[1].key}
    return replace(
        game,
        secret_roles=secret_roles,
        players=tuple(
            replace(one, reach=reached.get(one.id, ()), role=shown.get(one.id, "")) for one in players
        ),
    )


def _settled(lobby: Lobby, variant: Variant) -> Options:
    """Return the options with their defaults filled in, as a further game needs them."""
    if variant.teams is not Teams.ONE_AGAINST_ALL:
        return lobby.options
    return replace(lobby.options, archenemy=teams_of(lobby)[archenemy_side(lobby)][0])


def _sides(lobby: Lobby, variant: Variant, edition: Edition, seats: tuple[PlayerId, ...]) -> tuple[Side, ...]:
    names = {one.id: one.name for one in lobby.seated}
    archenemy = archenemy_side(lobby) if variant.teams is Teams.ONE_AGAINST_ALL else None
    sides: list[Side] = []
    for id, members in teams_of(lobby).items():
        heroes = variant.heroes_share_life and id != archenemy
        poison = 5 * len(members) + 5 if variant.shares_life and edition.shares_poison else None
        sides.append(
            Side(
                id=id,
                name=names.get(id, id),
                members=tuple(sorted(members, key=seats.index)),
                shares_life=variant.shares_life or heroes,
                poison_limit=poison,
                one_body=variant.shares_life or heroes,
            )
        )
    return tuple(sorted(sides, key=lambda side: seats.index(side.members[0])))


def _starting_life(
    lobby: Lobby, variant: Variant, edition: Edition, sides: tuple[Side, ...]
) -> Mapping[str, int]:
    seated = {one.id: one for one in lobby.seated}
    archenemy = archenemy_side(lobby) if variant.teams is Teams.ONE_AGAINST_ALL else None
    life: dict[str, int] = {}
    for side in sides:
        base = lobby.options.life if lobby.options.life is not None else _base_life(lobby, variant)
        if variant.shares_life and lobby.options.life is None:
            base = edition.life_per_head * len(side.members)
        if side.id == archenemy and variant.archenemy_life is not None:
            base = variant.archenemy_life
        if side.shares_life:
            life[side.id] = base + sum(seated[id].vanguard_life for id in side.members)
        else:
            life.update({id: base + seated[id].vanguard_life for id in side.members})
    return life


def _base_life(lobby: Lobby, variant: Variant) -> int:
    if lobby.options.commander and not variant.commanders and not variant.shares_life:
        return variant_named("commander").life
    if variant.duel_life is not None and len(lobby.seated) == 2:
        return variant.duel_life
    return variant.life


def _player(lobby: Lobby, id: PlayerId, side: Side, life: int, reach: int | None, emperor: bool) -> Player:
    seated: Seated = next(one for one in lobby.seated if one.id == id)
    hand = max(0, HAND + seated.vanguard_hand)
    return Player(
        id=id,
        name=seated.name,
        side=side.id,
        user=seated.user,
        emperor=emperor,
        vanguard_life=seated.vanguard_life,
        vanguard_hand=seated.vanguard_hand,
        commanders=tuple(
            Commander(id=id_of_commander(id, number), name=name)
            for number, name in enumerate(seated.commanders, start=1)
        ),
        range=reach,
        starting_life=life,
        max_hand=hand,
        hand=Hand(drawn=hand),
        deck=seated.deck if has_commanders(lobby.options) else None,
    )


def _ruleset(
    lobby: Lobby, variant: Variant, edition: Edition, sides: tuple[Side, ...], first: TurnOwner
) -> Ruleset:
    duel = len(lobby.seated) == 2
    free = (not duel and edition.free_multiplayer_mulligan) or variant.always_free_mulligan
    free = free or (edition.mulligans_team_by_team and variant.shares_life)
    commander = variant_named("commander").commander_damage if lobby.options.commander else None
    switches = {name: getattr(edition, name) for name in _SWITCHES}
    if variant.roles is not None:
        switches["win_defeats_all_opponents"] = False  # of whom one may win by it
    return Ruleset(
        variant=variant.key,
        edition=edition.key,
        commander_damage_limit=variant.commander_damage or commander,
        shared_turns=variant.shared_turns,
        range_limits_win=edition.range_limits,
        range_limits_draw=edition.range_limits,
        emperor_decides=variant.emperor,
        markers=variant.markers,
        adjacent_only=variant.adjacent_only,
        free_mulligans=int(free),
        rivals=(len(lobby.seated) // 2, len(lobby.seated) // 2 + 1) if variant.opposite else (),
        team_damage=variant.shares_life and lobby.options.commander and lobby.options.team_damage,
        out_can_win=(variant.opposite or variant.roles is not None) and lobby.options.out_can_win,
        shows_out=_shows_out(variant, lobby.options),
        joint_draw=variant.roles is not None and lobby.options.joint_draw,
        leader_stays=variant.roles is not None and lobby.options.leader_stays,
        skips_first_draw=_skips_first_draw(variant, edition, sides, first, duel=duel),
        **switches,
    )


def _shows_out(variant: Variant, options: Options) -> bool:
    """Return whether a player who leaves the game shows the role that was dealt."""
    if variant.roles is None:
        return False
    return variant.roles.shows_out if options.show_out is None else options.show_out


def _skips_first_draw(
    variant: Variant, edition: Edition, sides: tuple[Side, ...], first: TurnOwner, *, duel: bool
) -> tuple[PlayerId, ...]:
    """Return who does not draw in the first draw step (103.8; 606.6b in 2006: all but the secondary
    player)."""
    members = next((side.members for side in sides if side.id == first), (first,))
    if duel or (variant.shares_life and edition.starting_team_skips_draw):
        return members
    return members[:-1] if variant.shares_life else ()


def restart(game: Game, by: PlayerId, secret_roles: SecretRoles | None = None) -> Game:
    """Return the restarted game of the players still in it (727.1): only people, teams, options and
    commanders carry over; the controller of the effect, or their team, goes first (727.1a).

    Roles are dealt again; raises Refusal "roles_not_dealt" unless all players get one.
    """
    lobby = lobby_again(game)
    secret_roles = dealt_to(lobby, secret_roles)
    fresh = opening_game(lobby, tuple(seat.id for seat in lobby.seated), game.taker_of(by), secret_roles)
    cards = {one.id: tuple(replace(card, casts=0) for card in one.commanders) for one in game.remaining}
    players = tuple(replace(one, commanders=cards[one.id]) for one in fresh.players)
    return replace(fresh, players=players, restarts=game.restarts + 1, host=game.host)


def dealt_to(lobby: Lobby, secret_roles: SecretRoles | None) -> SecretRoles | None:
    """Return the roles of a starting game; None if none are dealt, such as in a subgame.

    Raises Refusal "roles_not_dealt" unless everyone in the lobby gets one.
    """
    if not deals_roles(lobby.options):
        return None
    if secret_roles is None or sorted(secret_roles.order) != sorted(seat.id for seat in lobby.seated):
        raise Refusal("roles_not_dealt")
    return secret_roles


def deals_roles(options: Options) -> bool:
    """Return whether a game with these options has secret roles."""
    return variant_named(options.variant).roles is not None and not options.subgame


def lobby_again(game: Game) -> Lobby:
    """Return the lobby of a restart or subgame of the players still in this game, with its seats, teams and
    options (727.1, 729.1a)."""
    remaining = game.remaining
    seated = tuple(Seated.again(one, one.side if game.side(one.side).is_team else None) for one in remaining)
    ranges = {one.id: one.range for one in remaining if one.range is not None}
    emperors = tuple(one.id for one in remaining if one.emperor)
    options = replace(game.options, arranged=True, ranges=ranges, emperors=emperors)
    return Lobby(options=options, seated=seated)
