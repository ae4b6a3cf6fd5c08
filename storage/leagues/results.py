"""A league's results as people report them, say what they think of them, and put them right."""

import contextlib
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.leagues import review, validity
from rules.leagues.acts import (
    Confirm,
    Dispute,
    EditResult,
    ImportResults,
    LeagueAct,
    ReportResult,
    RestoreVoided,
    Rule,
    Settle,
    Verdict,
    VoidResult,
)
from rules.leagues.result import LeagueId, PlayerNumber, Result, ResultNumber, ResultSource
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.events.values import Request
from storage.leagues.repository import LeagueRepository
from storage.leagues.unit_of_work import UnitOfWork, due_of
from storage.leagues.values import CommittedActs, MakeResult
from storage.scheduler import Deadline

MOST_AT_ONCE = 2000
"""Results that are decided upon at once: as many as come in with one file."""
_MakeAct = Callable[[LeagueState, ResultRecord], LeagueAct]


class ReportedResult(Struct, frozen=True):
    """A result as somebody tells it: who took part, and the result made of the league's numbers for them."""

    people: Sequence[Person]
    make: MakeResult


class Results:
    """What people do to a league's results. Each raises Refusal "no_league", "no_result"; NotCommitted."""

    def __init__(self, repository: LeagueRepository) -> None:
        self._repository = repository

    async def report(
        self, league: LeagueId, request: Request, told: ReportedResult, *, judge: bool = False
    ) -> CommittedActs:
        """Report a game or match that had no table; it may have been played at any time in the past.

        Whoever asks is its reporter. Raises Refusal "league_archived", and where they may not report it or it
        makes no sense.
        """
        return await self._repository.once(request, self._report(league, request, told, judge))

    async def _report(
        self, league: LeagueId, request: Request, told: ReportedResult, judge: bool
    ) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            result = self._made(unit, told, ResultSource.REPORT)
            reporter = unit.state.player_of(request.user)
            review.may_report(state.rules, result, reporter, judge=judge)
            unit.add(ReportResult(number=state.results + 1, result=result, reporter=reporter))
            return await self._repository.commit(unit)

    async def bring_in(
        self, league: LeagueId, request: Request, told: Sequence[ReportedResult]
    ) -> CommittedActs:
        """Bring in results from elsewhere, which count at once; all of them or none.

        Raises Refusal "import_empty" for none, "league_archived", "import_doesnt_fit" with the number of
        the first one, counted from 1, that makes no sense.
        """
        return await self._repository.once(request, self._bring_in(league, request, told))

    async def _bring_in(
        self, league: LeagueId, request: Request, told: Sequence[ReportedResult]
    ) -> CommittedActs:
        if not told:
            raise Refusal("import_empty")
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            results: list[Result] = []
            for number, one in enumerate(told, start=1):
                try:
                    results.append(self._made(unit, one, ResultSource.IMPORT, rename=False))
                except Refusal as refusal:
                    raise Refusal("import_doesnt_fit", number=number) from refusal
            unit.add(ImportResults(number=state.results + 1, results=tuple(results)))
            return await self._repository.commit(unit)

    async def confirm(self, league: LeagueId, request: Request, number: ResultNumber) -> CommittedActs:
        """Whoever asks says that a result is right; raises Refusal where that is not theirs to say."""

        def make(state: LeagueState, record: ResultRecord) -> Confirm:
            return Confirm(number=number, player=_as(state, record, request.user, record.confirmed))

        return await self._repository.once(request, self._act(league, request, number, make))

    async def dispute(
        self, league: LeagueId, request: Request, number: ResultNumber, reason: str = ""
    ) -> CommittedActs:
        """Whoever asks says that a result is wrong; raises Refusal where that is not theirs to say."""

        def make(state: LeagueState, record: ResultRecord) -> Dispute:
            player = _as(state, record, request.user, record.disputed)
            return Dispute(number=number, player=player, reason=reason)

        return await self._repository.once(request, self._act(league, request, number, make))

    async def rule(
        self,
        league: LeagueId,
        request: Request,
        number: ResultNumber,
        verdict: Verdict,
        reason: str,
        told: ReportedResult | None = None,
    ) -> CommittedActs:
        """A judge rules on a result that is pending or disputed; ``told`` is what replaces it."""
        return await self._repository.once(
            request, self._rule(league, request, number, verdict, reason, told)
        )

    async def _rule(
        self,
        league: LeagueId,
        request: Request,
        number: ResultNumber,
        verdict: Verdict,
        reason: str,
        told: ReportedResult | None,
    ) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            record = await self._repository.record(league, number)
            result = None if told is None else self._put_right(unit, record, told)
            unit.change(record, Rule(number=number, verdict=verdict, result=result, reason=reason))
            return await self._repository.commit(unit)

    async def edit(
        self,
        league: LeagueId,
        request: Request,
        number: ResultNumber,
        told: ReportedResult,
        reason: str,
        *,
        judge: bool = False,
    ) -> CommittedActs:
        """Put a result right: a judge, or its reporter while it is pending. Raises Refusal otherwise."""
        return await self._repository.once(request, self._edit(league, request, number, told, reason, judge))

    async def _edit(
        self,
        league: LeagueId,
        request: Request,
        number: ResultNumber,
        told: ReportedResult,
        reason: str,
        judge: bool,
    ) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            record = await self._repository.record(league, number)
            editor = state.player_of(request.user)
            review.may_edit(record, editor, judge=judge)
            result = self._put_right(unit, record, told)
            review.may_report(state.rules, result, editor, judge=judge)
            unit.change(record, EditResult(number=number, result=result, reason=reason))
            return await self._repository.commit(unit)

    async def void(
        self,
        league: LeagueId,
        request: Request,
        number: ResultNumber,
        reason: str,
        last: ResultNumber | None = None,
        *,
        judge: bool = True,
    ) -> CommittedActs:
        """A judge decides that a result doesn't count, or its reporter while it is pending; or that all from
        one to the last don't.

        Of several those are passed over for which there is nothing to decide. Raises Refusal
        "edit_judges_only", "result_unchanged" where there is nothing to decide for any, "too_many_results".
        """

        def make(state: LeagueState, record: ResultRecord) -> VoidResult:
            review.may_edit(record, state.player_of(request.user), judge=judge)
            return VoidResult(number=record.number, reason=reason)

        return await self._each(league, request, number, last, make)

    async def restore(
        self,
        league: LeagueId,
        request: Request,
        number: ResultNumber,
        reason: str,
        last: ResultNumber | None = None,
    ) -> CommittedActs:
        """A judge takes back that a result doesn't count; or several, as ``void`` does."""

        def make(_head: LeagueState, record: ResultRecord) -> RestoreVoided:
            return RestoreVoided(number=record.number, reason=reason)

        return await self._each(league, request, number, last, make)

    async def _each(
        self,
        league: LeagueId,
        request: Request,
        first: ResultNumber,
        last: ResultNumber | None,
        make: _MakeAct,
    ) -> CommittedActs:
        if last is None:
            return await self._repository.once(request, self._act(league, request, first, make))
        return await self._repository.once(
            request, self._act_on_all(league, request, range(first, last + 1), make)
        )

    async def _act_on_all(
        self, league: LeagueId, request: Request, numbers: range, make: _MakeAct
    ) -> CommittedActs:
        if len(numbers) > MOST_AT_ONCE:
            raise Refusal("too_many_results", limit=MOST_AT_ONCE)
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            for record in await self._repository.queries.records(league, numbers):
                with contextlib.suppress(Refusal):
                    unit.change(record, make(state, record))
            if not unit.acts:
                raise Refusal("result_unchanged")
            return await self._repository.commit(unit)

    async def settle(self, deadline: Deadline) -> CommittedActs | None:
        """A deadline of the kind DEADLINE is due: silence settles its result as the league says.

        None when there is nothing to settle any more; it may be called any number of times.
        """
        league, number, due = due_of(deadline)
        async with self._repository.enter(league) as state:
            record = await self._repository.record(league, number)
            if record.deadline != due:
                return None
            unit = self._repository.unit(state)
            unit.change(record, Settle(number=number, due=due))
            return await self._repository.commit(unit)

    async def _act(
        self, league: LeagueId, request: Request, number: ResultNumber, make: _MakeAct
    ) -> CommittedActs:
        async with self._repository.enter(league) as state:
            unit = self._repository.unit(state, request)
            record = await self._repository.record(league, number)
            unit.change(record, make(state, record))
            return await self._repository.commit(unit)

    def _made(
        self, unit: UnitOfWork, told: ReportedResult, source: ResultSource, *, rename: bool = True
    ) -> Result:
        result = told.make(unit.numbers(told.people, rename=rename))
        result = replace(result, source=source, game=None, entry=None)
        _check(unit, result)
        return result

    def _put_right(self, unit: UnitOfWork, record: ResultRecord, told: ReportedResult) -> Result:
        """What somebody says instead of a result that the league has; where that came from stays."""
        was, result = record.result, told.make(unit.numbers(told.people))
        result = replace(result, source=was.source, game=was.game, entry=was.entry)
        if result == was:
            raise Refusal("result_unchanged")
        _check(unit, result)
        return result


def _check(unit: UnitOfWork, result: Result) -> None:
    """Raises Refusal for what the league can't take, or where somebody plays against who they were."""
    validity.check(unit.state.rules, result, unit.when)
    if len({unit.state.resolved(player) for player in result.players}) < len(result.players):
        raise Refusal("player_twice")


def _as(state: LeagueState, record: ResultRecord, user: int, done: Sequence[PlayerNumber]) -> PlayerNumber:
    """As which of a result's players somebody speaks: as themselves, or as one whom they have claimed."""
    number = state.player_of(user)
    own = None if number is None else state.resolved(number)
    mine = [player for player in record.result.players if state.resolved(player) == own]
    return next((player for player in mine if player not in done), mine[0] if mine else 0)
