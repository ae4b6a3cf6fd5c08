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
from tests.support.games import games_in
from tests.support.postgresql.fixtures import Server

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
    """A game at which someone has entered a loss of life."""
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
    noted = SIGNED + 7
    await database.write(("INSERT INTO game_person (user, game) VALUES (?, ?)", (noted, game)))
    assert await known(games, noted) == [game]  # by the index alone
    await games.act(game, by(SIGNED + 1), lose())
    assert await known(games, SIGNED + 1) == [game]
    assert await index(games) == [game]
    assert await known(games, noted) == []
    assert await known(games, SIGNED + 1) == [game]


async def test_who_is_forgotten_is_in_no_index(games: Games, database: Database, game: GameId) -> None:
    await index(games)
    privacy = Privacy(games, SettingsStore(database))
    assert [one.game for one in await privacy.forget(SIGNED)] == [game]
    for indexed in ([game], []):
        assert await database.fetch("SELECT 1 FROM game_person WHERE user = ?", SIGNED) == []
        assert await known(games, SIGNED) == []
        assert await index(games) == indexed


BEFORE: Sequence[Sequence[str]] = (
    ["UPDATE entry SET user = 0, name = 'Player 1' WHERE game = ? AND number = 3"],
    ["DELETE FROM snapshot WHERE game = ?", "DELETE FROM entry WHERE game = ?"],
)
"""What the version before the index writes where someone is forgotten, and where a game becomes compact."""


@pytest.mark.parametrize("statements", BEFORE, ids=["a deletion", "compressing"])
async def test_what_the_version_before_rewrites_is_in_no_index(
    postgresql: Server, statements: Sequence[str]
) -> None:
    """It goes on beside the first process of this version; with a file it can't."""
    async with postgresql.lent() as address, games_in(address) as games:
        game = await deal(games, Location(5, 1))
        other = await deal(games, Location(6, 1))
        await games.act(game, by(SIGNED), lose())
        await games.act(other, by(SIGNED + 1), lose())
        assert await index(games) == [game, other]
        await games.database.write(*((sql, (game,)) for sql in statements))
        rows = await games.database.fetch("SELECT DISTINCT game FROM game_person")
        assert [row["game"] for row in rows] == [other]
        assert await known(games, SIGNED) == []


async def test_a_compact_game_has_its_own_index(games: Games, database: Database, game: GameId) -> None:
    await index(games)
    await compact(games)
    assert await database.fetch("SELECT 1 FROM game_person") == []
    assert await known(games, SIGNED) == [game]
    await games.act(game, request(), lose())
    assert await known(games, SIGNED) == [game]
    assert await index(games) == [game]
    assert await known(games, SIGNED) == [game]
