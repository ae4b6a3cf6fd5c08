"""Whether a lobby can be played as it is: numbers, teams, seats, options."""

from collections.abc import Collection

from rules.formats.editions import edition_named
from rules.formats.options import Attack, Options
from rules.formats.variants import Seating, Teams, Variant, variant_named
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import PlayerId
from rules.refusal import Refusal
from rules.setup.seating_plan import archenemy_side, emperors_of, teams_of


def validate(lobby: Lobby) -> None:
    """Raise Refusal, with the problem, if the variant can't be played like this."""
    require_options(lobby.options)
    variant = variant_named(lobby.options.variant)
    count = len(lobby.seated)
    if count < fewest_players(lobby):
        raise Refusal("too_few_players", variant=variant.name, needs=fewest_players(lobby), has=count)
    if variant.max_players is not None and count > variant.max_players:
        raise Refusal("too_many_players", variant=variant.name, allows=variant.max_players, has=count)
    if variant.opposite and count % 2 == 0:
        raise Refusal("odd_players", variant=variant.name, has=count)
    if variant.teams is not Teams.NONE:
        _validate_teams(variant, lobby)
        if lobby.options.arranged:
            _validate_seats(variant, lobby)


def fewest_players(lobby: Lobby) -> int:
    """Return the least number of players; a subgame needs only those still in its main game (729.2)."""
    return 2 if lobby.options.subgame else variant_named(lobby.options.variant).min_players


def require_restartable(game: Game) -> None:
    """Raise Refusal if the variant can't be restarted with the players still in the game (727.1).

    A restart may have fewer players than a new game needs, unless the variant is for an exact number.
    """
    variant, has = variant_named(game.rules.variant), len(game.remaining)
    dealt = variant.roles is not None and not game.options.subgame
    fixed = variant.opposite or dealt or variant.min_players == variant.max_players
    if fixed and has < variant.min_players:
        raise Refusal("restart_too_few", variant=variant.name, needs=variant.min_players, has=has)
    if variant.opposite and has % 2 == 0:
        raise Refusal("odd_players", variant=variant.name, has=has)


def require_options(options: Options) -> None:
    """Raise Refusal if no game can have these options, with any players."""
    variant = variant_named(options.variant)
    edition_named(options.edition)
    require_combination(
        (variant.key,),
        attack_options(variant, options.attack),
        limited_range=options.range is not None or bool(options.ranges),
        deploy=bool(options.deploy),
    )
    if any(reach is not None and reach < 1 for reach in (options.range, *options.ranges.values())):
        raise Refusal("range_too_small")
    if options.out_can_win and not variant.opposite and variant.roles is None:
        raise Refusal("out_cant_win", variant=variant.name)
    if options.team_damage and not variant.shares_life:
        raise Refusal("team_damage_not_allowed", variant=variant.name)
    if (options.show_out is not None or options.joint_draw) and variant.roles is None:
        raise Refusal("no_roles_dealt", variant=variant.name)
    if options.leader_stays and (variant.roles is None or not variant.roles.has_usurper):
        raise Refusal("no_usurper", variant=variant.name)
    if options.commander and not variant.takes_commanders:
        raise Refusal("commander_not_allowed", variant=variant.name)
    if options.commander and variant.shares_life and options.life is None:
        raise Refusal("choose_life", variant=variant.name)


def has_commanders(options: Options) -> bool:
    """Return whether a game with these options is played with commanders (903)."""
    return variant_named(options.variant).commanders or options.commander


def attack_options(variant: Variant, chosen: Attack | None) -> tuple[Attack, ...]:
    """Return the attack options of a game: the chosen ones, else the variant's default, if any."""
    if chosen is not None:
        return (chosen,)
    return (variant.attack,) if variant.attack_choices else ()


def require_combination(
    variants: Collection[str], attacks: Collection[Attack], *, limited_range: bool, deploy: bool
) -> None:
    """Raise Refusal unless a game can use these variants and multiplayer options together.

    At most one variant of section 8 (800.2), with others on top of it; exactly one of the attack options
    (806.2b, 811.2b); no options beside the variant's own where it says so (807.2, 810.2, 904.2).
    """
    chosen = [variant_named(key) for key in variants]
    styles = [variant for variant in chosen if variant.multiplayer_style]
    if len(styles) > 1:
        raise Refusal("one_variant", variants=tuple(variant.name for variant in styles))
    if len(attacks) != 1 and any(variant.attack_choices for variant in styles or chosen):
        raise Refusal("one_attack_option")
    for variant in styles or chosen:
        for attack in attacks:
            if attack not in variant.attack_choices:
                raise Refusal("attack_not_allowed", variant=variant.name, attack=attack.value)
        if limited_range and not variant.ranged:
            raise Refusal("range_not_allowed", variant=variant.name)
        if deploy and not variant.may_deploy:
            raise Refusal("deploy_not_allowed", variant=variant.name)


def _validate_teams(variant: Variant, lobby: Lobby) -> None:
    loose = [seat.name for seat in lobby.seated if seat.team is None]
    if loose:
        raise Refusal("no_team", who=tuple(loose))
    sizes = [len(members) for members in teams_of(lobby).values()]
    if len(sizes) < 2 or (variant.team_count is not None and len(sizes) != variant.team_count):
        raise Refusal("wrong_team_count", variant=variant.name, needs=variant.team_count or 2, has=len(sizes))
    if variant.teams is Teams.EQUAL and len(set(sizes)) > 1:
        raise Refusal("teams_unequal", variant=variant.name)
    if variant.team_size is not None and sizes[0] != variant.team_size:
        raise Refusal("wrong_team_size", variant=variant.name, needs=variant.team_size)
    if min(sizes) < variant.min_team_size:
        raise Refusal("wrong_team_size", variant=variant.name, needs=variant.min_team_size)
    if variant.teams is Teams.ONE_AGAINST_ALL:
        archenemy_side(lobby)


def _validate_seats(variant: Variant, lobby: Lobby) -> None:
    """Check that seats arranged by people fit the variant (805.1, 808.2, 811.3)."""
    seats = tuple(seat.id for seat in lobby.seated)
    teams = teams_of(lobby)
    team_of = {id: team for team, members in teams.items() for id in members}
    order = [team_of[id] for id in seats]
    borders = sum(team != order[index - 1] for index, team in enumerate(order))
    if variant.seats is Seating.TOGETHER and borders > len(teams):
        raise Refusal("teams_apart", variant=variant.name)
    if variant.seats is Seating.INTERLEAVED and order != order[: len(teams)] * (len(order) // len(teams)):
        raise Refusal("teams_not_alternating", variant=variant.name)
    if variant.emperor:
        _validate_emperors(variant, lobby, seats, order)


def _validate_emperors(variant: Variant, lobby: Lobby, seats: tuple[PlayerId, ...], order: list[str]) -> None:
    """Check that emperors sit inside their team, and generals at its ends (809.2)."""
    for emperor in emperors_of(lobby, seats):
        place = seats.index(emperor)
        neighbors = {order[place - 1], order[(place + 1) % len(order)]}
        if neighbors != {order[place]}:
            name = next(seat.name for seat in lobby.seated if seat.id == emperor)
            raise Refusal("emperor_at_the_end", variant=variant.name, who=name)
