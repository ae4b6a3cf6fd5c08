"""A process to kill: it sets deadlines without a pause, prints each one, and notes which have fired."""

import random
from datetime import UTC, datetime, timedelta

from storage.scheduler import Deadline, DeadlineKind, Scheduler, mark_fired
from tests.crash.killing import taken_over

SOON = 30
"""Milliseconds in which most deadlines are due; some already were."""


async def main(address: str) -> None:
    async with taken_over(address) as database:

        async def ring(deadline: Deadline) -> None:
            count = (
                "INSERT INTO installation (name, value) VALUES (?, '1') "
                "ON CONFLICT (name) DO UPDATE SET value = installation.value || '1'"
            )
            await database.write((count, (deadline.key,)), mark_fired(deadline))

        deadlines, chance = Scheduler(database, gap=0), random.Random()
        deadlines.start({DeadlineKind.LATE_PRESS: ring})
        while True:
            delay = timedelta(milliseconds=chance.randint(-SOON, SOON))
            key = str(chance.getrandbits(62))
            await deadlines.set(Deadline(DeadlineKind.LATE_PRESS, key, datetime.now(UTC) + delay))
            print(key, flush=True)
