"""kill -9 while deadlines fire: each one fires, and what it writes with its mark is there once."""

import asyncio
import random
from pathlib import Path

import pytest

from storage.engine.database import Database
from storage.scheduler import Deadline, DeadlineKind, Scheduler, mark_fired
from tests.crash.alarm import main
from tests.crash.killing import run_and_kill, taken_over
from tests.support.postgresql.fixtures import Server, postgresql

__all__ = ("postgresql",)

KILLS, FEWER = 12, 4
LONGEST, LONGER = 0.12, 1
"""Seconds until a kill, from the first deadline that is set."""


async def test_each_fires_once(tmp_path: Path) -> None:
    await kill_often(str(tmp_path / "arbiter.db"), KILLS, LONGEST)


@pytest.mark.full
async def test_each_fires_once_beside_a_server(postgresql: Server) -> None:
    await kill_often(await postgresql.blank(), FEWER, LONGER)


async def kill_often(address: str, kills: int, longest: float) -> None:
    chance, keys = random.Random(4), set[str]()
    for _ in range(kills):
        keys.update(await run_and_kill(main, address, after=chance.uniform(0, longest)))
    async with taken_over(address) as database:
        left = await database.fetch("SELECT count(*) FROM deadline")
        before = await database.fetch("SELECT count(*) FROM installation")
        await _fire_the_rest(database, left[0][0])
        fired = await database.fetch("SELECT name, value FROM installation")
        assert {row["value"] for row in fired} == {"1"}
        assert keys <= {row["name"] for row in fired}
        assert len(fired) == before[0][0] + left[0][0]
    assert before[0][0] > kills
    assert left[0][0], "every deadline had fired, so the last kill has shown nothing"


async def _fire_the_rest(database: Database, count: int) -> None:
    rung = asyncio.Semaphore(0)

    async def ring(deadline: Deadline) -> None:
        insert = "INSERT INTO installation (name, value) VALUES (?, '1')"
        await database.write((insert, (deadline.key,)), mark_fired(deadline))
        rung.release()

    deadlines = Scheduler(database, gap=0)
    deadlines.start({DeadlineKind.LATE_PRESS: ring})
    async with asyncio.timeout(60):
        for _ in range(count):
            await rung.acquire()
    await deadlines.close()
