"""How the game of a table has ended, as the event counts it."""

from collections.abc import Mapping, Sequence

from rules.game.game import Game
from rules.game.parts import PlayerId, PlayerOutcome
from rules.pairings.pairings import Participant
from rules.setup import match
from rules.table import Table
from rules.tournaments.playing import table_winners
from rules.tournaments.state import TableOutcome, TournamentState
from storage.tournaments.sql import PlayedTable


def outcome_of(
    game: Table, state: TournamentState, table: PlayedTable, *, time_up: bool = False
) -> TableOutcome | None:
    """How a table has ended; None while it goes on, or where a round's ended without a result.

    A queue's table without a result is void: nobody waits for another. ``time_up``: whether the table's time
    is, so that no further game of a match begins; none does either where somebody hasn't come.
    """
    if not isinstance(game, Game):
        return None
    round = state.rounds[table.round - 1]
    there = round.tables[table.number]
    missing = any(one in round.absent for one in there)
    won = table_winners(game, time_up=time_up or missing)
    if won is None:
        ended = game.outcome is not None and game.outcome.result is PlayerOutcome.NONE
        return TableOutcome(winners=(), void=True) if ended and state.rules.queue else None
    entrants = _entrants(game, state, there)
    winners = dict.fromkeys(entrants[id] for id in entrants if id in won)
    stands = match.score(game)
    if stands is None or missing:
        return TableOutcome(winners=tuple(winners))
    wins = {
        entrants[id]: count
        for side, count in zip(stands.sides, stands.wins, strict=True)
        for id in side
        if id in entrants
    }
    games = tuple(wins.get(one, 0) for one in there)
    return TableOutcome(winners=tuple(winners), games=games, drawn_games=stands.drawn)


def _entrants(
    game: Game, state: TournamentState, there: Sequence[Participant]
) -> Mapping[PlayerId, Participant]:
    """Who of a table each player of its game plays for; those whom nobody knows are left out."""
    found = dict[PlayerId, Participant]()
    for seat, member in enumerate(game.players):
        known = state.find(member.user, member.name)
        entrant = None if known is None else state.entrant(known.number)
        if entrant is not None and entrant in there:
            found[member.id] = entrant
        elif seat < len(there) and state.rules.team_size == 1:
            found[member.id] = there[seat]
    return found
