"""Seating before the game: teams, seats, ranges, and who may go first."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.formats.options import Options
from rules.formats.variants import Seating, Teams, variant_named
from rules.game.lobby import Lobby, Seated
from rules.game.parts import PlayerId, SideId, TurnOwner
from rules.refusal import Refusal

ARCHENEMY = "Archenemy"
"""The team that offers its one seat to the archenemy."""
HEROES = "Heroes"
TEAM_NAMES = ("Red", "Blue", "Green", "Gold", "Purple", "White", "Black", "Orange")


def team_names(options: Options) -> tuple[str, ...]:
    """Return the teams that a variant offers; empty if everyone plays alone."""
    variant = variant_named(options.variant)
    if variant.teams is Teams.NONE:
        return ()
    if variant.teams is Teams.ONE_AGAINST_ALL:
        return (ARCHENEMY, HEROES)
    return TEAM_NAMES[: variant.team_count or options.teams or 2]


def with_teams(lobby: Lobby) -> Lobby:
    """Return the lobby with everyone on one of the variant's teams, the smallest for those without one."""
    names = team_names(lobby.options)
    if not names:
        return replace(lobby, seated=tuple(replace(seat, team=None) for seat in lobby.seated))
    sizes = {name: sum(seat.team == name for seat in lobby.seated) for name in names}
    archenemy = names[0] == ARCHENEMY
    seated: list[Seated] = []
    for seat in lobby.seated:
        team = seat.team
        if team not in sizes:
            empty_archenemy = archenemy and sizes[ARCHENEMY] == 0
            team = names[1] if archenemy and not empty_archenemy else min(names, key=lambda name: sizes[name])
            sizes[team] += 1
        seated.append(replace(seat, team=team))
    return replace(lobby, seated=tuple(seated))


def teams_of(lobby: Lobby) -> Mapping[SideId, tuple[PlayerId, ...]]:
    """Return the sides of a lobby by their name, in order of appearance: teams, or every player alone."""
    variant = variant_named(lobby.options.variant)
    sides: dict[SideId, tuple[PlayerId, ...]] = {}
    for seat in lobby.seated:
        side = seat.id if variant.teams is Teams.NONE else (seat.team or seat.id)
        sides[side] = (*sides.get(side, ()), seat.id)
    return sides


def seat_order(lobby: Lobby, order: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    """Return the seats in turn order: `order` rearranged as the variant wants it (808.2, 809.2, 811.3)."""
    variant = variant_named(lobby.options.variant)
    if lobby.options.arranged or variant.seats is Seating.FREE:
        return order
    teams: dict[SideId, list[PlayerId]] = {}
    side_of = {id: side for side, members in teams_of(lobby).items() for id in members}
    for id in order:
        teams.setdefault(side_of[id], []).append(id)
    if variant.emperor:
        teams = {side: _emperor_in_the_middle(lobby, members) for side, members in teams.items()}
    if variant.seats is Seating.TOGETHER:
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
    """Return the emperors: those named, else the middle player of each team (809.2)."""
    if not variant_named(lobby.options.variant).emperor:
        return frozenset()
    found: set[PlayerId] = set()
    for members in teams_of(lobby).values():
        named = [id for id in members if id in lobby.options.emperors]
        seated = [id for id in seats if id in members]
        found.add(named[0] if named else seated[_middle(len(seated))])
    return frozenset(found)


def ranges_of(lobby: Lobby, seats: tuple[PlayerId, ...]) -> Mapping[PlayerId, int | None]:
    """Return all ranges of influence at the start: chosen, or the variant's own (807.2a, 809.6a, 811.2a)."""
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

    def chosen(id: PlayerId) -> int | None:
        found = options.ranges.get(id, options.range)
        return own(id) if found is None else found

    return {id: chosen(id) for id in seats}


def _gap(seats: tuple[PlayerId, ...], first: PlayerId, second: PlayerId) -> int:
    gap = abs(seats.index(first) - seats.index(second))
    return min(gap, len(seats) - gap)


def starters(lobby: Lobby, seats: tuple[PlayerId, ...]) -> tuple[TurnOwner, ...]:
    """Return who may be drawn to go first, by the variant's rule (103.1, 808.4, 809.4, 810.6, 904.6)."""
    variant, teams = variant_named(lobby.options.variant), teams_of(lobby)
    if variant.teams is Teams.ONE_AGAINST_ALL:
        return (archenemy_side(lobby),)
    if variant.shared_turns:
        return tuple(teams)
    if variant.emperor:
        return tuple(id for id in seats if id in emperors_of(lobby, seats))
    if variant.key == "team_vs_team":
        seated = [[id for id in seats if id in members] for members in teams.values()]
        return tuple(members[len(members) // 2] for members in seated)
    return seats


def first_chooser(*, loser: PlayerId | None, previous: PlayerId | None) -> PlayerId | None:
    """Return who chooses the starting player of a further game of a match: the previous game's loser, after
    a draw the previous chooser (103.1). None for a first game, in which the chooser is random."""
    return previous if loser is None else loser


def archenemy_side(lobby: Lobby) -> SideId:
    """Return the archenemy's side: the named one, else the team of that name, else the first side with one
    player.

    Raises Refusal if no side has exactly one player (904.2a).
    """
    teams = teams_of(lobby)
    named = {side for side, members in teams.items() if lobby.options.archenemy in members}
    for side in named or ({ARCHENEMY} & set(teams)) or teams:
        if len(teams[side]) == 1:
            return side
    raise Refusal("no_archenemy", variant=variant_named(lobby.options.variant).name)
