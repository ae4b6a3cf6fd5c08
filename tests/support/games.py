"""Games as the storage has them."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from rules.game.game import Game
from storage.engine.database import Database
from storage.engine.opening import follow_database, open_database
from storage.games.games import GAMES_IN_MEMORY, GameRef, Games, GameView


@asynccontextmanager
async def games_in(address: Path | str) -> AsyncGenerator[Games]:
    """Open a database for the games in it."""
    async with open_database(address) as database:
        yield Games(database)


@asynccontextmanager
async def following(database: Database, *, limit: int = GAMES_IN_MEMORY) -> AsyncGenerator[Games]:
    """Read a database's games like a process beside the bot, which receives notices of this one's commits."""
    async with follow_database(database.address, lambda _guild: True) as beside:
        database.followers.append(beside.hear)
        yield Games(beside, limit=limit)
        database.followers.remove(beside.hear)


async def view_of(games: Games, where: GameRef) -> GameView:
    """Return the stored state of a game, or of the one at a place."""
    view = await games.view(where)
    assert view is not None
    return view


async def game_of(games: Games, where: GameRef) -> Game:
    """Return the current state of a started game."""
    table = (await view_of(games, where)).table
    assert isinstance(table, Game)
    return table
