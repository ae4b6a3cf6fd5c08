"""What was measured of both engines, as Markdown, and whether the aims were met."""

from collections.abc import Sequence
from statistics import median

from benchmarks.engines.measure import EngineResults, EngineScale, Kind, Pair, Rounds

PROCESSOR = 1.15
"""Maximum CPU time of the bot's process for an answer, × that with SQLite."""
THROUGHPUT = 1
"""Minimum throughput over many channels, × that with SQLite."""


def lines(results: EngineResults | None, scale: EngineScale) -> list[str]:
    """A table with every figure."""
    if results is None:
        return ["No PostgreSQL is installed; only SQLite was measured."]
    titles: dict[Kind, str] = {
        "/life": "`/life`, one at a time",
        "press": "button, one at a time",
        "crowd": f"`/life` in {scale.crowd} channels at once",
    }
    head = [
        "| the bot with | median ms | CPU ms | × SQLite | answers/s | × SQLite |",
        "| --- | --: | --: | --: | --: | --: |",
    ]
    rows: list[str] = []
    for kind, pair in results.items():
        rows.append(f"| {titles[kind]}: SQLite | {_figures(pair.sqlite, '')} |  |")
        costs = f"{_processor(pair):.2f}"
        rows.append(f"| PostgreSQL | {_figures(pair.postgresql, costs)} | {_throughput(pair):.2f} |")
    return [*head, *rows]


def _figures(rounds: Rounds, ratio: str) -> str:
    return (
        f"{median(rounds.latencies) * 1000:.2f} | {median(rounds.processor) * 1000:.3f} | {ratio} "
        f"| {median(rounds.per_second):,.0f}"
    )


def bars(results: EngineResults | None) -> Sequence[tuple[str, bool]]:
    """Each aim in words with its figure, and whether it was met."""
    if results is None:
        return []
    found = [
        (
            f"CPU time with PostgreSQL, {kind}, × SQLite's: {ratio:.2f}, at most {PROCESSOR}",
            ratio <= PROCESSOR,
        )
        for kind, ratio in ((kind, _processor(pair)) for kind, pair in results.items())
    ]
    share = _throughput(results["crowd"])
    text = f"throughput with PostgreSQL, × SQLite's: {share:.2f}, at least {THROUGHPUT}"
    return [*found, (text, share >= THROUGHPUT)]


def _processor(pair: Pair) -> float:
    return _ratio(pair.postgresql.processor, pair.sqlite.processor)


def _throughput(pair: Pair) -> float:
    return _ratio(pair.postgresql.per_second, pair.sqlite.per_second)


def _ratio(ones: Sequence[float], others: Sequence[float]) -> float:
    """The median ratio of two rounds that ran one after the other."""
    return median(one / other for one, other in zip(ones, others, strict=True))
