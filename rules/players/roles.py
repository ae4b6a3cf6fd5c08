"""Secretly dealt roles: who knows them, and how they decide the game.

Only this file reads them. `Player.role` is a player's public role, which events set once it is known;
`own_role` is for that player alone.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from rules.formats.losses import LOSSES, Blow
from rules.formats.roles import Aim, Role, RoleRules
from rules.formats.variants import VARIANTS, Variant
from rules.game.game import Game
from rules.game.lobby import Lobby
from rules.game.parts import Player, PlayerId, SecretRoles
from rules.refusal import Refusal

TableT = TypeVar("TableT", bound=Game | Lobby)
_DONE_BY_OTHERS = frozenset({"lose_library", "lose_effect"})
"""Losses that another player may have caused without a blow that the log has."""


def are_dealt(game: Game) -> bool:
    """Return whether this game has secret roles, and this value contains them."""
    return game.secret_roles is not None and bool(game.secret_roles.order)


def without_secrets(table: TableT) -> TableT:
    """Return a table with public information only: no one wins by a role there, and no role is revealed.

    Previews are computed on it, so that they reveal no one's role.
    """
    if not isinstance(table, Game) or table.secret_roles is None:
        return table
    return replace(table, secret_roles=SecretRoles(order=()))


def dealt_in(game: Game) -> Sequence[Role]:
    """Return the roles dealt in the game, which are public."""
    return _of_size(game)


def role_named(game: Game, key: str) -> Role | None:
    """Return a role of the game by its key; None for an unknown one."""
    return next((role for role in _of_size(game) if role.key == key), None)


def own_role(game: Game, who: PlayerId) -> Role | None:
    """Return a player's role, for that player alone; None if none are dealt."""
    return _dealt(game).get(who)


def may_show(game: Game, who: PlayerId) -> bool:
    """Return whether a player can show their role now."""
    known = _role_rules(game)
    player = game.player(who)
    return known is not None and known.unveils and player.in_game and not player.role and game.outcome is None


def key_to_show(game: Game, who: PlayerId) -> str:
    """Return the key of a role that its player shows.

    Raises Refusal "no_roles", "roles_stay_secret", and "role_known".
    """
    known, role = _role_rules(game), own_role(game, who)
    if known is None or role is None:
        raise Refusal("no_roles")
    if game.player(who).role:
        raise Refusal("role_known", who=game.player(who).name)
    if not known.unveils:
        raise Refusal("roles_stay_secret", variant=VARIANTS[game.rules.variant].name)
    return role.key


def leader_of(variant: Variant, secret: SecretRoles | None) -> tuple[PlayerId, Role] | None:
    """Return the player with the leader's role, which is public; None if there is no such role."""
    for id, role in _dealt_by(variant, secret).items():
        if role.aim is Aim.LEAD:
            return id, role
    return None


def shown_by_leaving(game: Game, who: PlayerId, *, falling: bool) -> str:
    """Return the key of the role that a player shows by leaving; empty if it stays secret.

    ``falling``: they leave because the leader has lost, which reveals it.
    """
    role = own_role(game, who)
    return role.key if role is not None and (falling or game.rules.shows_out) else ""


def all_keys(game: Game) -> Mapping[PlayerId, str]:
    """Return every player's role by its key, which is public once the game is over."""
    return {id: role.key for id, role in _dealt(game).items()}


def falling(game: Game, leaving: Collection[PlayerId]) -> Sequence[PlayerId]:
    """Return the players who lose with these because the leader is one of them."""
    roles = _dealt(game)
    if not any(id in leaving and role.aim is Aim.LEAD for id, role in roles.items()):
        return ()
    return [id for id, role in roles.items() if role.falls and game.player(id).in_game]


def allies(game: Game, who: PlayerId) -> Sequence[PlayerId]:
    """Return everyone who wins when this player does, the player included."""
    roles = _dealt(game)
    own = roles.get(who)
    if own is None or not own.team:
        return (who,)
    return [id for id, role in roles.items() if role.team == own.team]


def knocked_out_by(
    game: Game, player: Player, cause: str, commander_owner: PlayerId | None
) -> tuple[PlayerId | None, bool]:
    """Return who has knocked out a player who leaves for this cause, and whether the table has to name
    them, because it is unknown and decides the winner."""
    if not _killer_matters(game, player.id):
        return None, False
    way = LOSSES.get(cause)
    match None if way is None else way.credit:
        case Blow.COMMANDER:
            by = commander_owner
        case Blow.LIFE:
            by = game.blows.get("life", {}).get(game.life_holder(player.id))
        case Blow.POISON:
            by = game.blows.get("poison", {}).get(game.poison_holder(player.id))
        case None:
            return None, cause in _DONE_BY_OTHERS
    return (None if by == player.id else by), by is None


def heir(game: Game) -> tuple[PlayerId, PlayerId] | None:
    """Return who takes the leader's role by knocking the leader out, and from whom; None if no one does."""
    roles = _dealt(game)
    for id, role in roles.items():
        left = game.player(id).left
        if role.aim is Aim.LEAD and left is not None and left.by is not None:
            taker = roles.get(left.by)
            if taker is not None and taker.aim is Aim.USURP and game.player(left.by).in_game:
                return left.by, id
    return None


def plays_on(game: Game, who: PlayerId, by: PlayerId | None, leaving: Collection[PlayerId]) -> bool:
    """Return whether a leader whom a player knocks out plays on, because that player takes the role and
    isn't leaving, too."""
    roles = _dealt(game)
    if by is None or not game.rules.leader_stays or who not in roles or by not in roles:
        return False
    usurped = roles[who].aim is Aim.LEAD and roles[by].aim is Aim.USURP
    return usurped and game.player(by).in_game and by not in leaving


def waits(game: Game) -> bool:
    """Return whether the table has to name who knocked someone out before the winner is decided."""
    asking = any(one.left is not None and one.left.asks_by for one in game.players)
    return asking and len(game.remaining) > 1


def winners(
    game: Game, playing: Collection[PlayerId], leaving: Mapping[PlayerId, PlayerId | None] | None = None
) -> Sequence[tuple[PlayerId, ...]]:
    """Return the players whose roles win with only these in the game, in groups that share a win.

    ``leaving``: who is about to leave, and who knocked them out.
    """
    roles, out_wins = _dealt(game), game.rules.out_can_win
    leads = [id for id, role in roles.items() if role.aim is Aim.LEAD]
    led = [id for id in leads if id in playing]
    groups: dict[str, list[PlayerId]] = {}
    for id, role in roles.items():
        there = id in playing
        match role.aim:
            case Aim.LEAD | Aim.PROTECT:
                wins = bool(led) and all(roles[one].aim in (Aim.LEAD, Aim.PROTECT) for one in playing)
            case Aim.OVERTHROW:
                mates = [one for one, its in roles.items() if its.team == role.team and role.team]
                standing = there or any(one in playing for one in mates)
                wins = bool(leads) and not led and (standing or out_wins)
            case Aim.ALONE:
                wins = there and len(playing) == 1
            case Aim.HUNT:
                wins = (there and len(playing) == 1) or (
                    (there or out_wins) and _has_hit(game, id, role, leaving or {})
                )
            case Aim.USURP:
                wins = False
        if wins:
            group = role.team or (role.key if role.aim is Aim.OVERTHROW else id)
            groups.setdefault(group, []).append(id)
    seats = [player.id for player in game.players]
    return [tuple(sorted(group, key=seats.index)) for group in groups.values()]


def is_hopeless(game: Game) -> bool:
    """Return whether no one still in the game can win: the leader is out, and no one plays alone."""
    roles = _dealt(game)
    leads = [id for id, role in roles.items() if role.aim is Aim.LEAD]
    if not leads or any(game.player(id).in_game for id in leads):
        return False
    return not any(role.aim is Aim.ALONE and game.player(id).in_game for id, role in roles.items())


def _has_hit(game: Game, who: PlayerId, role: Role, leaving: Mapping[PlayerId, PlayerId | None]) -> bool:
    """Return whether a player has knocked out the player with the role that they hunt."""
    for id, its in _dealt(game).items():
        left = game.player(id).left
        if its.key == role.target and who in (leaving.get(id), None if left is None else left.by):
            return True
    return False


def _killer_matters(game: Game, who: PlayerId) -> bool:
    """Return whether it matters who knocks out a player.

    It reveals no secret role: the set of dealt roles is public.
    """
    roles = _of_size(game)
    if any(role.aim is Aim.HUNT for role in roles):
        return True
    own = own_role(game, who)
    return own is not None and own.aim is Aim.LEAD and any(role.aim is Aim.USURP for role in roles)


def _role_rules(game: Game) -> RoleRules | None:
    variant = VARIANTS.get(game.rules.variant)
    return None if variant is None or game.secret_roles is None else variant.roles


def _of_size(game: Game) -> tuple[Role, ...]:
    """Return the roles dealt in the game, which are public."""
    known, secret = _role_rules(game), game.secret_roles
    return () if known is None or secret is None else known.by_size.get(len(game.players), ())


def _dealt(game: Game) -> Mapping[PlayerId, Role]:
    variant = VARIANTS.get(game.rules.variant)
    return {} if variant is None else _dealt_by(variant, game.secret_roles)


def _dealt_by(variant: Variant, secret: SecretRoles | None) -> Mapping[PlayerId, Role]:
    if secret is None or not secret.order or variant.roles is None:
        return {}
    return dict(zip(secret.order, variant.roles.by_size[len(secret.order)], strict=True))
