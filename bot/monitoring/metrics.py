"""Metrics of the running bot, for `python -m bot status` and for Prometheus.

Labels come from the bot itself (commands, buttons, keys of refusals), never from people or servers, so that
there are a few hundred series at most, and one more for each shard. Only the event loop counts, so no lock
is needed.
"""

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from bot.interactions import DONE, FAILED, LATE, REFUSED, Handled
from bot.monitoring.watchdog import Stall

MetricLabels: TypeAlias = tuple[str, ...]

LATENCY_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds of the histograms, in seconds; Discord waits for three."""
COMMITS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 3.0)


class Times:
    """A histogram: how many times were within each bound."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._numbers = [0] * (len(bounds) + 1)
        self.total = 0.0

    @property
    def count(self) -> int:
        """The number of times."""
        return sum(self._numbers)

    def add(self, seconds: float) -> None:
        """Count a time."""
        self._numbers[bisect_left(self._bounds, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Return the number within each bound, and the total."""
        ends = [*map(str, self._bounds), "+Inf"]
        return [*zip(ends, accumulate(self._numbers), strict=True)]


class Counts(Struct, frozen=True):
    """A counter for each set of labels."""

    name: str
    text: str
    labels: MetricLabels
    numbers: defaultdict[MetricLabels, float]


class Histograms(Struct, frozen=True):
    """Times for each set of labels."""

    name: str
    text: str
    labels: MetricLabels
    times: defaultdict[MetricLabels, Times]


class Gauges(Struct, frozen=True):
    """Values measured whenever the figures are read, for each set of labels."""

    name: str
    text: str
    labels: MetricLabels
    measure: Callable[[], Mapping[MetricLabels, float]]


Family: TypeAlias = Counts | Histograms | Gauges


class Metrics:
    """The counters and gauges of one process."""

    def __init__(self) -> None:
        self.families = list[Family]()
        """All metrics."""
        self._interactions = self._counts("interactions", "Commands and presses", "kind", "name", "outcome")
        self._answers = self._times(
            "interaction_seconds", "Until they were answered", LATENCY_BUCKETS, "kind"
        )
        self._refusals = self._counts("refusals", "Refusals by their key", "key")
        self._commits = self._times("commit_seconds", "Until writes were on disk", COMMITS)
        self._writes = self._counts("writes", "Writes, several a commit", "outcome")
        self._requests = self._counts("discord_requests", "Requests to Discord", "method", "status")
        self._stalls = self._counts("loop_stalls", "When something held the loop")
        self._stalled = self._counts("loop_stall_seconds", "Their length in all")

    def interaction(self, handled: Handled) -> None:
        """Count a command or press."""
        self._interactions[handled.kind, handled.name, handled.outcome] += 1
        self._answers[handled.kind,].add(handled.seconds)
        if handled.outcome == REFUSED:
            self._refusals[handled.reason,] += 1

    def commit(self, seconds: float, writes: int, failed: int) -> None:
        """Count a commit of this many writes, some of which may have failed."""
        self._commits[()].add(seconds)
        self._writes["committed",] += writes - failed
        if failed:
            self._writes["failed",] += failed

    def response(self, method: str, status: int) -> None:
        """Count a request to Discord, perhaps a rate-limited one (429)."""
        self._requests[method, str(status)] += 1

    def stall(self, stall: Stall) -> None:
        """Count a period for which something blocked the event loop."""
        self._stalls[()] += 1
        self._stalled[()] += stall.seconds

    def gauge(self, name: str, text: str, measure: Callable[[], float]) -> None:
        """Add a gauge, which is measured whenever the figures are read."""
        self.families.append(Gauges(name, text, (), lambda: {(): measure()}))

    def gauges(self, name: str, text: str, label: str, measure: Callable[[], Mapping[str, float]]) -> None:
        """Add several counters at once, each under its label."""
        self.families.append(
            Gauges(name, text, (label,), lambda: {(value,): number for value, number in measure().items()})
        )

    def _counts(self, name: str, text: str, *labels: str) -> defaultdict[MetricLabels, float]:
        numbers = defaultdict[MetricLabels, float](int)
        if not labels:
            numbers[()] = 0
        self.families.append(Counts(name, text, labels, numbers))
        return numbers

    def _times(
        self, name: str, text: str, bounds: Sequence[float], *labels: str
    ) -> defaultdict[MetricLabels, Times]:
        times = defaultdict[MetricLabels, Times](lambda: Times(bounds))
        if not labels:
            times[()] = Times(bounds)
        self.families.append(Histograms(name, text, labels, times))
        return times

    def summary(self) -> dict[str, float]:
        """Return the figures of `python -m bot status`."""
        gauges = {one.name: one.measure() for one in self.families if isinstance(one, Gauges)}

        def gauge(name: str, *labels: str) -> float:
            return gauges.get(name, {}).get(labels, 0.0)

        def total(counts: Mapping[MetricLabels, float], last: str) -> float:
            return sum(number for labels, number in counts.items() if labels[-1] == last)

        commits = self._commits[()]
        return {outcome: total(self._interactions, outcome) for outcome in (DONE, REFUSED, FAILED, LATE)} | {
            "commits": commits.count,
            "commit_milliseconds": 1000 * commits.total / commits.count if commits.count else 0.0,
            "writes_failed": total(self._writes, "failed"),
            "stalls": self._stalls[()],
            "stall_seconds": self._stalled[()],
            "rate_limited": total(self._requests, "429"),
            "queued_writes": gauge("queue_length", "writes"),
            "queued_tasks": gauge("queue_length", "workers"),
            "database_bytes": gauge("database_bytes"),
            "memory_bytes": _memory(),
        }


def _memory() -> int:
    """Return the process's resident memory in bytes; 0 if the system doesn't say."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else 0
