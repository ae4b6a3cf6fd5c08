"""New database files, copied from one that was migrated once: migrating takes longer than most tests."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.engine.opening import open_database

_blank: list[bytes] = []
"""The content of an unused database file, once there was one."""


async def write_blank(file: Path) -> None:
    """Make the file of a database in which nothing has happened, unless there is a file."""
    if not _blank:
        original = file.with_name("blank.db")
        async with open_database(original):
            pass
        _blank.append(content(original))
    write(file, _blank[0])


def write(file: Path, content: bytes) -> None:
    """Make a database file with this content, unless there is a file."""
    if not file.exists():
        file.write_bytes(content)


def content(file: Path) -> bytes:
    """Return a database file with all commits so far, including the log beside it."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.serialize()
