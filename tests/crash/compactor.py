"""A process to kill: it plays at several tables, prints every answer, and compresses the games meanwhile."""

import asyncio
from datetime import timedelta

from rules.game.lobby import Lobby
from storage.engine.timestamps import utc_now
from storage.games.games import Games, Location
from tests.crash.killing import taken_over
from tests.crash.streamer import fresh
from tests.storage.table import GATHER, START, choose, lose

TABLES = 4


async def compact(games: Games) -> list[int]:
    """Make every game compact, as if nothing had happened there for long; gives their numbers."""
    return [game async for game in games.compaction.run(utc_now() + timedelta(days=1))]


async def play(games: Games, channel: int) -> None:
    place = Location(channel, None)
    if await games.view(place) is None:
        await games.open(place, fresh(), GATHER)
    view = await games.view(place)
    if view is not None and isinstance(view.table, Lobby):  # or an earlier life ended in it
        await games.act(place, fresh(), choose(START))
    while True:
        done = await games.act(place, fresh(), lose())
        print(done.game, done.entry.number, flush=True)


async def disturb(games: Games) -> None:
    while True:
        await compact(games)
        await games.database.shrink(8)


async def main(address: str) -> None:
    async with taken_over(address) as database, asyncio.TaskGroup() as tasks:
        games = Games(database)
        for channel in range(TABLES):
            tasks.create_task(play(games, channel))
        tasks.create_task(disturb(games))
