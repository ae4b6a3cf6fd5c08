"""How a result comes to count: reports, confirmations, disputes, rulings, silence, corrections.

Whether somebody is a judge is for the caller to know; who may confirm and dispute is decided here.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import singledispatch

from rules.leagues.acts import (
    Confirm,
    Dispute,
    EditResult,
    LeagueAct,
    RestoreResult,
    RestoreVoided,
    Rule,
    Settle,
    Verdict,
    VoidResult,
    WithdrawResult,
)
from rules.leagues.league import Confirmers, League, OnTimeout, Reporters
from rules.leagues.result import HOUR, PlayerNumber, Result, ResultNumber, ResultSource, Time
from rules.leagues.review import ResultRecord, ResultState
from rules.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewContext:
    """What has to be known beside a record: the league's rules, the time, and which players are guests, who
    have no account to confirm with."""

    league: League
    when: Time
    guests: Collection[PlayerNumber] = ()


def may_report(league: League, result: Result, reporter: PlayerNumber | None, *, judge: bool) -> None:
    """Raises Refusal unless this person may report this result; `reporter` is None for who is no player.

    A bye has nobody to confirm it, so where results have to be confirmed judges report it.
    """
    if judge:
        return
    if result.is_bye and league.confirmation.by is not Confirmers.NOBODY:
        raise Refusal("report_bye")
    if league.reporters is Reporters.ANYONE:
        return
    if league.reporters is Reporters.JUDGES:
        raise Refusal("report_judges_only")
    if reporter not in result.players:
        raise Refusal("report_own_only")


def enter(
    number: ResultNumber, result: Result, reporter: PlayerNumber | None, about: ReviewContext
) -> ResultRecord:
    """The record of a new result: confirmed at once, or waiting for those who are asked.

    Who reports has confirmed by that. Imports count at once; so do tables unless the league asks there too.
    """
    rules = about.league.confirmation
    silent = result.source is ResultSource.IMPORT or (
        result.source is ResultSource.TABLE and not rules.tables
    )
    record = ResultRecord(
        number=number, result=result, entered=about.when, stage=ResultState.CONFIRMED, reporter=reporter
    )
    if silent or rules.by is Confirmers.NOBODY or result.is_bye:
        return record
    return _ask(record, about)


def _ask(record: ResultRecord, about: ReviewContext) -> ResultRecord:
    """The record waiting for everybody in it but its reporter and guests."""
    outside = {record.reporter, *about.guests}
    hours = about.league.confirmation.hours
    return replace(
        record,
        stage=ResultState.PENDING,
        asked=tuple(player for player in record.result.players if player not in outside),
        confirmed=(),
        due=about.when + hours * HOUR if hours else None,
    )


def _enough(record: ResultRecord, by: Confirmers) -> bool:
    """Whether those who have confirmed are enough; where nobody can be asked, silence or a judge decides."""
    asked, confirmed = len(record.asked), len(record.confirmed)
    match by:
        case Confirmers.ALL:
            return confirmed == asked > 0
        case Confirmers.MAJORITY:
            return 2 * confirmed > asked
        case Confirmers.ONE:
            return confirmed > 0
        case Confirmers.NOBODY:
            return True


def after(record: ResultRecord, act: LeagueAct, about: ReviewContext) -> ResultRecord:
    """The record after an act on it; raises Refusal where its state, or who acts, doesn't allow that."""
    return _after(act, record, about)


@singledispatch
def _after(act: LeagueAct, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    raise TypeError(f"{type(act).__name__} is not about one result")


@_after.register
def _(act: Confirm, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    _require(record, ResultState.PENDING)
    if act.player not in record.asked:
        raise Refusal("confirm_not_asked")
    if act.player in record.confirmed:
        raise Refusal("confirmed_already")
    record = replace(record, confirmed=(*record.confirmed, act.player))
    if _enough(record, about.league.confirmation.by):
        return replace(record, stage=ResultState.CONFIRMED)
    return record


@_after.register
def _(act: Dispute, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    """Whoever took part can dispute a result while it waits, and for as long again as people have to confirm;
    but nobody what they have confirmed themselves."""
    _require(record, ResultState.PENDING, ResultState.CONFIRMED)
    if act.player not in record.result.players:
        raise Refusal("dispute_own_only")
    if act.player in record.confirmed:
        raise Refusal("confirmed_already")
    hours = about.league.confirmation.hours
    if record.state is ResultState.CONFIRMED and hours and about.when > record.entered + hours * HOUR:
        raise Refusal("dispute_too_late", hours=hours)
    return replace(record, stage=ResultState.DISPUTED, disputed=(*record.disputed, act.player))


@_after.register
def _(act: Rule, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    _require(record, ResultState.PENDING, ResultState.DISPUTED)
    if act.verdict is Verdict.VOID:
        return replace(record, void=True)
    if act.verdict is Verdict.ACCEPT:
        return replace(record, stage=ResultState.CONFIRMED)
    if act.result is None:
        raise Refusal("replacement_missing")
    return replace(record, stage=ResultState.CONFIRMED, result=act.result)


@_after.register
def _(act: Settle, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    """A deadline that was moved or is no longer needed settles nothing: it may fire more than once."""
    if record.deadline is None or record.deadline != act.due:
        raise Refusal("nothing_to_settle")
    record = replace(record, stage=ResultState.CONFIRMED)
    return replace(record, void=about.league.confirmation.silence is OnTimeout.VOID)


@_after.register
def _(act: EditResult, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    """A confirmed result stays confirmed; who was asked about a pending one is asked anew."""
    _require(record, ResultState.PENDING, ResultState.CONFIRMED)
    edited = replace(record, result=act.result)
    return _ask(edited, about) if record.state is ResultState.PENDING else edited


@_after.register
def _(act: VoidResult, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    _require(record, ResultState.PENDING, ResultState.CONFIRMED, ResultState.DISPUTED)
    return replace(record, void=True)


@_after.register
def _(act: RestoreVoided, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    _require(record, ResultState.VOID)
    return replace(record, void=False)


@_after.register
def _(act: WithdrawResult, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    if record.withdrawn:
        raise Refusal("result_withdrawn")
    return replace(record, withdrawn=True)


@_after.register
def _(act: RestoreResult, record: ResultRecord, about: ReviewContext) -> ResultRecord:
    _require(record, ResultState.WITHDRAWN)
    return replace(record, withdrawn=False)


def may_edit(record: ResultRecord, editor: PlayerNumber | None, *, judge: bool) -> None:
    """Raises Refusal unless this person may edit a result: a judge, or its reporter while it is pending."""
    own = record.state is ResultState.PENDING and editor is not None and editor == record.reporter
    if not judge and not own:
        raise Refusal("edit_judges_only")


def _require(record: ResultRecord, *states: ResultState) -> None:
    if record.state in states:
        return
    match record.state:
        case ResultState.PENDING:
            raise Refusal("result_pending")
        case ResultState.CONFIRMED:
            raise Refusal("result_confirmed")
        case ResultState.DISPUTED:
            raise Refusal("result_disputed")
        case ResultState.VOID:
            raise Refusal("result_void")
        case ResultState.WITHDRAWN:
            raise Refusal("result_withdrawn")
