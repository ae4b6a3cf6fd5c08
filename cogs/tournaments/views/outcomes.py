"""Results of tables in messages: the entered result, its source, and the previous one."""

from cogs.text.language import tr
from cogs.text.leagues.outcomes import outcome
from cogs.tournaments.views import event as view
from rules.pairings.brackets import through_from
from rules.tournaments.acts import EnterOutcome
from rules.tournaments.log import TournamentEntry
from rules.tournaments.state import TableOutcome, TournamentState


def at_table(state: TournamentState, round: int, table: int, found: TableOutcome | EnterOutcome) -> str:
    """Return how a table has ended, for messages."""
    there = state.rounds[round - 1].tables[table]
    return outcome(there, found, lambda one: view.entrant_name(state.players[one]))


def result(state: TournamentState, entered: EnterOutcome) -> str:
    """Return the entered result of a table in words."""
    how = at_table(state, entered.round, entered.table, entered)
    return tr("Round {round}, table {n}: {outcome}.", round=entered.round, n=entered.table, outcome=how)


def before(state: TournamentState, entered: EnterOutcome, was: TableOutcome | EnterOutcome | None) -> str:
    """Return the previous result in a small line; empty if there was none or it was equal."""
    if was is None:
        return ""
    how = at_table(state, entered.round, entered.table, was)
    if how == at_table(state, entered.round, entered.table, entered):
        return ""
    if was.judged:
        return tr("-# Before: {outcome}, by a judge.", outcome=how)
    return tr("-# Before: {outcome}, from the game.", outcome=how)


def advancing(state: TournamentState, entered: EnterOutcome) -> str:
    """Say who goes on after a draw in elimination, in a small line; empty elsewhere."""
    seeds = state.places if state.rules.is_bracket else state.seeds
    knocked = state.rules.is_bracket or (bool(seeds) and entered.round > state.before_cut)
    there = state.rounds[entered.round - 1].tables[entered.table]
    left = [one for one in there if one not in entered.lost]
    if not knocked or entered.winners or not left:
        return ""
    through = view.entrant_name(state.players[through_from(seeds, left, ())])
    return tr("-# No draw stands in elimination: {player} goes on as the higher seed.", player=through)


def own_table(state: TournamentState, entered: EnterOutcome, user: int | None) -> str:
    """Return a small line that the judge who entered a result plays at its table; empty otherwise."""
    there = state.rounds[entered.round - 1].tables[entered.table]
    if user is None or user not in [one.user for number in there for one in state.people(number)]:
        return ""
    return tr("-# ⚠️ {judge} plays at this table.", judge=f"<@{user}>")


def by(entry: TournamentEntry) -> str:
    """Return a small line with the judge who entered a result; empty for the bot or a forgotten user."""
    if entry.user is None or not isinstance(entry.act, EnterOutcome) or not entry.act.judged:
        return ""
    return tr("-# Entered by {judge}.", judge=f"<@{entry.user}>")
