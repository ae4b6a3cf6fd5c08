"""An open database file and the games in it."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from storage.engine.database import Database
from storage.games.games import Games
from tests.databases import write_blank


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "arbiter.db"


@pytest.fixture
async def database(file: Path) -> AsyncGenerator[Database]:
    await write_blank(file)
    async with Database.open(file) as database:
        yield database


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)
