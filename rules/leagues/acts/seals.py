"""Seals: results of tables that a game's players can no longer change by undoing its end."""

from collections.abc import Iterable, Sequence

from rules.leagues.acts.base import LeagueAct
from rules.leagues.acts.judges import Judge, is_involved
from rules.leagues.acts.results import (
    Confirm,
    EditResult,
    RestoreVoided,
    Rule,
    Seal,
    Settle,
    VoidResult,
    WithdrawResult,
)
from rules.leagues.league import League, Reopening
from rules.leagues.result import ResultNumber
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState, Season
from rules.refusal import Refusal


def seal_of(record: ResultRecord, done: Iterable[LeagueAct], seasons: Sequence[Season]) -> Seal | None:
    """Return the strongest seal of a result; None for a result without a seal.

    ``done``: the acts about it in the ledger.
    """
    acts = [*done]
    if any(season.ends is not None and season.includes(record.result.played) for season in seasons):
        return Seal.SEASON
    if any(isinstance(act, Rule | EditResult | VoidResult | RestoreVoided) for act in acts):
        return Seal.RULING
    if record.stage is ResultState.CONFIRMED and any(isinstance(act, Confirm | Settle) for act in acts):
        return Seal.CONFIRMED
    return None


def withdrawal(
    state: LeagueState, record: ResultRecord, done: Iterable[LeagueAct], judge: Judge | None
) -> WithdrawResult:
    """Return the act by which a table withdraws a result. ``judge``: None unless a judge requests it.

    Raises Refusal "sealed_by_season", "sealed_by_ruling", "sealed_by_confirmation", and "judge_has_played"
    as `is_involved` does.
    """
    seal = seal_of(record, done, state.seasons)
    if seal is None:
        return WithdrawResult(number=record.number)
    reopens = seal is Seal.CONFIRMED and state.rules.confirmation.reopening is Reopening.CONFIRM
    if judge is None and not reopens:
        raise _sealed(state.rules, record.number, seal)
    involved = judge is not None and not reopens and is_involved(state, record.result, judge)
    return WithdrawResult(number=record.number, seal=seal, reopens=reopens, involved=involved)


def _sealed(league: League, number: ResultNumber, seal: Seal) -> Refusal:
    match seal:
        case Seal.SEASON:
            return Refusal("sealed_by_season", number=number, league=league.name)
        case Seal.RULING:
            return Refusal("sealed_by_ruling", number=number, league=league.name)
        case Seal.CONFIRMED:
            return Refusal("sealed_by_confirmation", number=number, league=league.name)
