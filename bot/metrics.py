"""What is counted and measured while the bot runs, for `python -m bot status` and for Prometheus.

Labels come from the bot itself (commands, buttons, keys of refusals), never from people or servers, so that
there are a few hundred series at most, and one more for each shard.
"""

from collections.abc import Callable, Iterable, Mapping

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.interactions import DONE, FAILED, LATE, REFUSED, Handled
from bot.watchdog import Stall

ANSWERS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds that the histograms tell apart; Discord waits for three."""
COMMITS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 3.0)


class Metrics:
    """The counters and gauges of one process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._interactions = Counter(
            "arbiter_interactions",
            "Commands and presses",
            ("kind", "name", "outcome"),
            registry=registry,
        )
        self._answers = Histogram(
            "arbiter_interaction_seconds",
            "Until they were answered",
            ("kind",),
            buckets=ANSWERS,
            registry=registry,
        )
        self._refusals = Counter("arbiter_refusals", "Refusals by their key", ("key",), registry=registry)
        self._commits = Histogram(
            "arbiter_commit_seconds", "Until writes were on disk", buckets=COMMITS, registry=registry
        )
        self._writes = Counter("arbiter_writes", "Writes, several a commit", ("outcome",), registry=registry)
        self._stalls = Counter("arbiter_loop_stalls", "When something held the loop", registry=registry)
        self._stalled = Counter("arbiter_loop_stall_seconds", "Their length in all", registry=registry)
        self._requests = Counter(
            "arbiter_discord_requests", "Requests to Discord", ("method", "status"), registry=registry
        )

    def interaction(self, handled: Handled) -> None:
        """Count a command or press."""
        self._interactions.labels(handled.kind, handled.name, handled.outcome).inc()
        self._answers.labels(handled.kind).observe(handled.seconds)
        if handled.outcome == REFUSED:
            self._refusals.labels(handled.reason).inc()

    def commit(self, seconds: float, writes: int, failed: int) -> None:
        """Count a commit of so many writes, of which some may have failed."""
        self._commits.observe(seconds)
        self._writes.labels("committed").inc(writes - failed)
        if failed:
            self._writes.labels("failed").inc(failed)

    def stall(self, stall: Stall) -> None:
        """Count a time for which something held the event loop."""
        self._stalls.inc()
        self._stalled.inc(stall.seconds)

    def trace(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Count the requests of an aiohttp session, too, among them those that Discord put off (429)."""

        async def count(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
            self._requests.labels(end.method, str(end.response.status)).inc()

        config.on_request_end.append(count)
        return config

    def gauge(self, name: str, text: str, measure: Callable[[], float]) -> None:
        """Measure something whenever the figures are read."""
        Gauge(f"arbiter_{name}", text, registry=self.registry).set_function(measure)

    def gauges(self, name: str, text: str, label: str, measure: Callable[[], Mapping[str, float]]) -> None:
        """The same for several at once, each under its label."""
        self.registry.register(_Gauges(f"arbiter_{name}", text, label, measure))

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
