"""The acts of a tournament, whose state is the result of its acts in order.

They are kept forever, so they contain no names and no accounts. Names and fields of these classes are in
people's databases: don't rename them, and give new fields a default.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.pairings.pairings import Pairings, Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, not_in, require_open, require_place, require_rounds
from rules.tournaments.state import (
    PenaltyKind,
    Ruling,
    SignUpStage,
    TableOutcome,
    TournamentPlayer,
    TournamentRound,
    TournamentRules,
    TournamentState,
)

MAX_LISTED = 10
"""Tables that a refusal names."""


class CreateTournament(TournamentAct, frozen=True, kw_only=True):
    """It begins, and sign-up is open."""

    rules: TournamentRules

    def apply(self, state: TournamentState) -> TournamentState:
        """Return the tournament with its rules."""
        return replace(state, rules=self.rules)


class SignUp(TournamentAct, frozen=True, kw_only=True):
    """A player signs up, or joins the waiting list if the event is full; also after dropping."""

    player: Participant
    here: bool = False
    """Whether no check-in is needed: for guests, and for players who sign up during it."""

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_is_queue", "event_of_teams", "signed_up_already", "event_disqualified", and
        that of `require_place`."""
        require_rounds(state)
        if state.rules.team_size > 1:
            raise Refusal("event_of_teams", size=state.rules.team_size)
        known = state.players.get(self.player)
        if known is not None and known.stage is not SignUpStage.OUT:
            raise Refusal("signed_up_already")
        if self.player in state.disqualified:
            raise Refusal("event_disqualified")
        player = known or TournamentPlayer(number=self.player)
        return signed_up(state, replace(player, here=self.here))


def signed_up(state: TournamentState, player: TournamentPlayer) -> TournamentState:
    """Return the tournament with a player in it, or on the waiting list if it is full; raises Refusal as
    `require_place` does."""
    stage = SignUpStage.WAITING if state.full else SignUpStage.IN
    if stage is SignUpStage.IN or state.rules.is_bracket:
        state = require_place(state, player.number)
    others = {number: one for number, one in state.players.items() if number != player.number}
    return replace(state, players={**others, player.number: replace(player, stage=stage)})


class Drop(TournamentAct, frozen=True, kw_only=True):
    """A player leaves; the first in the waiting list takes their place."""

    player: Participant

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_is_queue", and that of `not_in`."""
        require_rounds(state)
        player = _signed_up(state, self.player)
        return state.having(replace(player, stage=SignUpStage.OUT, here=False)).promoted()


class OpenCheckIn(TournamentAct, frozen=True, kw_only=True):
    """Check-in opens for all who are signed up."""

    announced = True

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_is_queue", "check_in_open"."""
        require_rounds(state)
        if state.checking_in:
            raise Refusal("check_in_open")
        return replace(state, checking_in=True)


class CheckIn(TournamentAct, frozen=True, kw_only=True):
    """A player checks in."""

    player: Participant

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "check_in_closed", "checked_in_already", and that of `not_in`."""
        require_open(state)
        if not state.checking_in:
            raise Refusal("check_in_closed")
        player = _signed_up(state, self.player)
        if player.here:
            raise Refusal("checked_in_already")
        return state.having(replace(player, here=True))


class CloseCheckIn(TournamentAct, frozen=True, kw_only=True):
    """Check-in closes: players who haven't checked in are dropped. Checked-in players from the waiting list
    take the free places, in order."""

    announced = True

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "check_in_closed"."""
        require_open(state)
        if not state.checking_in:
            raise Refusal("check_in_closed")
        state = replace(state, checking_in=False)
        for player in state.at(SignUpStage.IN):
            if not player.here:
                state = state.having(replace(player, stage=SignUpStage.OUT))
        for player in state.at(SignUpStage.WAITING):
            if player.here and not state.full:
                state = state.having(replace(player, stage=SignUpStage.IN))
        return state


class BeginRound(TournamentAct, frozen=True, kw_only=True):
    """The next round begins, with these pairings.

    ``seed``: the random seed; 0 for pairings made elsewhere. ``last``: whether they were made for the last
    round. ``method``: the version of the pairing method. ``places``: those drawn before a first round that
    isn't paired by the standings.
    """

    announced = True

    pairings: Pairings
    minutes: int = 0
    seed: int = 0
    last: bool = False
    method: int = 1
    places: tuple[Participant, ...] = ()

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "check_in_first", "round_unfinished"."""
        require_next_round(state)
        if self.places:
            state = replace(state, places=self.places)
        earlier = state.taken_back.get(len(state.rounds) + 1, {})
        tables = {*earlier, *range(1, len(self.pairings.tables) + 1)} if earlier else ()
        redrawn = {table: earlier.get(table, 0) + 1 for table in tables}
        begun = TournamentRound(
            pairings=self.pairings, minutes=self.minutes, redrawn=redrawn, bracket=state.bracket
        )
        return replace(state, rounds=(*state.rounds, begun))


class BeginCut(TournamentAct, frozen=True, kw_only=True):
    """The Swiss rounds are over; these players advance to single elimination, best first.

    Until its first round begins, the cut can be changed, or canceled without any players.
    """

    announced = True

    seeds: tuple[Participant, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_is_bracket", "check_in_first", "round_unfinished", "cut_begun"."""
        if state.rules.is_bracket:
            raise Refusal("event_is_bracket")
        require_next_round(state)
        if state.seeds and len(state.rounds) > state.before_cut:
            raise Refusal("cut_begun")
        return replace(state, seeds=self.seeds, before_cut=len(state.rounds))


class EnterOutcome(TournamentAct, frozen=True, kw_only=True):
    """A table has ended, or a judge has ruled how; without winners it is a draw, or void if it was abandoned.

    The other fields are as in the outcome.
    """

    round: int
    table: int
    winners: tuple[Participant, ...] = ()
    judged: bool = False
    void: bool = False
    games: tuple[int, ...] = ()
    drawn_games: int = 0
    lost: tuple[Participant, ...] = ()
    ruling: Ruling | None = None

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_event_table", "not_at_event_table"."""
        require_open(state)
        there = require_table(state, self.round, self.table)
        if not {*self.winners, *self.lost} <= {*there}:
            raise not_at_table(state, self.round, self.table, (*self.winners, *self.lost))
        outcome = TableOutcome(
            winners=self.winners,
            judged=self.judged,
            void=self.void,
            games=self.games,
            drawn_games=self.drawn_games,
            lost=self.lost,
            ruling=self.ruling,
        )
        return _with_outcome(state, self.round, self.table, outcome)


def entering(round: int, table: int, outcome: TableOutcome) -> EnterOutcome:
    """Return the act after which a table has this outcome."""
    return EnterOutcome(
        round=round,
        table=table,
        winners=outcome.winners,
        judged=outcome.judged,
        void=outcome.void,
        games=outcome.games,
        drawn_games=outcome.drawn_games,
        lost=outcome.lost,
        ruling=outcome.ruling,
    )


class WithdrawOutcome(TournamentAct, frozen=True, kw_only=True):
    """A table continues: its end was undone."""

    round: int
    table: int

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "no_event_table"."""
        require_open(state)
        require_table(state, self.round, self.table)
        return _with_outcome(state, self.round, self.table, None)


class TakeBackRound(TournamentAct, frozen=True, kw_only=True):
    """The last round is canceled; its tables, their outcomes and losses by penalty don't count."""

    announced = True

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "no_event_round"."""
        require_rounds(state)
        if not state.rounds:
            raise Refusal("no_event_round")
        last, number = state.rounds[-1], len(state.rounds)
        redrawn = {table: last.redrawn.get(table, 0) + 1 for table in {*last.tables, *last.redrawn}}
        if number <= state.before_cut:  # a top cut that hasn't begun goes with it
            state = replace(state, seeds=(), before_cut=0)
        if number == 1:
            state = replace(state, places=())
        losses = PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS
        return replace(
            state,
            rounds=state.rounds[:-1],
            taken_back={**state.taken_back, number: redrawn},
            penalties=tuple(one for one in state.penalties if one.round != number or one.kind not in losses),
        )


class CloseTournament(TournamentAct, frozen=True, kw_only=True):
    """The tournament is over or canceled; nothing changes afterwards."""

    announced = True

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over"."""
        require_open(state)
        return replace(state, over=True, checking_in=False, queue={})


class ReopenTournament(TournamentAct, frozen=True, kw_only=True):
    """A closed tournament continues from where it was."""

    announced = True

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_not_over", "event_is_queue"."""
        if not state.over:
            raise Refusal("event_not_over")
        state = replace(state, over=False)
        require_rounds(state)
        return state


def require_next_round(state: TournamentState) -> None:
    """Raise Refusal "event_over", "event_is_queue", "check_in_first", "round_unfinished"."""
    require_rounds(state)
    if state.checking_in:
        raise Refusal("check_in_first")
    if state.rounds and state.rounds[-1].unfinished:
        raise Refusal("round_unfinished", tables=_short(state.rounds[-1].unfinished))


def not_at_table(state: TournamentState, round: int, table: int, players: Sequence[Participant]) -> Refusal:
    """Return the refusal "not_at_event_table" for players, with the names of those who are at the table."""
    there = require_table(state, round, table)
    strangers = [one for one in players if one not in there]
    return Refusal(
        "not_at_event_table",
        who=_names(state, strangers),
        table=table,
        round=round,
        players=_names(state, there),
    )


def _names(state: TournamentState, numbers: Iterable[Participant]) -> tuple[str, ...]:
    players = [(number, state.players.get(number)) for number in numbers]
    return tuple(f"#{number}" if one is None or one.name is None else one.name for number, one in players)


def _short(tables: Sequence[int]) -> tuple[str, ...]:
    """Return the numbers of tables; of many, the first ten and an ellipsis."""
    return (*map(str, tables[:MAX_LISTED]), *(("…",) if len(tables) > MAX_LISTED else ()))


def require_table(state: TournamentState, round: int, table: int) -> tuple[Participant, ...]:
    """Return who sits at a table of a round; raises Refusal "no_event_table"."""
    tables = state.rounds[round - 1].pairings.tables if 1 <= round <= len(state.rounds) else ()
    if not 1 <= table <= len(tables):
        raise Refusal("no_event_table", table=table)
    return tables[table - 1]


def _with_outcome(
    state: TournamentState, round: int, table: int, outcome: TableOutcome | None
) -> TournamentState:
    was = state.rounds[round - 1]
    others = {number: one for number, one in was.outcomes.items() if number != table}
    now = replace(was, outcomes=others if outcome is None else {**others, table: outcome})
    return replace(state, rounds=(*state.rounds[: round - 1], now, *state.rounds[round:]))


def _signed_up(state: TournamentState, number: Participant) -> TournamentPlayer:
    player = state.players.get(number)
    if player is None or player.stage in (SignUpStage.OUT, SignUpStage.MEMBER):
        raise not_in(state)
    return player
