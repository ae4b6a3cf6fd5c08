"""Brings a PostgreSQL database to the newest schema, and says whether one has it."""

from collections.abc import Sequence
from typing import Any

import asyncpg

from storage.engine.database import DatabaseUnusable
from storage.engine.migration import Migration, migrations, missing_migrations
from storage.engine.postgresql.dialect import declared
from storage.engine.postgresql.errors import first_line

_NAMED = (
    "SELECT count(*) FROM information_schema.columns "
    "WHERE table_schema = current_schema() AND table_name = 'migration' AND column_name = 'name'"
)


def newest() -> Sequence[Migration]:
    """Return the migrations that a database of this version has."""
    return migrations("postgresql", declared)


async def migrate(connection: Any) -> None:
    """Apply the migrations that the database does not have yet, each in one transaction.

    Raises DatabaseUnusable for another program's database and a newer version's.
    """
    names = await _names(connection)
    tables = await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
    if tables and not names:
        raise DatabaseUnusable("The PostgreSQL database belongs to another program.")
    listed = newest()
    left = missing_migrations(listed, names)
    for number, migration in enumerate(left, start=len(names) + 1):
        try:
            async with connection.transaction():
                await connection.execute(migration.sql)
                await connection.execute("INSERT INTO migration (number) VALUES ($1)", number)
                if await connection.fetchval(_NAMED):
                    applied = [one.name for one in listed if one not in left[number - len(names) :]]
                    await connection.executemany(
                        "UPDATE migration SET name = $2 WHERE number = $1 AND name IS NULL",
                        [*enumerate(applied, start=1)],
                    )
        except asyncpg.PostgresError as error:
            raise DatabaseUnusable(
                f"The PostgreSQL database cannot be brought up to date by {migration.name}: "
                f"{first_line(error)}."
            ) from error


async def require_readable(connection: Any) -> None:
    """Raise DatabaseUnusable unless a database has the schema of this version."""
    if {*await _names(connection)} != {one.name for one in newest()}:
        raise DatabaseUnusable(
            "The database has the schema of another version. Start this version of the bot once, so that it "
            "is brought up to date."
        )


async def _names(connection: Any) -> Sequence[str | None]:
    """Return the migrations that a database has; None for each one numbered by a version before names."""
    if await connection.fetchval("SELECT to_regclass('migration')") is None:
        return ()
    column = "name" if await connection.fetchval(_NAMED) else "NULL"
    rows = await connection.fetch(f"SELECT {column} FROM migration ORDER BY number")
    return [name for (name,) in rows]
