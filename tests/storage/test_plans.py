"""No statement looks through a whole table, apart from the few that have to; as SQLite plans them."""

import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from rules.leagues.result import LeagueId
from rules.tournaments.state import TournamentId
from storage.deadlines import START, Deadline, DeadlineQueries
from storage.engine.opening import open_database
from storage.engine.sqlite.connection import ThreadConnection
from storage.engine.sqlite.database import SqliteDatabase
from storage.games.games import Games
from storage.links import Links
from storage.privacy import Privacy
from storage.settings.settings import SettingsStore
from tests.storage.everything import fill
from tests.storage.table import DAY

ALLOWED: Mapping[str, str] = {
    "FROM outbox WHERE (message IS NULL OR changes > 0)": "by a partial index, once after a start",
    "FROM earlier_board JOIN game": "all of what waits, once after a start",
    "WHERE id IN (SELECT id FROM game WHERE over = 0": "by partial indexes, once after a start",
    "SELECT id, guild FROM league ORDER BY id": "every league, once after a start",
    "FROM tournament WHERE over = 0 ORDER BY id": "by a partial index",
    "FROM tournament WHERE scheduled IS NOT NULL": "by a partial index",
    "FROM commit_counter": "it has one row",
}
"""Statements that go through a table or an index from end to end, and why that is right."""


async def traced(connection: ThreadConnection, trace: Callable[[str], None] | None) -> None:
    await connection.run(lambda plain: plain.set_trace_callback(trace))


async def use(database: SqliteDatabase) -> None:
    """Ask for what is rarely asked for, too."""
    games, settings = Games(database), SettingsStore(database)
    await games.outbox.load()
    await games.boards.earlier_boards()
    await games.unshown_games(DAY, everything=True)
    links, tournaments, leagues = Links(database), games.tournaments.queries, games.leagues
    await links.of_league(LeagueId(1))
    await links.of_channel(1)
    for league in await leagues.queries.leagues():
        await leagues.queries.state(league)
        await leagues.queries.judges(league)
        await leagues.queries.rules_before(league, 5)
        await leagues.projections.standings(league)
        await tournaments.of_league(league, 5)
        await tournaments.is_entered(league, 101)
    await tournaments.going_on()
    await tournaments.announced()
    await tournaments.is_scheduled(5)
    await tournaments.over_before(1, TournamentId(5), 5)
    await tournaments.in_channels([1, 2])
    await games.deadlines.set(due := Deadline("meal", "supper", datetime(2020, 1, 1, tzinfo=UTC)))
    await DeadlineQueries(database).due(due.due, START, 64)
    await DeadlineQueries(database).next_due(due.due)
    privacy = Privacy(games, settings)
    assert await privacy.known(101)
    assert [part async for part in privacy.export(101)]
    await privacy.forget(101)


async def test_no_statement_looks_through_a_table(file: Path) -> None:
    said = set[str]()
    async with open_database(str(file)) as database:
        assert isinstance(database, SqliteDatabase)
        for connection in (database._reader, database._writer._connection):  # pyright: ignore[reportPrivateUsage]
            await traced(connection, said.add)
        await fill(database, evenings=4)
        await use(database)
    texts = {re.sub(r"'(?:[^']|'')*'|\b\d+\b", "1", one): one for one in said}
    plans: dict[str, str] = {}
    with closing(sqlite3.connect(file)) as connection:
        for text in texts.values():
            if text.startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "\n")):
                for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {text}"):
                    if re.match(r"SCAN (?!CONSTANT|path|known|\()", step):
                        plans[text] = step
    assert len(texts) > 100
    assert {text: step for text, step in plans.items() if not any(one in text for one in ALLOWED)} == {}
