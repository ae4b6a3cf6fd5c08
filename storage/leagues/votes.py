"""The votes after games on a league's achievements."""

from collections.abc import Mapping

from rules.leagues.acts.votes import CastVotes, closing_act, is_complete
from rules.leagues.result import PlayerNumber, ResultNumber, Time
from rules.leagues.review import ResultRecord, ResultState
from rules.turns.clock import SECOND
from storage.events.store import Location
from storage.leagues.repository import LeagueStore, unit_of_work
from storage.leagues.results import Results, speaker
from storage.leagues.unit_of_work import UnitOfWork, due_of
from storage.posts import Post, PostKind
from storage.scheduler import Deadline


class Votes(LeagueStore):
    """The votes after games. Each method raises Refusal "no_league", "no_result"; NotCommitted.

    ``place``: where it is announced who gets what, if anywhere.
    """

    def __init__(self, results: Results) -> None:
        super().__init__(results.repository)
        self._results = results

    @unit_of_work
    async def cast(
        self,
        unit: UnitOfWork,
        number: ResultNumber,
        choices: Mapping[str, PlayerNumber],
        place: Location | None,
    ) -> None:
        """Cast the user's votes, instead of earlier ones; the last player's close the vote.

        Raises Refusal as `CastVotes` does.
        """
        record = await self._results.record(unit.was.league, number)
        unit.change(record, CastVotes(number=number, player=speaker(unit, record, ()), choices=choices))
        record = unit.after[number]
        if record.vote_ends is not None and is_complete(
            record, unit.state.review_context(record.result, unit.when)
        ):
            _close(unit, record, record.vote_ends, place)

    async def close(self, deadline: Deadline, place: Location | None) -> None:
        """Close a vote whose deadline VOTES is due; idempotent."""
        league, number, due = due_of(deadline)
        async with self.repository.enter(league) as state:
            record = await self._results.record(league, number)
            if record.vote_ends == due:
                unit = self.repository.unit(state)
                _close(unit, record, due, place)
                await self.repository.carry_out(unit)


def _close(unit: UnitOfWork, record: ResultRecord, due: Time, place: Location | None) -> None:
    """Close a vote, and announce it unless no one has voted or the result is void or withdrawn."""
    act = closing_act(record, unit.state.rules, due)
    unit.change(record, act)
    gone = record.state in (ResultState.VOID, ResultState.WITHDRAWN)
    if place is not None and act.won and not gone:
        topic = "league", unit.was.league
        made = unit.when * SECOND
        unit.further.append(Post(*(*topic, record.number, PostKind.VOTES, place, made), detail=str(due)))
