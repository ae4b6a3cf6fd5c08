"""A PostgreSQL server in its own folder, for tests that run on both engines; they say so if there is none."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from storage.engine.opening import open_database
from tests.support.postgresql.server import NotInstalled, PostgresqlServer, new_server
from tests.support.postgresql.standby import ReplicatedServer, new_pair

TEMPLATE = "arbiter"
ROOM = 2_000_000
"""Bytes by which a database may grow in a test and still be reused."""
_names = count(1)

SHAPE = """
    SELECT concat_ws(' ',
        md5(string_agg(concat_ws(' ', c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull),
                       ',' ORDER BY c.relname, a.attnum)),
        (SELECT count(*) FROM pg_constraint), (SELECT count(*) FROM pg_trigger),
        (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_namespace),
        (SELECT count(*) FROM pg_db_role_setting WHERE setdatabase =
            (SELECT oid FROM pg_database WHERE datname = current_database())))
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.relnamespace = 'public'::regnamespace
"""
"""The shape of a database, rows apart."""
SIZE = "SELECT pg_database_size(current_database())"
OTHERS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""How many others are connected to a database."""
EMPTYING = """
    SELECT string_agg(CASE relkind WHEN 'r' THEN format('DELETE FROM %I;', relname)
                                   ELSE format('ALTER SEQUENCE %I RESTART;', relname) END, '')
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
"""
"""The statements that empty every table and restart every sequence."""


class Server(PostgresqlServer):
    """A server with a blank database for each test."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._spare: list[str] = []
        """Databases that tests are done with and that are as they were."""
        self._template: tuple[str, int, str] | None = None
        """The shape of a blank database, its size, and the statements that make it blank again."""

    async def blank(self) -> str:
        """Return the address of a new database with tables and nothing in them."""
        return self.address(await self._new())

    @asynccontextmanager
    async def lent(self) -> AsyncGenerator[str]:
        """Yield the address of a blank database for one test: creating one takes longer than most tests, so
        it is emptied afterwards for the next one."""
        name = self._spare.pop() if self._spare else await self._new()
        yield self.address(name)
        if await self._is_blank_again(name):
            self._spare.append(name)

    async def _new(self) -> str:
        connection = await asyncpg.connect(self.address())
        try:
            if self._template is None:
                await connection.execute(f"CREATE DATABASE {TEMPLATE}")
                self._template = await self._make_template()
            name = f"blank{next(_names)}"
            await connection.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        finally:
            await connection.close()
        return name

    async def _make_template(self) -> tuple[str, int, str]:
        async with open_database(self.address(TEMPLATE)):
            pass
        connection = await asyncpg.connect(self.address(TEMPLATE))
        try:
            emptying = ["SET session_replication_role = replica;", await connection.fetchval(EMPTYING)]
            for table in ("migration", "process"):
                rows = await connection.fetchval(f"SELECT json_agg(one) FROM {table} one")
                emptying.append(
                    f"INSERT INTO {table} OVERRIDING SYSTEM VALUE"
                    f" SELECT * FROM json_populate_recordset(NULL::{table}, $${rows}$$);"
                )
            for sequence in await connection.fetch("SELECT sequencename, last_value FROM pg_sequences"):
                if sequence["last_value"] is not None:
                    emptying.append("SELECT setval('{}', {});".format(*sequence))
            return await connection.fetchval(SHAPE), await connection.fetchval(SIZE), "".join(emptying)
        finally:
            await connection.close()

    async def _is_blank_again(self, name: str) -> bool:
        """Empty a database; return False if it can't be reused: someone is connected, it has become large,
        or a test has changed more than rows."""
        assert self._template is not None
        shape, size, emptying = self._template
        connection = await asyncpg.connect(self.address(name))
        try:
            if (
                await connection.fetchval(OTHERS)
                or await connection.fetchval(SIZE) > size + ROOM
                or await connection.fetchval(SHAPE) != shape
            ):
                return False
            await connection.execute(emptying)
        finally:
            await connection.close()
        return True


@contextmanager
def server() -> Generator[Server]:
    """A server that is new and ends with the block; without PostgreSQL here the test is skipped."""
    try:
        with new_server(kind=Server) as running:
            yield running
    except NotInstalled:
        pytest.skip("no PostgreSQL is installed")


@pytest.fixture(scope="session")
def postgresql() -> Generator[Server]:
    """A server for all tests of one process."""
    with server() as running:
        yield running


@pytest.fixture
def pair() -> Generator[ReplicatedServer]:
    """A primary with a synchronous standby; without PostgreSQL here the test is skipped."""
    try:
        with new_pair() as running:
            yield running
    except NotInstalled:
        pytest.skip("no PostgreSQL is installed")
