"""Brings a SQLite file to the newest schema, and says whether one has it."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import aiosqlite

from storage.engine.database import DatabaseUnusable
from storage.engine.migration import Migration, migrations, missing_migrations

APPLICATION_ID = 0x41524253
"""The application ID that marks a file as Arbiter's: "ARBS"."""


def newest() -> Sequence[Migration]:
    """Return the migrations that a file of this version has."""
    return migrations("sqlite")


async def migrate(connection: aiosqlite.Connection, path: Path) -> None:
    """Apply the migrations that the database does not have yet, each in one transaction.

    Raises DatabaseUnusable for another program's database and a newer version's.
    """
    names = await _names(connection)
    if await single_number(connection, "PRAGMA application_id") != APPLICATION_ID and (
        names or await single_number(connection, "SELECT count(*) FROM sqlite_schema")
    ):
        raise DatabaseUnusable(f"The database {path} belongs to another program.")
    listed = newest()
    left = missing_migrations(listed, names, f"The database {path}")
    made = {one.name: None if one not in left else int(time.time() * 1000) for one in listed}
    for count, migration in enumerate(left, start=len(names) + 1):
        await connection.execute("BEGIN IMMEDIATE")
        for statement in _statements(migration.sql):
            await connection.execute(statement)
        await connection.execute(f"PRAGMA user_version = {count}")
        if await _is_named(connection):
            applied = [one.name for one in listed if one not in left[count - len(names) :]]
            await connection.executemany(
                "INSERT INTO migration (name, made) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [(name, made[name]) for name in applied],
            )
        await connection.execute("COMMIT")


async def require_readable(connection: aiosqlite.Connection, path: Path) -> None:
    """Raise DatabaseUnusable unless the database is Arbiter's, with the schema of this version."""
    if await single_number(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise DatabaseUnusable(f"The database {path} belongs to another program.")
    if {*await _names(connection)} != {one.name for one in newest()}:
        raise DatabaseUnusable(
            f"The database {path} has the schema of another version. Start this version of the bot once, so "
            "that it is brought up to date."
        )


async def single_number(connection: aiosqlite.Connection, sql: str) -> int:
    """Return the single number that a query results in."""
    for row in await connection.execute_fetchall(sql):
        return row[0]
    raise AssertionError(sql)


async def _names(connection: aiosqlite.Connection) -> Sequence[str | None]:
    """Return the migrations that a file has; None for each one numbered by a version before names."""
    count = await single_number(connection, "PRAGMA user_version")
    if not await _is_named(connection):
        return [None] * count
    names = [row[0] for row in await connection.execute_fetchall("SELECT name FROM migration ORDER BY name")]
    return [*names, *[None] * (count - len(names))]


async def _is_named(connection: aiosqlite.Connection) -> bool:
    return bool(
        await single_number(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'migration'")
    )


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
