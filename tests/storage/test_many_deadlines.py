"""Many deadlines: those ahead cost nothing, and those due at once are read once and leave room for others."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from storage.deadlines import FIRST_PLACE, DeadlineQueries
from storage.engine.database import Database, SqlRow
from storage.engine.group_commit import SqlValue
from storage.engine.sqlite.database import SqliteDatabase
from storage.scheduler import Deadline, DeadlineKind, Scheduler, set_deadline
from tests.storage.test_deadlines import MINUTE, NOON, TEA, Kitchen, Watch, idle, running


async def test_what_is_due_at_one_moment_is_spread(database: Database) -> None:
    kitchen, loop = Kitchen(), asyncio.get_running_loop()
    deadlines = Scheduler(database, Watch(TEA.due), gap=0.02)
    await database.write(*(set_deadline(replace(TEA, key=str(n))) for n in range(6)))
    begun = loop.time()
    deadlines.start({DeadlineKind.LOBBY: kitchen})
    await idle()
    assert len(kitchen.served) == 6
    assert loop.time() - begun >= 0.1  # five gaps between six
    await deadlines.close()


async def test_what_lies_ahead_costs_a_look_nothing(database: Database, file: Path) -> None:
    """Steps of SQLite's for one look: as many with 20,000 deadlines ahead as with ten."""
    queries, steps = DeadlineQueries(database), list[int]()
    assert isinstance(database, SqliteDatabase)
    reader = database._reader  # pyright: ignore[reportPrivateUsage]
    for count in (10, 20_000):
        later = [replace(TEA, key=str(number), due=NOON + number * MINUTE) for number in range(1, count)]
        await database.write(*map(set_deadline, later))
        taken = list[int]()
        await reader.run(lambda plain, one=taken: plain.set_progress_handler(lambda: one.append(1), 1))
        assert await queries.due(NOON, FIRST_PLACE, 64) == ([], None)
        assert await queries.next_due(NOON) == NOON + MINUTE
        await reader.run(lambda plain: plain.set_progress_handler(None, 0))
        steps.append(len(taken))
    assert 0 < steps[1] <= steps[0] + 10


@pytest.mark.parametrize("count", [1000, pytest.param(4000, marks=pytest.mark.full)])
async def test_many_due_at_once_are_read_once_each(
    database: Database, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = [replace(TEA, key=f"{number:04}") for number in range(count)]
    await database.write(*map(set_deadline, due))
    fetch, read = database.fetch, list[SqlRow]()

    async def counted(sql: str, *values: SqlValue) -> list[SqlRow]:
        rows = await fetch(sql, *values)
        read.extend(rows)
        return rows

    monkeypatch.setattr(database, "fetch", counted)
    kitchen = Kitchen()
    async with running(database, Watch(TEA.due), kitchen):
        await idle()
    assert kitchen.served == due
    assert len(read) < 1.1 * count  # and when the next ones are due


async def test_however_often_it_is_woken_nothing_fires_twice(database: Database) -> None:
    due = [replace(TEA, key=f"{number:04}") for number in range(300)]
    await database.write(*map(set_deadline, due))
    kitchen = Kitchen()
    async with running(database, Watch(TEA.due), kitchen) as deadlines:
        for _ in range(300):
            deadlines.wake()
            await asyncio.sleep(0)
        await idle()
    assert kitchen.served == due


async def test_what_is_set_or_canceled_while_others_are_at_work_counts(database: Database) -> None:
    served, go_on = list[str](), asyncio.Event()

    async def slow(deadline: Deadline) -> None:
        await go_on.wait()
        served.append(deadline.key)
        if deadline.key == "03":  # moved while it is at work, to a time that is over
            await deadlines.set(replace(deadline, due=NOON))

    await database.write(*(set_deadline(replace(TEA, key=f"{number:02}")) for number in range(20)))
    deadlines = Scheduler(database, Watch(TEA.due), gap=0)
    deadlines.start({DeadlineKind.LOBBY: slow})
    async with asyncio.timeout(60):
        while len([one for one in asyncio.all_tasks() if "lobby" in one.get_name()]) < 8:  # noqa: ASYNC110
            await asyncio.sleep(0)
    await deadlines.cancel(DeadlineKind.LOBBY, "15")
    await deadlines.set(replace(TEA, key="breakfast", due=NOON))
    go_on.set()
    await idle()
    assert sorted(served) == sorted([*(f"{n:02}" for n in range(20) if n != 15), "03", "breakfast"])
    await deadlines.close()
