"""The bot itself as a contender."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.contender import Contender, main
from benchmarks.payloads import Json
from benchmarks.tables import place_of
from bot.client import Arbiter
from bot.collector import relax
from cogs.boards import render
from cogs.ui.custom_id import Press
from storage.database import Database
from storage.games import Games
from storage.installation import Installation
from storage.settings import Settings


@asynccontextmanager
async def arbiter(file: Path) -> AsyncGenerator[Contender]:
    """The bot over a database file, in a process as it is when the bot is started."""
    relax()
    async with Database.open(file) as database:
        games = Games(database)
        bot = Arbiter(games, Installation(database), Settings(database))
        yield Contender(bot, lambda table: _board(games, table))


async def _board(games: Games, table: int) -> tuple[str, Json]:
    view = await games.view(place_of(table))
    assert view is not None, "every table has been made"
    return str(Press("life", view.game, "-1")), render(view).to_components()


if __name__ == "__main__":
    main({"arbiter": arbiter})
