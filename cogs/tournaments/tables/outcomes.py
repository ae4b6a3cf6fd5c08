"""How the game of a table has ended, as the event counts it."""

from rules.game.game import Game
from rules.game.parts import PlayerOutcome
from rules.pairings.pairings import Participant
from rules.table import Table
from rules.tournaments.playing import table_winners
from rules.tournaments.state import TableOutcome, TournamentState
from storage.tournaments.sql import PlayedTable


def outcome_of(
    game: Table, state: TournamentState, table: PlayedTable, *, time_up: bool = False
) -> TableOutcome | None:
    """How a table has ended; None while it goes on, or where a round's ended without a result.

    A queue's table without a result is void: nobody waits for another. ``time_up``: whether the table's time
    is, so that no further game of a match begins.
    """
    if not isinstance(game, Game) or game.outcome is None:
        return None
    if game.outcome.result is PlayerOutcome.NONE:
        return TableOutcome(winners=(), void=True) if state.rules.queue else None
    won = table_winners(game, time_up=time_up)
    if won is None:
        return None
    there = state.rounds[table.round - 1].tables[table.number]
    winners = dict[Participant, None]()
    for seat, member in enumerate(game.players):
        if member.id in won:
            known = state.find(member.user, member.name)
            entrant = None if known is None else state.entrant(known.number)
            if entrant is not None and entrant in there:
                winners[entrant] = None
            elif seat < len(there) and state.rules.team_size == 1:
                winners[there[seat]] = None
    return TableOutcome(winners=tuple(winners))
