"""A Markdown report of the comparison of both engines, and whether the aims were met."""

import os
from collections.abc import Mapping, Sequence
from statistics import median

from benchmarks.engines.measure import EngineResults, EngineScale, Kind, Pair, Rounds
from benchmarks.engines.processes import ProcessRounds

PROCESSOR = 1.15
"""Maximum CPU time of the bot's process for an answer, × that with SQLite."""
THROUGHPUT = 1
"""Minimum throughput over many channels, × that with SQLite."""
FULL = 0.85
"""The share of all cores from which on they limit throughput."""


def lines(results: EngineResults | None, scale: EngineScale) -> list[str]:
    """Return the tables with every figure."""
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
    for kind, pair in results.pairs.items():
        rows.append(f"| {titles[kind]}: SQLite | {_figures(pair.sqlite, '')} |  |")
        costs = f"{_processor(pair):.2f}"
        rows.append(f"| PostgreSQL | {_figures(pair.postgresql, costs)} | {_throughput(pair):.2f} |")
    return [*head, *rows, "", *_processes(results.processes, scale.crowd)]


def _processes(results: Mapping[int, ProcessRounds], crowd: int) -> list[str]:
    """Compare one process with several that share its work; without an aim, since all need the same cores."""
    one, (most, all_of_them) = results[1], max(results.items())
    share = _ratio(all_of_them.per_second, one.per_second)
    rows = [
        f"| {number} | {median(rounds.per_second):,.0f} | {ratio} | {median(rounds.bots) * 1000:.3f} "
        f"| {median(rounds.discord) * 1000:.3f} | {median(rounds.server) * 1000:.3f} "
        f"| {median(rounds.busy):.2f} |"
        for number, rounds, ratio in ((1, one, ""), (most, all_of_them, f"{share:.2f}"))
    ]
    rates = zip(all_of_them.discord, all_of_them.server, all_of_them.per_second, strict=True)
    taken = median((discord + server) * rate for discord, server, rate in rates)
    cores = os.cpu_count() or 1
    busy = median(all_of_them.busy) >= FULL * cores
    limit = (
        "That limits the ratio." if busy else "Something else limits the ratio: there were cores to spare."
    )
    return [
        f"| processes on PostgreSQL, `/life` in {crowd} channels at once | answers/s | × one "
        "| CPU ms: bots | Discord's side | PostgreSQL | cores in use |",
        "| --: | --: | --: | --: | --: | --: | --: |",
        *rows,
        "",
        f"CPU time is for each answer. With {most} processes Discord's side and PostgreSQL take {taken:.2f} "
        f"of {cores} cores and leave {max(cores - taken, 0):.2f} for the bots. {limit}",
    ]


def _figures(rounds: Rounds, ratio: str) -> str:
    return (
        f"{median(rounds.latencies) * 1000:.2f} | {median(rounds.processor) * 1000:.3f} | {ratio} "
        f"| {median(rounds.per_second):,.0f}"
    )


def bars(results: EngineResults | None) -> Sequence[tuple[str, bool]]:
    """Return each aim in words with its figure, and whether it was met."""
    if results is None:
        return []
    found = [
        (
            f"CPU time with PostgreSQL, {kind}, × SQLite's: {ratio:.2f}, at most {PROCESSOR}",
            ratio <= PROCESSOR,
        )
        for kind, ratio in ((kind, _processor(pair)) for kind, pair in results.pairs.items())
    ]
    share = _throughput(results.pairs["crowd"])
    text = f"throughput with PostgreSQL, × SQLite's: {share:.2f}, at least {THROUGHPUT}"
    return [*found, (text, share >= THROUGHPUT)]


def _processor(pair: Pair) -> float:
    return _ratio(pair.postgresql.processor, pair.sqlite.processor)


def _throughput(pair: Pair) -> float:
    return _ratio(pair.postgresql.per_second, pair.sqlite.per_second)


def _ratio(ones: Sequence[float], others: Sequence[float]) -> float:
    """Return the median ratio of two rounds that ran one after the other."""
    return median(one / other for one, other in zip(ones, others, strict=True))
