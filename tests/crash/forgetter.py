"""A process to kill: it says that it begins and forgets a person."""

import asyncio

from storage.games.games import Games
from storage.privacy import Privacy
from storage.scheduler import DeadlineKind
from storage.settings.settings import SettingsStore
from tests.crash.killing import taken_over


async def main(address: str, user: int) -> None:
    async with taken_over(address) as database:
        games = Games(database)
        privacy = Privacy(games, SettingsStore(database))
        print("begun", flush=True)
        await privacy.forget(user)
        games.deadlines.start({DeadlineKind.REBUILD: privacy.rebuild})
        await asyncio.sleep(10)
