"""Starting the game (103): who plays with whom, seats, starting totals, ranges, who goes first."""

from collections.abc import Mapping
from dataclasses import replace

from rules import markers
from rules.editions import Edition, edition_named
from rules.game import Game, Hand, Player, PlayerId, Ruleset, Side, SideId, Taker, Turn
from rules.lobby import Lobby, Seated
from rules.options import Options
from rules.refusal import Refusal
from rules.seating import reach_of
from rules.variants import Seats, Teams, Variant, variant_named

HAND = 7


def teams_of(lobby: Lobby) -> Mapping[SideId, tuple[PlayerId, ...]]:
    """The sides of a lobby by their name, in order of appearance: teams, or every player alone."""
    variant = variant_named(lobby.options.variant)
    sides: dict[SideId, tuple[PlayerId, ...]] = {}
    for seat in lobby.seated:
        side = seat.id if variant.teams is Teams.NONE else (seat.team or seat.id)
        sides[side] = (*sides.get(side, ()), seat.id)
    return sides


def validate(lobby: Lobby) -> None:
    """Raises Refusal, with what is wrong, when the variant can't be played like this."""
    variant, options = variant_named(lobby.options.variant), lobby.options
    edition_named(options.edition)
    count = len(lobby.seated)
    if count < variant.min_players:
        raise Refusal("too_few_players", variant=variant.name, needs=variant.min_players, has=count)
    if variant.max_players is not None and count > variant.max_players:
        raise Refusal("too_many_players", variant=variant.name, allows=variant.max_players, has=count)
    _validate_options(variant, options)
    if variant.teams is not Teams.NONE:
        _validate_teams(variant, lobby)


def _validate_options(variant: Variant, options: Options) -> None:
    if options.attack is not None and options.attack not in variant.attack_choices:
        raise Refusal("attack_not_allowed", variant=variant.name, attack=options.attack.value)
    if options.range is not None and not variant.ranged:
        raise Refusal("range_not_allowed", variant=variant.name)
    if options.commander and variant.shares_life and options.life is None:
        raise Refusal("choose_life", variant=variant.name)


def _validate_teams(variant: Variant, lobby: Lobby) -> None:
    loose = [seat.name for seat in lobby.seated if seat.team is None]
    if loose:
        raise Refusal("no_team", who=", ".join(loose))
    sizes = [len(members) for members in teams_of(lobby).values()]
    if len(sizes) < 2 or (variant.team_count is not None and len(sizes) != variant.team_count):
        raise Refusal("wrong_team_count", variant=variant.name, needs=variant.team_count or 2, has=len(sizes))
    if variant.teams is Teams.EQUAL and len(set(sizes)) > 1:
        raise Refusal("teams_unequal", variant=variant.name)
    if variant.team_size is not None and sizes[0] != variant.team_size:
        raise Refusal("wrong_team_size", variant=variant.name, needs=variant.team_size)
    if min(sizes) < variant.min_team_size:
        raise Refusal("wrong_team_size", variant=variant.name, needs=variant.min_team_size)
    if variant.teams is Teams.ONE_AGAINST_ALL and 1 not in sizes:
        raise Refusal("no_archenemy", variant=variant.name)


def seat(lobby: Lobby, order: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    """The seats in turn order: `order` rearranged as the variant wants it (808.2, 809.2, 811.3)."""
    variant = variant_named(lobby.options.variant)
    if lobby.options.arranged or variant.seats is Seats.FREE:
        return order
    teams: dict[SideId, list[PlayerId]] = {}
    side_of = {id: side for side, members in teams_of(lobby).items() for id in members}
    for id in order:
        teams.setdefault(side_of[id], []).append(id)
    if variant.emperor:
        teams = {side: _emperor_in_the_middle(lobby, members) for side, members in teams.items()}
    if variant.seats is Seats.TOGETHER:
        return tuple(id for members in teams.values() for id in members)
    rounds = max(len(members) for members in teams.values())
    return tuple(
        members[index] for index in range(rounds) for members in teams.values() if index < len(members)
    )


def _middle(size: int) -> int:
    return (size - 1) // 2


def _emperor_in_the_middle(lobby: Lobby, members: list[PlayerId]) -> list[PlayerId]:
    named = [id for id in members if id in lobby.options.emperors]
    if not named:
        return members
    others = [id for id in members if id != named[0]]
    middle = _middle(len(members))
    return [*others[:middle], named[0], *others[middle:]]


def emperors_of(lobby: Lobby, seats: tuple[PlayerId, ...]) -> frozenset[PlayerId]:
    """The emperors: those named, else whoever sits in the middle of each team (809.2)."""
    if not variant_named(lobby.options.variant).emperor:
        return frozenset()
    found: set[PlayerId] = set()
    for members in teams_of(lobby).values():
        named = [id for id in members if id in lobby.options.emperors]
        seated = [id for id in seats if id in members]
        found.add(named[0] if named else seated[_middle(len(seated))])
    return frozenset(found)


def ranges_of(lobby: Lobby, seats: tuple[PlayerId, ...]) -> Mapping[PlayerId, int | None]:
    """Everybody's range of influence at the start: chosen, or the variant's own (807.2a, 809.6a, 811.2a)."""
    variant, options = variant_named(lobby.options.variant), lobby.options
    emperors = emperors_of(lobby, seats)
    side_of = {id: side for side, members in teams_of(lobby).items() for id in members}

    def own(id: PlayerId) -> int | None:
        if not variant.emperor:
            return variant.range
        gaps = sorted(
            _gap(seats, id, other)
            for other in seats
            if side_of[other] != side_of[id] and other not in emperors
        )
        return gaps[1 if id in emperors else 0]

    return {
        id: options.ranges.get(id, options.range if options.range is not None else own(id)) for id in seats
    }


def _gap(seats: tuple[PlayerId, ...], first: PlayerId, second: PlayerId) -> int:
    gap = abs(seats.index(first) - seats.index(second))
    return min(gap, len(seats) - gap)


def starters(lobby: Lobby, seats: tuple[PlayerId, ...]) -> tuple[Taker, ...]:
    """Who may be drawn to go first, by the variant's rule (103.1, 808.4, 809.4, 810.6, 904.6)."""
    variant, teams = variant_named(lobby.options.variant), teams_of(lobby)
    if variant.teams is Teams.ONE_AGAINST_ALL:
        return (_archenemy_side(lobby),)
    if variant.shared_turns:
        return tuple(teams)
    if variant.emperor:
        return tuple(id for id in seats if id in emperors_of(lobby, seats))
    if variant.key == "team_vs_team":
        seated = [[id for id in seats if id in members] for members in teams.values()]
        return tuple(members[len(members) // 2] for members in seated)
    return seats


def _archenemy_side(lobby: Lobby) -> SideId:
    teams = teams_of(lobby)
    named = lobby.options.archenemy
    for side, members in teams.items():
        if members == (named,) or (named is None and len(members) == 1):
            return side
    raise Refusal("no_archenemy", variant=variant_named(lobby.options.variant).name)


def deal(lobby: Lobby, order: tuple[PlayerId, ...], first: Taker) -> Game:
    """The game at its first turn, seated from `order` and started by `first`."""
    variant, edition = variant_named(lobby.options.variant), edition_named(lobby.options.edition)
    seats = seat(lobby, order)
    sides = _sides(lobby, variant, edition, seats)
    rules = _ruleset(lobby, variant, edition, sides, first)
    ranges, emperors = ranges_of(lobby, seats), emperors_of(lobby, seats)
    life = _starting_life(lobby, variant, edition, sides)
    players = tuple(
        _player(lobby, id, side, life[side.id if side.shares_life else id], ranges[id], id in emperors)
        for id in seats
        for side in sides
        if id in side.members
    )
    start = seats.index(first if first in seats else next(s for s in sides if s.id == first).members[0])
    game = Game(
        rules=rules,
        options=lobby.options,
        sides=sides,
        players=players,
        life=life,
        first=first,
        turn=Turn(number=1, taker=first),
        rotation=first,
        attack=lobby.options.attack or variant.attack,
        deploy=variant.deploy,
        markers=markers.deal((*seats[start:], *seats[:start])) if variant.markers else (),
    )
    return replace(game, players=tuple(replace(one, reach=reach_of(game, one.id)) for one in players))


def _sides(lobby: Lobby, variant: Variant, edition: Edition, seats: tuple[PlayerId, ...]) -> tuple[Side, ...]:
    names = {one.id: one.name for one in lobby.seated}
    archenemy = _archenemy_side(lobby) if variant.teams is Teams.ONE_AGAINST_ALL else None
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
    archenemy = _archenemy_side(lobby) if variant.teams is Teams.ONE_AGAINST_ALL else None
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
    hand = HAND + seated.vanguard_hand
    return Player(
        id=id,
        name=seated.name,
        side=side.id,
        user=seated.user,
        emperor=emperor,
        vanguard_life=seated.vanguard_life,
        vanguard_hand=seated.vanguard_hand,
        range=reach,
        starting_life=life,
        max_hand=hand,
        hand=Hand(drawn=hand),
    )


def _ruleset(
    lobby: Lobby, variant: Variant, edition: Edition, sides: tuple[Side, ...], first: Taker
) -> Ruleset:
    duel = len(lobby.seated) == 2
    free = (not duel and edition.free_multiplayer_mulligan) or variant.always_free_mulligan
    free = free or (edition.mulligans_team_by_team and variant.shares_life)
    commander = variant_named("commander").commander_damage if lobby.options.commander else None
    return Ruleset(
        variant=variant.key,
        edition=edition.key,
        commander_damage_limit=variant.commander_damage or commander,
        shared_turns=variant.shared_turns,
        halves_shared_life=edition.halves_shared_life,
        sums_each_life_set=edition.sums_each_life_set,
        win_defeats_all_opponents=edition.win_defeats_all_opponents,
        range_limits_win=edition.range_limits,
        range_limits_draw=edition.range_limits,
        emperor_decides=variant.emperor,
        markers=variant.markers,
        blocked_markers_wait=edition.blocked_markers_wait,
        extra_turn_spacing=edition.extra_turn_spacing,
        adjacent_only=variant.adjacent_only,
        free_mulligans=int(free),
        redraws_full_hand=edition.redraws_full_hand,
        mulligans_team_by_team=edition.mulligans_team_by_team,
        skips_first_draw=_skips_first_draw(variant, edition, sides, first, duel=duel),
    )


def _skips_first_draw(
    variant: Variant, edition: Edition, sides: tuple[Side, ...], first: Taker, *, duel: bool
) -> tuple[PlayerId, ...]:
    """Who does not draw in the first draw step (103.8; 606.6b in 2006: all but the secondary player)."""
    members = next((side.members for side in sides if side.id == first), (first,))
    if duel or (variant.shares_life and edition.starting_team_skips_draw):
        return members
    return members[:-1] if variant.shares_life else ()


def restart(game: Game, by: PlayerId) -> Game:
    """The game anew for the players still in it (727.1): nothing carries over but people, teams and options;
    the controller of the effect, or their team, goes first (727.2)."""
    remaining = game.remaining
    seated = tuple(
        Seated(
            id=one.id,
            name=one.name,
            user=one.user,
            team=one.side if game.side(one.side).is_team else None,
            vanguard_life=one.vanguard_life,
            vanguard_hand=one.vanguard_hand,
        )
        for one in remaining
    )
    ranges = {one.id: one.range for one in remaining if one.range is not None}
    emperors = tuple(one.id for one in remaining if one.emperor)
    options = replace(game.options, arranged=True, ranges=ranges, emperors=emperors)
    fresh = deal(Lobby(options=options, seated=seated), tuple(one.id for one in remaining), game.taker_of(by))
    named = {one.id: tuple(replace(card, casts=0) for card in one.commanders) for one in remaining}
    players = tuple(replace(one, commanders=named[one.id]) for one in fresh.players)
    return replace(fresh, players=players, restarts=game.restarts + 1)
