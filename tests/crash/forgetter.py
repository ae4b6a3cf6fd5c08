"""A process to kill: it says that it begins and forgets a person."""

import asyncio
from pathlib import Path

from storage.engine.opening import open_database
from storage.games.games import Games
from storage.privacy import Privacy
from storage.settings.settings import SettingsStore


async def main(file: Path, user: int) -> None:
    async with open_database(file) as database:
        games = Games(database)
        privacy = Privacy(games, SettingsStore(database))
        print("begun", flush=True)
        await privacy.forget(user)
        games.deadlines.start()
        await asyncio.sleep(10)
