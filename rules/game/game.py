"""The game as an immutable value. Mappings in it are never changed, only replaced."""

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from rules.formats.options import Attack, Options
from rules.game.parts import (
    DayNight,
    Effect,
    EffectKind,
    Marker,
    MarkerState,
    Outcome,
    Player,
    PlayerId,
    Ruleset,
    SecretRoles,
    Side,
    SideId,
    TotalOwner,
    Turn,
    TurnChange,
    TurnOwner,
)
from rules.game.tallies import GameTally, Reminder
from rules.game.vote import Vote
from rules.refusal import Refusal


class Game(Struct, frozen=True, kw_only=True, gc=False):
    """A game in progress or over; `players` is in its first turn order, the next one sits to the left."""

    rules: Ruleset
    options: Options
    sides: tuple[Side, ...]
    players: tuple[Player, ...]
    life: Mapping[TotalOwner, int]
    counters: Mapping[TotalOwner, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])
    effects: tuple[Effect, ...] = ()
    next_effect: int = 1
    tallies: tuple[GameTally, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    next_tally: int = 1
    """The id of the next tally or reminder."""
    vote: Vote | None = None
    """The vote in progress."""
    first: TurnOwner
    turn: Turn
    rotation: TurnOwner
    """The owner of the last turn in rotation; extra turns don't move it (500.7)."""
    extra: tuple[TurnOwner, ...] = ()
    """Extra turns to come, the newest last and taken first."""
    skips: Mapping[TurnOwner, int] = field(default_factory=dict[str, int])
    reversed: bool = False
    """Whether an effect has reversed the turn order: turns go to the right."""
    turn_changes: tuple[TurnChange, ...] = ()
    """Changes to turns to come."""
    saved_extra: Mapping[TurnOwner, int] = field(default_factory=dict[str, int])
    markers: tuple[Marker, ...] = ()
    attack: Attack = Attack.MULTIPLE
    deploy: bool = False
    monarch: PlayerId | None = None
    initiative: PlayerId | None = None
    day_night: DayNight | None = None
    host: PlayerId | None = None
    """The player who opened the lobby; None in games of earlier versions."""
    held: bool = False
    """The table is entering several changes as one event; no checks meanwhile."""
    agreed_to_draw: tuple[PlayerId, ...] = ()
    """The players who have agreed to a draw in this turn (104.4i)."""
    restarts: int = 0
    secret_roles: SecretRoles | None = None
    """The roles that were dealt, in a variant that has some."""
    blows: Mapping[str, Mapping[TotalOwner, PlayerId | None]] = field(
        default_factory=dict[str, Mapping[TotalOwner, PlayerId | None]]
    )
    """With dealt roles: the last source of lost life or added poison, by "life" or "poison" and the total's
    owner; None if unknown."""
    outcome: Outcome | None = None

    def player(self, id: PlayerId) -> Player:
        """Return the player with this id; raises Refusal when no one at the table has it."""
        for player in self.players:
            if player.id == id:
                return player
        raise Refusal("not_at_table", who=id)

    def side(self, id: SideId) -> Side:
        """Return the side with this id; raises Refusal when there is none."""
        for side in self.sides:
            if side.id == id:
                return side
        raise Refusal("no_such_side", who=id)

    def side_of(self, id: PlayerId) -> Side:
        """Return the side that this player is on."""
        return self.side(self.player(id).side)

    @property
    def remaining(self) -> tuple[Player, ...]:
        """The players still in the game, in turn order."""
        return tuple(player for player in self.players if player.left is None)

    def remaining_in(self, side: Side) -> tuple[PlayerId, ...]:
        """Return the members of a side who are still in the game."""
        return tuple(id for id in side.members if self.player(id).in_game)

    def life_holder(self, id: PlayerId) -> TotalOwner:
        """Return the owner of this player's life total: the side if it shares one (810.4)."""
        return id if id in self.life else self.side_of(id).id

    def poison_holder(self, id: PlayerId) -> TotalOwner:
        """Return the owner of this player's poison counters (810.10)."""
        side = self.side_of(id)
        return side.id if side.poison_limit is not None else id

    def counter_holder(self, id: PlayerId, kind: str) -> TotalOwner:
        """Return the owner of this player's counters of a kind: only poison is ever shared."""
        return self.poison_holder(id) if kind == "poison" else id

    def counters_of(self, holder: TotalOwner) -> Mapping[str, int]:
        """Return counters by kind; absent kinds are zero."""
        return self.counters.get(holder, {})

    def poison(self, id: PlayerId) -> int:
        """Return the poison counters that count for this player (810.10a)."""
        return self.counters_of(self.poison_holder(id)).get("poison", 0)

    def life_seen(self, id: PlayerId) -> int:
        """Return the life total that rules and effects see for one player.

        The team's total where it is shared (810.9a); half of it, rounded up, in the 2006 text (606.9a).
        """
        total = self.life[self.life_holder(id)]
        if self.rules.halves_shared_life and self.side_of(id).shares_life:
            return -(-total // len(self.side_of(id).members))
        return total

    def opponents(self, id: PlayerId) -> tuple[PlayerId, ...]:
        """Return the players still in the game who are on another side (102.2, 102.3)."""
        side = self.player(id).side
        return tuple(player.id for player in self.remaining if player.side != side)

    def team_of(self, taker: TurnOwner) -> tuple[PlayerId, ...]:
        """Return the players of a turn's taker, departed ones included."""
        return self.side(taker).members if self.rules.shared_turns else (taker,)

    def taker_of(self, id: PlayerId) -> TurnOwner:
        """Return the owner of this player's turns: the player, or the team if it takes them together."""
        return self.player(id).side if self.rules.shared_turns else id

    @property
    def takers(self) -> tuple[TurnOwner, ...]:
        """All owners of turns, departed ones included, in the original turn order."""
        if not self.rules.shared_turns:
            return tuple(player.id for player in self.players)
        return tuple(dict.fromkeys(player.side for player in self.players))

    @property
    def turn_order(self) -> tuple[TurnOwner, ...]:
        """All owners of turns, departed ones included, in the current turn order."""
        return self.takers[::-1] if self.reversed else self.takers

    @property
    def active_takers(self) -> tuple[TurnOwner, ...]:
        """The owners of the current turns: one, or every playing marker's holder."""
        if self.rules.markers:
            return tuple(m.at for m in self.markers if m.state is MarkerState.TURN and m.at is not None)
        return (self.turn.taker,)

    @property
    def active_players(self) -> tuple[PlayerId, ...]:
        """The active players still in the game; no one after the active player left (800.4j)."""
        members = (id for taker in self.active_takers for id in self.team_of(taker))
        return tuple(id for id in members if self.player(id).in_game)

    def has_effect(self, ids: Iterable[PlayerId], *kinds: EffectKind) -> bool:
        """Return whether any of these players is under an effect of one of these kinds."""
        if not self.effects:
            return False
        wanted = set(ids)
        return any(
            effect.on in wanted and effect.kind in kinds and self.in_force(effect) for effect in self.effects
        )

    def in_force(self, effect: Effect) -> bool:
        """Return whether an effect applies now, to a player in range of who controls it (801.10)."""
        reached = effect.source is None or self.reaches(effect.source, effect.on)
        return reached and self.meets_conditions(effect)

    def meets_conditions(self, effect: Effect) -> bool:
        """Return whether the turn and the life total meet an effect's condition."""
        during, most = effect.during, effect.life_at_most
        return (during is None or during in self.active_takers) and (
            most is None or self.life_seen(effect.on) <= most
        )

    def reaches(self, id: PlayerId, other: PlayerId) -> bool:
        """Return whether a player was in range of another when the last turn began (801.2c). Departed
        players, whose effects only continue, have everyone in range."""
        player = self.player(id)
        return player.range is None or other in player.reach or not player.in_game
