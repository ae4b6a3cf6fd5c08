"""How the game of a table has ended, as the event counts it."""

from rules.game.game import Game
from rules.game.parts import PlayerOutcome
from rules.pairings.pairings import Participant
from rules.table import Table
from rules.tournaments.state import TableOutcome, TournamentState
from storage.tournaments.sql import PlayedTable


def outcome_of(game: Table, state: TournamentState, table: PlayedTable) -> TableOutcome | None:
    """How a table's game has ended; None while it goes on, or where a round's ended without a result.

    A queue's table without a result is void: nobody waits for another.
    """
    if not isinstance(game, Game) or game.outcome is None:
        return None
    if game.outcome.result is PlayerOutcome.NONE:
        return TableOutcome(winners=(), void=True) if state.rules.queue else None
    there = state.rounds[table.round - 1].tables[table.number]
    winners = list[Participant]()
    for seat, member in enumerate(game.players):
        if member.id in game.outcome.winners:
            known = state.find(member.user, member.name)
            if known is not None and known.number in there:
                winners.append(known.number)
            elif seat < len(there):
                winners.append(there[seat])
    return TableOutcome(winners=tuple(winners))
