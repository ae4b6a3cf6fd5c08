"""What is counted and measured while the bot runs, for `python -m bot status` and for Prometheus.

Labels come from the bot itself (commands, buttons, keys of refusals), never from people or servers, so that
there are a few hundred series at most, and one more for each shard.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.interactions import DONE, FAILED, LATE, REFUSED, Handled
from bot.monitoring.watchdog import Stall

Labels: TypeAlias = tuple[str, ...]

ANSWERS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds that the histograms tell apart; Discord waits for three."""
COMMITS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 3.0)


class Metrics:
    """The counters and gauges of one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._interactions = self._counts("interactions", "Commands and presses", "kind", "name", "outcome")
        self._answers = self._times("interaction_seconds", "Until they were answered", ANSWERS, "kind")
        self._refusals = self._counts("refusals", "Refusals by their key", "key")
        self._commits = self._times("commit_seconds", "Until writes were on disk", COMMITS)
        self._writes = self._counts("writes", "Writes, several a commit", "outcome")
        self._requests = self._counts("discord_requests", "Requests to Discord", "method", "status")
        self._stalls = Counter("arbiter_loop_stalls", "When something held the loop", registry=registry)
        self._stalled = Counter("arbiter_loop_stall_seconds", "Their length in all", registry=registry)

    def interaction(self, handled: Handled) -> None:
        """Count a command or press."""
        self._interactions[handled.kind, handled.name, handled.outcome] += 1
        self._answers[handled.kind,].add(handled.seconds)
        if handled.outcome == REFUSED:
            self._refusals[handled.reason,] += 1

    def commit(self, seconds: float, writes: int, failed: int) -> None:
        """Count a commit of so many writes, of which some may have failed."""
        self._commits[()].add(seconds)
        self._writes["committed",] += writes - failed
        if failed:
            self._writes["failed",] += failed

    def response(self, method: str, status: int) -> None:
        """Count a request to Discord, perhaps one that it has put off (429)."""
        self._requests[method, str(status)] += 1

    def stall(self, stall: Stall) -> None:
        """Count a time for which something held the event loop."""
        self._stalls.inc()
        self._stalled.inc(stall.seconds)

    def gauge(self, name: str, text: str, measure: Callable[[], float]) -> None:
        """Measure something whenever the figures are read."""
        Gauge(f"arbiter_{name}", text, registry=self.registry).set_function(measure)

    def gauges(self, name: str, text: str, label: str, measure: Callable[[], Mapping[str, float]]) -> None:
        """The same for several at once, each under its label."""
        self.registry.register(_Gauges(f"arbiter_{name}", text, label, measure))

    def _counts(self, name: str, text: str, *labels: str) -> defaultdict[Labels, int]:
        counts = defaultdict[Labels, int](int)
        self.registry.register(_Counts(f"arbiter_{name}", text, labels, counts))
        return counts

    def _times(
        self, name: str, text: str, bounds: Sequence[float], *labels: str
    ) -> defaultdict[Labels, "_Times"]:
        times = defaultdict[Labels, _Times](lambda: _Times(bounds))
        if not labels:
            times[()] = _Times(bounds)
        self.registry.register(_Histograms(f"arbiter_{name}", text, labels, times))
        return times

    def exposition(self) -> bytes:
        """Everything in the text format of Prometheus."""
        return generate_latest(self.registry)

    def summary(self) -> dict[str, float]:
        """The figures of `python -m bot status`."""
        samples = [sample for family in self.registry.collect() for sample in family.samples]

        def total(name: str, **labels: str) -> float:
            found = (one for one in samples if one.name == name and labels.items() <= one.labels.items())
            return sum(one.value for one in found)

        counted = "arbiter_interactions_total"
        figures = {outcome: total(counted, outcome=outcome) for outcome in (DONE, REFUSED, FAILED, LATE)}
        seconds, commits = (total(f"arbiter_commit_seconds_{part}") for part in ("sum", "count"))
        return figures | {
            "commits": commits,
            "commit_milliseconds": 1000 * seconds / commits if commits else 0.0,
            "writes_failed": total("arbiter_writes_total", outcome="failed"),
            "stalls": total("arbiter_loop_stalls_total"),
            "stall_seconds": total("arbiter_loop_stall_seconds_total"),
            "rate_limited": total("arbiter_discord_requests_total", status="429"),
            "queued_writes": total("arbiter_queue_length", queue="writes"),
            "queued_boards": total("arbiter_queue_length", queue="boards"),
            "queued_tasks": total("arbiter_queue_length", queue="workers"),
            "board_lag_seconds": total("arbiter_board_lag_seconds"),
            "database_bytes": total("arbiter_database_bytes"),
            "memory_bytes": total("process_resident_memory_bytes"),
        }


class _Counts(Collector):
    """A counter for each set of labels. Only the event loop counts, so no lock is needed, and to count takes
    a tenth of the time that the library's own counters do."""

    def __init__(self, name: str, text: str, labels: Labels, counts: Mapping[Labels, int]) -> None:
        self._about = name, text
        self._labels = labels
        self._counts = counts

    def collect(self) -> Iterable[Metric]:
        family = CounterMetricFamily(*self._about, labels=self._labels)
        for labels, number in [*self._counts.items()]:
            family.add_metric(labels, number)
        return (family,)


class _Times:
    """How many times were within each of some bounds."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._numbers = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self._numbers[bisect_left(self._bounds, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        ends = [*map(str, self._bounds), "+Inf"]
        return [*zip(ends, accumulate(self._numbers), strict=True)]


class _Histograms(Collector):
    """The same for times."""

    def __init__(self, name: str, text: str, labels: Labels, times: Mapping[Labels, _Times]) -> None:
        self._about = name, text
        self._labels = labels
        self._times = times

    def collect(self) -> Iterable[Metric]:
        family = HistogramMetricFamily(*self._about, labels=self._labels)
        for labels, times in [*self._times.items()]:
            family.add_metric(labels, times.buckets(), times.total)
        return (family,)


class _Gauges(Collector):
    def __init__(self, name: str, text: str, label: str, measure: Callable[[], Mapping[str, float]]) -> None:
        self._about = name, text
        self._label = label
        self._measure = measure

    def collect(self) -> Iterable[Metric]:
        family = GaugeMetricFamily(*self._about, labels=(self._label,))
        for value, number in self._measure().items():
            family.add_metric((value,), number)
        return (family,)

    def describe(self) -> Iterable[Metric]:
        return (GaugeMetricFamily(*self._about, labels=(self._label,)),)
