"""What only the PostgreSQL engine has: who owns it, and that it has what SQLite has."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rules.game.lobby import Lobby
from rules.game.parts import GameId
from storage.engine import migration
from storage.engine.database import DatabaseUnusable
from storage.engine.group_commit import AlreadyThere, NotCommitted
from storage.engine.opening import open_beside, open_database
from storage.engine.postgresql.database import PostgresqlDatabase
from storage.engine.postgresql.dialect import translated
from storage.engine.postgresql.migrating import newest
from storage.engine.sqlite import schema
from storage.games.games import Games
from tests.storage.engine.postgresql import DEADLINE, ONE, TWO, another, disconnect_all, empty, keys
from tests.storage.table import deal
from tests.support.games import view_of
from tests.support.postgresql.fixtures import SHAPE, Server

__all__ = ("empty",)

SQLITE_UNIQUE = """
    SELECT tables.name, (SELECT group_concat(name) FROM
            (SELECT name FROM pragma_index_info(one.name) ORDER BY seqno)),
        CASE WHEN one.partial THEN replace(replace(
            substr(made.sql, instr(made.sql, 'WHERE ') + 6), ' ', ''), '"', '') END
    FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS one
        LEFT JOIN sqlite_schema AS made ON made.name = one.name
    WHERE tables.type = 'table' AND one."unique"
    UNION SELECT tables.name, column.name, NULL
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS column
    WHERE tables.type = 'table' AND column.pk = 1
        AND NOT EXISTS (SELECT 1 FROM pragma_index_list(tables.name) WHERE origin = 'pk')
"""
POSTGRESQL_UNIQUE = """
    SELECT indrelid::regclass::text, (SELECT string_agg(attname, ',' ORDER BY place)
            FROM unnest(indkey) WITH ORDINALITY AS part (number, place)
            JOIN pg_attribute ON attrelid = indrelid AND attnum = number),
        translate(pg_get_expr(indpred, indrelid), ' "()', '')
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE indisunique AND relnamespace = 'public'::regnamespace
"""
"""The table, the columns and the condition, without spaces, of everything that may be there only once."""
FIRST = """
    INSERT INTO migration (number) VALUES (1);
    INSERT INTO ownership VALUES (1, 5, 10);
    INSERT INTO game (id, channel, guild, opened) VALUES (7, 700, 1, 1795262400000);
    INSERT INTO entry VALUES (7, 1, 'act', 0, 1, 1, 'Ana', 9001, 1795262400000, '["Gather",
        {"options": {"life": 30}, "host": "1", "seated":
        [{"id": "1", "name": "Ana", "user": 1}, {"id": "2", "name": "B\\u00e9n", "user": 2}]}]',
        '[["LobbyChanged",
        {"lobby": {"options": {"life": 30}, "host": "1", "seated":
        [{"id": "1", "name": "Ana", "user": 1}, {"id": "2", "name": "B\\u00e9n", "user": 2}]},
        "change": "opened", "who": "1"}]]');
    INSERT INTO tournament VALUES (3, 1, 300, 30);
    INSERT INTO tournament_player VALUES (3, 1, 1, 'Ana');
    INSERT INTO tournament_table VALUES (3, 1, 1, 31, 7);
"""
"""What a database of the first schema had in it: a lobby and a tournament."""


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("SELECT a FROM b WHERE c = ? AND d = ?", "SELECT a FROM b WHERE c = $1 AND d = $2"),
        ("SELECT ?1 WHERE c = ?2 AND d = ?1", "SELECT $1 WHERE c = $2 AND d = $1"),
        ("SELECT user FROM b WHERE c = 'user?'", """SELECT "user" FROM b WHERE c = 'user?'"""),
        ("SET user = excluded.user, users = ''", """SET "user" = excluded."user", users = ''"""),
    ],
)
def test_sql_is_written_once_for_both_engines(written: str, sent: str) -> None:
    assert translated(written) == sent


async def test_it_has_the_tables_and_columns_of_sqlite(empty: str) -> None:
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(schema.schema())
        tables = [name for (name,) in made.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        known = {name: {row[1] for row in made.execute(f"PRAGMA table_info({name})")} for name in tables}
    async with open_database(empty), another(empty) as connection:
        rows = await connection.fetch(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        )
    found: dict[str, set[str]] = {}
    for table, column in rows:
        found.setdefault(table, set()).add(column)
    del (
        known["commit_counter"],
        known["migration"],
        found["migration"],
        found["process"],
        found["shard"],
        found["counter"],
        found["identify"],
    )
    assert found == known


async def test_it_is_as_unique_as_sqlite(empty: str) -> None:
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(schema.schema())
        known = {tuple(row) for row in made.execute(SQLITE_UNIQUE)}
    async with open_database(empty), another(empty) as connection:
        found = {tuple(row) for row in await connection.fetch(POSTGRESQL_UNIQUE)}
    assert {
        ("entry", "game,number", None),
        ("entry", "interaction", None),
        ("game", "channel", "over=0"),
        ("game", "id", None),
        ("league_player", "user,league", "userISNOTNULL"),
    } <= known
    own = {"migration", "process", "shard", "counter", "identify"}
    assert {one for one in found if one[0] not in own} == {
        one for one in known if one[0] not in ("commit_counter", "migration")
    }


async def test_a_database_of_the_first_schema_is_brought_up_to_date(postgresql: Server, empty: str) -> None:
    async with another(postgresql.address("postgres")) as connection:
        await connection.execute("CREATE DATABASE first")
    address = postgresql.address("first")
    async with another(address) as connection:
        await connection.execute(newest()[0].sql)
        await connection.execute(FIRST)
    async with open_database(address) as database, another(address) as old, another(empty) as new:
        assert await old.fetchval(SHAPE) == await new.fetchval(SHAPE)
        rows = await old.fetch("SELECT number, name FROM migration ORDER BY number")
        assert [tuple(row) for row in rows] == [*enumerate((one.name for one in newest()), start=1)]
        games = Games(database)
        view = await view_of(games, GameId(7))
        assert isinstance(view.table, Lobby)
        assert view.table.options.life == 30
        assert [(one.name, one.user) for one in view.table.seated] == [("Ana", 1), ("B\u00e9n", 2)]
        assert [(one.number, one.interaction) for one in await games.log(GameId(7))] == [(1, 9001)]
        (tournament,) = await database.fetch("SELECT id, message, scheduled FROM tournament")
        assert tuple(tournament) == (3, 30, None)
        (player,) = await database.fetch("SELECT user, name, available FROM tournament_player")
        assert tuple(player) == (1, "Ana", None)
        (table,) = await database.fetch("SELECT thread, game, redrawn FROM tournament_table")
        assert tuple(table) == (31, 7, 0)
        assert await deal(games) == GameId(8)


async def test_a_database_of_the_version_before_names_gets_them(postgresql: Server, empty: str) -> None:
    """Its migrations were numbered, each with when it was applied."""
    before = [one.name for one in newest()].index("named_migrations")
    async with another(postgresql.address("postgres")) as connection:
        await connection.execute("CREATE DATABASE numbered")
    address = postgresql.address("numbered")
    async with another(address) as connection:
        for number, one in enumerate(newest()[:before], start=1):
            await connection.execute(one.sql)
            await connection.execute("INSERT INTO migration VALUES ($1, '2026-11-21')", number)
    with pytest.raises(DatabaseUnusable, match="of another version"):
        async with open_beside(address):
            pass
    async with open_database(address), another(address) as old, another(empty) as new:
        assert await old.fetchval(SHAPE) == await new.fetchval(SHAPE)
        rows = await old.fetch("SELECT name, made < '2026-11-22' FROM migration ORDER BY number")
        assert [tuple(row) for row in rows] == [
            (one.name, number < before) for number, one in enumerate(newest())
        ]


async def test_a_migration_is_made_whole_or_not_at_all(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = len(newest())
    async with open_database(empty) as database:
        await database.write((DEADLINE, ("kind", "first")))
    folder = tmp_path / "migrations"
    shutil.copytree(migration.MIGRATIONS_FOLDER, folder)
    step = folder / "9999_more.sql"
    extra = "CREATE TABLE extra (id INTEGER PRIMARY KEY);\n"
    monkeypatch.setattr(migration, "MIGRATIONS_FOLDER", folder)
    fails = "ALTER TABLE migration ADD COLUMN extra BIGINT NOT NULL;\n"
    step.write_text(f"{extra}DELETE FROM deadline;\n{fails}")
    async with another(empty) as other:
        before = await other.fetchval(SHAPE)
        with pytest.raises(DatabaseUnusable, match=r"by more: .*extra") as raised:
            async with open_database(empty):
                pass
        assert "\n" not in str(raised.value)
        assert await other.fetchval(SHAPE) == before
        assert await other.fetchval("SELECT max(number) FROM migration") == known
    step.write_text(extra)
    async with open_database(empty) as database:
        assert await keys(database) == {"first"}
        assert await database.fetch("SELECT id FROM extra") == []


async def test_it_belongs_to_one_process_at_a_time(empty: str) -> None:
    async with open_database(empty):
        with pytest.raises(DatabaseUnusable, match="in use by another"):
            async with open_database(empty):
                pass
        async with open_beside(empty) as reading:
            assert await reading.fetch("SELECT id FROM game") == []
    async with open_database(empty):
        pass


async def test_what_cannot_be_reached_is_said_in_one_line() -> None:
    for address in ("postgresql://nobody@localhost:1/none", "postgresql://nobody@localhost:nonsense/"):
        with pytest.raises(DatabaseUnusable, match="cannot be used") as raised:
            async with open_database(address):
                pass
        assert "\n" not in str(raised.value)


async def test_another_programs_database_is_left_alone(empty: str, postgresql: Server) -> None:
    async with another(postgresql.address("postgres")) as connection:
        await connection.execute("CREATE DATABASE theirs")
    address = postgresql.address("theirs")
    async with another(address) as connection:
        await connection.execute("CREATE TABLE shop (id INT)")
    with pytest.raises(DatabaseUnusable, match="belongs to another program"):
        async with open_database(address):
            pass
    async with another(empty) as connection:
        await connection.execute("INSERT INTO migration (number, name) VALUES (999, 'later')")
    with pytest.raises(DatabaseUnusable, match="made by a newer Arbiter"):
        async with open_database(empty):
            pass


async def test_a_bad_write_harms_only_itself(empty: str) -> None:
    async with open_database(empty) as database:
        await database.write((DEADLINE, ("kind", "1")))
        writes = [database.write((DEADLINE, ("kind", key))) for key in ("1", "2", "3")]
        done = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(one) for one in done] == [AlreadyThere, type(None), type(None)]
        assert await keys(database) == {"1", "2", "3"}


@pytest.mark.parametrize(("waits", "warnings"), [("on", 0), ("remote_apply", 0), ("local", 1), ("off", 1)])
async def test_it_warns_once_of_a_server_that_answers_too_early(
    empty: str, caplog: pytest.LogCaptureFixture, waits: str, warnings: int
) -> None:
    async with another(empty) as other:
        name = await other.fetchval("SELECT current_database()")
        await other.execute(f"ALTER DATABASE {name} SET synchronous_commit = {waits}")
    async with open_database(empty) as database, another(empty) as other:
        await database.write((DEADLINE, ("kind", "first")))
        await disconnect_all(other)
        await database.write((DEADLINE, ("kind", "second")))
        assert await keys(database) == {"first", "second"}
    said = [line for line in caplog.messages if "synchronous_commit" in line]
    assert len(said) == warnings
    assert all(f"synchronous_commit is {waits}," in line for line in said)


async def test_who_has_lost_the_ownership_writes_nothing(empty: str) -> None:
    async with open_database(empty) as first, another(empty) as other:
        await first.write((DEADLINE, ("kind", "first")))
        # Someone takes over while this one still believes that the database is its own.
        await other.execute("DELETE FROM process")
        for also in (ONE, TWO):
            with pytest.raises(NotCommitted, match="taken the database over"):
                await first.write((DEADLINE, ("kind", "second")), *also)
        assert await keys(first) == {"first"}


async def test_who_has_lost_its_row_is_certain_of_nothing(empty: str) -> None:
    async with PostgresqlDatabase.join(empty) as (database, _), another(empty) as other:
        await database.write((DEADLINE, ("kind", "first")))
        assert database.certain
        await other.execute("DELETE FROM process")
        with pytest.raises(NotCommitted):
            await database.write((DEADLINE, ("kind", "second")))
        assert not database.certain
