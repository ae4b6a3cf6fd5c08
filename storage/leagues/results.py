"""A league's results: queries, reports, and later acts on them."""

import contextlib
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.leagues import duplicates, review, validity
from rules.leagues.acts import bounds
from rules.leagues.acts import results as acts
from rules.leagues.acts.base import LeagueAct
from rules.leagues.acts.judges import Judge, is_involved
from rules.leagues.result import LeagueId, PlayerNumber, Result, ResultNumber, ResultSource
from rules.leagues.review import ResultRecord, ResultState
from rules.leagues.state import LeagueState, Person
from rules.refusal import Refusal
from storage.leagues.queries import ResultFilter
from storage.leagues.repository import LeagueStore, unit_of_work
from storage.leagues.unit_of_work import CommittedActs, UnitOfWork, due_of
from storage.scheduler import Deadline
from storage.workers.slices import sliced

MAX_RESULTS_AT_ONCE = 2000
"""Maximum results decided at once: as many as one file contains."""


class ReportedResult(Struct, frozen=True):
    """A result as reported; ``make`` receives the league's numbers for the people, in their order."""

    people: Sequence[Person]
    make: Callable[[tuple[PlayerNumber, ...]], Result]


class ExaminedResult(NamedTuple):
    """Why a league can't take a result of a file, or the number of the same result that it has."""

    refusal: Refusal | None = None
    there: ResultNumber | None = None


class Results(LeagueStore):
    """The results of leagues. Each method raises Refusal "no_league", "no_result"; changes, NotCommitted."""

    async def record(self, league: LeagueId, number: ResultNumber) -> ResultRecord:
        """Return the result with this number; raises Refusal "no_result" if there is none."""
        found = await self.repository.queries.records(league, range(number, number + 1))
        if not found:
            raise Refusal("no_result", number=number)
        return found[0]

    async def newest(
        self, league: LeagueId, filter: ResultFilter, *, offset: int = 0, limit: int = 20
    ) -> list[ResultRecord]:
        """Return the results that match a filter, the last one played first."""
        state = await self.repository.state(league)
        return await self.repository.queries.find(state, filter, offset=offset, limit=limit)

    async def count(self, league: LeagueId, filter: ResultFilter) -> int:
        """Return the number of results that match a filter."""
        return await self.repository.queries.count(await self.repository.state(league), filter)

    @unit_of_work
    async def report(self, unit: UnitOfWork, reported: ReportedResult, *, judge: bool = False) -> None:
        """Report a game or match that had no table; it may have been played at any time in the past.

        Raises Refusal "league_archived", and where the user may not report it or it makes no sense.
        """
        result = _new(unit, reported, ResultSource.REPORT)
        review.may_report(unit.was.rules, result, unit.player, judge=judge)
        unit.add(
            acts.ReportResult(
                number=ResultNumber(unit.was.results + 1), result=result, reporter=unit.player, strict=True
            )
        )
        new = unit.after[ResultNumber(unit.state.results)]
        other = await self.repository.queries.twin(unit.state, new)
        if other is not None:
            unit.change(new, acts.SuspectDuplicate(number=new.number, other=other.number))

    @unit_of_work
    async def bring_in(
        self, unit: UnitOfWork, reported: Sequence[ReportedResult], *, examined: int | None = None
    ) -> None:
        """Import results, which count at once; all of them or none.

        ``examined``: the number of the league's entries when it had none of them; what came in since is left
        out. Raises Refusal "import_empty" for none, "import_there" where all came in since,
        "league_archived", "import_doesnt_fit" with the number of the first invalid one, counted from 1.
        """
        if not reported:
            raise Refusal("import_empty")
        changed = examined not in (None, unit.was.entries)
        results, taken = list[Result](), set[ResultNumber]()
        async for number, one in sliced(enumerate(reported, start=1)):
            try:
                result = _new(unit, one, ResultSource.IMPORT, rename=False)
            except Refusal as refusal:
                raise Refusal("import_doesnt_fit", number=number) from refusal
            if not changed or await self._there(unit.was, result, taken) is None:
                results.append(result)
        if not results:
            raise Refusal("import_there")
        unit.add(acts.ImportResults(number=ResultNumber(unit.was.results + 1), results=tuple(results)))

    async def examine(
        self, league: LeagueId, user: int, reported: Sequence[ReportedResult]
    ) -> Sequence[ExaminedResult]:
        """Return how a league would take results that a user is about to import, in their order."""
        state = await self.repository.state(league)
        unit = UnitOfWork(state, self.repository.now(), user)
        found, taken = list[ExaminedResult](), set[ResultNumber]()
        async for _, one in sliced(enumerate(reported)):
            try:
                result = _new(unit, one, ResultSource.IMPORT, rename=False)
            except Refusal as refusal:
                found.append(ExaminedResult(refusal=refusal))
                continue
            found.append(ExaminedResult(there=await self._there(state, result, taken)))
        return found

    async def _there(
        self, state: LeagueState, result: Result, taken: set[ResultNumber]
    ) -> ResultNumber | None:
        """Return the same result that a league has, and add it to those ``taken``; None without one."""
        if {*result.players} - {*state.players}:
            return None
        there = await self._same(state, result, taken)
        if there is not None:
            taken.add(there)
        return there

    async def _same(
        self, state: LeagueState, result: Result, taken: Collection[ResultNumber]
    ) -> ResultNumber | None:
        """Return a league's existing result of the same players, places and time.

        A result from a table or a report may be some minutes apart. ``taken``: results that are already
        matched.
        """
        apart = {
            one.number: abs(one.result.played - result.played)
            for one in await self.repository.queries.around(state, result)
            if one.number not in taken
            and not one.void
            and not one.withdrawn
            and (one.result.source is not ResultSource.IMPORT or one.result.played == result.played)
            and duplicates.agree(one.result, result, state.claims)
        }
        return min(apart, key=apart.__getitem__, default=None)

    @unit_of_work
    async def confirm(self, unit: UnitOfWork, number: ResultNumber) -> None:
        """Confirm a result as the user. Raises Refusal if they may not."""
        record = await self.record(unit.was.league, number)
        unit.change(record, acts.Confirm(number=number, player=speaker(unit, record, record.confirmed)))

    @unit_of_work
    async def dispute(self, unit: UnitOfWork, number: ResultNumber, reason: str = "") -> None:
        """Dispute a result as the user. Raises Refusal if they may not."""
        record = await self.record(unit.was.league, number)
        player = speaker(unit, record, record.disputed)
        unit.change(record, acts.Dispute(number=number, player=player, reason=reason))

    @unit_of_work
    async def rule(
        self,
        unit: UnitOfWork,
        number: ResultNumber,
        verdict: acts.Verdict,
        reason: str,
        reported: ReportedResult | None = None,
        *,
        others: Collection[int] = (),
    ) -> None:
        """Rule on a pending or disputed result as a judge; ``reported`` is its replacement.

        ``others``, here and below: the other known judges. Raises Refusal "judge_has_played" if the user
        played in it and another judge did not.
        """
        record = await self.record(unit.was.league, number)
        result = None if reported is None else _corrected(unit, record, reported)
        involved = _is_involved(unit, record, others)
        unit.change(
            record,
            acts.Rule(number=number, verdict=verdict, result=result, reason=reason, involved=involved),
        )

    @unit_of_work
    async def edit(
        self,
        unit: UnitOfWork,
        number: ResultNumber,
        reported: ReportedResult,
        reason: str,
        *,
        judge: bool = False,
        others: Collection[int] = (),
    ) -> None:
        """Correct a result: a judge, or its reporter while it is pending. Raises Refusal otherwise."""
        record, editor = await self.record(unit.was.league, number), unit.player
        review.may_edit(record, editor, judge=judge)
        result = _corrected(unit, record, reported)
        review.may_report(unit.was.rules, result, editor, judge=judge)
        involved = not review.is_own(record, editor) and _is_involved(unit, record, others)
        unit.change(record, acts.EditResult(number=number, result=result, reason=reason, involved=involved))

    @unit_of_work
    async def void(
        self,
        unit: UnitOfWork,
        number: ResultNumber,
        reason: str,
        last: ResultNumber | None = None,
        *,
        judge: bool = True,
        others: Collection[int] = (),
    ) -> None:
        """Stop counting a result, or all from one to the last: a judge, or a reporter while it is pending.

        Of several, those that can't be voided are skipped. Raises Refusal "edit_judges_only",
        "result_unchanged" if none can be voided, "too_many_results".
        """

        def make(record: ResultRecord) -> acts.VoidResult:
            review.may_edit(record, unit.player, judge=judge)
            involved = not review.is_own(record, unit.player) and _is_involved(unit, record, others)
            return acts.VoidResult(number=record.number, reason=reason, involved=involved)

        await self._change_each(unit, number, last, make)

    @unit_of_work
    async def restore(
        self,
        unit: UnitOfWork,
        number: ResultNumber,
        reason: str,
        last: ResultNumber | None = None,
        *,
        others: Collection[int] = (),
    ) -> None:
        """Restore a voided result as a judge, or several, as ``void`` does."""

        def make(record: ResultRecord) -> acts.RestoreVoided:
            involved = _is_involved(unit, record, others)
            return acts.RestoreVoided(number=record.number, reason=reason, involved=involved)

        await self._change_each(unit, number, last, make)

    @unit_of_work
    async def merge(self, unit: UnitOfWork, number: ResultNumber, *, judge: bool = False) -> None:
        """Void a duplicate of another result.

        Its reporter or a judge may do so; if the reporter reported the same as the other result, that
        confirms the other one. Raises Refusal "not_a_duplicate", "merge_not_yours".
        """
        record = await self.record(unit.was.league, number)
        if record.duplicate_of is None:
            raise Refusal("not_a_duplicate")
        if not judge and (unit.player is None or unit.player != record.reporter):
            raise Refusal("merge_not_yours")
        kept = await self.record(unit.was.league, record.duplicate_of)
        review.require(kept, ResultState.PENDING, ResultState.CONFIRMED, ResultState.DISPUTED)
        unit.change(record, acts.MergeResult(number=number, other=kept.number))
        said = duplicates.agree(record.result, kept.result, unit.state.claims)
        if record.reporter in kept.waited_for and record.reporter is not None and said:
            unit.change(kept, acts.Confirm(number=kept.number, player=record.reporter))

    @unit_of_work
    async def distinguish(self, unit: UnitOfWork, number: ResultNumber) -> None:
        """Rule as a judge that a result isn't a duplicate. Raises Refusal "not_a_duplicate"."""
        record = await self.record(unit.was.league, number)
        if record.duplicate_of is None:
            raise Refusal("not_a_duplicate")
        unit.change(record, acts.DistinguishResult(number=number))

    async def settle(self, deadline: Deadline) -> CommittedActs | None:
        """Settle a result whose deadline CONFIRMATION is due, counting silence by the league's rules.

        If no one was asked, or it may be a duplicate, a judge decides.

        Return None if there is nothing left to settle; idempotent.
        """
        league, number, due = due_of(deadline)
        async with self.repository.enter(league) as state:
            record = await self.record(league, number)
            if record.deadline != due:
                return None
            unit = self.repository.unit(state)
            unasked = not record.asked or record.duplicate_of is not None
            unit.change(record, acts.Settle(number=number, due=due, unasked=unasked))
            return await self.repository.carry_out(unit)

    async def _change_each(
        self,
        unit: UnitOfWork,
        first: ResultNumber,
        last: ResultNumber | None,
        make: Callable[[ResultRecord], LeagueAct],
    ) -> None:
        if last is None:
            record = await self.record(unit.was.league, first)
            unit.change(record, make(record))
            return
        numbers = range(first, last + 1)
        if len(numbers) > MAX_RESULTS_AT_ONCE:
            raise Refusal("too_many_results", limit=MAX_RESULTS_AT_ONCE)
        for record in await self.repository.queries.records(unit.was.league, numbers):
            with contextlib.suppress(Refusal):
                unit.change(record, make(record))
        if not unit.acts:
            raise Refusal("result_unchanged")


def _new(unit: UnitOfWork, reported: ReportedResult, source: ResultSource, *, rename: bool = True) -> Result:
    result = reported.make(unit.numbers(reported.people, rename=rename))
    result = replace(result, source=source, game=None, entry=None)
    _check(unit, result)
    return result


def _corrected(unit: UnitOfWork, record: ResultRecord, reported: ReportedResult) -> Result:
    """Return the replacement of a result that the league has, with its source kept."""
    was, result = record.result, reported.make(unit.numbers(reported.people))
    result = replace(result, source=was.source, game=was.game, entry=was.entry)
    if result == was:
        raise Refusal("result_unchanged")
    _check(unit, result)
    return result


def _is_involved(unit: UnitOfWork, record: ResultRecord, others: Collection[int]) -> bool:
    """Return whether the user, a judge, played in a result; raises Refusal if another judge did not."""
    return unit.user is not None and is_involved(unit.state, record.result, Judge(unit.user, others))


def _check(unit: UnitOfWork, result: Result) -> None:
    """Raise Refusal if the league can't accept the result, or if a player plays against themselves."""
    bounds.require_result(result, unit.when)
    validity.require_valid(unit.state.rules, result, unit.when)
    if len({unit.state.resolved(player) for player in result.players}) < len(result.players):
        raise Refusal("player_twice")


def speaker(unit: UnitOfWork, record: ResultRecord, done: Sequence[PlayerNumber]) -> PlayerNumber:
    """Return the player that the user represents: themselves, or a guest they have claimed; 0 for none."""
    own = None if unit.player is None else unit.state.resolved(unit.player)
    mine = [player for player in record.result.players if unit.state.resolved(player) == own]
    return next((player for player in mine if player not in done), mine[0] if mine else PlayerNumber(0))
