"""Acts on results: adding, confirming, disputing, ruling on, settling and correcting them."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec.structs import replace

from rules.leagues.acts.base import LeagueAct
from rules.leagues.league import OnTimeout
from rules.leagues.result import HOUR, PlayerNumber, Result, ResultNumber, Time
from rules.leagues.review import (
    ResultRecord,
    ResultState,
    ReviewContext,
    ask_players,
    enter_result,
    is_enough,
    require,
)
from rules.leagues.state import LeagueState
from rules.refusal import Refusal


class Verdict(StrEnum):
    """How a judge rules on a result."""

    ACCEPT = "accept"
    VOID = "void"
    REPLACE = "replace"
    """Another result replaces it."""


class Seal(StrEnum):
    """The reason why players can't withdraw a table's result by undoing the end of its game."""

    CONFIRMED = "confirmed"
    """Confirmed by the players asked, or by silence."""
    RULING = "ruling"
    """A judge has ruled on it, edited it, voided or restored it."""
    SEASON = "season"
    """Its season is closed."""


class _ResultAct(LeagueAct, frozen=True, kw_only=True):
    """An act on the result with this number, or on those from it on."""

    ledger_only = False

    number: ResultNumber


class NewResults(_ResultAct, frozen=True, kw_only=True):
    """Brings results; the first one has this number. `strict` is as in their records."""

    strict: bool = False

    @property
    def touched(self) -> range:
        """See the base class."""
        return range(self.number, self.number + len(self.brought()))

    def brought(self) -> Sequence[Result]:
        """Return the results, in the order of their numbers."""
        raise NotImplementedError

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_file_broken" for a number that is not the next, "league_archived"."""
        if self.number != state.results + 1:
            raise Refusal("league_file_broken")
        if state.archived:
            raise Refusal("league_archived")
        return replace(state, results=state.results + len(self.brought()))

    def records(self, state: LeagueState, when: Time) -> Iterator[ResultRecord]:
        """Yield the records of the new results in the league after this act."""
        reporter = self.reporter if isinstance(self, ReportResult) else None
        reopened = isinstance(self, RecordResult) and self.reopened
        for number, result in enumerate(self.brought(), start=self.number):
            about = state.review_context(result, when)
            yield enter_result(
                ResultNumber(number), result, reporter, about, reopened=reopened, strict=self.strict
            )


class RecordResult(NewResults, frozen=True, kw_only=True):
    """A table's game ended; the result names the game and the entry that ended it.

    `reopened`: the game had another end, which was confirmed, so that this one has to be confirmed too.
    """

    judges_only = False
    result: Result
    reopened: bool = False

    def brought(self) -> Sequence[Result]:
        """Return the table's result."""
        return (self.result,)


class ReportResult(NewResults, frozen=True, kw_only=True):
    """A player reports a game or match that had no table."""

    judges_only = False
    result: Result
    reporter: PlayerNumber | None = None

    def brought(self) -> Sequence[Result]:
        """Return the reported result."""
        return (self.result,)


class ImportResults(NewResults, frozen=True, kw_only=True):
    """A judge imports results, which count at once."""

    judges_only = True
    results: tuple[Result, ...]

    def brought(self) -> Sequence[Result]:
        """Return all of them."""
        return self.results


class WithdrawResult(_ResultAct, frozen=True, kw_only=True):
    """The table undid the game's end.

    `seal` is the broken seal, `involved`: by a judge who played in it. `reopens`: the next end of the game
    has to be confirmed again.
    """

    judges_only = False
    seal: Seal | None = None
    reopens: bool = False
    involved: bool = False

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Withdraw a result in any state; raises Refusal "result_withdrawn"."""
        if record.withdrawn:
            raise Refusal("result_withdrawn")
        return replace(ask_players(record, context) if self.reopens else record, withdrawn=True)


class RefuseWithdrawal(_ResultAct, frozen=True, kw_only=True):
    """A player tried to undo the game's end at the table, but its result is sealed: nothing changed."""

    judges_only = False
    seal: Seal

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Return the record as it is."""
        return record


class RestoreResult(_ResultAct, frozen=True, kw_only=True):
    """The table redid an undone end. `asks`: whether players are asked again about a pending result."""

    judges_only = False
    asks: bool = False

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Give a withdrawn result the state that it had."""
        require(record, ResultState.WITHDRAWN)
        return replace(ask_players(record, context) if self.asks else record, withdrawn=False)


class Confirm(_ResultAct, frozen=True, kw_only=True):
    """A player says that a result is right."""

    judges_only = False
    player: PlayerNumber

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Count the confirmation. Raises Refusal "confirm_not_asked", "confirmed_already"."""
        require(record, ResultState.PENDING)
        if self.player not in record.asked:
            raise Refusal("confirm_not_asked")
        if self.player in record.confirmed:
            raise Refusal("confirmed_already")
        record = replace(record, confirmed=(*record.confirmed, self.player))
        if is_enough(record, context.league.confirmation.by):
            return replace(record, stage=ResultState.CONFIRMED)
        return record


class Dispute(_ResultAct, frozen=True, kw_only=True):
    """A player says that a result is wrong."""

    judges_only = False
    player: PlayerNumber
    reason: str = ""

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Leave the result to a judge.

        Its players can dispute a result while it is pending and for another confirmation period, but not
        after confirming it. Raises Refusal "dispute_own_only", "confirmed_already", "dispute_too_late".
        """
        require(record, ResultState.PENDING, ResultState.CONFIRMED)
        if self.player not in record.result.players:
            raise Refusal("dispute_own_only")
        if self.player in record.confirmed:
            raise Refusal("confirmed_already")
        hours = context.league.confirmation.hours
        if record.state is ResultState.CONFIRMED and hours and context.when > record.entered + hours * HOUR:
            raise Refusal("dispute_too_late", hours=hours)
        return replace(record, stage=ResultState.DISPUTED, disputed=(*record.disputed, self.player))


class Rule(_ResultAct, frozen=True, kw_only=True):
    """Rule on a pending or disputed result as a judge; ``reported`` is its replacement.

    `involved`, here and in the acts below: whether the judge played in it, and no other judge was known.
    """

    judges_only = True
    verdict: Verdict
    result: Result | None = None
    reason: str = ""
    involved: bool = False

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Settle the result by the verdict; raises Refusal "replacement_missing"."""
        require(record, ResultState.PENDING, ResultState.DISPUTED)
        if self.verdict is Verdict.VOID:
            return replace(record, void=True)
        if self.verdict is Verdict.ACCEPT:
            return replace(record, stage=ResultState.CONFIRMED)
        if self.result is None:
            raise Refusal("replacement_missing")
        return replace(record, stage=ResultState.CONFIRMED, result=self.result)


class SuspectDuplicate(_ResultAct, frozen=True, kw_only=True):
    """A result is probably of the same game as another one."""

    judges_only = False
    other: ResultNumber

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Record the other result; silence no longer confirms this one."""
        return replace(record, duplicate_of=self.other)


class MergeResult(_ResultAct, frozen=True, kw_only=True):
    """A result is of the same game as another one, which stays: this one is void."""

    judges_only = False
    other: ResultNumber

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Void a result that is neither void nor withdrawn."""
        require(record, ResultState.PENDING, ResultState.CONFIRMED, ResultState.DISPUTED)
        return replace(record, void=True, duplicate_of=self.other)


class DistinguishResult(_ResultAct, frozen=True, kw_only=True):
    """A judge decides that a result is of a different game."""

    judges_only = True

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Return the record without suspicion; the time for confirmations restarts."""
        if record.state is ResultState.PENDING:
            record = replace(ask_players(record, context), confirmed=record.confirmed)
        return replace(record, duplicate_of=None)


class Settle(_ResultAct, frozen=True, kw_only=True):
    """The time for confirmations was up, at `due`. `unasked`: whether a judge decides, because no one was
    asked."""

    judges_only = False
    due: Time
    unasked: bool = False

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Settle the result as the league says. A deadline may fire more than once: one that was moved or is
        no longer needed raises Refusal "nothing_to_settle"."""
        if record.deadline is None or record.deadline != self.due:
            raise Refusal("nothing_to_settle")
        if self.unasked:
            return replace(record, due=None)
        void = context.league.confirmation.silence is OnTimeout.VOID
        return replace(record, stage=ResultState.CONFIRMED, void=void)


class EditResult(_ResultAct, frozen=True, kw_only=True):
    """A judge corrects a result."""

    judges_only = False
    result: Result
    reason: str = ""
    involved: bool = False

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Replace the result: a confirmed one stays confirmed, a pending one has to be confirmed again."""
        require(record, ResultState.PENDING, ResultState.CONFIRMED)
        edited = replace(record, result=self.result)
        return ask_players(edited, context) if record.state is ResultState.PENDING else edited


class VoidResult(_ResultAct, frozen=True, kw_only=True):
    """A judge decides that a result doesn't count."""

    judges_only = False
    reason: str = ""
    involved: bool = False

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Void a result that is neither void nor withdrawn."""
        require(record, ResultState.PENDING, ResultState.CONFIRMED, ResultState.DISPUTED)
        return replace(record, void=True)


class RestoreVoided(_ResultAct, frozen=True, kw_only=True):
    """A judge restores a void result."""

    judges_only = True
    reason: str = ""
    involved: bool = False

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Give a void result the state that it had."""
        require(record, ResultState.VOID)
        return replace(record, void=False)
