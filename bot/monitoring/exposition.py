"""The figures in Prometheus' text format, made by its library."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.monitoring.metrics import Counts, Family, Gauges, Metrics


def exposition(metrics: Metrics) -> bytes:
    """Return all figures, including the process's."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(_Figures(metrics))
    return generate_latest(registry)


class _Figures(Collector):
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return map(_family, self._metrics.families)


def _family(family: Family) -> Metric:
    about = f"arbiter_{family.name}", family.text
    if isinstance(family, Counts):
        counter = CounterMetricFamily(*about, labels=family.labels)
        for labels, number in [*family.numbers.items()]:
            counter.add_metric(labels, number)
        return counter
    if isinstance(family, Gauges):
        gauge = GaugeMetricFamily(*about, labels=family.labels)
        for labels, value in family.measure().items():
            gauge.add_metric(labels, value)
        return gauge
    histogram = HistogramMetricFamily(*about, labels=family.labels)
    for labels, times in [*family.times.items()]:
        histogram.add_metric(labels, times.buckets(), times.total)
    return histogram
