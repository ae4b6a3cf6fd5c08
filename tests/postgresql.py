"""A PostgreSQL server in a folder of its own, for tests that run on both engines; without one they say so."""

from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from msgspec import Struct

from campaign.postgresql import NotInstalled, address, new_server
from storage.engine.opening import open_database

TEMPLATE = "arbiter"
_names = count(1)


class Server(Struct, frozen=True):
    """A running server; ``folder`` has its socket."""

    folder: Path

    def address(self, database: str) -> str:
        """The address of a database on it."""
        return address(self.folder, database)

    async def blank(self) -> str:
        """The address of a database of its own with tables and nothing in them."""
        connection = await asyncpg.connect(self.address("postgres"))
        try:
            known = await connection.fetchval("SELECT count(*) FROM pg_database WHERE datname = $1", TEMPLATE)
            if not known:
                await connection.execute(f"CREATE DATABASE {TEMPLATE}")
                async with open_database(self.address(TEMPLATE)):
                    pass
            name = f"blank{next(_names)}"
            await connection.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        finally:
            await connection.close()
        return self.address(name)


@contextmanager
def server() -> Generator[Server]:
    """A server that is new and ends with the block; without PostgreSQL here the test is skipped."""
    try:
        with new_server() as running:
            yield Server(running.folder)
    except NotInstalled:
        pytest.skip("no PostgreSQL is installed")


@pytest.fixture(scope="session")
def postgresql() -> Generator[Server]:
    """A server for all tests of one process."""
    with server() as running:
        yield running
