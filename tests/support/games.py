"""Games as the storage has them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from rules.game.game import Game
from storage.engine.opening import open_database
from storage.games.games import GameRef, Games, GameView


@asynccontextmanager
async def games_in(address: Path | str) -> AsyncGenerator[Games]:
    """Open a database for the games in it."""
    async with open_database(address) as database:
        yield Games(database)


async def view_of(games: Games, where: GameRef) -> GameView:
    """Return what is stored of a game, or of the one at a place."""
    view = await games.view(where)
    assert view is not None
    return view


async def game_of(games: Games, where: GameRef) -> Game:
    """Return a game that has started as it stands."""
    table = (await view_of(games, where)).table
    assert isinstance(table, Game)
    return table
