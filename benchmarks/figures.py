"""Numbers about many measurements: median, 99th percentile, processor time."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil
from statistics import median

from benchmarks.contender import Measured


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest of these that at least this share of them do not exceed."""
    ordered = sorted(values)
    return ordered[max(ceil(share * len(ordered)), 1) - 1]


@dataclass(slots=True)
class Series:
    """Everything that was measured of one thing, over all rounds."""

    latencies: list[float] = field(default_factory=list[float])
    seconds: float = 0.0
    processor: float = 0.0
    per_second: list[float] = field(default_factory=list[float])

    def add(self, measured: Measured) -> None:
        """One more round."""
        self.latencies += measured.latencies
        self.seconds += measured.seconds
        self.processor += measured.processor
        self.per_second.append(len(measured.latencies) / measured.seconds)

    @property
    def median(self) -> float:
        """Milliseconds that half of the answers took at most."""
        return median(self.latencies) * 1000

    @property
    def rare(self) -> float:
        """Milliseconds that 99 of 100 answers took at most."""
        return percentile(self.latencies, 0.99) * 1000

    @property
    def each(self) -> float:
        """Milliseconds of processor time for one answer, with all that follows it."""
        return self.processor / len(self.latencies) * 1000

    @property
    def throughput(self) -> float:
        """Answers in a second, in the round in the middle."""
        return median(self.per_second)
