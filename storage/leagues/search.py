"""Results looked up in the database."""

from rules.leagues.result import LeagueId, ResultNumber
from rules.leagues.review import ResultRecord
from storage.leagues.repository import LeagueRepository
from storage.leagues.sql import ResultFilter


class ResultSearch:
    """Results of leagues as they are now. Raises Refusal "no_league", "no_result"."""

    def __init__(self, repository: LeagueRepository) -> None:
        self._repository = repository

    async def record(self, league: LeagueId, number: ResultNumber) -> ResultRecord:
        """One result."""
        return await self._repository.record(league, number)

    async def of_game(self, game: int) -> list[tuple[LeagueId, ResultRecord]]:
        """The results that leagues have of a table's game, one for each way in which it has ended."""
        return await self._repository.queries.of_game(game)

    async def newest(
        self, league: LeagueId, filter: ResultFilter, *, offset: int = 0, limit: int = 20
    ) -> list[ResultRecord]:
        """The results that a filter lets through, the last one played first."""
        state = await self._repository.state(league)
        return await self._repository.queries.find(state, filter, offset=offset, limit=limit)

    async def count(self, league: LeagueId, filter: ResultFilter) -> int:
        """How many results a filter lets through."""
        return await self._repository.queries.count(await self._repository.state(league), filter)
