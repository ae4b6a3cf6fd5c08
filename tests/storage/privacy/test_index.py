"""Whom games name is noted beside their logs: /privacy needn't read all of them."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from msgspec.structs import replace

from rules.game.parts import GameId
from storage.engine.database import Database
from storage.engine.timestamps import utc_now
from storage.events.store import Request
from storage.games.games import Games, Location
from storage.privacy import Privacy
from storage.settings.settings import SettingsStore
from tests.crash.compactor import compact
from tests.storage.table import deal, lose, request

LATER = timedelta(hours=2)
SIGNED = 7_654_321
"""Who has entered something at a table without a seat."""


def by(user: int) -> Request:
    return replace(request(), user=user)


async def index(games: Games) -> list[GameId]:
    """Note whom games name, as if it were two hours later."""
    return [game async for game in games.compaction.index(utc_now() + LATER)]


async def known(games: Games, user: int) -> Sequence[GameId]:
    return [one.game for one in await games.people.games_of(user)]


@pytest.fixture
async def game(games: Games) -> GameId:
    """A game at which somebody has entered a loss of life."""
    game = await deal(games, Location(5, 1))
    await games.act(game, by(SIGNED), lose())
    return game


async def test_a_game_is_read_until_it_is_indexed_and_where_it_has_gone_on(
    games: Games, database: Database, game: GameId
) -> None:
    assert await known(games, SIGNED) == [game]
    assert [
        one async for one in games.compaction.index(utc_now() - LATER)
    ] == []  # something has just happened
    assert await index(games) == [game]
    assert await index(games) == []
    await database.write(("UPDATE entry SET user = 0 WHERE user = ?", (SIGNED,)))
    assert await known(games, SIGNED) == [game]  # by the index alone
    await games.act(game, by(SIGNED + 1), lose())
    assert await known(games, SIGNED + 1) == [game]
    assert await index(games) == [game]
    assert await known(games, SIGNED) == []
    assert await known(games, SIGNED + 1) == [game]


async def test_who_is_forgotten_is_in_no_index(games: Games, database: Database, game: GameId) -> None:
    await index(games)
    privacy = Privacy(games, SettingsStore(database))
    assert [one.game for one in await privacy.forget(SIGNED)] == [game]
    assert await database.fetch("SELECT 1 FROM game_person WHERE user = ?", SIGNED) == []
    assert await known(games, SIGNED) == []
    assert await index(games) == []  # the log goes as far as it did


async def test_a_compact_game_has_an_index_of_its_own(games: Games, database: Database, game: GameId) -> None:
    await index(games)
    await compact(games)
    assert await database.fetch("SELECT 1 FROM game_person") == []
    assert await known(games, SIGNED) == [game]
    await games.act(game, request(), lose())
    assert await known(games, SIGNED) == [game]
    assert await index(games) == [game]
    assert await known(games, SIGNED) == [game]
