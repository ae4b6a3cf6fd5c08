"""The state of a tournament: its rules and its players."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import NewType, Self

from msgspec import Struct, field
from msgspec.structs import replace

from rules.pairings.brackets import through_from
from rules.pairings.double_elimination import DoubleElimination
from rules.pairings.pairings import OddPods, PairingMethod, Pairings, Participant

EXTRA_TURNS = 5

TournamentId = NewType("TournamentId", int)
"""A tournament of this installation."""


class TournamentPlay(StrEnum):
    """How many play at a table."""

    PODS = "pods"
    """Four players, each alone."""
    DUELS = "duels"
    """Two."""


FLOORS: Mapping[TournamentPlay, Fraction] = MappingProxyType(
    {TournamentPlay.PODS: Fraction(1, 5), TournamentPlay.DUELS: Fraction(1, 3)}
)
"""The default minimum of a share of wins. For duels the MTR have 0.33, and most tournament software uses a
third."""


class TournamentRules(Struct, frozen=True, kw_only=True):
    """The organizers' choices. Part of acts on disk."""

    name: str
    play: TournamentPlay = TournamentPlay.PODS
    pairing: PairingMethod = PairingMethod.SWISS
    odd: OddPods = OddPods.LOW_THREES
    most: int | None = None
    """Players at most; further ones wait."""
    variant: str = ""
    """The variant's key; empty for Commander in pods, or a duel."""
    turns: int | None = None
    """Additional turns after a round's time; None for the format's."""
    role: int | None = None
    """The role in Discord that the winner gets."""
    team_size: int = 1
    """Players in each of two fixed teams at a table; 1 if everyone plays alone."""
    best_of: int = 1
    """Games of a table's match, which is won with more than half; 1 for a single game."""
    starts: int = 0
    """When it begins, in whole seconds since 1970 in UTC, where a Discord event says so; or 0."""
    queue: bool = False
    """Whether a table opens whenever enough players wait, instead of rounds."""
    minutes: int = 0
    """How long each table of a queue has; 0 for no limit. Rounds have their own."""
    patience: int = 30
    """Minutes in a queue after which a player is asked whether they are still there; 0 for never."""

    floor: Fraction | None = None
    """The minimum of a share of match or game wins; None for the leagues' preset, as in events before it
    could be chosen."""
    byes_count: bool | None = None
    """Whether byes count as won in a player's own share of match wins; None: only in duels (MTR
    Appendix C)."""
    rounds: int = 0
    """Planned rounds by standings; 0 if there is no plan."""
    cut: int = 0
    """Players in the planned top cut; 0 for none."""
    decklists: bool = False
    """Whether players register decklists before their first round."""
    private: bool = False
    """Whether tables are private threads of their players and the judges."""
    voice: bool = False
    """Whether each table has a voice channel while its round is played."""

    @property
    def is_drawn(self) -> bool:
        """Whether places are drawn before the first round, and determine all pairings."""
        duels = self.play is TournamentPlay.DUELS
        return self.pairing is not PairingMethod.SWISS and duels

    @property
    def is_bracket(self) -> bool:
        """Whether rounds are those of double elimination."""
        return self.pairing is PairingMethod.DOUBLE_ELIMINATION

    @property
    def size(self) -> int:
        """Players at a full table."""
        return 4 if self.play is TournamentPlay.PODS else 2

    @property
    def extra_turns(self) -> int:
        """Additional turns after time: five in a duel (MTR 2.5), none in pods, which finish the turn."""
        if self.turns is not None:
            return self.turns
        return 0 if self.play is TournamentPlay.PODS else EXTRA_TURNS

    @property
    def played(self) -> str:
        """The key of the variant that tables open with."""
        if self.team_size > 1:
            return self.variant or ("two_headed_giant" if self.team_size == 2 else "team_vs_team")
        return self.variant or ("commander" if self.play is TournamentPlay.PODS else "two_player")


class SignUpStage(StrEnum):
    """A participant's stage in a tournament."""

    IN = "in"
    WAITING = "waiting"
    """On the waiting list."""
    OUT = "out"
    """Dropped, by their own choice or an organizer's."""
    MEMBER = "member"
    """Plays in a team, which is signed up or has dropped."""


class TournamentPlayer(Struct, frozen=True, kw_only=True):
    """The person or team behind a participant's number. ``name`` is None once that person's data was
    deleted; guests have no ``user``."""

    number: Participant
    name: str | None = None
    user: int | None = None
    stage: SignUpStage = SignUpStage.IN
    here: bool = False
    """Checked in."""
    members: tuple[Participant, ...] = ()
    """The members of a team."""
    available: str | None = None
    """When they can play, in their own words; kept outside of the log, so that it can be forgotten."""
    table: int = 0
    """The table at which they always sit; 0 for any."""
    decklist: str | None = None
    """Their decklist, a link or a text; kept outside of the log, too."""


class WaitingInQueue(Struct, frozen=True, kw_only=True):
    """A wait in a queue: its start, the last sign of life, and when the player was asked for one; in whole
    seconds since 1970 in UTC."""

    since: int
    asked: int | None = None
    brackets: tuple[int, int] | None = None
    """The lowest and the highest Commander bracket that the player wants to play in; None for any."""


class Ruling(StrEnum):
    """The reason of a table's outcome, if the game alone doesn't show it. Part of acts on disk."""

    DOUBLE_LOSS = "double_loss"
    INTENTIONAL_DRAW = "intentional_draw"
    """The players agreed on it without playing (MTR 2.4)."""
    NO_SHOW = "no_show"
    MATCH_LOSS = "match_loss"
    """A penalty, as disqualification is (IPG 1.1)."""
    DISQUALIFICATION = "disqualification"


class TableOutcome(Struct, frozen=True, kw_only=True):
    """A table's outcome: its winners, or a draw without any. ``judged``: whether a judge entered it.

    ``void``: the table was abandoned, and nothing counts. ``lost``: players who lost although no one won,
    all of them in a double loss. ``ruling``: the reason, unless the game was played to this result.
    """

    winners: tuple[Participant, ...]
    judged: bool = False
    void: bool = False
    games: tuple[int, ...] = ()
    """Games won by each of the table, in the order of the pairings; empty for a single game, or
    if unknown."""
    drawn_games: int = 0
    """Games of the match that no one has won."""
    lost: tuple[Participant, ...] = ()
    ruling: Ruling | None = None


class PenaltyKind(StrEnum):
    """The effect of a penalty on a player (IPG 1.1). Part of acts on disk."""

    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"
    POINTS = "points"
    """Points of the standings; negative where a player is given some back."""


class Infraction(StrEnum):
    """The reason of a penalty, as one of the IPG's kinds, so that logs have no free texts. Part of acts on
    disk."""

    OTHER = "other"
    TARDINESS = "tardiness"
    SLOW_PLAY = "slow_play"
    DECK = "deck"
    RULES = "rules"
    ASSISTANCE = "assistance"
    CONDUCT = "conduct"
    COLLUSION = "collusion"
    CHEATING = "cheating"


class PlayerPenalty(Struct, frozen=True, kw_only=True):
    """A penalty that a judge has given in a round, 0 before the first one."""

    player: Participant
    kind: PenaltyKind
    infraction: Infraction
    round: int
    points: int = 0
    """Deducted points, if any."""
    number: int = 0
    """Its number among all penalties of the tournament, from 1; those taken back keep theirs."""
    emptied: bool = False
    """Whether it has emptied the player's seat in its round."""
    dropped: bool = False
    """Whether the player was in the tournament until then."""


class TimeExtension(Struct, frozen=True, kw_only=True):
    """Minutes that a judge has added to tables of a round.

    ``tables``: how often the seats of each had changed then, since others sit down with the whole time.
    """

    minutes: int
    tables: Mapping[int, int]
    for_all: bool = False
    """Whether all tables without an outcome got them."""
    undone: bool = False


class TournamentRound(Struct, frozen=True, kw_only=True):
    """A round: its pairings, and the outcomes so far by the number of the table, from 1.

    ``minutes``: how long it is; 0 for no limit.
    """

    pairings: Pairings
    outcomes: Mapping[int, TableOutcome] = field(default_factory=dict[int, TableOutcome])
    minutes: int = 0
    deadline: int = 0
    """The deadline, in whole seconds since 1970 in UTC, if players agree on times; or 0."""
    passed: bool = False
    """Whether the deadline has passed."""
    brackets: Mapping[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """The lowest and the highest Commander bracket that all players of a queue's table want, by table; tables
    left out: any."""
    redrawn: Mapping[int, int] = field(default_factory=dict[int, int])
    """How often the seats of a table have changed since the pairings were made; tables left out: never."""
    missing: Mapping[int, tuple[Participant, ...]] = field(default_factory=dict[int, tuple[Participant, ...]])
    """Players who were called and haven't shown up since, by table."""
    absent: tuple[Participant, ...] = ()
    """Players whose seats stay empty, because they are absent or penalized."""
    returned: Mapping[Participant, int] = field(default_factory=dict[Participant, int])
    """How often players have got back a seat that a penalty had emptied; players left out: never."""
    bracket: DoubleElimination | None = None
    """The bracket of double elimination when the round was paired."""
    extensions: tuple[TimeExtension, ...] = ()
    """The time that judges have added, oldest first."""

    @property
    def tables(self) -> Mapping[int, tuple[Participant, ...]]:
        """The participants at each table."""
        return dict(enumerate(self.pairings.tables, start=1))

    def table_of(self, player: Participant) -> int | None:
        """Return the table of a player; None for a bye or a player who isn't in the round."""
        return next((table for table, there in self.tables.items() if player in there), None)

    def minutes_added(self, table: int) -> int:
        """Return the minutes that a table has got beyond those of the round."""
        times = self.redrawn.get(table, 0)
        return sum(
            one.minutes for one in self.extensions if not one.undone and one.tables.get(table) == times
        )

    @property
    def unfinished(self) -> Sequence[int]:
        """The tables without an outcome."""
        return [table for table in self.tables if table not in self.outcomes]


def guest_key(name: str) -> str:
    """Return the normalized name of a guest, for comparisons."""
    return name.casefold()


class TournamentState(Struct, frozen=True, kw_only=True):
    """A tournament after its acts so far. Never changed, only replaced: each act makes the next one."""

    tournament: TournamentId
    guild: int
    channel: int
    rules: TournamentRules = TournamentRules(name="")
    players: Mapping[Participant, TournamentPlayer] = field(
        default_factory=dict[Participant, TournamentPlayer]
    )
    """All participants who ever signed up, in the order of their last sign-up."""
    checking_in: bool = False
    rounds: tuple[TournamentRound, ...] = ()
    places: tuple[Participant, ...] = ()
    """The places of a round robin of duels, or seeds of double elimination; empty before a first round."""
    seeds: tuple[Participant, ...] = ()
    """The seeds of the top cut, best first; empty before it."""
    before_cut: int = 0
    """How many rounds were played before the top cut."""
    queue: Mapping[Participant, WaitingInQueue] = field(default_factory=dict[Participant, WaitingInQueue])
    """The waiting players, the longest wait first; always empty in events with rounds."""
    over: bool = False
    penalties: tuple[PlayerPenalty, ...] = ()
    """The judges' penalties, oldest first, without those taken back."""
    penalized: int = 0
    """How many penalties judges have given, also those taken back."""
    taken_back: Mapping[int, Mapping[int, int]] = field(default_factory=dict[int, Mapping[int, int]])
    """How often the seats of each table had changed in canceled rounds, by the round's number."""
    entries: int = 0

    @property
    def bracket(self) -> DoubleElimination | None:
        """The bracket of double elimination after the results so far, without those who have dropped; None
        before the first round, and in other events."""
        if not self.rules.is_bracket or not self.places:
            return None
        bracket = DoubleElimination(seeds=self.places)
        if self.rounds:
            last = self.rounds[-1]
            through = dict[tuple[Participant, ...], Participant | None]()
            for table, outcome in last.outcomes.items():
                left = [one for one in last.tables[table] if one not in outcome.lost]
                through[last.tables[table]] = (
                    through_from(self.places, left, outcome.winners) if left else None
                )
            bracket = (last.bracket or bracket).after(through)
        return bracket.advanced([one.number for one in self.at(SignUpStage.IN)])

    @property
    def knocks_out(self) -> bool:
        """Whether rounds knock players out now: those of a top cut, or of double elimination."""
        return bool(self.seeds) or (self.rules.is_bracket and bool(self.places))

    def at(self, stage: SignUpStage) -> Sequence[TournamentPlayer]:
        """Return the players at this stage, in the order of sign-up."""
        return [player for player in self.players.values() if player.stage is stage]

    @property
    def full(self) -> bool:
        """Whether a new sign-up goes to the waiting list."""
        return self.rules.most is not None and len(self.at(SignUpStage.IN)) >= self.rules.most

    @property
    def disqualified(self) -> Collection[Participant]:
        """The disqualified players."""
        return {one.player for one in self.penalties if one.kind is PenaltyKind.DISQUALIFICATION}

    @property
    def fixed_tables(self) -> Mapping[Participant, int]:
        """The tables of players who always sit at the same one, in the order of sign-up."""
        return {one.number: one.table for one in self.players.values() if one.table}

    @property
    def swiss(self) -> Sequence[TournamentRound]:
        """The rounds that count for the standings: those before the top cut."""
        return self.rounds[: self.before_cut] if self.seeds else self.rounds

    def find(self, user: int | None, name: str) -> TournamentPlayer | None:
        """Return a person's number, by account, or for a guest by name, ignoring case; None for a
        stranger."""
        if user is not None:
            return next((player for player in self.players.values() if player.user == user), None)
        key = guest_key(name)
        return next((player for player in self.guests if guest_key(player.name or "") == key), None)

    @property
    def guests(self) -> Sequence[TournamentPlayer]:
        """Players without an account, in the order of sign-up."""
        return [one for one in self.players.values() if one.user is None and not one.members]

    def entrant(self, number: Participant) -> Participant:
        """Return the participant of a player: their team, or the player."""
        for player in self.players.values():
            if number in player.members and player.stage is not SignUpStage.OUT:
                return player.number
        return number

    def played_as(self, number: Participant) -> Participant:
        """Return a person's number, including dropped teams: the last one in which the person played."""
        teams = [player.number for player in self.players.values() if number in player.members]
        entrant = self.entrant(number)
        return teams[-1] if entrant == number and teams else entrant

    def people(self, number: Participant) -> Sequence[TournamentPlayer]:
        """Return the people who play for a number: a team's members, or the player."""
        player = self.players[number]
        return [self.players[member] for member in player.members] or [player]

    def having(self, player: TournamentPlayer) -> Self:
        """Return the tournament with this player changed, or added last."""
        return replace(self, players={**self.players, player.number: player})

    def named_as(self, other: Self) -> Self:
        """Return the tournament with everyone's names and decklists from another one, if known."""
        players = {
            number: replace(one, user=known.user, name=known.name, decklist=known.decklist)
            for number, one in self.players.items()
            if (known := other.players.get(number)) is not None
        }
        return replace(self, players=players)

    def promoted(self) -> Self:
        """Return the tournament with players from the waiting list moved in while there is room."""
        state = self
        for player in self.at(SignUpStage.WAITING):
            if state.full or (placed := state.placed(player.number)) is None:
                break
            state = placed.having(replace(player, stage=SignUpStage.IN))
        return state

    def placed(self, player: Participant) -> Self | None:
        """Return the tournament with a player in a free place: in a round robin their own one, or else
        the first; in double elimination their own one. None if there is none; nothing changes elsewhere."""
        if not self.places:
            return self
        there = {one.number for one in self.at(SignUpStage.IN)} - {player}
        if self.rules.is_bracket:
            back = self.having(replace(self.players[player], stage=SignUpStage.IN))
            return self if back.bracket is not None and player in back.bracket.left else None
        free = [number for number, one in enumerate(self.places) if one not in there]
        own = [number for number in free if self.places[number] == player]
        if not free:
            return None
        places = [*self.places]
        places[(own or free)[0]] = player
        return replace(self, places=tuple(places))
