"""Opens a database of the engine that its address names."""

import re
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from storage.engine.database import Database, DatabaseUnusable
from storage.engine.sqlite.database import SqliteDatabase

if TYPE_CHECKING:
    from storage.engine.postgresql.database import PostgresqlDatabase
    from storage.engine.postgresql.shards import Shards

POSTGRESQL = ("postgresql:", "postgres:")
"""How the address of a PostgreSQL database begins; any other is the path of a SQLite file."""
MOVING = "moving"
"""The key of a move's progress in the target database."""


def is_postgresql(address: str | Path) -> bool:
    """Return whether an address is that of a PostgreSQL database."""
    return str(address).startswith(POSTGRESQL)


def public_name(address: str | Path) -> str:
    """Return a database's name for messages: the path of its file, or its address without the password."""
    if not is_postgresql(address):
        return str(Path(address).resolve())
    name = re.sub("//([^:/?@]*):.*@", r"//\1@", str(address))
    return re.sub("(?<=[?&]password=)[^&]*", "***", name)


@asynccontextmanager
async def open_database(address: str | Path, *, moving: bool = False) -> AsyncGenerator[Database]:
    """Yield the database, created or migrated to the newest schema, owned by this process.

    ``moving``: whether to resume a move into it. Raises DatabaseUnusable, also for an unfinished move.
    """
    opened: AbstractAsyncContextManager[Database] = (
        _postgresql().open(str(address)) if is_postgresql(address) else SqliteDatabase.open(Path(address))
    )
    async with opened as database:
        if not moving:
            await _require_whole(database)
        yield database


@asynccontextmanager
async def join_database(
    address: str, assigned: Iterable[int] = ()
) -> "AsyncGenerator[tuple[Database, Shards]]":
    """Yield a PostgreSQL database served with other processes, and this one's shards.

    ``assigned``: the only shards that it may serve (default: any). Raises DatabaseUnusable.
    """
    async with _postgresql().join(address, assigned) as (database, shards):
        await _require_whole(database)
        yield database, shards


@asynccontextmanager
async def open_beside(address: str | Path) -> AsyncGenerator[Database]:
    """Yield a snapshot of the database to read, also while a bot owns it.

    Raises DatabaseUnusable, also for an unfinished move.
    """
    opened: AbstractAsyncContextManager[Database] = (
        _postgresql().beside(str(address)) if is_postgresql(address) else SqliteDatabase.beside(Path(address))
    )
    async with opened as database:
        await _require_whole(database)
        yield database


@asynccontextmanager
async def follow_database(
    address: str | Path, follows: Callable[[int | None], bool]
) -> AsyncGenerator[Database]:
    """Yield the database to read, always at its last commit, in a process beside a bot's.

    ``follows``: returns whether this process is notified of every commit about a server, by `Database.hear`.
    Raises DatabaseUnusable.
    """
    opened: AbstractAsyncContextManager[Database] = (
        _postgresql().follow(str(address)) if is_postgresql(address) else SqliteDatabase.follow(Path(address))
    )
    async with opened as database:
        database.follows = follows
        yield database


async def _require_whole(database: Database) -> None:
    if await database.fetch("SELECT 1 FROM installation WHERE name = ?", MOVING):
        raise DatabaseUnusable(
            f"A move into {public_name(database.address)} isn't finished: run python -m bot move again with "
            "the same two databases."
        )


def _postgresql() -> "type[PostgresqlDatabase]":
    # The driver takes a while to import, which no one with a file needs to wait for.
    from storage.engine.postgresql.database import PostgresqlDatabase

    return PostgresqlDatabase
