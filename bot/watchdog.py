"""A watch over the event loop: what held it, and for how long.

A thread asks the loop for a sign of life. While none comes, it looks every few milliseconds where the loop's
thread is and in which task. Commands, presses and forms name their tasks (`bot.interactions`).
"""

import asyncio
import gc
import logging
import selectors
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from msgspec import Struct

_log = logging.getLogger(__name__)

BUDGET = 0.05
"""Seconds of CPU time for which nothing may hold the event loop."""
WAITING = 0.2
"""Seconds for which nothing may hold it without using the CPU, as by waiting for a disk. Less than that is
often the machine's other work."""
INTERVAL = 0.1
"""Seconds from one sign of life to the next request for one."""
SAMPLE = 0.01
"""Seconds from one look to the next, while a sign of life is late."""
FRAMES = 8
"""Places of a stack that are reported, the innermost ones."""
ROOT = Path(__file__).parents[1]

Clock: TypeAlias = Callable[[], float]


class Stall(Struct, frozen=True):
    """A time for which one task held the event loop.

    ``seconds`` went by on the clock, ``processor`` is the CPU time that the loop's thread took meanwhile, and
    ``garbage`` how much of that went into collecting garbage, which may hit anyone.
    ``where``: the innermost places of its stack, as it was seen first.
    """

    task: str
    seconds: float
    processor: float
    garbage: float
    where: tuple[str, ...]


class _Holder:
    """The task that has the loop, from one look to the next."""

    def __init__(self, task: asyncio.Task[Any] | None, where: tuple[str, ...]) -> None:
        self.task, self.where = task, where
        self.seconds = self.processor = self.garbage = 0.0

    def stall(self) -> Stall:
        name = "a callback" if self.task is None else self.task.get_name()
        return Stall(name, self.seconds, self.processor, self.garbage, self.where)


class Watchdog:
    """Watches the running event loop, from another thread, until it is stopped.

    ``on_stall`` is called in that thread with each time that was too long.
    """

    def __init__(
        self, on_stall: Callable[[Stall], None], *, interval: float = INTERVAL, sample: float = SAMPLE
    ) -> None:
        self._on_stall = on_stall
        self._interval = interval
        self._sample = sample
        self._loop = asyncio.get_running_loop()
        # Bound here: a simulation of Discord may put its own in the way of later calls.
        self._call = self._loop.call_soon_threadsafe
        self._ident = threading.get_ident()
        self._processor = _processor_clock(self._ident)
        self._looked = self._used = 0.0
        """When the thread looked last, and the CPU time that the loop's thread had used then."""
        self._answered = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._collecting: float | None = None
        """When the collector began, by the CPU time, if it is at work."""
        self._collected = self._collected_before = 0.0
        """The CPU time that it has used, and until the last look."""
        gc.callbacks.append(self._time_garbage)
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        gc.callbacks.remove(self._time_garbage)
        self._stopping.set()
        self._thread.join()

    def _watch(self) -> None:
        self._begin()
        while not self._stopping.wait(self._interval):
            holder = self._look_if_late(None, self._interval)
            self._answered.clear()
            self._begin()
            try:
                self._call(self._answered.set)
            except RuntimeError:
                return  # the loop is closed
            holder = self._look_if_late(holder, 0)
            while not self._answered.wait(self._sample) and not self._stopping.is_set():
                holder = self._look(holder, time.monotonic() - self._looked)
            holder = self._look_if_late(holder, self._sample)
            if holder is not None:
                holder.garbage += self._garbage() - self._collected_before  # it may have ended just now
            self._report(holder)
            self._begin()

    def _look_if_late(self, holder: _Holder | None, expected: float) -> _Holder | None:
        """Look if this thread, too, was held up: by something that lets no other run."""
        late = time.monotonic() - self._looked - expected
        return self._look(holder, late) if late > self._sample else holder

    def _begin(self) -> None:
        self._looked, self._used = time.monotonic(), self._processor()
        self._collected_before = self._garbage()

    def _look(self, holder: _Holder | None, seconds: float) -> _Holder | None:
        """See who has the loop, and count the seconds since the last look as theirs."""
        frame = sys._current_frames().get(self._ident)  # pyright: ignore[reportPrivateUsage]
        task = asyncio.current_task(self._loop)
        if frame is None or frame.f_code in _IDLE:
            self._report(holder)
            holder = None
        elif holder is None or holder.task is not task:
            self._report(holder)
            holder = _Holder(task, _where(frame))
        used = self._processor()
        if holder is not None:
            holder.seconds += seconds
            holder.processor += min(used - self._used, seconds)
            holder.garbage += self._garbage() - self._collected_before
        self._looked, self._used = time.monotonic(), used
        self._collected_before = self._garbage()
        return holder

    def _time_garbage(self, phase: str, _about: object) -> None:
        if threading.get_ident() != self._ident:
            return
        if phase == "start":
            self._collecting = self._processor()
        else:
            self._collected, self._collecting = self._garbage(), None

    def _garbage(self) -> float:
        """The CPU time used for collecting garbage until now."""
        began = self._collecting
        return self._collected + (self._processor() - began if began is not None else 0)

    def _report(self, holder: _Holder | None) -> None:
        if holder is not None and (holder.processor >= BUDGET or holder.seconds >= WAITING):
            self._on_stall(holder.stall())


def log_stall(stall: Stall) -> None:
    """Write a stall to the log: one line, which repeats as a count where it is the same place."""
    _log.warning(
        "%s held the event loop for %.0f ms (%.0f ms of CPU time, %.0f for collecting garbage), at %s",
        *(stall.task, *(1000 * part for part in (stall.seconds, stall.processor, stall.garbage))),
        " < ".join(stall.where),
        extra={"series": (stall.task, stall.where[:1])},
    )


def _processor_clock(ident: int) -> Clock:
    """The CPU seconds of a thread; the time that goes by, where the system doesn't tell."""
    if hasattr(time, "pthread_getcpuclockid"):
        clock = time.pthread_getcpuclockid(ident)
        return lambda: time.clock_gettime(clock)
    return time.monotonic


def _where(frame: FrameType | None) -> tuple[str, ...]:
    places: list[str] = []
    while frame is not None and len(places) < FRAMES:
        code, path = frame.f_code, Path(frame.f_code.co_filename)
        if "asyncio" not in path.parts:
            shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name
            places.append(f"{shown}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return tuple(places)


_IDLE = {
    selector.select.__code__
    for name in ("SelectSelector", "PollSelector", "EpollSelector", "DevpollSelector", "KqueueSelector")
    if (selector := getattr(selectors, name, None)) is not None
}
"""Where a thread is whose loop has nothing to do."""
