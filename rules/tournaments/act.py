"""The base of every act of a tournament."""

from typing import ClassVar

from msgspec import Struct

from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.state import TournamentRound, TournamentState


class TournamentAct(Struct, frozen=True, kw_only=True):
    """Something that was done to a tournament."""

    announced: ClassVar[bool] = False
    """Whether it gets its own announcement."""

    def apply(self, state: TournamentState) -> TournamentState:
        """Return the tournament after this; raises Refusal."""
        raise NotImplementedError


def require_open(state: TournamentState) -> None:
    """Raise Refusal "event_over"."""
    if state.over:
        raise Refusal("event_over")


def not_in(state: TournamentState) -> Refusal:
    """Return why someone who isn't in a tournament can't do something there, and how to join."""
    if state.over:
        return Refusal("event_over")
    if state.rules.queue:
        return Refusal("not_queued")
    size = state.rules.team_size
    if state.rounds and size > 1:
        return Refusal("event_of_teams_started")
    if state.seeds:
        return Refusal("cut_begun")
    if state.rules.is_bracket and state.rounds:
        return Refusal("bracket_begun")
    if state.rounds:
        return Refusal("event_started")
    if size > 1:
        return Refusal("event_of_teams", size=size)
    return Refusal("not_signed_up")


def require_rounds(state: TournamentState) -> None:
    """Raise Refusal "event_over", "event_is_queue"."""
    require_open(state)
    if state.rules.queue:
        raise Refusal("event_is_queue")


def require_place(state: TournamentState, player: Participant) -> TournamentState:
    """Return the tournament with a place for a player who joins now; raises Refusal "bracket_begun",
    "places_taken" where places were drawn and none is left."""
    known = player in state.players or not state.rules.is_bracket or not state.places
    placed = state.placed(player) if known else None
    if placed is not None:
        return placed
    if state.rules.is_bracket:
        raise Refusal("bracket_begun")
    raise Refusal("places_taken")


def require_not_drawn(state: TournamentState) -> None:
    """Raise Refusal "pairings_drawn" where places determine all pairings."""
    if state.rules.is_drawn and not state.seeds:
        raise Refusal("pairings_drawn")


def require_round(state: TournamentState) -> TournamentRound:
    """Return the round that is played; raises Refusal "event_over", "event_is_queue", "no_event_round"."""
    require_rounds(state)
    if not state.rounds:
        raise Refusal("no_event_round")
    return state.rounds[-1]
