"""A process to kill: it plays at several tables, prints every answer, and rewrites the file all the while."""

import asyncio
from pathlib import Path

from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.games.games import Games
from tests.crash.streamer import CHANNELS, stream


async def rewrite(database: Database) -> None:
    while True:
        await database.replace()


async def main(file: Path) -> None:
    async with open_database(file) as database, asyncio.TaskGroup() as tasks:
        games = Games(database)
        for channel in CHANNELS:
            tasks.create_task(stream(games, channel))
        tasks.create_task(rewrite(database))
