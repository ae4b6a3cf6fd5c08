"""The schema that people read is the one that databases have."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.engine.opening import open_database
from storage.engine.sqlite import schema


def test_the_schema_is_current() -> None:
    """When this fails, a migration was added: run `make schema`."""
    assert schema.SCHEMA_FILE.read_text(encoding="utf-8") == schema.schema()


async def test_it_makes_the_tables_of_a_new_database(file: Path) -> None:
    def columns(connection: sqlite3.Connection) -> set[tuple[str, str, str, int]]:
        return set(
            connection.execute(
                "SELECT m.name, c.name, c.type, c.pk FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
            )
        )

    async with open_database(file):
        pass
    with closing(sqlite3.connect(file)) as made, closing(sqlite3.connect(":memory:")) as read:
        read.executescript(schema.SCHEMA_FILE.read_text(encoding="utf-8"))
        assert columns(read) == columns(made)
        assert {one[0] for one in columns(read)} >= {"game", "entry", "league", "league_entry", "setting"}
