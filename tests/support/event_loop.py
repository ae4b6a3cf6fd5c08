"""For how long the event loop is held while something is done, and loops in which nothing is waited for."""

import asyncio
import gc
import selectors
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from bot.monitoring.watchdog import BUDGET

P = ParamSpec("P")
T = TypeVar("T")

STEP = 0.02
"""Seconds between two looks at how late a thread wakes."""
ADDITIONS = 100_000
QUIET = 0.0085
"""Seconds of CPU time for this many additions on the quiet machine on which budgets were set."""


async def rounds() -> None:
    """Let everything happen that waits for nothing from outside."""
    for _ in range(10):
        await asyncio.sleep(0)


def compute(seconds: float) -> None:
    """Keep the processor busy for so long."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def budget(seconds: float = BUDGET) -> float:
    """Return a budget of CPU time for this machine as it is now.

    It is longer where other programs keep the processor's caches busy, measured in the same moment: the
    quickest of five times.
    """
    times: list[float] = []
    for _ in range(5):
        began, total = time.thread_time(), 0
        for number in range(ADDITIONS):
            total += number
        times.append(time.thread_time() - began)
    return seconds * max(1.0, min(times) / QUIET)


async def held(work: Awaitable[T]) -> tuple[T, float]:
    """Return the result of ``work``, and the loop's longest CPU time between two turns in seconds.

    Garbage collection is not counted: it may happen at any time, and has its own test.
    """
    longest = garbage = 0.0
    before = time.thread_time()
    loop_thread = threading.get_ident()

    def collect(phase: str, _about: object) -> None:
        nonlocal garbage
        if threading.get_ident() == loop_thread:
            garbage += time.thread_time() if phase == "stop" else -time.thread_time()

    def look() -> None:
        nonlocal longest, before, garbage
        now = time.thread_time()
        longest, before, garbage = max(longest, now - before - garbage), now, 0.0

    async def watch() -> None:
        while True:
            await asyncio.sleep(0.001)
            look()

    watching = asyncio.create_task(watch())
    gc.callbacks.append(collect)
    await asyncio.sleep(0)
    try:
        before = time.thread_time()
        done = await work
        look()
        return done, longest
    finally:
        watching.cancel()
        gc.callbacks.remove(collect)


class Holds:
    """Tasks done, and for how long each held the event loop."""

    def __init__(self) -> None:
        self._found: dict[str, float] = {}

    async def of(self, name: str, work: Awaitable[T]) -> T:
        """Return the result of ``work``."""
        done, seconds = await held(work)
        self._found[name] = max(seconds, self._found.get(name, 0))
        return done

    @property
    def too_long(self) -> dict[str, float]:
        """Tasks that held it for longer than the watchdog allows, with the milliseconds."""
        allowed = budget()
        return {name: round(1000 * one) for name, one in self._found.items() if one > allowed}


class SimulatedTime(asyncio.SelectorEventLoop):
    """An event loop whose clock is moved to the next timer as soon as there is nothing else to do."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Selector(self))

    def time(self) -> float:
        """Seconds since the loop was made."""
        return self.now


class _Selector(selectors.DefaultSelector):
    def __init__(self, loop: SimulatedTime) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Advance the time by the loop's wait."""
        assert timeout is not None, "everything waits, and nothing is due"
        self._loop.now += max(timeout, 0)
        return super().select(0)


def in_simulated_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Make a test that runs in its own event loop, in which seconds pass at once."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        loop = SimulatedTime()
        try:
            loop.run_until_complete(test(*args, **kwargs))
        finally:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()

    return run


@contextmanager
def in_time(seconds: float) -> Generator[None]:
    """See that a block takes less than so many seconds, apart from those by which another thread wakes late.

    Those are what other processes take. For how long our own code holds the event loop counts.
    """
    late, done = 0.0, threading.Event()

    def watch() -> None:
        nonlocal late
        began = time.monotonic()
        while not done.wait(STEP):
            late += max(0.0, time.monotonic() - began - STEP)
            began = time.monotonic()

    watching, began = threading.Thread(target=watch), time.monotonic()
    watching.start()
    try:
        yield
    finally:
        done.set()
        watching.join()
    assert time.monotonic() - began - late < seconds
