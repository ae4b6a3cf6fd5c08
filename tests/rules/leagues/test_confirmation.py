"""From a report to a result that counts, or doesn't: who may do what when, and with what result."""

import pytest
from msgspec.structs import replace

from rules.leagues.acts.base import LeagueAct
from rules.leagues.acts.league import CreateLeague
from rules.leagues.acts.results import (
    Confirm,
    Dispute,
    EditResult,
    RestoreResult,
    RestoreVoided,
    Rule,
    Settle,
    Verdict,
    VoidResult,
    WithdrawResult,
)
from rules.leagues.league import Confirmation, Confirmers, League, OnTimeout, Reporters
from rules.leagues.result import PlayerNumber, Result, ResultNumber, ResultSource
from rules.leagues.result import PlayerNumber as P
from rules.leagues.review import ResultRecord, ResultState, ReviewContext, enter_result, may_edit, may_report
from rules.refusal import Refusal
from tests.rules.leagues.made import bye, game, placed

DAY = 86_400
FOUR = game(1, 2, 3, 4)
RESULT = ResultNumber(7)


def about(when: int = 0, guests: tuple[PlayerNumber, ...] = (), **rules: object) -> ReviewContext:
    """Circumstances of a league that asks everyone within a day, unless other rules are named."""
    confirmation = replace(Confirmation(hours=24), **rules)
    return ReviewContext(league=League(name="L", confirmation=confirmation), when=when, guests=guests)


def reported(by: int | None = 1, result: Result = FOUR, at: ReviewContext | None = None) -> ResultRecord:
    return enter_result(RESULT, result, None if by is None else P(by), at or about())


def acted(record: ResultRecord, *acts: LeagueAct, at: ReviewContext | None = None) -> ResultRecord:
    for act in acts:
        record = act.revise(record, at or about())
    return record


def refused(record: ResultRecord, act: LeagueAct, at: ReviewContext | None = None) -> str:
    with pytest.raises(Refusal) as caught:
        act.revise(record, at or about())
    return caught.value.reason


def yes(*players: int) -> tuple[Confirm, ...]:
    return tuple(Confirm(number=RESULT, player=P(player)) for player in players)


def test_all_others_confirm() -> None:
    record = reported()
    assert (record.state, record.asked, record.deadline) == (ResultState.PENDING, (2, 3, 4), DAY)
    record = acted(record, *yes(2, 4))
    assert record.state is ResultState.PENDING
    record = acted(record, *yes(3))
    assert record.counts
    assert record.deadline is None


@pytest.mark.parametrize(
    ("by", "needed"),
    # Of three who are asked: more than half is two.
    [(Confirmers.ALL, 3), (Confirmers.MAJORITY, 2), (Confirmers.ONE, 1), (Confirmers.NO_ONE, 0)],
)
def test_as_many_as_the_league_says(by: Confirmers, needed: int) -> None:
    at = about(by=by)
    record = reported(at=at)
    for count, player in enumerate((2, 3, 4)):
        assert record.counts == (count >= needed)
        if record.counts:
            break
        record = Confirm(number=RESULT, player=P(player)).revise(record, at)
    assert record.counts


def test_a_majority_of_an_even_number_is_more_than_half() -> None:
    at = about(by=Confirmers.MAJORITY)
    record = reported(by=None, at=at)
    assert not acted(record, *yes(1, 2), at=at).counts
    assert acted(record, *yes(1, 2, 3), at=at).counts


def test_no_one_confirms_for_another_nor_twice_nor_what_they_reported() -> None:
    record = acted(reported(), *yes(2))
    assert refused(record, Confirm(number=RESULT, player=P(2))) == "confirmed_already"
    assert refused(record, Confirm(number=RESULT, player=P(1))) == "confirm_not_asked"
    assert refused(record, Confirm(number=RESULT, player=P(9))) == "confirm_not_asked"


def test_guests_are_not_asked_and_never_confirm() -> None:
    at = about(guests=(P(3), P(4)))
    record = reported(at=at)
    assert record.asked == (2,)
    assert refused(record, Confirm(number=RESULT, player=P(3)), at) == "confirm_not_asked"
    assert acted(record, *yes(2), at=at).counts


def test_where_no_one_can_be_asked_a_report_does_not_count_automatically() -> None:
    record = reported(at=about(guests=(P(2), P(3), P(4))))
    assert (record.state, record.asked) == (ResultState.PENDING, ())
    assert acted(record, Rule(number=RESULT, verdict=Verdict.ACCEPT)).counts


TEAMS = placed((1, (1, 2)), (2, (3, 4)))


def test_only_the_other_side_is_asked_unless_an_earlier_version_has_asked() -> None:
    context, one = about(), P(1)
    assert enter_result(RESULT, TEAMS, one, context, strict=True).asked == (3, 4)
    assert enter_result(RESULT, TEAMS, P(3), context, strict=True).asked == (1, 2)
    assert enter_result(RESULT, TEAMS, None, context, strict=True).asked == (1, 2, 3, 4)
    earlier = enter_result(RESULT, TEAMS, one, context)
    assert earlier.asked == (2, 3, 4)
    assert acted(earlier, *yes(2, 3, 4)).counts


def test_a_judge_decides_what_no_one_is_asked_about_unless_it_is_of_an_earlier_version() -> None:
    at = about(guests=(P(2), P(3), P(4)))
    new = enter_result(RESULT, FOUR, P(1), at, strict=True)
    assert (new.state, new.asked, new.deadline) == (ResultState.PENDING, (), None)
    earlier = enter_result(RESULT, FOUR, P(1), at)
    assert acted(earlier, Settle(number=RESULT, due=DAY), at=at).counts
    left = acted(earlier, Settle(number=RESULT, due=DAY, unasked=True), at=at)
    assert (left.state, left.deadline) == (ResultState.PENDING, None)


def test_tables_imports_and_byes_count_at_once_unless_the_league_asks_at_tables_too() -> None:
    table = replace(FOUR, source=ResultSource.TABLE)
    assert reported(None, table).counts
    assert reported(None, replace(FOUR, source=ResultSource.IMPORT), about(tables=True)).counts
    assert reported(None, bye(1)).counts
    asking = reported(None, table, about(tables=True))
    assert (asking.state, asking.asked) == (ResultState.PENDING, (1, 2, 3, 4))


@pytest.mark.parametrize(
    ("silence", "state"), [(OnTimeout.CONFIRM, ResultState.CONFIRMED), (OnTimeout.VOID, ResultState.VOID)]
)
def test_silence_is_settled_as_the_league_says(silence: OnTimeout, state: ResultState) -> None:
    at = about(silence=silence)
    record = acted(reported(at=at), Settle(number=RESULT, due=DAY), at=at)
    assert record.state is state
    assert record.deadline is None
    if state is ResultState.VOID:
        assert acted(record, RestoreVoided(number=RESULT)).counts


def test_a_deadline_settles_only_what_waits_for_it() -> None:
    settle = Settle(number=RESULT, due=DAY)
    confirmed = acted(reported(), *yes(2, 3, 4))
    disputed = acted(reported(), Dispute(number=RESULT, player=P(2)))
    for record in (confirmed, disputed, acted(reported(), settle)):
        assert refused(record, settle) == "nothing_to_settle"
    assert refused(reported(), Settle(number=RESULT, due=DAY - 1)) == "nothing_to_settle"
    assert reported(at=about(hours=0)).deadline is None


def test_a_dispute_waits_for_a_ruling() -> None:
    record = acted(reported(), *yes(2), Dispute(number=RESULT, player=P(3), reason="Ben won"))
    assert (record.state, record.disputed, record.deadline) == (ResultState.DISPUTED, (3,), None)
    for act in (
        *yes(4),
        Dispute(number=RESULT, player=P(4)),
        EditResult(number=RESULT, result=FOUR),
    ):
        assert refused(record, act) == "result_disputed"
    assert acted(record, Rule(number=RESULT, verdict=Verdict.ACCEPT)).counts
    assert acted(record, Rule(number=RESULT, verdict=Verdict.VOID)).state is ResultState.VOID
    other = game(2, 1, 3, 4)
    replaced = acted(record, Rule(number=RESULT, verdict=Verdict.REPLACE, result=other))
    assert (replaced.counts, replaced.result) == (True, other)
    assert refused(record, Rule(number=RESULT, verdict=Verdict.REPLACE)) == "replacement_missing"


def test_who_may_dispute_and_until_when() -> None:
    record = acted(reported(), *yes(2))
    assert refused(record, Dispute(number=RESULT, player=P(2))) == "confirmed_already"
    assert refused(record, Dispute(number=RESULT, player=P(9))) == "dispute_own_only"
    confirmed = acted(reported(), Settle(number=RESULT, due=DAY))
    assert acted(confirmed, Dispute(number=RESULT, player=P(3)), at=about(DAY)).state is ResultState.DISPUTED
    assert refused(confirmed, Dispute(number=RESULT, player=P(3)), about(DAY + 1)) == "dispute_too_late"
    for_ever = about(10**9, hours=0)
    assert acted(confirmed, Dispute(number=RESULT, player=P(3)), at=for_ever).state is ResultState.DISPUTED


def test_an_edited_report_is_asked_about_again_and_a_confirmed_one_stays_confirmed() -> None:
    other = game(2, 1, 3)
    edit = EditResult(number=RESULT, result=other)
    waiting = acted(acted(reported(), *yes(2, 3)), edit, at=about(100))
    assert (waiting.state, waiting.asked, waiting.confirmed) == (ResultState.PENDING, (2, 3), ())
    assert waiting.deadline == 100 + DAY
    confirmed = acted(reported(), *yes(2, 3, 4), edit)
    assert (confirmed.counts, confirmed.result) == (True, other)


@pytest.mark.parametrize(
    "before",
    [
        reported(),
        acted(reported(), *yes(2)),
        acted(reported(), *yes(2, 3, 4)),
        acted(reported(), Dispute(number=RESULT, player=P(2))),
    ],
    ids=["reported", "one has confirmed", "confirmed", "disputed"],
)
def test_restoring_takes_back_exactly_what_voided_or_withdrew(before: ResultRecord) -> None:
    void, restored = VoidResult(number=RESULT), RestoreVoided(number=RESULT)
    withdrawn, redone = WithdrawResult(number=RESULT), RestoreResult(number=RESULT)
    assert acted(before, void).state is ResultState.VOID
    assert acted(before, void, restored) == before
    assert acted(before, withdrawn).state is ResultState.WITHDRAWN
    assert acted(before, withdrawn, redone) == before
    assert acted(before, void, withdrawn, redone, restored) == before
    for state in (acted(before, void), acted(before, withdrawn)):
        assert state.deadline is None


def test_what_is_over_says_so() -> None:
    void, gone = (
        acted(reported(), VoidResult(number=RESULT)),
        acted(reported(), WithdrawResult(number=RESULT)),
    )
    for act in (*yes(2), VoidResult(number=RESULT), EditResult(number=RESULT, result=FOUR)):
        assert refused(void, act) == "result_void"
        assert refused(gone, act) == "result_withdrawn"
    assert refused(gone, WithdrawResult(number=RESULT)) == "result_withdrawn"
    assert refused(reported(), RestoreVoided(number=RESULT)) == "result_pending"
    assert refused(acted(reported(), *yes(2, 3, 4)), RestoreResult(number=RESULT)) == "result_confirmed"


def test_only_acts_on_a_result_change_one() -> None:
    with pytest.raises(TypeError):
        CreateLeague(league=League(name="L")).revise(reported(), about())


@pytest.mark.parametrize(
    ("reporters", "reporter", "judge", "reason"),
    [
        (Reporters.PLAYERS, P(1), False, None),
        (Reporters.PLAYERS, P(9), False, "report_own_only"),
        (Reporters.PLAYERS, None, False, "report_own_only"),
        (Reporters.PLAYERS, P(9), True, None),
        (Reporters.ANYONE, P(9), False, None),
        (Reporters.JUDGES, P(1), False, "report_judges_only"),
        (Reporters.JUDGES, P(1), True, None),
    ],
)
def test_who_may_report(reporters: Reporters, reporter: P | None, judge: bool, reason: str | None) -> None:
    league = League(name="L", reporters=reporters)
    if reason is None:
        may_report(league, FOUR, reporter, judge=judge)
        return
    with pytest.raises(Refusal) as caught:
        may_report(league, FOUR, reporter, judge=judge)
    assert caught.value.reason == reason


def test_who_may_edit() -> None:
    may_edit(reported(), P(1), judge=False)
    confirmed = acted(reported(), *yes(2, 3, 4))
    may_edit(confirmed, None, judge=True)
    for record, editor in ((reported(), P(2)), (confirmed, P(1)), (reported(None), None)):
        with pytest.raises(Refusal):
            may_edit(record, editor, judge=False)
