"""Moments as the database has them: the time of day in UTC, in whole milliseconds since 1970."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

_log = logging.getLogger(__name__)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)
_MILLISECOND = timedelta(milliseconds=1)
_FIRST, _LAST = ((datetime(*day, tzinfo=UTC) - _EPOCH) // _SECOND for day in ((1, 1, 1), (9999, 12, 31)))

SLEW = 0.002
"""The maximum rate at which a `SteadyClock` approaches the machine's time of day: a round of 50 minutes
ends at most 6 seconds early or late, and a minute is corrected in eight hours."""
ASTRAY = 60.0
"""Seconds between a `SteadyClock` and the machine's time of day that are worth a line in the log."""


def utc_now() -> datetime:
    """Return the machine's clock in UTC, which may be set back or forward at any moment."""
    return datetime.now(UTC)


def uptime() -> float:
    """Return the seconds since some moment, including suspended time if the machine reports it."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class SteadyClock:
    """A clock in UTC: the machine's at the start, plus the elapsed time.

    So timers keep their length if the machine's clock is set. This clock then approaches the new time only
    slowly (`SLEW`), until the next start.
    """

    def __init__(
        self, machine: Callable[[], datetime] = utc_now, progress: Callable[[], float] = uptime
    ) -> None:
        self._machine = machine
        self._progress = progress
        self._start = machine()
        self._first = self._last = progress()
        self._added = 0.0
        self._astray = False

    def __call__(self) -> datetime:
        """Return the time of day in UTC, never earlier than before."""
        progress = self._progress()
        passed, off = progress - self._first, self.seconds_off(progress)
        most = (progress - self._last) * SLEW
        self._added += min(max(off, -most), most)
        self._last = progress
        if self._astray is not (abs(off) >= ASTRAY):
            self._astray = not self._astray
            if self._astray:
                _log.warning(
                    "The machine's clock was set by %+.0f s. Running timers take as long as they should; "
                    "to go by the new time of day at once, restart the bot",
                    off,
                )
        return self._start + timedelta(seconds=passed + self._added)

    def seconds_off(self, progress: float | None = None) -> float:
        """Return the seconds that the machine's clock is ahead of this one."""
        passed = (self._progress() if progress is None else progress) - self._first
        return (self._machine() - self._start).total_seconds() - passed - self._added


def is_time(seconds: int) -> bool:
    """Return whether seconds since 1970 are a time of a year with four digits."""
    return _FIRST <= seconds <= _LAST


def write_time(seconds: int) -> str:
    """Return a time in seconds since 1970 as ISO 8601, or as a number if its year is out of range."""
    return (_EPOCH + seconds * _SECOND).isoformat() if is_time(seconds) else str(seconds)


def milliseconds(moment: datetime) -> int:
    """Convert a time to the rules' and rows' milliseconds, rounded down."""
    return (moment - _EPOCH) // _MILLISECOND


def time_of_day(moment: int) -> datetime:
    """Convert the rules' and rows' milliseconds to a time in UTC."""
    return _EPOCH + moment * _MILLISECOND
