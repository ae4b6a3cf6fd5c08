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
from rules.leagues.league import Confirmers, League, Reporters, Silence
from rules.leagues.record import Record, State
from rules.leagues.result import HOUR, PlayerNumber, Result, ResultNumber, Source, Time
from rules.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
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
    number: ResultNumber, result: Result, reporter: PlayerNumber | None, about: Circumstances
) -> Record:
    """The record of a new result: confirmed at once, or waiting for those who are asked.

    Who reports has confirmed by that. Imports count at once; so do tables unless the league asks there too.
    """
    rules = about.league.confirmation
    silent = result.source is Source.IMPORT or (result.source is Source.TABLE and not rules.tables)
    record = Record(
        number=number, result=result, entered=about.when, stage=State.CONFIRMED, reporter=reporter
    )
    if silent or rules.by is Confirmers.NOBODY or result.is_bye:
        return record
    return _ask(record, about)


def _ask(record: Record, about: Circumstances) -> Record:
    """The record waiting for everybody in it but its reporter and guests."""
    outside = {record.reporter, *about.guests}
    hours = about.league.confirmation.hours
    return replace(
        record,
        stage=State.PENDING,
        asked=tuple(player for player in record.result.players if player not in outside),
        confirmed=(),
        due=about.when + hours * HOUR if hours else None,
    )


def _enough(record: Record, by: Confirmers) -> bool:
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


def after(record: Record, act: LeagueAct, about: Circumstances) -> Record:
    """The record after an act on it; raises Refusal where its state, or who acts, doesn't allow that."""
    return _after(act, record, about)


@singledispatch
def _after(act: LeagueAct, record: Record, about: Circumstances) -> Record:
    raise TypeError(f"{type(act).__name__} is not about one result")


@_after.register
def _(act: Confirm, record: Record, about: Circumstances) -> Record:
    _require(record, State.PENDING)
    if act.player not in record.asked:
        raise Refusal("confirm_not_asked")
    if act.player in record.confirmed:
        raise Refusal("confirmed_already")
    record = replace(record, confirmed=(*record.confirmed, act.player))
    if _enough(record, about.league.confirmation.by):
        return replace(record, stage=State.CONFIRMED)
    return record


@_after.register
def _(act: Dispute, record: Record, about: Circumstances) -> Record:
    """Whoever took part can dispute a result while it waits, and for as long again as people have to confirm;
    but nobody what they have confirmed themselves."""
    _require(record, State.PENDING, State.CONFIRMED)
    if act.player not in record.result.players:
        raise Refusal("dispute_own_only")
    if act.player in record.confirmed:
        raise Refusal("confirmed_already")
    hours = about.league.confirmation.hours
    if record.state is State.CONFIRMED and hours and about.when > record.entered + hours * HOUR:
        raise Refusal("dispute_too_late", hours=hours)
    return replace(record, stage=State.DISPUTED, disputed=(*record.disputed, act.player))


@_after.register
def _(act: Rule, record: Record, about: Circumstances) -> Record:
    _require(record, State.PENDING, State.DISPUTED)
    if act.verdict is Verdict.VOID:
        return replace(record, void=True)
    if act.verdict is Verdict.ACCEPT:
        return replace(record, stage=State.CONFIRMED)
    if act.result is None:
        raise Refusal("replacement_missing")
    return replace(record, stage=State.CONFIRMED, result=act.result)


@_after.register
def _(act: Settle, record: Record, about: Circumstances) -> Record:
    """A deadline that was moved or is no longer needed settles nothing: it may fire more than once."""
    if record.deadline is None or record.deadline != act.due:
        raise Refusal("nothing_to_settle")
    record = replace(record, stage=State.CONFIRMED)
    return replace(record, void=about.league.confirmation.silence is Silence.VOID)


@_after.register
def _(act: EditResult, record: Record, about: Circumstances) -> Record:
    """A confirmed result stays confirmed; who was asked about a pending one is asked anew."""
    _require(record, State.PENDING, State.CONFIRMED)
    edited = replace(record, result=act.result)
    return _ask(edited, about) if record.state is State.PENDING else edited


@_after.register
def _(act: VoidResult, record: Record, about: Circumstances) -> Record:
    _require(record, State.PENDING, State.CONFIRMED, State.DISPUTED)
    return replace(record, void=True)


@_after.register
def _(act: RestoreVoided, record: Record, about: Circumstances) -> Record:
    _require(record, State.VOID)
    return replace(record, void=False)


@_after.register
def _(act: WithdrawResult, record: Record, about: Circumstances) -> Record:
    if record.withdrawn:
        raise Refusal("result_withdrawn")
    return replace(record, withdrawn=True)


@_after.register
def _(act: RestoreResult, record: Record, about: Circumstances) -> Record:
    _require(record, State.WITHDRAWN)
    return replace(record, withdrawn=False)


def may_edit(record: Record, editor: PlayerNumber | None, *, judge: bool) -> None:
    """Raises Refusal unless this person may edit a result: a judge, or its reporter while it is pending."""
    own = record.state is State.PENDING and editor is not None and editor == record.reporter
    if not judge and not own:
        raise Refusal("edit_judges_only")


def _require(record: Record, *states: State) -> None:
    if record.state in states:
        return
    match record.state:
        case State.PENDING:
            raise Refusal("result_pending")
        case State.CONFIRMED:
            raise Refusal("result_confirmed")
        case State.DISPUTED:
            raise Refusal("result_disputed")
        case State.VOID:
            raise Refusal("result_void")
        case State.WITHDRAWN:
            raise Refusal("result_withdrawn")
