"""More leagues than memory keeps, and listeners that fail."""

import logging

import pytest
from msgspec.structs import replace

from rules.leagues.result import LeagueId
from storage.engine.database import Database, SqlRow
from storage.leagues.leagues import Leagues
from storage.leagues.projection_cache import ProjectionCache
from storage.leagues.repository import LeagueRepository
from storage.leagues.unit_of_work import UnitOfWork
from tests.storage.leagues.ledger import assert_sound
from tests.storage.leagues.people import ANA, BEN, OPEN, Watch, by, found, points, won


async def test_more_leagues_than_memory_keeps(database: Database) -> None:
    leagues = Leagues(LeagueRepository(database, Watch(), lambda: None, limit=2))
    made = [await found(leagues, replace(OPEN, name=f"League {number}")) for number in range(5)]
    for league in made:
        await leagues.results.report(league, by(ANA), won(ANA, BEN))
    for league in made:
        assert await points(leagues, league) == {"Ana": "3", "Ben": "0"}
        await assert_sound(database, league)


async def test_more_results_than_memory_keeps(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two leagues with two results each, memory has room for one; its standings are read once."""
    repository = LeagueRepository(database, Watch(), lambda: None)
    leagues, cache = Leagues(repository), ProjectionCache(repository, limit=3)
    made = [await found(leagues, replace(OPEN, name=f"League {number}")) for number in range(2)]
    for league in made:
        for _ in range(2):
            await leagues.results.report(league, by(ANA), won(ANA, BEN))
    confirmed, read = repository.queries.confirmed, list[int]()

    async def counted(league: LeagueId, after: tuple[int, int], limit: int) -> list[SqlRow]:
        rows = await confirmed(league, after, limit)
        read.extend([league] * len(rows))
        return rows

    monkeypatch.setattr(repository.queries, "confirmed", counted)
    first, second = made
    for league in (first, first, second, second, first):
        rows = (await cache.standings(league)).rows()
        assert [row.points for row in rows] == [6, 0]
    assert read == [*[first] * 2, *[second] * 2, *[first] * 2]


async def test_a_listener_that_fails_takes_nothing_with_it(
    leagues: Leagues, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[int] = []

    def fail(_done: UnitOfWork) -> None:
        raise KeyError("a listener's own fault")

    leagues.tell((fail, lambda done: heard.append(done.was.league)))
    league = await found(leagues)
    await leagues.results.report(league, by(ANA), won(ANA, BEN))
    assert heard == [league, league]
    assert await points(leagues, league) == {"Ana": "3", "Ben": "0"}
    await assert_sound(database, league)
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.ERROR]
