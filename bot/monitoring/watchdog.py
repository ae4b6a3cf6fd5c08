"""A watchdog of the event loop: what blocked it, and for how long.

The loop reports at fixed intervals. While a report is late, a thread samples the loop's stack and task
every few milliseconds. Commands, presses and forms name their tasks (`bot.interactions`).
"""

import asyncio
import gc
import logging
import selectors
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from msgspec import Struct

_log = logging.getLogger(__name__)

BUDGET = 0.05
"""Seconds of CPU time for which nothing may block the event loop."""
MAX_IDLE_HOLD = 0.2
"""Seconds for which nothing may block it without using the CPU, such as while waiting for a disk. Less than
that is often the machine's other work."""
REPORT_INTERVAL = 0.1
"""Seconds between two reports of the loop."""
SAMPLE = 0.01
"""Seconds between two samples, while a report is late."""
FRAMES = 8
"""The number of reported stack frames, the innermost ones."""
BOT_FOLDER = Path(__file__).parents[1]

ReadSeconds: TypeAlias = Callable[[], float]


class Stall(Struct, frozen=True):
    """A period for which one task blocked the event loop.

    ``seconds`` is the elapsed time, ``processor`` the CPU time of the loop's thread meanwhile, and
    ``garbage`` the part of it for garbage collection, which may hit any task. ``where``: the innermost
    frames of its stack in the first sample.
    """

    task: str
    seconds: float
    processor: float
    garbage: float
    where: tuple[str, ...]


class _Holder:
    """The holder of the loop in one turn, from one check to the next."""

    def __init__(self, turn: FrameType, task: asyncio.Task[Any] | None, frame: FrameType) -> None:
        self.turn, self.task, self.where = turn, task, _where(frame)
        self.seconds = self.processor = self.garbage = 0.0

    def stall(self) -> Stall:
        name = "a callback" if self.task is None else self.task.get_name()
        return Stall(name, self.seconds, self.processor, min(self.garbage, self.processor), self.where)


class Watchdog:
    """Watches the running event loop, from another thread, until it is stopped.

    ``on_stall`` is called in that thread with each time that was too long.
    """

    def __init__(
        self, on_stall: Callable[[Stall], None], *, interval: float = REPORT_INTERVAL, sample: float = SAMPLE
    ) -> None:
        self._on_stall = on_stall
        self._interval = interval
        self._sample = sample
        self._loop = asyncio.get_running_loop()
        # Bound here: a simulation of Discord may put its own in the way of later calls.
        self._call_at = self._loop.call_at
        self._ident = threading.get_ident()
        self._processor = _processor_clock(self._ident)
        self._looked = self._used = 0.0
        """The time of the thread's last sample, and the CPU time of the loop's thread then."""
        self._due = time.monotonic()
        """The time of the loop's next report."""
        self._late = 0.0
        """The longest delay of a report since the last one logged. The loop measures it, because the thread
        may have to wait for its own turn."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._collecting: float | None = None
        """The CPU time at which the collector began, if it is running."""
        self._collected = self._collected_before = 0.0
        """The CPU time of the collector, in total and until the last sample."""
        gc.callbacks.append(self._time_garbage)
        self._beat()
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        gc.callbacks.remove(self._time_garbage)
        self._stopping.set()
        self._beating.cancel()
        self._thread.join()

    def _beat(self) -> None:
        """Report that the loop is alive, and again after the interval."""
        now = time.monotonic()
        self._late = max(self._late, now - self._due)
        self._due = now + self._interval
        self._beating = self._call_at(self._loop.time() + self._interval, self._beat)

    def _watch(self) -> None:
        self._begin()
        while not self._stopping.wait(self._due + self._sample - time.monotonic()):
            due, found = self._due, list[_Holder]()
            while (late := time.monotonic() - max(due, self._looked)) > 0:
                self._look(found, late)
                if self._stopping.wait(self._sample) or self._due != due:
                    break
            for holder in found:
                self._report(holder, self._late if self._due != due else time.monotonic() - due)
            self._late = 0.0
            self._begin()

    def _begin(self) -> None:
        self._looked, self._used = time.monotonic(), self._processor()
        self._collected_before = self._garbage()

    def _look(self, found: list[_Holder], seconds: float) -> None:
        """Sample the loop's holder, and attribute the seconds since the last sample to it."""
        used, garbage = self._used, self._collected_before
        self._begin()
        with _collecting_nothing():
            frame = sys._current_frames().get(self._ident)  # pyright: ignore[reportPrivateUsage]
            if frame is None or frame.f_code in _IDLE:
                return
            turn = _turn(frame)
            if not found or found[-1].turn is not turn:
                found.append(_Holder(turn, asyncio.current_task(self._loop), frame))
        holder = found[-1]
        holder.seconds += seconds
        holder.processor += min(self._used - used, seconds)
        holder.garbage += self._collected_before - garbage

    def _report(self, holder: _Holder, most: float) -> None:
        holder.seconds, holder.processor = min(holder.seconds, most), min(holder.processor, most)
        if holder.processor >= BUDGET or holder.seconds >= MAX_IDLE_HOLD:
            self._on_stall(holder.stall())

    def _time_garbage(self, phase: str, _about: object) -> None:
        if threading.get_ident() != self._ident:
            return
        if phase == "start":
            self._collecting = self._processor()
        else:
            self._collected, self._collecting = self._garbage(), None

    def _garbage(self) -> float:
        """Return the CPU time used for collecting garbage until now."""
        began = self._collecting
        return self._collected + (self._processor() - began if began is not None else 0)


def log_stall(stall: Stall) -> None:
    """Write a stall to the log: one line, counted if the same place repeats."""
    _log.warning(
        "%s held the event loop for %.0f ms (%.0f ms of CPU time, %.0f for collecting garbage), at %s",
        *(stall.task, *(1000 * part for part in (stall.seconds, stall.processor, stall.garbage))),
        " < ".join(stall.where),
        extra={"series": (stall.task, stall.where[:1])},
    )


def _processor_clock(ident: int) -> ReadSeconds:
    """Return the CPU seconds of a thread; the elapsed time if the system doesn't report them."""
    if hasattr(time, "pthread_getcpuclockid"):
        clock = time.pthread_getcpuclockid(ident)
        return lambda: time.clock_gettime(clock)
    return time.monotonic


@contextmanager
def _collecting_nothing() -> Generator[None]:
    """Read frames without the garbage collector.

    A collection may begin while Python lists them, and its callbacks let the loop continue: then a listed
    frame is gone, and others wait for a lock that the list holds (CPython 106883, before 3.11.9).
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _turn(frame: FrameType) -> FrameType:
    """Return the loop's callback that a frame belongs to; it differs for each turn of a task.

    A loop written in C has no Python frames: then it is the outermost frame, of a task or callback. The loop
    keeps running, so a caller's frame may be gone a moment later.
    """
    while frame.f_code is not _RUN:
        caller = frame.f_back
        if caller is None or caller.f_code is _RUNNER:
            break
        frame = caller
    return frame


def _where(frame: FrameType | None) -> tuple[str, ...]:
    places: list[str] = []
    while frame is not None and len(places) < FRAMES:
        code, path = frame.f_code, Path(frame.f_code.co_filename)
        if "asyncio" not in path.parts:
            shown = path.relative_to(BOT_FOLDER) if path.is_relative_to(BOT_FOLDER) else path.name
            places.append(f"{shown}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return tuple(places)


_RUN = asyncio.Handle._run.__code__
"""The function with which asyncio's own event loop runs a callback."""
_RUNNER = asyncio.Runner.run.__code__
"""The code that runs a loop. A loop written in C has no other frame, even while it is idle."""
_IDLE = {_RUNNER} | {
    selector.select.__code__
    for name in ("SelectSelector", "PollSelector", "EpollSelector", "DevpollSelector", "KqueueSelector")
    if (selector := getattr(selectors, name, None)) is not None
}
"""The code of an idle loop's thread."""
