"""Decklists of an event that asks for them: each is final once its player is paired.

Everyone may read them once the first round is paired, before that only judges and each player their own.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.pairings.pairings import Participant
from rules.refusal import Refusal
from rules.tournaments.act import not_in
from rules.tournaments.state import SignUpStage, TournamentPlayer, TournamentState


def with_decklist(
    state: TournamentState, player: Participant, decklist: str, *, judged: bool
) -> TournamentPlayer:
    """Return a player with this decklist; an empty one is none. ``judged``: a judge registers it.

    Raises Refusal "event_over", "event_no_decklists", "event_decklist_locked", and that of `not_in`.
    """
    if state.over:
        raise Refusal("event_over")
    if not state.rules.decklists:
        raise Refusal("event_no_decklists")
    known = state.players.get(player)
    if known is None or known.members or state.players[state.entrant(player)].stage is SignUpStage.OUT:
        raise not_in(state)
    if not judged and is_locked(state, player):
        raise Refusal("event_decklist_locked")
    return replace(known, decklist=decklist or None)


def is_locked(state: TournamentState, player: Participant) -> bool:
    """Return whether a player's decklist is final, because the player, or their team, has been paired."""
    entrant = state.played_as(player)
    return any(entrant in (*one.pairings.byes, *sum(one.pairings.tables, ())) for one in state.rounds)


def are_public(state: TournamentState) -> bool:
    """Return whether everyone may read the decklists."""
    return bool(state.rounds)


def having(state: TournamentState) -> Sequence[TournamentPlayer]:
    """Return the players with a decklist, in the order of sign-up, dropped ones too."""
    return [one for one in state.players.values() if one.decklist]


def lacking(state: TournamentState) -> Sequence[TournamentPlayer]:
    """Return the people who are in the event, or in one of its teams, without a decklist."""
    entrants = [one.number for one in state.at(SignUpStage.IN)]
    return [one for number in entrants for one in state.people(number) if not one.decklist]
