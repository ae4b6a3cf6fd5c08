"""A league told anew from its ledger alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.leagues.acts import CreateLeague, ImportResults, RecordResult, ReportResult
from rules.leagues.league import League
from rules.leagues.result import ResultNumber
from rules.leagues.review import ResultRecord
from rules.refusal import Refusal
from storage.leagues import fold
from storage.leagues.values import LeagueId, LeagueState, LedgerEntry


@dataclass(frozen=True, slots=True)
class RebuiltLeague:
    """What a ledger tells: the league, its players without names, and its results."""

    state: LeagueState
    records: Mapping[ResultNumber, ResultRecord]


def rebuild(league: LeagueId, guild: int, ledger: Sequence[LedgerEntry]) -> RebuiltLeague:
    """What this ledger tells, all of which was made elsewhere. Raises Refusal "league_file_broken"."""
    if not ledger or [entry.number for entry in ledger] != list(range(1, len(ledger) + 1)):
        raise Refusal("league_file_broken")
    state, records = (
        LeagueState(league=league, guild=guild, rules=League(name="")),
        dict[ResultNumber, ResultRecord](),
    )
    for entry in ledger:
        if isinstance(entry.act, CreateLeague) != (entry.number == 1):
            raise Refusal("league_file_broken")
        try:
            state = fold.evolve(state, entry.act)
            changed = _changed(state, records, entry)
        except (Refusal, KeyError, TypeError) as error:
            raise Refusal("league_file_broken") from error
        records |= {one.number: one for one in changed}
    return RebuiltLeague(replace(state, imported=len(ledger), entries=len(ledger)), records)


def _changed(
    state: LeagueState, records: Mapping[ResultNumber, ResultRecord], entry: LedgerEntry
) -> Sequence[ResultRecord]:
    """The results that an entry brings or changes."""
    act = entry.act
    if isinstance(act, RecordResult | ReportResult | ImportResults):
        return fold.entered(state, act, entry.when)
    number = fold.result_of(act)
    return () if number is None else (fold.changed(state, records[number], act, entry.when),)
