"""The bot itself, as a contender."""

import gc

from cogs.setup import Installation

if __name__ == "__main__":
    gc.disable()  # as bot/__main__.py does until everything is loaded

import itertools
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from benchmarks.contender import Contender, main
from bot import event_loop
from bot.client import Arbiter
from bot.heap import freeze_heap
from cogs.admission.fair_use import FairUse
from cogs.core.custom_ids import TableCustomId
from cogs.core.delivery.boards.style import BoardStyle
from cogs.setup import render
from storage.engine.database import Database
from storage.engine.metadata import Metadata
from storage.engine.opening import open_database
from storage.games.games import Games
from storage.settings.settings import SettingsStore
from tests.support.discord_api.objects import Json
from tests.support.stored_games import place_of

SHARDS = 16
"""The connections to Discord of a bot in about thirty thousand servers."""


@asynccontextmanager
async def arbiter(file: Path | str, shards: int = 1) -> AsyncGenerator[Contender]:
    """Run the bot with a database, in a process set up as for the real bot."""
    freeze_heap()
    async with open_database(file) as database:
        yield contender(arbiter_with(database, shards))


def arbiter_with(database: Database, shards: int) -> Arbiter:
    """Return the bot with an open database."""
    games, settings, metadata = Games(database), SettingsStore(database), Metadata(database)
    bot = Arbiter(Installation(games=games, settings=settings, metadata=metadata), shards=shards)
    bot.fair_use = FairUse(itertools.count(step=1000).__next__)  # a thousand presses are few here
    return bot


def contender(bot: Arbiter) -> Contender:
    """Return the bot as a contender."""
    return Contender(bot, partial(_board, bot.games), lambda: int(bot.metrics.summary()["refused"]))


async def _board(games: Games, table: int) -> tuple[str, Json]:
    view = await games.view(place_of(table))
    assert view is not None, "every table exists"
    return str(TableCustomId("life", view.game, "-1")), render(view, BoardStyle()).to_components()


if __name__ == "__main__":
    main({"arbiter": arbiter, "sharded": partial(arbiter, shards=SHARDS)}, event_loop.run)
