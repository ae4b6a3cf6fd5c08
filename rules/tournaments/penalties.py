"""Judges' penalties, and their effect on the player's table (IPG 1.1)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_rounds
from rules.tournaments.acts import EnterOutcome, signed_up
from rules.tournaments.state import (
    Infraction,
    PenaltyKind,
    PlayerPenalty,
    Ruling,
    SignUpStage,
    TournamentState,
)

PENALTY_RULINGS: Mapping[PenaltyKind, Ruling] = MappingProxyType(
    {
        PenaltyKind.GAME_LOSS: Ruling.MATCH_LOSS,
        PenaltyKind.MATCH_LOSS: Ruling.MATCH_LOSS,
        PenaltyKind.DISQUALIFICATION: Ruling.DISQUALIFICATION,
    }
)
"""How a table's outcome names the penalties that decide it: a game loss does where it plays a single game."""
MAX_PENALTY_POINTS = 100


class Penalize(TournamentAct, frozen=True, kw_only=True):
    """A judge gives a player a penalty.

    A match loss empties the player's seat at a current table. So does a disqualification, which also drops
    the player permanently. ``points``: the deducted points, negative to return some.
    """

    player: Participant
    kind: PenaltyKind
    infraction: Infraction = Infraction.OTHER
    points: int = 0

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "event_disqualified", "not_in_round",
        "penalty_points"."""
        require_rounds(state)
        if self.player in state.disqualified:
            raise Refusal("event_disqualified")
        if (self.kind is PenaltyKind.POINTS) == (self.points == 0) or abs(self.points) > MAX_PENALTY_POINTS:
            raise Refusal("penalty_points", most=MAX_PENALTY_POINTS)
        table = state.rounds[-1].table_of(self.player) if state.rounds else None
        if table is None and self.kind in (PenaltyKind.MATCH_LOSS, PenaltyKind.GAME_LOSS):
            raise Refusal("not_in_round")
        decided = decides(state, self.kind) and table is not None and table not in state.rounds[-1].outcomes
        emptied = decided and self.player not in state.rounds[-1].absent
        disqualifies = self.kind is PenaltyKind.DISQUALIFICATION
        penalty = PlayerPenalty(
            player=self.player,
            kind=self.kind,
            infraction=self.infraction,
            round=len(state.rounds),
            points=self.points,
            number=state.penalized + 1,
            emptied=emptied,
            dropped=disqualifies and state.players[self.player].stage is not SignUpStage.OUT,
        )
        state = replace(state, penalties=(*state.penalties, penalty), penalized=penalty.number)
        if emptied:
            last = state.rounds[-1]
            absent = (*last.absent, self.player)
            state = replace(state, rounds=(*state.rounds[:-1], replace(last, absent=absent)))
        if disqualifies:
            gone = replace(state.players[self.player], stage=SignUpStage.OUT, here=False)
            state = state.having(gone).promoted()
        return state


class TakeBackPenalty(TournamentAct, frozen=True, kw_only=True):
    """A judge takes back a player's newest penalty.

    If it had emptied their seat at a table that is still played, they are back there; a table that has ended
    keeps its result. After a disqualification they are in again, or on the waiting list if the event has
    become full; they stay out if they had dropped before, or no place is left for them. ``here``: as in
    `SignUp`.
    """

    player: Participant
    here: bool = False

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "no_penalty"."""
        require_rounds(state)
        given = newest_penalty(state, self.player)
        if given is None:
            raise Refusal("no_penalty")
        state = replace(state, penalties=tuple(one for one in state.penalties if one != given))
        table = table_of_penalty(state, given)
        if given.emptied and given.round == len(state.rounds) and table in state.rounds[-1].unfinished:
            last = state.rounds[-1]
            absent = tuple(one for one in last.absent if one != self.player)
            returned = {**last.returned, self.player: last.returned.get(self.player, 0) + 1}
            last = replace(last, absent=absent, returned=returned)
            state = replace(state, rounds=(*state.rounds[:-1], last))
        if not given.dropped:
            return state
        player = state.players[self.player]
        if any(state.entrant(member) != member for member in player.members):
            return state
        try:
            return signed_up(state, replace(player, here=self.here))
        except Refusal:
            return state


def newest_penalty(state: TournamentState, player: Participant) -> PlayerPenalty | None:
    """Return the newest penalty of a player that stands; None without one."""
    return next((one for one in state.penalties[::-1] if one.player == player), None)


def table_of_penalty(state: TournamentState, given: PlayerPenalty) -> int | None:
    """Return the player's table in the round of a penalty; None without one."""
    if not 0 < given.round <= len(state.rounds):
        return None
    return state.rounds[given.round - 1].table_of(given.player)


def decides(state: TournamentState, kind: PenaltyKind) -> bool:
    """Return whether a penalty of this kind loses a player the whole table."""
    return kind in PENALTY_RULINGS and (kind is not PenaltyKind.GAME_LOSS or state.rules.best_of == 1)


def loss_at_table(state: TournamentState, player: Participant, kind: PenaltyKind) -> Sequence[EnterOutcome]:
    """Return the acts that make a player lose their finished table of the last round; empty if there is
    none, or if the player has lost it.

    In a duel the other player wins. In a pod that the player won or drew, the others draw.
    """
    last = state.rounds[-1] if state.rounds else None
    table = None if last is None else last.table_of(player)
    outcome = None if last is None or table is None else last.outcomes.get(table)
    if last is None or table is None or outcome is None or not decides(state, kind):
        return ()
    if player in outcome.lost or (outcome.winners and player not in outcome.winners):
        return ()
    there = last.tables[table]
    winners = tuple(one for one in outcome.winners if one != player)
    if not winners and len(there) == 2 and not outcome.lost:
        winners = tuple(one for one in there if one != player)
    lost = () if winners else (*outcome.lost, player)
    return (
        EnterOutcome(
            round=len(state.rounds),
            table=table,
            winners=winners,
            lost=lost,
            ruling=PENALTY_RULINGS[kind],
            judged=True,
        ),
    )


def deserted(state: TournamentState, table: int) -> Sequence[EnterOutcome]:
    """Return the acts that make everyone lose a table of the last round once all its players are absent."""
    last = state.rounds[-1]
    there = last.tables.get(table, ())
    if not there or not {*there} <= {*last.absent}:
        return ()
    number = len(state.rounds)
    return (EnterOutcome(round=number, table=table, judged=True, lost=there, ruling=Ruling.NO_SHOW),)
