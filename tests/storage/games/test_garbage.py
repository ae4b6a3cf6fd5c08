"""Ten thousand games in memory are nothing that collecting garbage takes long for."""

import gc

import pytest

from storage.engine.database import Database
from storage.games.games import Games, Location
from tests.storage.table import deal, lose, request

GAMES = 100
MOST = 6
"""Objects of a game that the collector has to look at. Of 60,000, a full one takes ten milliseconds."""


@pytest.mark.full
async def test_a_game_in_memory_is_hardly_seen_by_the_collector(database: Database) -> None:
    games = Games(database)

    async def play(first: int) -> int:
        for channel in range(first, first + GAMES):
            game = await deal(games, Location(channel, guild=1))
            for _ in range(10):
                await games.act(game, request(), lose())
        gc.collect()
        return len(gc.get_objects())

    before = await play(1000)
    assert await play(2000) - before < MOST * GAMES
