"""An open database file and the games in it."""

from collections.abc import AsyncGenerator
from inspect import signature
from itertools import chain
from pathlib import Path

import pytest

from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.support.postgresql.fixtures import Server, postgresql
from tests.support.sqlite import write_blank

__all__ = ("postgresql",)


ABOVE_SQL = {
    *("test_clocks", "test_compact", "test_fix", "test_fix_elsewhere", "test_fix_redone"),
    *("test_fix_refused", "test_garbage", "test_moving"),
    *("test_bounds", "test_docs_exchange", "test_exchange", "test_many_leagues", "test_seasons"),
    *("test_spreadsheet", "test_ties_in_slices"),
}
"""Modules whose tests are about what lies above the statements: make test runs them on SQLite only."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "arbiter.db"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests with a database on both engines, but those that look into a SQLite file on that one."""
    if "address" in metafunc.fixturenames:
        used = [mark.args for mark in metafunc.definition.iter_markers("usefixtures")]
        on_file = "file" in {*signature(metafunc.function).parameters, *chain(*used)}
        above = metafunc.definition.path.stem in ABOVE_SQL
        on_server = pytest.param("postgresql", marks=[pytest.mark.full] if above else [])
        metafunc.parametrize("address", ["sqlite"] if on_file else ["sqlite", on_server], indirect=True)


@pytest.fixture
async def address(file: Path, request: pytest.FixtureRequest) -> AsyncGenerator[str]:
    """The address of an empty database."""
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgresql")
        async with server.lent() as blank:
            yield blank
    else:
        await write_blank(file)
        yield str(file)


@pytest.fixture
async def database(address: str) -> AsyncGenerator[Database]:
    async with open_database(address) as database:
        yield database


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)
