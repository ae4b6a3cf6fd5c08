"""Opens a database of the engine that its address names."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from storage.engine.database import Database
from storage.engine.sqlite.database import SqliteDatabase

if TYPE_CHECKING:
    from storage.engine.postgresql.database import PostgresqlDatabase

POSTGRESQL = ("postgresql:", "postgres:")
"""How the address of a PostgreSQL database begins; any other is the path of a SQLite file."""


def is_postgresql(address: str | Path) -> bool:
    """Whether an address is that of a PostgreSQL database."""
    return str(address).startswith(POSTGRESQL)


def open_database(address: str | Path) -> AbstractAsyncContextManager[Database]:
    """``async with`` it: the database, made or brought to the newest schema, and this process's own.

    Raises DatabaseUnusable.
    """
    if is_postgresql(address):
        return _postgresql().open(str(address))
    return SqliteDatabase.open(Path(address))


def open_beside(address: str | Path) -> AbstractAsyncContextManager[Database]:
    """``async with`` it: the database to read, as it is at the first look, also while a bot owns it.

    Raises DatabaseUnusable.
    """
    if is_postgresql(address):
        return _postgresql().beside(str(address))
    return SqliteDatabase.beside(Path(address))


def _postgresql() -> "type[PostgresqlDatabase]":
    # The driver takes a while to import, which nobody with a file needs to wait for.
    from storage.engine.postgresql.database import PostgresqlDatabase

    return PostgresqlDatabase
