"""The log: as text or JSON, repeated failures as one line with a count, traces only for our own faults."""

import errno
import json
import logging
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Hashable
from copy import copy
from datetime import UTC, datetime
from functools import cache
from typing import TextIO

REPEAT_WINDOW = 60.0
"""Seconds in which the same failure is logged once; the count of repetitions follows."""

_STATES_OF_THE_DISK = frozenset(
    {
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY),
        *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN),
    }
)
_STATES_OF_THE_MACHINE = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENETUNREACH, errno.EHOSTUNREACH}
)
_ENTIRELY_DISCORDS = "discord."


def set_up(level: str, style: str, stream: TextIO | None = None) -> "LogHandler":
    """Write the log to ``stream``, or standard error, in a ``style``: "text" or "json"."""
    handler = LogHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    return handler


def is_circumstance(error: BaseException | None) -> bool:
    """Return whether the network, the disk or another program caused an error, so that a trace
    doesn't help."""
    match error:
        case None:
            return False
        case sqlite3.Error():
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
            return code & 0xFF in _STATES_OF_THE_DISK
        case _ if isinstance(error, _unreached()):
            return True
        case OSError():
            return error.errno in _STATES_OF_THE_MACHINE
        case RuntimeError():
            return str(error) == "Session is closed"  # aiohttp's, once the bot has stopped
        case _:
            return is_circumstance(error.__cause__)


@cache
def _unreached() -> tuple[type[BaseException], ...]:
    """Return the errors for an unreachable Discord. Command-line tasks don't import its library."""
    import aiohttp
    import discord

    return (
        *(aiohttp.ClientError, ConnectionError, TimeoutError),
        *(discord.DiscordServerError, discord.ConnectionClosed, discord.GatewayNotFound),
    )


class TextFormatter(logging.Formatter):
    """A line for people to read."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s%(again)s")

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as a line, with the trace of a fault below it."""
        times = getattr(record, "repeated", 0)
        record.again = f" (and {times} more times in {REPEAT_WINDOW:.0f} s)" if times else ""
        return super().format(record)


class JsonFormatter(logging.Formatter):
    """An object for programs to read, on one line: time, level, logger, message; trace and count if any."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as a line."""
        values: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            values["trace"] = self.formatException(record.exc_info)
        if times := getattr(record, "repeated", 0):
            values["repeated"] = times
        return json.dumps(values, ensure_ascii=False)


class _Series:
    """A failure that may repeat."""

    def __init__(self, began: float) -> None:
        self.began = began
        self.repeated = 0
        self.last: logging.LogRecord | None = None


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes records; a warning or error that repeats is one line at first and one for each `REPEAT_WINDOW`.

    Records are the same failure if they have the same text before values are filled in and the same
    exception from the same line, or the same ``extra={"series": ...}``.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._series: dict[Hashable, _Series] = {}
        self._guard = threading.Lock()

    def handle(self, record: logging.LogRecord) -> bool:
        """Write a record, or count it."""
        self.report()
        if record.levelno >= logging.WARNING:
            record = _without_needless_trace(record)
            with self._guard:
                series = self._series.get(_key(record))
                if series is not None:
                    series.repeated += 1
                    series.last = record
                    return False
                self._series[_key(record)] = _Series(self._clock())
        return super().handle(record)

    def report(self, *, everything: bool = False) -> None:
        """Log the counts of repeated failures whose window is over; ``everything``: of all."""
        now, due = self._clock(), list[logging.LogRecord]()
        with self._guard:
            for key, series in [*self._series.items()]:
                if not everything and now - series.began < REPEAT_WINDOW:
                    continue
                if series.last is None:
                    del self._series[key]
                    continue
                series.last.repeated = series.repeated
                series.last.exc_info = None
                due.append(series.last)
                self._series[key] = _Series(now)
        for record in due:
            super().handle(record)

    def close(self) -> None:
        """Log the remaining counts, at the end of the process."""
        self.report(everything=True)
        super().close()


def _key(record: logging.LogRecord) -> Hashable:
    series: Hashable = getattr(record, "series", record.msg)
    error, line = None, None
    if record.exc_info and record.exc_info[1] is not None:
        error, trace = type(record.exc_info[1]), record.exc_info[2]
        while trace is not None:
            line, trace = (trace.tb_frame.f_code, trace.tb_lineno), trace.tb_next
    return record.name, record.levelno, series, error, line


def _without_needless_trace(record: logging.LogRecord) -> logging.LogRecord:
    """Return the record, with a trace replaced by the error's text if circumstances caused it."""
    error = record.exc_info[1] if record.exc_info else None
    expected = is_circumstance(error) or (
        isinstance(error, OSError) and record.name.startswith(_ENTIRELY_DISCORDS)
    )
    if not expected:
        return record
    short = copy(record)
    short.exc_info = short.exc_text = None
    short.series = getattr(record, "series", record.msg)
    short.msg, short.args = f"{record.getMessage()}: {str(error) or type(error).__name__}", None
    return short
