"""A process to kill: it plays at several tables, prints every answer, and takes backups all the while."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage.engine.opening import open_database
from storage.engine.sqlite.scheduled_backups import ScheduledBackups
from storage.games.games import Games
from tests.crash.streamer import CHANNELS, stream

KEPT = 3


def backups(file: Path, now: datetime) -> ScheduledBackups:
    """Backups in a folder beside the database."""
    folder = file.with_name("backups")
    return ScheduledBackups(file, folder, every=timedelta(days=1), keep=KEPT, clock=lambda: now)


async def back_up(file: Path) -> None:
    while True:
        await backups(file, datetime.now(UTC)).take()


async def main(file: Path) -> None:
    async with open_database(file) as database, asyncio.TaskGroup() as tasks:
        games = Games(database)
        for channel in CHANNELS:
            tasks.create_task(stream(games, channel))
        tasks.create_task(back_up(file))
