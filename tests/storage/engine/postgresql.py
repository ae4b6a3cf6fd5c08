"""An empty PostgreSQL database, its keys, and those who disturb it."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from storage.engine.database import Database
from storage.engine.group_commit import Statement
from storage.engine.opening import open_database
from tests.support.postgresql.fixtures import Server
from tests.support.postgresql.proxy import Network, network

DEADLINE = "INSERT INTO deadline (kind, key, due, note) VALUES (?, ?, 0, '')"
ONE: Sequence[Statement] = ()
TWO: Sequence[Statement] = [("DELETE FROM deadline WHERE kind = ?", ("none",))]
"""What is written besides: nothing, so that one statement is a transaction, or another one."""


@pytest.fixture
async def empty(postgresql: Server) -> str:
    """The address of an empty database."""
    return await postgresql.blank()


@pytest.fixture
async def line(postgresql: Server, tmp_path: Path) -> AsyncGenerator[tuple[Network, Database]]:
    """A line to a server that can break, and a database that is open over it."""
    address = (await postgresql.blank()).replace(str(postgresql.folder), str(tmp_path))
    async with network(postgresql.folder, tmp_path) as way, open_database(address) as database:
        yield way, database


@asynccontextmanager
async def another(address: str) -> AsyncGenerator[asyncpg.Connection]:
    """A connection of someone else."""
    connection = await asyncpg.connect(address)
    try:
        yield connection
    finally:
        await connection.close()


async def disconnect_all(connection: asyncpg.Connection) -> None:
    """Do what a restart of the server or a broken network does to everyone else."""
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


async def keys(database: Database) -> set[str]:
    return {row["key"] for row in await database.fetch("SELECT key FROM deadline")}
