"""The bot's status: a small file beside the database, written every few seconds, and read by `status`.

A file works on every system, needs no listener, and its age shows when the bot hangs or is gone.
"""

import contextlib
import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

STATUS_INTERVAL = 10.0
"""Seconds from one writing of the file to the next."""
STALE = 3 * STATUS_INTERVAL
"""Seconds after which the bot that wrote the file must have a problem."""
MEGABYTE = 1e6


class PagesStatus(msgspec.Struct):
    """The status of the pages' process: its number, bytes of memory, and restarts."""

    running: bool
    process: int = 0
    memory: int = 0
    restarts: int = 0


class Status(msgspec.Struct):
    """The bot's status; ``problems`` are sentences, empty if it is healthy."""

    written: float
    process: int
    started: float
    ready: bool
    shards: dict[str, float | None]
    """Each shard's latency in seconds; None if it has no connection."""
    servers: int
    figures: dict[str, float]
    problems: list[str]
    processes: int = 1
    """Processes that serve the database, as far as this one knows."""
    pages: PagesStatus | None = None
    """The status of the pages' process, if there are pages."""
    stale: dict[str, int] = {}
    """Numbers of outdated messages and the like, by kind."""
    stale_seconds: float = 0.0
    """Seconds for which the oldest of them has been outdated."""
    last_error: str = ""
    """The last error after which one of them is retried."""


def path_beside(database: Path) -> Path:
    """Return the file for the bot with this database."""
    return database.with_name(f"{database.name}-status")


def write_status(status: Status, file: Path) -> None:
    """Write the file, for its owner alone, so that no reader ever sees half of it."""
    new = file.with_name(f"{file.name}-new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as stream:
        stream.write(msgspec.json.encode(status))
    os.replace(new, file)


def remove_status(file: Path) -> None:
    """Remove the file when the bot stops."""
    with contextlib.suppress(OSError):
        file.unlink()


def describe_status(database: Path, name: str) -> tuple[str, bool]:
    """Return the status of the bot with this database in words, and whether it is healthy."""
    file = path_beside(database)
    try:
        status = msgspec.json.decode(file.read_bytes(), type=Status)
    except FileNotFoundError:
        return f"No bot is running with the database {name}.", False
    except (OSError, msgspec.DecodeError) as error:
        return f"The file {file} can't be read: {error}.", False
    age = time.time() - status.written
    if age > STALE:
        return f"The bot hangs or was killed: it was last well {_duration(age)} ago.", False
    return "\n".join(_lines(status)), status.ready and not status.problems


def _lines(status: Status) -> list[str]:
    since = datetime.fromtimestamp(status.started, UTC)
    state = "is running" if status.ready else "is starting"
    figures: Any = status.figures
    latencies = [latency for latency in status.shards.values() if latency is not None]
    slowest = f", the slowest answers in {1000 * max(latencies):.0f} ms" if latencies else ""
    return [
        f"Arbiter {state} as process {status.process}, since {since:%Y-%m-%d %H:%M:%S} UTC.",
        *(f"PROBLEM: {problem}" for problem in status.problems),
        f"Shards: {len(latencies)} of {len(status.shards)} connected{slowest}. Servers: {status.servers}. "
        f"Processes: {status.processes}.",
        f"Commands and presses: {figures['done']:.0f} done, {figures['refused']:.0f} refused, "
        f"{figures['failed']:.0f} failed, {figures['late']:.0f} too late.",
        f"Commits: {figures['commits']:.0f}, {figures['commit_milliseconds']:.1f} ms each; "
        f"writes that failed: {figures['writes_failed']:.0f}.",
        f"Waiting: {figures['queued_writes']:.0f} writes, {figures['queued_tasks']:.0f} pictures or files.",
        f"Out of date: {_stale(status)}. Last error: {status.last_error or 'none'}.",
        f"Event loop held: {figures['stalls']:.0f} times, {figures['stall_seconds']:.1f} s in all. "
        f"Put off by Discord (429): {figures['rate_limited']:.0f}.",
        f"Database: {figures['database_bytes'] / MEGABYTE:.1f} MB. "
        f"Memory: {figures['memory_bytes'] / MEGABYTE:.0f} MB.",
        *([] if status.pages is None else [_pages(status.pages)]),
    ]


def _pages(pages: PagesStatus) -> str:
    state = f"process {pages.process}, {pages.memory / MEGABYTE:.0f} MB" if pages.running else "not running"
    return f"Pages: {state}; started again {pages.restarts} times."


def _stale(status: Status) -> str:
    if not status.stale:
        return "nothing"
    kinds = ", ".join(f"{name} {count}" for name, count in status.stale.items())
    return f"{kinds} (for up to {_duration(status.stale_seconds)})"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
