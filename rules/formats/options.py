"""The options of a game before it starts."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field


class Attack(StrEnum):
    """The opponents whom a player's creatures may attack (802, 803, 809.3c)."""

    MULTIPLE = "multiple"
    LEFT = "left"
    RIGHT = "right"
    ADJACENT = "adjacent"


class MatchGame(Struct, frozen=True, kw_only=True, gc=False):
    """An earlier game of a match: its number, its sides as they sat, and the players who won; no one in a
    draw."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    winners: tuple[str, ...] = ()


class Options(Struct, frozen=True, kw_only=True, gc=False):
    """The options of a game; None leaves it to the variant."""

    variant: str = "free_for_all"
    edition: str = "current"
    life: int | None = None
    """Starting life of every player, or of every team that shares it."""
    range: int | None = None
    """Limited range of influence for all players, in seats (801)."""
    attack: Attack | None = None
    deploy: bool | None = None
    """Whether creatures can be handed to teammates (804)."""
    teams: int | None = None
    commander: bool = False
    """Commander rules on top of a team variant: commander damage and tax (903)."""
    team_damage: bool = False
    """Of a team that shares its life, with the rules of Commander: whether a commander's damage to all of its
    members is added up."""
    out_can_win: bool = False
    """Of a variant in which several can win: whether a player who is out still can."""
    show_out: bool | None = None
    """With secret roles: whether leaving the game shows a player's role; None leaves it to the variant."""
    joint_draw: bool = False
    """Of secret roles: whether the game is a draw when several that don't win together win at once."""
    leader_stays: bool = False
    """With secret roles: whether a leader whom a Usurper knocks out plays on in the Usurper's role."""
    link: str | None = None
    arranged: bool = False
    """Seats stay as they are in the lobby instead of being drawn."""
    emperors: tuple[str, ...] = ()
    archenemy: str | None = None
    ranges: Mapping[str, int] = field(default_factory=dict[str, int])
    """A range of influence for single players, over `range` and the variant's own (809.3a)."""
    chooser: str | None = None
    """The player who chooses who goes first, as the loser of the previous game (103.1)."""
    subgame: bool = False
    """Whether it is a game within another one (729), which produces no result."""
    best_of: int = 1
    """The number of games of a match, which a side wins with more than half; 1 for a single game."""
    match: tuple[MatchGame, ...] = ()
    """The games of the match before this one."""
