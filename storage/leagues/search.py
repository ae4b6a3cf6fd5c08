"""Results looked up in the database."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.leagues.result import LeagueId, PlayerNumber, ResultNumber, Time
from rules.leagues.review import ResultRecord, ResultState
from storage.engine.writer import SqlValue
from storage.leagues import codec, sql
from storage.leagues.repository import LeagueRepository

FAR_FUTURE = 2**52


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFilter:
    """Which results; each of these that is given narrows them."""

    states: Sequence[ResultState] = ()
    player: PlayerNumber | None = None
    """In which this player took part, or a guest whom they have claimed."""
    since: Time | None = None
    """Played then or later."""
    until: Time | None = None
    """Played earlier than then."""


class ResultSearch:
    """Results of leagues as they are now. Raises Refusal "no_league", "no_result"."""

    def __init__(self, repository: LeagueRepository) -> None:
        self._repository = repository

    async def record(self, league: LeagueId, number: ResultNumber) -> ResultRecord:
        """One result."""
        return await self._repository.record(league, number)

    async def of_game(self, game: int) -> list[tuple[LeagueId, ResultRecord]]:
        """The results that leagues have of a table's game, one for each way in which it has ended."""
        found = await self._repository.database.fetch(
            "SELECT league, value FROM league_result WHERE game = ? ORDER BY league, number", game
        )
        return [(row["league"], codec.decode_record(row["value"])) for row in found]

    async def newest(
        self, league: LeagueId, wanted: ResultFilter, *, offset: int = 0, limit: int = 20
    ) -> list[ResultRecord]:
        """Results, the last one played first."""
        condition, values = await self._condition(league, wanted)
        found = await self._repository.database.fetch(
            f"SELECT value FROM league_result WHERE {condition} ORDER BY played DESC, number DESC "
            "LIMIT ? OFFSET ?",
            *(*values, limit, offset),
        )
        return [codec.decode_record(row["value"]) for row in found]

    async def count(self, league: LeagueId, wanted: ResultFilter) -> int:
        """How many there are."""
        condition, values = await self._condition(league, wanted)
        found = await self._repository.database.fetch(
            f"SELECT count(*) FROM league_result WHERE {condition}", *values
        )
        return found[0][0]

    async def _condition(self, league: LeagueId, wanted: ResultFilter) -> tuple[str, list[SqlValue]]:
        conditions, values = ["league = ?"], list[SqlValue]([league])
        if wanted.states:
            conditions.append(f"state IN ({', '.join('?' * len(wanted.states))})")
            values += [state.value for state in wanted.states]
        if wanted.since is not None or wanted.until is not None:
            conditions.append("played >= ? AND played < ?")
            until = FAR_FUTURE if wanted.until is None else wanted.until
            values += [(wanted.since or 0) * sql.SECOND, until * sql.SECOND]
        if wanted.player is not None:
            numbers = (await self._repository.state(league)).numbers_of(wanted.player)
            conditions.append(
                "number IN (SELECT result FROM league_part WHERE league = ? "
                f"AND player IN ({', '.join('?' * len(numbers))}))"
            )
            values += [league, *numbers]
        return " AND ".join(conditions), values
