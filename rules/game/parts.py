"""The parts of a game as immutable values: identifiers, vocabulary, players, sides, markers.

No part refers to its container, so the garbage collector may skip them (``gc=False``).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NewType, TypeAlias

from msgspec import Struct, field

from rules.game.deck_info import DeckInfo

GameId = NewType("GameId", int)
"""The game of a table, counted from 1 in this installation; who keeps games numbers them."""
UserOrGuest: TypeAlias = tuple[int | None, str]
"""A user's ID, or None for a guest, and the name."""
PlayerId: TypeAlias = str
SideId: TypeAlias = str
TotalOwner: TypeAlias = str
"""The owner of a total: a player, or a side whose members share it."""
TurnOwner: TypeAlias = str
"""The owner of a turn: a player, or a side that takes its turns together (805)."""
CommanderId: TypeAlias = str


class PlayerOutcome(StrEnum):
    """A player's outcome so far."""

    PLAYING = "playing"
    LOST = "lost"
    WON = "won"
    DRAW = "draw"
    NONE = "none"
    """The table stopped playing without a result."""


class TurnKind(StrEnum):
    """The reason of a turn: in rotation, after the previous turn (500.7), or before the player's next one
    (807.4j)."""

    NORMAL = "normal"
    EXTRA = "extra"
    EXTRA_BEFORE = "extra_before"


class MarkerState(StrEnum):
    """The state of a Grand Melee turn marker (807.4); `transit` is in the 2006 text only."""

    TURN = "turn"
    WAITING = "waiting"
    TRANSIT = "transit"


class EffectKind(StrEnum):
    """Continuous effects that change totals, or who may win or lose."""

    CANT_GAIN_LIFE = "cant_gain_life"
    CANT_LOSE_LIFE = "cant_lose_life"
    CANT_PAY_LIFE = "cant_pay_life"
    CANT_LOSE_GAME = "cant_lose_game"
    CANT_WIN_GAME = "cant_win_game"
    NO_LOSS_AT_ZERO_LIFE = "no_loss_at_zero_life"
    CANT_GET_POISON = "cant_get_poison"
    CANT_BECOME_MONARCH = "cant_become_monarch"
    MULTIPLY_LIFE_GAIN = "multiply_life_gain"
    MULTIPLY_LIFE_LOSS = "multiply_life_loss"
    LOSS_SETS_LIFE = "loss_sets_life"
    DAMAGE_CAUSES_NO_LOSS = "damage_causes_no_loss"
    DAMAGE_LIFE_FLOOR = "damage_life_floor"
    REPLACE_GAME_LOSS = "replace_game_loss"
    LIFE_CANT_CHANGE = "life_cant_change"
    GAIN_BECOMES_LOSS = "gain_becomes_loss"
    ADD_LIFE_GAIN = "add_life_gain"
    NO_LIFE_GAIN = "no_life_gain"
    """No life is gained instead: a replacement, which keeps no exchange from happening (701.12c)."""
    WIN_AT_EMPTY_LIBRARY = "win_at_empty_library"
    """Drawing from an empty library wins the game instead."""
    PREVENT_DAMAGE = "prevent_damage"
    PREVENT_NEXT_DAMAGE = "prevent_next_damage"
    PREVENT_SOME_DAMAGE = "prevent_some_damage"
    PREVENT_HALF_DAMAGE = "prevent_half_damage"
    HALVE_DAMAGE_DOWN = "halve_damage_down"
    HALVE_DAMAGE_UP = "halve_damage_up"
    MULTIPLY_DAMAGE = "multiply_damage"
    MULTIPLY_DAMAGE_DEALT = "multiply_damage_dealt"
    ADD_DAMAGE = "add_damage"
    REDIRECT_NEXT_DAMAGE = "redirect_next_damage"
    """The next damage is dealt to another player instead (614.9)."""
    DAMAGE_CANT_BE_PREVENTED = "damage_cant_be_prevented"
    DAMAGE_AS_INFECT = "damage_as_infect"
    """Damage is dealt as though its source had infect."""
    CANT_PAY_LIFE_TO_CAST = "cant_pay_life_to_cast"
    """No life is paid to cast spells or activate abilities; as spells and abilities resolve it still is."""
    MULTIPLY_COUNTERS_PUT = "multiply_counters_put"
    HALVE_COUNTERS_PUT = "halve_counters_put"
    ADD_COUNTERS = "add_counters"
    CANT_GET_COUNTERS = "cant_get_counters"


class Afterwards(StrEnum):
    """The use of prevented damage by an effect's controller (615.5)."""

    DEAL_BACK = "deal_back"
    """Deals it to the controller of the damage's source."""
    GAIN = "gain"
    """Gains that much life."""


class Scope(StrEnum):
    """The players that a continuous effect affects, by its source's text."""

    NAMED = "named"
    """A player who was chosen, whatever player controls it."""
    CONTROLLER = "controller"
    OPPONENTS = "opponents"
    """Each opponent of its controller."""
    PLAYERS = "players"
    """Each player, so that it names no recipient of damage (801.13b)."""


class DayNight(StrEnum):
    """The designation that the whole game may have (731)."""

    DAY = "day"
    NIGHT = "night"


class Ruleset(Struct, frozen=True, kw_only=True, gc=False):
    """The switches of the engine, as variant and edition set them."""

    variant: str
    edition: str
    poison_limit: int = 10
    commander_damage_limit: int | None = None
    shared_turns: bool = False
    halves_shared_life: bool = False
    sums_each_life_set: bool = False
    win_defeats_all_opponents: bool = False
    range_limits_win: bool = True
    range_limits_draw: bool = True
    emperor_decides: bool = False
    markers: bool = False
    blocked_markers_wait: bool = True
    extra_turn_spacing: bool = True
    adjacent_only: bool = False
    free_mulligans: int = 0
    redraws_full_hand: bool = True
    mulligans_team_by_team: bool = False
    primary_draws_first: bool = False
    skips_first_draw: tuple[PlayerId, ...] = ()
    sees_from_both: bool = False
    spreads_life_locks: bool = True
    rivals: tuple[int, ...] = ()
    """The distances to the left of players who must all have lost for a player to win; empty: the last side
    wins."""
    team_damage: bool = False
    """Whether a commander's damage is added up over the members of a team that wins and loses together."""
    out_can_win: bool = False
    """Whether a player who is out can still win by that, or by a role."""
    shows_out: bool = False
    """Whether a player who leaves the game shows the role that was dealt."""
    joint_draw: bool = False
    """Whether roles that don't win together and win at once draw instead."""
    leader_stays: bool = False
    """Whether a leader whom a Usurper knocks out plays on in the Usurper's role."""


class Side(Struct, frozen=True, kw_only=True, gc=False):
    """A team, or a player who plays alone, with the totals that its members share."""

    id: SideId
    name: str
    members: tuple[PlayerId, ...]
    shares_life: bool = False
    poison_limit: int | None = None
    one_body: bool = False
    """Its members win, lose and leave only together (810.8a)."""

    @property
    def is_team(self) -> bool:
        """Whether this is a team rather than a player alone; a team may have one member."""
        return self.members != (self.id,)


class Commander(Struct, frozen=True, kw_only=True, gc=False):
    """A commander by its card (903.3): zone, controller and name don't matter for its counts."""

    id: CommanderId
    name: str
    casts: int = 0
    """How often it was cast from the command zone; each adds {2} of tax (903.8)."""


class Departure(Struct, frozen=True, kw_only=True, gc=False):
    """A player's departure, with their last known information (104.5, 800.4)."""

    result: PlayerOutcome
    cause: str
    rule: str
    life: int
    turn: int
    by: PlayerId | None = None
    """The player who knocked them out, if the table or the log says so."""
    asks_by: bool = False
    """Whether the table has yet to say that, because it decides who wins."""


class Dungeon(Struct, frozen=True, kw_only=True, gc=False):
    """A player's place in a dungeon (309); `resolving` while the last room's ability is on the stack."""

    name: str
    room: str
    depth: int
    last: bool
    resolving: bool = True


class Hand(Struct, frozen=True, kw_only=True, gc=False):
    """An opening hand in progress (103.5): cards drawn, mulligans taken, whether it is kept."""

    drawn: int
    mulligans: int = 0
    bottomed: int = 0
    kept: bool = False

    @property
    def size(self) -> int:
        """Cards in the opening hand."""
        return self.drawn - self.bottomed


class PlanarFace(StrEnum):
    """The faces of the planar die: one of its six planeswalks and one causes chaos (901.3a)."""

    PLANESWALK = "planeswalk"
    CHAOS = "chaos"
    BLANK = "blank"


class SecretRoles(Struct, frozen=True, kw_only=True, gc=False):
    """The dealt roles: ``order`` has the players in the order of the variant's roles for that number of
    players.

    Only `rules/players/roles.py` reads it, and its representation hides its content.
    """

    order: tuple[PlayerId, ...]

    def __repr__(self) -> str:
        return "SecretRoles(...)"


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """One player: seat, range and everything that isn't shared with a team."""

    id: PlayerId
    name: str
    side: SideId
    user: int | None = None
    """The Discord user ID; None for a guest."""
    emperor: bool = False
    vanguard_life: int = 0
    vanguard_hand: int = 0
    range: int | None = None
    """The range of influence in seats (801.2); None is unlimited."""
    reach: tuple[PlayerId, ...] = ()
    """The players within a limited range when the last turn began (801.2c)."""
    starting_life: int = 20
    max_hand: int = 7
    hand: Hand = Hand(drawn=7)
    library: int | None = None
    """Cards in the library where the table counts them."""
    failed_draw: bool = False
    commanders: tuple[Commander, ...] = ()
    commander_damage: Mapping[CommanderId, int] = field(default_factory=dict[str, int])
    designations: tuple[str, ...] = ()
    speed: int = 0
    sped_up: bool = False
    starts_engines: bool = False
    ring: int = 0
    dungeon: Dungeon | None = None
    completed_dungeons: tuple[str, ...] = ()
    spells: int = 0
    """Spells cast in the current turn, if the table counts them (731.2)."""
    planar_rolls: int = 0
    """The number of rolls of the planar die this turn other than by an effect, which is the cost of the
    next roll (901.9)."""
    left: Departure | None = None
    result: PlayerOutcome = PlayerOutcome.PLAYING
    role: str = ""
    """The key of the dealt role, once it is public."""
    deck: DeckInfo | None = None
    """What the player said about their deck before the game, if anything."""

    @property
    def in_game(self) -> bool:
        """Whether the player has not left."""
        return self.left is None


class Effect(Struct, frozen=True, kw_only=True, gc=False):
    """A continuous effect on a player, ended by its removal, its source's owner leaving, or its duration.

    Without a duration it lasts as long as its source's controller is in the game (611.3a, 800.4a).
    """

    id: int
    kind: EffectKind
    on: PlayerId
    n: int = 0
    source: PlayerId | None = None
    """The controller of the source."""
    card: str = ""
    """The name of the source's card, if given."""
    object: int | None = None
    """The number of the source object, which is that of its first effect; None for a nameless one."""
    owner: PlayerId | None = None
    """The card's owner, if another player controls it now."""
    until_turn_of: TurnOwner | None = None
    """The effect ends as this owner's next turn begins."""
    until_end_of: TurnOwner | None = None
    """The effect ends at the end of this owner's turn (514.2)."""
    times: int | None = None
    """The number of times it can still apply; None is unlimited."""
    combat: bool | None = None
    """For damage: whether it has to be combat damage; None for any."""
    dealt_by: PlayerId | None = None
    """For damage: the required controller of its source; None for any."""
    commander: CommanderId | None = None
    """For damage: the required commander; None for any source."""
    creatures: bool = False
    """Of damage: whether a creature has to deal it."""
    during: TurnOwner | None = None
    """The owner of the only turns in which it applies; None for all turns."""
    life_at_most: int | None = None
    """The maximum life total at which it applies; None for any."""
    passing: int = 0
    """How many ends of turns of `until_end_of` pass before the one that ends it."""
    to: PlayerId | None = None
    """The player to whom damage is redirected."""
    afterwards: Afterwards | None = None
    scope: Scope = Scope.NAMED

    @property
    def names_source(self) -> bool:
        """Whether it applies only to damage of some sources."""
        about = self.creatures or (self.dealt_by, self.commander) != (None, None)
        return about or self.kind is EffectKind.MULTIPLY_DAMAGE_DEALT

    @property
    def has_duration(self) -> bool:
        """Whether a turn ends it, so that it outlasts its source (611.2a)."""
        return self.until_turn_of is not None or self.until_end_of is not None

    @property
    def made_by(self) -> int:
        """The number of its source object, while that exists."""
        return self.id if self.object is None else self.object


class Turn(Struct, frozen=True, kw_only=True, gc=False):
    """The current turn in a game with one active player or team."""

    number: int
    taker: TurnOwner
    kind: TurnKind = TurnKind.NORMAL


class TurnPart(StrEnum):
    """The phases and steps of a turn that effects add or skip (500.1)."""

    UNTAP = "untap step"
    UPKEEP = "upkeep step"
    DRAW = "draw step"
    MAIN = "main phase"
    COMBAT = "combat phase"
    END = "end step"


class TurnChange(Struct, frozen=True, kw_only=True, gc=False):
    """A change to someone's next turn: a part of it added or skipped, or its controller (723.1)."""

    taker: TurnOwner
    part: TurnPart | None = None
    added: bool = False
    by: PlayerId | None = None


class Marker(Struct, frozen=True, kw_only=True, gc=False):
    """A Grand Melee turn marker (807.4). `at` keeps a departed holder while the turn runs ownerless."""

    number: int
    at: PlayerId | None
    state: MarkerState = MarkerState.WAITING
    to: PlayerId | None = None
    behind: int | None = None
    """In 2006: the marker that has to be taken before this one in transit is received (608.4c)."""
    kind: TurnKind = TurnKind.NORMAL
    removals: int = 0
    extra: int = 0
    """Extra turns that its owner takes after the current one."""


class Outcome(Struct, frozen=True, kw_only=True, gc=False):
    """How the game ended: `winners` is empty for a draw."""

    result: PlayerOutcome
    winners: tuple[PlayerId, ...]
    rule: str
    cause: str
