"""The schema that the migrations make, in one file: ``python -m storage.engine.sqlite.schema`` writes it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.engine.sqlite.migrating import newest

SCHEMA_FILE = Path(__file__).with_name("schema.sql")
_HEAD = "-- The schema after every migration. Generated: change it by a migration, then `make schema`.\n"


def schema() -> str:
    """Return the SQL of a new database's tables, each followed by its indexes."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for migration in newest():
            connection.executescript(migration.sql)
        rows = connection.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name"
        )
        statements = [f"\n{sql};\n" for (sql,) in rows]
    return _HEAD + "".join(statements)


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema(), encoding="utf-8")
