"""CPU time of other processes on this machine."""

import os
import time
from pathlib import Path

SYSTEM = Path("/proc")
PARENT, REAPED, OWN = 1, slice(13, 15), slice(11, 13)
"""Positions in a process's `stat`, after its name, of its parent and its ticks of CPU time."""
SCHEDULER = 2
"""Linux's number for clocks of scheduled CPU time, in the last bits of their IDs."""


def used_below(process: int) -> float:
    """Return the CPU seconds of all child processes so far, including ended ones; 0 if the system
    doesn't say."""
    ticks = 0
    for number, fields in _all():
        if number == process:
            ticks += sum(map(int, fields[REAPED]))
        if int(fields[PARENT]) == process:
            ticks += sum(map(int, fields[OWN]))
    return ticks / os.sysconf("SC_CLK_TCK")


def used_by(process: int) -> float:
    """Return the CPU seconds of a process so far, including ended threads; 0 if the system doesn't say."""
    if not SYSTEM.exists():
        return 0.0
    return time.clock_gettime(~process << 3 | SCHEDULER)  # clock_getcpuclockid(3), which Python lacks


def _all() -> list[tuple[int, list[str]]]:
    """Return all process numbers with each process's figures."""
    found = list[tuple[int, list[str]]]()
    for file in SYSTEM.glob("[0-9]*/stat"):
        try:
            text = file.read_text(encoding="utf-8", errors="replace")
        except OSError:  # it has just ended
            continue
        found.append((int(file.parent.name), text.rpartition(")")[2].split()))
    return found
