"""The log of an event in words: judges' and players' acts, and how tables ended."""

from collections.abc import Sequence

from cogs.text.language import tr
from cogs.tournaments.views import event as view
from cogs.tournaments.views import outcomes, plan
from cogs.tournaments.views.lines import fixed_line
from cogs.tournaments.views.panel import people, substitutes
from rules.tournaments.absences import MarkNoShow, Substitute
from rules.tournaments.acts import (
    BeginCut,
    BeginRound,
    CloseTournament,
    Drop,
    EnterOutcome,
    ReopenTournament,
    TakeBackRound,
    WithdrawOutcome,
)
from rules.tournaments.deadlines import GiveTime, TakeBackTime, last_extension
from rules.tournaments.judging import ChangePairings, FixTable
from rules.tournaments.log import TournamentEntry, fold_entries
from rules.tournaments.penalties import Penalize, TakeBackPenalty, newest_penalty
from rules.tournaments.schedule import PlanRounds
from rules.tournaments.state import TournamentState

LOG_PAGE_ENTRIES = 30
"""Entries on one page."""


def event_log_lines(
    beginning: TournamentState, entries: Sequence[TournamentEntry], now: TournamentState
) -> Sequence[tuple[TournamentEntry, str]]:
    """Return the last entries that are worth a line, with their texts, latest first.

    ``beginning``: the event before them; ``now`` has the names.
    """
    found, state = list[tuple[TournamentEntry, str]](), beginning
    for entry in entries:
        before, state = state, fold_entries(state, [entry])
        words = _words(entry, before.named_as(now), state.named_as(now))
        if words:
            found.append((entry, words))
    return found[: -LOG_PAGE_ENTRIES - 1 : -1]


def _words(entry: TournamentEntry, before: TournamentState, after: TournamentState) -> str:
    """Return an entry in words; empty for details that don't matter later."""
    match entry.act:
        case EnterOutcome() as act:
            was = before.rounds[act.round - 1].outcomes.get(act.table)
            earlier = outcomes.before(before, act, was).removeprefix("-# ")
            return " ".join(filter(None, (outcomes.result(after, act), earlier)))
        case WithdrawOutcome(round=round, table=table):
            return tr("Round {round}, table {n}: the players undid the result.", round=round, n=table)
        case Penalize() as act:
            return people.penalty(after, act.player, act.kind, act.infraction, act.points)
        case TakeBackPenalty(player=player):
            given = newest_penalty(before, player)
            return "" if given is None else people.taken_back(after, given)
        case MarkNoShow(player=player):
            return tr("{player}: no-show.", player=view.entrant_name(after.players[player]))
        case Drop(player=player):
            who = view.entrant_name(after.players[player])
            return tr("{player} dropped from {event}.", player=who, event=view.title(after))
        case Substitute(table=table, player=player, by=by):
            return substitutes.substitute_line(after, table, player, by)
        case BeginRound() | ChangePairings():
            return view.round_title(after)
        case TakeBackRound():
            return tr("Round {n} was taken back.", n=len(before.rounds))
        case BeginCut(seeds=seeds):
            return tr("Top cut of {n}", n=len(seeds))
        case PlanRounds():
            return " ".join(plan.plan_lines(after)[:1]) or tr("The plan was removed.")
        case GiveTime(minutes=minutes, table=table):
            return plan.time_given(minutes, table)
        case TakeBackTime():
            last = before.rounds[-1]
            return plan.time_taken_back(last.extensions[last_extension(last) or 0])
        case FixTable(player=player):
            return fixed_line(after, player)
        case CloseTournament():
            return tr("The event was closed.")
        case ReopenTournament():
            return tr("The event was reopened.")
        case _:
            return ""
