"""Games to test with: a few seats named by letters, dealt by the engine like any other."""

from msgspec.structs import replace

from rules.actions.action import Action
from rules.formats.options import Options
from rules.formats.variants import Seating, Teams, variant_named
from rules.game.game import Game
from rules.game.lobby import Lobby, Seated
from rules.game.parts import PlayerId, SecretRoles
from rules.setup import opening
from rules.table import act

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def seats(count: int) -> tuple[PlayerId, ...]:
    """Return the ids of so many seats, in turn order: A, B, C and on, then A1, B1."""
    return tuple(LETTERS[n % 26] + (str(n // 26) if n >= 26 else "") for n in range(count))


def lobby(variant: str, count: int, options: Options | None = None, teams: int = 2) -> Lobby:
    """Return a lobby of A, B, C and on in their teams: together where the variant seats them so, else in
    turn."""
    style, ids = variant_named(variant), seats(count)

    def team(place: int) -> str | None:
        if style.teams is Teams.NONE:
            return None
        if style.teams is Teams.ONE_AGAINST_ALL:
            return "Archenemy" if place == 0 else "Heroes"
        if style.seats is Seating.INTERLEAVED:
            return f"team {place % teams + 1}"
        return f"team {place * teams // count + 1}"

    return Lobby(
        options=replace(options or Options(), variant=variant, arranged=True),
        seated=tuple(Seated(id=id, name=id.lower(), team=team(place)) for place, id in enumerate(ids)),
    )


def deal(
    variant: str = "free_for_all",
    count: int = 4,
    options: Options | None = None,
    *,
    first: str = "",
    teams: int = 2,
    secret_roles: str = "",
) -> Game:
    """Return a game of A, B, C and on at its first turn; `first` is A or A's team unless named.

    Roles, where the variant has some, go to the players in order, or as `secret_roles` orders them.
    """
    table = lobby(variant, count, options, teams)
    team = table.seated[0].team
    shared = variant_named(variant).shared_turns
    starts = first or (team if shared and team else "A")
    dealt = (
        SecretRoles(order=tuple(secret_roles or seats(count))) if opening.deals_roles(table.options) else None
    )
    return opening.opening_game(table, seats(count), starts, dealt)


def play(game: Game, *actions: Action) -> Game:
    """Return the game after these actions, checks included; a Refusal goes through."""
    for action in actions:
        table = act(game, action).table
        assert isinstance(table, Game)
        game = table
    return game
