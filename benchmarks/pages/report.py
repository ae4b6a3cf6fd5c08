"""A Markdown report of the pages' measurements, and whether the aims were met."""

from collections.abc import Sequence
from math import sqrt
from statistics import median, stdev

from benchmarks.pages.measure import PageResults, PageScale, Plays, rare

LATE = 100
"""Maximum milliseconds from a commit or a press until it is visible; 99 of 100 times."""
KEPT = 0.95
"""Minimum share of its throughput and speed that `/life` keeps beside readers."""


def lines(results: PageResults, scale: PageScale) -> list[str]:
    """Return the tables with every figure."""
    head = ["| the live page | median ms | 99th percentile ms | times |", "| --- | --: | --: | --: |"]
    rows = {
        "commit until a reader has it": results.received,
        "commit until a browser has painted it": results.painted,
        "commit until the first byte of an overlay": results.overlay,
        "commit until a reader has it, while a crowd takes the processor": results.crowded,
        "press on a remote until its screen shows it": results.pressed,
    }
    late = [
        f"| {title} | {median(seconds) * 1000:.1f} | {rare(seconds):.1f} | {len(seconds):,} |"
        for title, seconds in rows.items()
        if seconds
    ]
    plays = {
        f"{scale.rate:g} changes a second": results.alone,
        f"with {scale.readers:,} readers of {scale.tables} tables": results.read,
        f"with {scale.idle:,} idle connections": results.idle,
    }
    return [*head, *late, "", *_plays(plays, results.alone)]


def _plays(plays: dict[str, Plays], alone: Plays) -> list[str]:
    head = [
        "| `/life` meanwhile | median ms | 99th percentile ms | × alone | answers/s | × alone | CPU |",
        "| --- | --: | --: | --: | --: | --: | --: |",
    ]
    rows = [
        f"| {title} | {one.median:.2f} | {rare(one.latencies):.2f} | {one.median / alone.median:.2f} "
        f"| {median(one.throughput):,.0f} | {_kept(one, alone):.2f} | {median(one.processor):.0%} |"
        for title, one in plays.items()
    ]
    return [*head, *rows]


def bars(results: PageResults) -> Sequence[tuple[str, bool]]:
    """Return each aim in words with its figure, and whether it was met."""
    late = {
        "from a commit until it is painted": results.painted,
        "from a press on a remote until it is to be seen": results.pressed,
    }
    found = [
        (
            f"milliseconds {what}, 99 of 100 times: {_figure(seconds)}, at most {LATE}",
            bool(seconds) and rare(seconds) <= LATE,
        )
        for what, seconds in late.items()
    ]
    for what, plays in {"readers": results.read, "idle connections": results.idle}.items():
        kept = {
            "throughput": (_kept(plays, results.alone), plays.throughput, results.alone.throughput),
            "speed by the median": (
                results.alone.median / plays.median,
                results.alone.medians,
                plays.medians,
            ),
        }
        found += [
            (
                f"/life beside {what}, {of} × that without: {share:.2f}{_error(*rounds)}, at least {KEPT}",
                share >= KEPT,
            )
            for of, (share, *rounds) in kept.items()
        ]
    return found


def _figure(seconds: Sequence[float]) -> str:
    """Return the 99th percentile in milliseconds; needs a browser."""
    return f"{rare(seconds):.1f}" if seconds else "not measured"


def _error(one: Sequence[float], other: Sequence[float]) -> str:
    """Return the standard error of a ratio, from its variation between rounds."""
    ratios = [mine / yours for mine, yours in zip(one, other, strict=True)]
    return f" ± {stdev(ratios) / sqrt(len(ratios)):.2f}" if len(ratios) > 1 else ""


def _kept(plays: Plays, alone: Plays) -> float:
    """Return the throughput beside readers, × that without, round by round."""
    return median(one / other for one, other in zip(plays.throughput, alone.throughput, strict=True))
