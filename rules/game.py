"""The game as an immutable value. Mappings in it are never changed, only replaced."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from rules.options import Attack, Options
from rules.refusal import Refusal

PlayerId: TypeAlias = str
SideId: TypeAlias = str
Holder: TypeAlias = str
"""Whose total it is: a player, or a side whose members share it."""
Taker: TypeAlias = str
"""Who takes a turn: a player, or a side that takes its turns together (805)."""
CommanderId: TypeAlias = str


class Result(StrEnum):
    """What the game has been for a player so far."""

    PLAYING = "playing"
    LOST = "lost"
    WON = "won"
    DRAW = "draw"
    NONE = "none"
    """The table stopped playing without a result."""


class TurnKind(StrEnum):
    """Why a turn is taken: in rotation, after the turn before (500.7), or before one's next turn (807.4j)."""

    NORMAL = "normal"
    EXTRA = "extra"
    EXTRA_BEFORE = "extra_before"


class MarkerState(StrEnum):
    """What a Grand Melee turn marker is doing (807.4); `transit` is known to the 2006 text only."""

    TURN = "turn"
    WAITING = "waiting"
    TRANSIT = "transit"


class EffectKind(StrEnum):
    """Continuous effects that change what happens to totals or who may win or lose."""

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


class DayNight(StrEnum):
    """The designation that the whole game may have (731)."""

    DAY = "day"
    NIGHT = "night"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """What variant and edition say, resolved into the switches that the engine asks."""

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
    skips_first_draw: tuple[PlayerId, ...] = ()
    sees_from_both: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A team, or a player who plays alone, with what its members share."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Commander:
    """A commander by its card (903.3): zone, controller and name do not matter to what is counted."""

    id: CommanderId
    name: str
    casts: int = 0
    """How often it was cast from the command zone; each adds {2} of tax (903.8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """How a player left the game and what was known of them last (104.5, 800.4)."""

    result: Result
    cause: str
    rule: str
    life: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dungeon:
    """A player's place in a dungeon (309); `resolving` while the last room's ability is on the stack."""

    name: str
    room: str
    depth: int
    last: bool
    resolving: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """An opening hand on its way (103.5): cards drawn, mulligans taken, whether it was kept."""

    drawn: int
    mulligans: int = 0
    bottomed: int = 0
    kept: bool = False

    @property
    def size(self) -> int:
        """Cards in the opening hand."""
        return self.drawn - self.bottomed


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player: seat, range and what belongs to the player alone."""

    id: PlayerId
    name: str
    side: SideId
    user: int | None = None
    """Discord's id of the user; None for a guest."""
    emperor: bool = False
    vanguard_life: int = 0
    vanguard_hand: int = 0
    range: int | None = None
    """Range of influence in seats (801.2); None is unlimited."""
    reach: tuple[PlayerId, ...] = ()
    """Who was within a limited range when the last turn began (801.2c)."""
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
    """Spells cast in the current turn, as far as the table says (731.2)."""
    left: Departure | None = None
    result: Result = Result.PLAYING

    @property
    def in_game(self) -> bool:
        """Whether the player has not left."""
        return self.left is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A continuous effect on a player, ended by its removal, its source's owner leaving, or its duration."""

    id: int
    kind: EffectKind
    on: PlayerId
    n: int = 0
    source: PlayerId | None = None
    until_turn_of: Taker | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The turn being taken in a game with one active player or team."""

    number: int
    taker: Taker
    kind: TurnKind = TurnKind.NORMAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
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
    """Extra turns that its holder takes after the current one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the game ended: `winners` is empty for a draw."""

    result: Result
    winners: tuple[PlayerId, ...]
    rule: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game in progress or over; `players` is in turn order, the next entry sits to the left."""

    rules: Ruleset
    options: Options
    sides: tuple[Side, ...]
    players: tuple[Player, ...]
    life: Mapping[Holder, int]
    counters: Mapping[Holder, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])
    effects: tuple[Effect, ...] = ()
    next_effect: int = 1
    first: Taker
    turn: Turn
    rotation: Taker
    """Who took the last turn in rotation; extra turns do not move it (500.7)."""
    extra: tuple[Taker, ...] = ()
    """Extra turns to come, the newest last and taken first."""
    skips: Mapping[Taker, int] = field(default_factory=dict[str, int])
    saved_extra: Mapping[Taker, int] = field(default_factory=dict[str, int])
    markers: tuple[Marker, ...] = ()
    attack: Attack = Attack.MULTIPLE
    deploy: bool = False
    monarch: PlayerId | None = None
    initiative: PlayerId | None = None
    day_night: DayNight | None = None
    held: bool = False
    """The table is entering several changes as one event; no checks meanwhile."""
    restarts: int = 0
    outcome: Outcome | None = None

    def player(self, id: PlayerId) -> Player:
        """The player with this id; raises Refusal when nobody at the table has it."""
        for player in self.players:
            if player.id == id:
                return player
        raise Refusal("not_at_table", who=id)

    def side(self, id: SideId) -> Side:
        """The side with this id; raises Refusal when there is none."""
        for side in self.sides:
            if side.id == id:
                return side
        raise Refusal("no_such_side", who=id)

    def side_of(self, id: PlayerId) -> Side:
        """The side that this player is on."""
        return self.side(self.player(id).side)

    @property
    def remaining(self) -> tuple[Player, ...]:
        """The players still in the game, in turn order."""
        return tuple(player for player in self.players if player.left is None)

    def remaining_in(self, side: Side) -> tuple[PlayerId, ...]:
        """The members of a side who are still in the game."""
        return tuple(id for id in side.members if self.player(id).in_game)

    def life_holder(self, id: PlayerId) -> Holder:
        """Whose life total counts for this player: the side's where it shares one (810.4)."""
        return id if id in self.life else self.side_of(id).id

    def poison_holder(self, id: PlayerId) -> Holder:
        """Whose poison counters count for this player (810.10)."""
        side = self.side_of(id)
        return side.id if side.poison_limit is not None else id

    def counter_holder(self, id: PlayerId, kind: str) -> Holder:
        """Whose counters of this kind count for this player: only poison is ever shared."""
        return self.poison_holder(id) if kind == "poison" else id

    def counters_of(self, holder: Holder) -> Mapping[str, int]:
        """Counters by kind; kinds of which there are none are missing."""
        return self.counters.get(holder, {})

    def poison(self, id: PlayerId) -> int:
        """The poison counters that count for this player (810.10a)."""
        return self.counters_of(self.poison_holder(id)).get("poison", 0)

    def life_seen(self, id: PlayerId) -> int:
        """The life total that rules and effects see for one player.

        The team's total where it is shared (810.9a); half of it, rounded up, in the 2006 text (606.9a).
        """
        total = self.life[self.life_holder(id)]
        if self.rules.halves_shared_life and self.side_of(id).shares_life:
            return -(-total // len(self.side_of(id).members))
        return total

    def opponents(self, id: PlayerId) -> tuple[PlayerId, ...]:
        """The players still in the game who are on another side (102.2, 102.3)."""
        side = self.player(id).side
        return tuple(player.id for player in self.remaining if player.side != side)

    def team_of(self, taker: Taker) -> tuple[PlayerId, ...]:
        """The players of a turn's taker, departed ones included."""
        return self.side(taker).members if self.rules.shared_turns else (taker,)

    def taker_of(self, id: PlayerId) -> Taker:
        """Who takes this player's turns: the player, or the team where it takes them together."""
        return self.player(id).side if self.rules.shared_turns else id

    @property
    def takers(self) -> tuple[Taker, ...]:
        """Everybody who takes turns, in turn order, departed ones included."""
        if not self.rules.shared_turns:
            return tuple(player.id for player in self.players)
        return tuple(dict.fromkeys(player.side for player in self.players))

    @property
    def active_takers(self) -> tuple[Taker, ...]:
        """Whose turn it is now: one taker, or every playing marker's holder."""
        if self.rules.markers:
            return tuple(m.at for m in self.markers if m.state is MarkerState.TURN and m.at is not None)
        return (self.turn.taker,)

    @property
    def active_players(self) -> tuple[PlayerId, ...]:
        """The active players still in the game; nobody after the active player left (800.4j)."""
        members = (id for taker in self.active_takers for id in self.team_of(taker))
        return tuple(id for id in members if self.player(id).in_game)

    def has_effect(self, ids: Iterable[PlayerId], *kinds: EffectKind) -> bool:
        """Whether any of these players is under an effect of one of these kinds."""
        if not self.effects:
            return False
        wanted = set(ids)
        return any(effect.on in wanted and effect.kind in kinds for effect in self.effects)
