"""Deadlines: kept in the database, fired when due, again only where nothing is known of the first time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.scheduler import (
    Deadline,
    DeadlineKind,
    Postponed,
    RetryLater,
    Scheduler,
    cancel_deadline,
    mark_fired,
    set_deadline,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
TEA = Deadline(DeadlineKind.LOBBY, "tea", NOON + 5 * MINUTE, "with milk")


class Watch:
    """A clock that shows what it was set to."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class Kitchen:
    """Records which deadlines have fired, and fails as often as requested. `notice` is set at each try."""

    def __init__(self, *, fails: int = 0, by: type[Exception] = RetryLater) -> None:
        self.served: list[Deadline] = []
        self.tries = 0
        self._fails = fails
        self._by = by
        self.notice = asyncio.Event()

    async def __call__(self, deadline: Deadline) -> None:
        self.tries += 1
        self.notice.set()
        if self.tries <= self._fails:
            raise self._by("the oven is cold")
        self.served.append(deadline)


@asynccontextmanager
async def running(
    database: Database, watch: Watch, kitchen: Kitchen, kind: DeadlineKind = DeadlineKind.LOBBY
) -> AsyncGenerator[Scheduler]:
    """The deadlines of a bot that runs until the end of the block."""
    deadlines = Scheduler(database, watch, retries=(0.001,), gap=0)
    deadlines.start({kind: kitchen})
    yield deadlines
    await deadlines.close()


async def idle() -> None:
    """Wait until nothing is running."""
    quiet = 0
    async with asyncio.timeout(60):
        while quiet < 3:
            others = [task for task in asyncio.all_tasks() if task.get_name().startswith("deadline")]
            quiet = 0 if others else quiet + 1
            await asyncio.wait(others) if others else await asyncio.sleep(0)


async def woken(deadlines: Scheduler) -> None:
    """Let the scheduler look at the clock, and wait until nothing is running."""
    deadlines.wake()
    await idle()


async def test_it_fires_when_due_and_not_before(database: Database) -> None:
    watch, kitchen = Watch(), Kitchen()
    async with running(database, watch, kitchen) as deadlines:
        await deadlines.set(TEA)
        watch.now = TEA.due - timedelta(milliseconds=1)
        await woken(deadlines)
        assert kitchen.served == []
        assert await deadlines.find(DeadlineKind.LOBBY, "tea") == TEA
        watch.now = TEA.due
        await woken(deadlines)
        assert kitchen.served == [TEA]
        assert await deadlines.find(DeadlineKind.LOBBY, "tea") is None
        await woken(deadlines)
        assert kitchen.served == [TEA]


async def test_no_one_needs_to_wake_it_when_time_has_passed(database: Database) -> None:
    kitchen = Kitchen()
    deadlines = Scheduler(database)
    deadlines.start({DeadlineKind.LOBBY: kitchen})
    soon = datetime.now(UTC) + timedelta(milliseconds=30)
    await deadlines.set(replace(TEA, key="late", due=soon + MINUTE))
    await deadlines.set(replace(TEA, due=soon))  # an earlier one than it sleeps for
    async with asyncio.timeout(60):
        await kitchen.notice.wait()
    assert datetime.now(UTC) >= soon
    assert [one.key for one in kitchen.served] == ["tea"]
    await deadlines.close()


async def test_a_clock_that_is_set_forward_is_noticed_without_a_word(database: Database) -> None:
    """As on a machine that was suspended: the timer counts no time in which it stood still."""
    watch, kitchen = Watch(), Kitchen()
    deadlines = Scheduler(database, watch, max_sleep=timedelta(milliseconds=5))
    deadlines.start({DeadlineKind.LOBBY: kitchen})
    await deadlines.set(TEA)
    await idle()
    watch.now = TEA.due
    await asyncio.wait_for(kitchen.notice.wait(), 60)
    await deadlines.close()
    assert kitchen.served == [TEA]


async def test_what_was_missed_fires_once_at_the_start_the_oldest_first(file: Path) -> None:
    watch, kitchen = Watch(), Kitchen()
    async with open_database(file) as database:
        lunch = replace(TEA, key="lunch", due=NOON + MINUTE)
        supper = replace(TEA, key="supper", due=NOON + 60 * MINUTE)
        await database.write(set_deadline(TEA), set_deadline(supper), set_deadline(lunch))
    watch.now = NOON + 30 * MINUTE
    async with open_database(file) as database:
        async with running(database, watch, kitchen):
            await idle()
        assert kitchen.served == [lunch, TEA]
    async with open_database(file) as database:
        async with running(database, watch, kitchen):
            await idle()
        assert kitchen.served == [lunch, TEA]


async def test_one_that_is_moved_fires_at_its_new_time_alone(database: Database) -> None:
    watch, kitchen = Watch(), Kitchen()
    later = replace(TEA, due=TEA.due + 3 * MINUTE)
    async with running(database, watch, kitchen) as deadlines:
        await deadlines.set(TEA)
        await deadlines.set(later)
        watch.now = TEA.due
        await woken(deadlines)
        assert kitchen.served == []
        watch.now = later.due
        await woken(deadlines)
        assert kitchen.served == [later]


async def test_one_that_is_canceled_does_not_fire(database: Database) -> None:
    watch, kitchen = Watch(), Kitchen()
    async with running(database, watch, kitchen) as deadlines:
        await deadlines.set(TEA)
        await deadlines.set(replace(TEA, key="lunch"))
        await deadlines.cancel(DeadlineKind.LOBBY, "tea")
        await database.write(cancel_deadline(DeadlineKind.LOBBY, "lunch"), then=deadlines.wake)
        watch.now = TEA.due + MINUTE
        await woken(deadlines)
        assert kitchen.served == []


async def test_a_handler_that_fails_is_called_again(database: Database) -> None:
    watch, kitchen = Watch(TEA.due), Kitchen(fails=3)
    async with running(database, watch, kitchen) as deadlines:
        await deadlines.set(TEA)
        await idle()
        assert (kitchen.tries, kitchen.served) == (4, [TEA])


async def test_one_that_waits_for_its_next_try_holds_no_one_up_and_can_be_canceled(
    database: Database,
) -> None:
    watch, cold, warm = Watch(TEA.due), Kitchen(fails=1_000_000), Kitchen()
    async with running(database, watch, cold) as deadlines:
        deadlines.start({DeadlineKind.LOBBY: cold, DeadlineKind.CLOCK: warm})
        for number in range(20):  # more than there are places at work at once
            await deadlines.set(replace(TEA, key=str(number)))
        await deadlines.set(replace(TEA, kind=DeadlineKind.CLOCK))
        async with asyncio.timeout(60):
            await warm.notice.wait()
            while cold.tries < 40:
                cold.notice.clear()
                await cold.notice.wait()
        for number in range(20):
            await deadlines.cancel(DeadlineKind.LOBBY, str(number))
        await idle()
    assert cold.served == []


async def test_one_that_is_postponed_waits_until_it_is_resumed(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    watch, kitchen = Watch(TEA.due), Kitchen(fails=2, by=Postponed)
    async with running(database, watch, kitchen) as deadlines:
        await deadlines.set(TEA)
        await idle()
        watch.now += MINUTE
        await woken(deadlines)
        assert (kitchen.tries, await deadlines.find(DeadlineKind.LOBBY, "tea")) == (1, TEA)
        deadlines.resume()
        await idle()
        assert kitchen.tries == 2
        deadlines.resume()
        await idle()
        assert (kitchen.served, await deadlines.find(DeadlineKind.LOBBY, "tea")) == ([TEA], None)
    assert caplog.messages == []


@pytest.mark.parametrize("error", [Postponed, ZeroDivisionError])
async def test_one_that_was_canceled_while_it_waited_fires_when_it_is_set_again(
    database: Database, error: type[Exception]
) -> None:
    async with running(database, Watch(TEA.due), kitchen := Kitchen(fails=1, by=error)) as deadlines:
        await deadlines.set(TEA)
        await idle()
        assert (kitchen.tries, kitchen.served) == (1, [])
        await deadlines.cancel(DeadlineKind.LOBBY, "tea")
        await idle()
        await deadlines.set(TEA)
        await idle()
    assert kitchen.served == [TEA]


async def test_a_broken_handler_is_called_again_only_after_a_new_start(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    watch, kitchen = Watch(TEA.due), Kitchen(fails=1, by=ZeroDivisionError)
    async with running(database, watch, kitchen) as deadlines:
        await deadlines.set(TEA)
        await deadlines.set(replace(TEA, key="lunch"))
        await idle()
        assert (kitchen.tries, len(kitchen.served)) == (2, 1), "either may be the first"
        assert "the oven is cold" in caplog.text
    async with running(database, watch, kitchen):
        await idle()
    assert sorted(one.key for one in kitchen.served) == ["lunch", "tea"]


async def test_killed_between_firing_and_marking_it_fires_again_at_the_start(database: Database) -> None:
    watch, begun, never = Watch(TEA.due), asyncio.Event(), asyncio.Event()

    async def killed(deadline: Deadline) -> None:
        begun.set()
        await never.wait()

    deadlines = Scheduler(database, watch)
    deadlines.start({DeadlineKind.LOBBY: killed})
    await deadlines.set(TEA)
    async with asyncio.timeout(60):
        await begun.wait()
    closing = asyncio.create_task(deadlines.close())
    await asyncio.sleep(0)
    for task in asyncio.all_tasks():
        if task.get_name().startswith("deadline"):
            task.cancel()  # as the end of the process does
    await closing
    kitchen = Kitchen()
    async with running(database, watch, kitchen):
        await idle()
    assert kitchen.served == [TEA]


async def test_a_handler_that_marks_in_its_own_transaction_and_moves_on(database: Database) -> None:
    """A deadline whose work is to set the next one of the same name: that one stays."""
    watch, served = Watch(TEA.due), list[datetime]()

    async def again(deadline: Deadline) -> None:
        served.append(deadline.due)
        await database.write(set_deadline(replace(deadline, due=deadline.due + MINUTE)))

    deadlines = Scheduler(database, watch)
    deadlines.start({DeadlineKind.LOBBY: again})
    await deadlines.set(TEA)
    await idle_until_timer(deadlines, DeadlineKind.LOBBY, "tea", TEA.due + MINUTE)
    watch.now += MINUTE
    deadlines.wake()
    await idle_until_timer(deadlines, DeadlineKind.LOBBY, "tea", TEA.due + 2 * MINUTE)
    assert served == [TEA.due, TEA.due + MINUTE]
    await deadlines.close()


async def idle_until_timer(deadlines: Scheduler, kind: str, key: str, due: datetime) -> None:
    await idle()
    found = await deadlines.find(kind, key)
    assert found is not None
    assert found.due == due


async def test_marking_one_that_was_moved_leaves_it(database: Database) -> None:
    later = replace(TEA, due=TEA.due + MINUTE)
    await database.write(set_deadline(later))
    await database.write(mark_fired(TEA))
    deadlines = Scheduler(database, Watch())
    assert await deadlines.find(DeadlineKind.LOBBY, "tea") == later
    await database.write(mark_fired(later))
    assert await deadlines.find(DeadlineKind.LOBBY, "tea") is None


async def test_kinds_that_no_one_handles_stay(database: Database) -> None:
    watch, kitchen = Watch(TEA.due), Kitchen()
    other = replace(TEA, kind="from a newer version")
    async with running(database, watch, kitchen) as deadlines:
        await deadlines.set(other)
        await idle()
        assert await deadlines.find(other.kind, other.key) == other
    assert kitchen.served == []


async def test_nothing_fires_after_the_end(database: Database) -> None:
    watch, kitchen = Watch(), Kitchen()
    async with running(database, watch, kitchen) as deadlines:
        await deadlines.set(TEA)
    watch.now = TEA.due
    await woken(deadlines)
    assert kitchen.served == []
