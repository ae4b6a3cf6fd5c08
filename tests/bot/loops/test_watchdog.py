"""The watch over the event loop: it names who held it, and says nothing of who took turns."""

import asyncio
import gc
import logging
import re
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator

import pytest

from bot.monitoring.watchdog import BUDGET, Stall, Watchdog, log_stall
from tests.support.event_loop import compute


def descend(levels: int) -> None:
    """Enter and leave so many places, again and again."""
    if levels:
        descend(levels - 1)
    else:
        compute(0.0001)


def backtrack(letters: int) -> None:
    """Match a pattern that takes twice as long for each further letter, in one call that keeps the GIL."""
    assert re.fullmatch(r"(a|a)*b", "a" * letters) is None


class Watched:
    """A loop under watch."""

    def __init__(self, sample: float = 0.005) -> None:
        self.stalls: list[Stall] = []
        self.watchdog = Watchdog(self.stalls.append, interval=0.005, sample=sample)
        (self.thread,) = (one for one in threading.enumerate() if one.name == "watchdog")

    async def found(self, task: str, work: Callable[[], None]) -> Stall:
        """Return the stall of a task that does such work. On a busy machine the watching thread may not get
        its turn in time, so there are several tries."""

        async def run() -> None:
            work()

        for _ in range(8):
            await asyncio.create_task(run(), name=task)
            await self.rest()
            if self.stalls:
                (stall,) = self.stalls
                return stall
        pytest.fail("Nothing was noticed.")

    async def rest(self) -> list[Stall]:
        """Return what was noticed, once the watching thread has had its turns on a busy machine."""
        await asyncio.sleep(0.5)
        return self.stalls


@pytest.fixture
async def watched() -> AsyncGenerator[Watched]:
    watched = Watched()
    await asyncio.sleep(0.05)
    yield watched
    watched.watchdog.stop()


async def test_a_task_that_holds_the_loop_is_named_with_its_place(watched: Watched) -> None:
    stall = await watched.found("/game new", lambda: compute(4 * BUDGET))
    assert stall.task == "/game new"
    assert 3 * BUDGET < stall.processor < 6 * BUDGET
    assert stall.seconds > 3 * BUDGET
    assert "event_loop.py" in stall.where[0]
    assert "compute" in stall.where[0]


@pytest.mark.sample(1)
async def test_a_call_that_lets_no_other_thread_run_is_found_too(watched: Watched) -> None:
    letters, taken = 17, 0.0
    while taken < 2 * BUDGET:
        letters, began = letters + 1, time.thread_time()
        backtrack(letters)
        taken = time.thread_time() - began
    await watched.rest()
    watched.stalls.clear()
    stall = await watched.found("/game new", lambda: backtrack(letters))
    assert stall.task == "/game new"
    assert stall.processor > taken / 2
    assert any("backtrack" in place for place in stall.where)


async def test_waiting_without_the_cpu_counts_once_it_is_long(watched: Watched) -> None:
    time.sleep(0.1)  # noqa: ASYNC251
    await asyncio.sleep(0)
    assert all(stall.seconds > 0.2 for stall in await watched.rest())
    stall = await watched.found("/game new", lambda: time.sleep(0.4))
    assert stall.seconds > 0.2
    assert stall.processor < BUDGET


@pytest.mark.sample(1)
async def test_collecting_garbage_is_told_apart(watched: Watched) -> None:
    kept = [[number] for number in range(200_000)]
    await watched.rest()

    def collect() -> None:
        end = time.thread_time() + 3 * BUDGET
        while time.thread_time() < end:
            gc.collect()

    for work, least, most in ((collect, 0.7, 1.0), (lambda: compute(3 * BUDGET), 0.0, 0.3)):
        watched.stalls.clear()
        stall = await watched.found("/game new", work)
        assert least * stall.processor <= stall.garbage <= most * stall.processor
    assert len(kept) == 200_000


@pytest.mark.sample(1)
async def test_many_short_turns_are_no_ones_stall(watched: Watched) -> None:
    """Together they take twice the budget each time round."""

    async def short() -> None:
        for _ in range(4):
            compute(0.004)
            await asyncio.sleep(0)

    await asyncio.gather(*(short() for _ in range(25)))
    assert all(stall.processor < BUDGET for stall in await watched.rest())


@pytest.mark.full
async def test_collecting_garbage_while_it_looks_does_no_harm(watched: Watched) -> None:
    """What is called when garbage is collected may let the loop go on, which leaves the places looked at."""
    watching, collected = watched.thread, 0

    def let_others_go_on(_phase: str, _about: object) -> None:
        nonlocal collected
        if threading.current_thread() is watching:
            collected += 1
            time.sleep(0.0005)

    thresholds = gc.get_threshold()
    gc.callbacks.append(let_others_go_on)
    gc.set_threshold(2)
    try:
        for _ in range(40):
            end = time.thread_time() + 0.03
            while time.thread_time() < end:
                descend(20)
            await asyncio.sleep(0.01)
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(let_others_go_on)
    assert collected, "nothing was tried"
    assert watching.is_alive()


@pytest.mark.full
async def test_what_is_suspended_while_it_looks_does_no_harm() -> None:
    """Nothing has called a generator or coroutine that is suspended, so its caller is gone in the middle."""

    def call() -> None:
        pass

    def generate() -> Generator[None]:
        while True:
            call()
            yield

    watched, steps, interval = Watched(sample=0.0001), generate(), sys.getswitchinterval()
    sys.setswitchinterval(0.000001)
    try:
        for _ in range(40):
            end = time.thread_time() + 0.05
            while time.thread_time() < end:
                next(steps)
            await asyncio.sleep(0.01)
    finally:
        sys.setswitchinterval(interval)
    assert watched.thread.is_alive()
    watched.watchdog.stop()


async def test_the_log_names_the_command(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    log_stall(Stall("/league standings", 0.312, 0.305, 0.01, ("cogs/a.py:1 f", "cogs/b.py:2 g")))
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage() == (
        "/league standings held the event loop for 312 ms (305 ms of CPU time, 10 for collecting garbage), "
        "at cogs/a.py:1 f < cogs/b.py:2 g"
    )


@pytest.mark.sample(1)
async def test_watching_costs_next_to_nothing() -> None:
    before = time.process_time()
    watchdog = Watchdog(log_stall)
    await asyncio.sleep(2)
    watchdog.stop()
    assert (time.process_time() - before) / 2 < 0.01
