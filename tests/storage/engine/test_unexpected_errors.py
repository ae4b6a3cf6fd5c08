"""Errors that no one thought of: nothing is denied that may be saved, and the next write goes on."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from storage.engine.database import Database
from storage.engine.group_commit import MayBeCommitted, NotCommitted, Statement
from storage.engine.opening import open_database
from storage.engine.postgresql.connection import OwnedConnection
from storage.engine.postgresql.database import PostgresqlDatabase
from storage.engine.sqlite.connection import ThreadConnection, connect
from storage.engine.sqlite.database import SqliteDatabase
from storage.engine.sqlite.writer import Writer
from tests.support.postgresql.fixtures import Server


def fact(name: str) -> Statement:
    return "INSERT INTO installation (name, value) VALUES (?, '')", (name,)


async def facts(database: Database) -> list[str]:
    rows = await database.fetch("SELECT name FROM installation ORDER BY name")
    return [row["name"] for row in rows]


def assert_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    (line,) = [record for record in caplog.records if record.exc_info]
    assert line.exc_info is not None
    assert isinstance(line.exc_info[1], KeyError)


def breaking(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return what does the same, and raises an error afterwards that no one thought of."""

    async def broken(*args: Any) -> None:
        await function(*args)
        raise KeyError("an error that nobody thought of")

    return broken


async def test_a_commit_to_sqlite_stands_whatever_follows_it(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The driver fails after the commit: what follows from each write is done, and no one reads otherwise."""
    done: list[str] = []
    async with open_database(file) as database:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ThreadConnection, "run", breaking(ThreadConnection.run))
            writes = (database.write(fact(name), then=partial(done.append, name)) for name in ("1", "2"))
            await asyncio.gather(*writes)
        assert done == ["1", "2"]
        assert_logged_once(caplog)
        await database.write(fact("3"))
        assert await facts(database) == ["1", "2", "3"]


def refuse_rollbacks(connection: sqlite3.Connection) -> None:
    """Let SQLite refuse every ROLLBACK over a connection."""

    def allow(action: int, operation: str | None, *_: str | None) -> int:
        refused = action == sqlite3.SQLITE_TRANSACTION and operation == "ROLLBACK"
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    connection.set_authorizer(allow)


async def test_nothing_is_written_while_a_transaction_cannot_be_rolled_back(file: Path) -> None:
    """What would be written then would belong to a transaction that is never committed."""
    async with open_database(file):
        pass
    async with connect(file) as connection, connect(file) as reader:
        reader.row_factory = sqlite3.Row
        database = SqliteDatabase(file, Writer(connection), reader, None)
        await connection.run(refuse_rollbacks)
        for statements in ((fact("1"), fact("1")), (fact("2"),)):
            with pytest.raises(NotCommitted) as refused:
                await database.write(*statements)
            assert not isinstance(refused.value, MayBeCommitted)
        await connection.run(lambda connection: connection.set_authorizer(None))
        await database.write(fact("3"))
        assert await facts(database) == ["3"]


async def test_after_an_unexpected_error_nothing_is_denied_before_it_is_known(
    postgresql: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """The driver fails after the commit, and each time that the writer wants to know about it: each time
    until that is known is one line in the log."""
    async with open_database(await postgresql.blank()) as database:
        told: list[str] = []
        for time in range(2):
            caplog.clear()
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(asyncpg.Connection, "fetchval", breaking(asyncpg.Connection.fetchval))
                with pytest.raises(MayBeCommitted):
                    await database.write(fact(f"{time} first"), then=lambda: told.append("first"))
                for _ in range(2):
                    with pytest.raises(NotCommitted):
                        await database.write(fact("refused"))
            assert told == ["first", "second"] * time
            await database.write(fact(f"{time} second"), then=lambda: told.append("second"))
            assert told == ["first", "second"] * (time + 1)
            assert_logged_once(caplog)
        assert await facts(database) == ["0 first", "0 second", "1 first", "1 second"]


async def test_a_commit_to_postgresql_stands_whatever_follows_it(
    postgresql: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """The driver fails once, after the commit, which the next connection tells."""
    told, patch = list[str](), pytest.MonkeyPatch()
    broken = breaking(asyncpg.Connection.fetchval)

    async def once(*args: Any) -> None:
        patch.undo()
        await broken(*args)

    async with open_database(await postgresql.blank()) as database:
        patch.setattr(asyncpg.Connection, "fetchval", once)
        await database.write(fact("first"), then=partial(told.append, "first"))
        assert told == ["first"]
        assert_logged_once(caplog)
        await database.write(fact("second"))
        assert await facts(database) == ["first", "second"]


async def test_what_fails_unexpectedly_behind_a_refusal_is_known_by_the_next_write(
    postgresql: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_database(await postgresql.blank()) as database:
        await database.write(fact("first"))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(OwnedConnection, "roll_back", breaking(OwnedConnection.roll_back))
            with pytest.raises(MayBeCommitted):
                await database.write(fact("second"), fact("first"))
        assert_logged_once(caplog)
        assert database._group_commit.in_doubt  # pyright: ignore[reportPrivateUsage]
        await database.write(fact("third"))
        assert not database._group_commit.in_doubt  # pyright: ignore[reportPrivateUsage]
        assert await facts(database) == ["first", "third"]


@pytest.mark.parametrize("what", ["fetchval", "execute"])
async def test_a_statement_beside_the_transactions_that_fails_unexpectedly_ends_nothing_else(
    postgresql: Server, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with PostgresqlDatabase.join(await postgresql.blank()) as (database, _):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncpg.Connection, what, breaking(getattr(asyncpg.Connection, what)))
            with pytest.raises(NotCommitted):
                await (database.rebuild() if what == "execute" else database.next_number("game"))
        assert_logged_once(caplog)
        await database.write(fact("first"))
        assert await database.next_number("game") > 0
        assert await database.rebuild()
        assert await facts(database) == ["first"]
