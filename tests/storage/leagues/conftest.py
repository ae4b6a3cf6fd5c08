"""Leagues in an open database, with a clock that stands still."""

import pytest

from storage.engine.database import Database
from storage.games.games import Games
from storage.leagues.leagues import Leagues
from tests.storage.leagues.people import Watch


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def games(database: Database, watch: Watch) -> Games:
    return Games(database, watch)


@pytest.fixture
def leagues(games: Games) -> Leagues:
    return games.leagues
