"""A process to kill: it sets deadlines without a pause, prints each one, and notes which have fired."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage.engine.opening import open_database
from storage.scheduler import Deadline, Scheduler, mark_fired

SOON = 30
"""Milliseconds in which most deadlines are due; some already were."""


async def main(file: Path) -> None:
    async with open_database(file) as database:

        async def ring(deadline: Deadline) -> None:
            count = (
                "INSERT INTO installation (name, value) VALUES (?, '1') "
                "ON CONFLICT (name) DO UPDATE SET value = value + 1"
            )
            await database.write((count, (deadline.key,)), mark_fired(deadline))

        deadlines, chance = Scheduler(database, gap=0), random.Random()
        deadlines.handle("alarm", ring)
        deadlines.start()
        while True:
            delay = timedelta(milliseconds=chance.randint(-SOON, SOON))
            key = str(chance.getrandbits(62))
            await deadlines.set(Deadline("alarm", key, datetime.now(UTC) + delay))
            print(key, flush=True)
