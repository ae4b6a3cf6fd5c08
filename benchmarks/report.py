"""The results as Markdown for people and as JSON for machines."""

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median

from benchmarks.compare import Case, Results, Scale
from benchmarks.figures import Series
from benchmarks.payloads import Json

MB = 1_000_000
SLOWER = 1.25
"""Times the bare insert's median that a command of the bot may take."""
BUSY = 0.8
"""Of the bare insert's throughput that the bot has at least."""
FLAT = 1.15
"""Times the median at a fresh table that counts as the same on a machine that does other things as well."""

PAGE = 100
"""Milliseconds that a page of a large league's standings takes at most."""
CORRECTION = 1
"""Seconds that a correction in a large league's past takes at most, with the standings that follow."""


def machine() -> str:
    """The machine in one line."""
    return f"{os.cpu_count()} cores, {_processor()}, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def markdown(results: Results, scale: Scale) -> str:
    """Tables with every figure, and which bars are met."""
    parts = (
        [f"Machine: {machine()}."],
        _single(results, scale),
        _crowds(results),
        _starts(results, scale),
        _engine(results),
        _ledger(results),
        [f"* {'met' if met else 'MISSED'}: {bar}" for bar, met in bars(results)],
    )
    return "\n\n".join("\n".join(part) for part in parts)


def bars(results: Results) -> list[tuple[str, bool]]:
    """Each bar in words with what was measured, and whether it is met."""
    single, crowd = results.single, max(results.crowds)
    busy = results.crowds[crowd]
    ratios = (
        ("one /life over one insert", _ratio(single, Case.FRESH, Case.INSERT), SLOWER),
        ("one press over one button with an insert", _ratio(single, Case.PRESS, Case.BUTTON), SLOWER),
        ("a long log over a fresh table", _ratio(single, Case.OLD, Case.FRESH), FLAT),
        ("among many tables over a fresh table", _ratio(single, Case.MANY, Case.FRESH), FLAT),
    )
    found = [(f"{what} {ratio:.2f}, at most {most}", ratio <= most) for what, ratio, most in ratios]
    share = busy[Case.MANY].throughput / busy[Case.INSERT].throughput
    text = f"throughput over {crowd} channels, of that of the insert {share:.2f}, at least {BUSY}"
    return [*found, (text, share >= BUSY), *_ledger_bars(results)]


def _ledger_bars(results: Results) -> list[tuple[str, bool]]:
    league = results.ledger
    many = f"{league.results:,} results"
    return [
        (
            f"standings of a league with {many} {league.standings * 1000:.0f} ms, less than {PAGE} ms",
            league.standings * 1000 < PAGE,
        ),
        (
            f"a correction in their past {league.corrected:.2f} s, less than {CORRECTION} s",
            league.corrected < CORRECTION,
        ),
        (
            f"a result more with {many} over one in a new league {league.growth:.2f}, at most {FLAT}",
            league.growth <= FLAT,
        ),
    ]


def _ratio(series: Mapping[Case, Series], case: Case, to: Case) -> float:
    return series[case].median / series[to].median


def _single(results: Results, scale: Scale) -> list[str]:
    titles = {
        Case.BARE: "a bare discord.py command",
        Case.INSERT: "the same with one durable insert",
        Case.FRESH: "`/life lose`, fresh table",
        Case.OLD: f"`/life lose`, a log of {scale.entries:,} entries",
        Case.MANY: f"`/life lose`, among {scale.tables:,} tables",
        Case.LOADED: "`/life lose`, table not in memory yet",
        Case.BUTTON: "a bare button with one durable insert",
        Case.PRESS: "a press on the board",
    }
    rows = [
        (
            title,
            f"{series.median:.3f}",
            f"{series.rare:.3f}",
            f"{series.each:.3f}",
            f"{series.median / results.single[_against(case)].median:.2f}",
        )
        for case, title in titles.items()
        if (series := results.single.get(case)) is not None
    ]
    return _table(("one at a time", "median ms", "99 % ms", "processor ms", "× insert"), rows)


def _against(case: Case) -> Case:
    return Case.BUTTON if case in (Case.BUTTON, Case.PRESS) else Case.INSERT


def _crowds(results: Results) -> list[str]:
    titles = {
        Case.INSERT: "one durable insert, one after the other",
        Case.UNLOCKED: "one durable insert, transactions shared by accident",
        Case.MANY: "`/life lose`, boards edited behind it",
    }
    rows = [
        (
            f"{crowd} channels: {title}",
            f"{busy[case].throughput:,.0f}",
            f"{busy[case].median:.0f}",
            f"{busy[case].rare:.0f}",
            f"{busy[case].each:.3f}",
            f"{busy[case].throughput / busy[Case.INSERT].throughput:.2f}",
        )
        for crowd, busy in results.crowds.items()
        for case, title in titles.items()
    ]
    head = ("all at once", "commands/s", "median ms", "99 % ms", "processor ms", "× insert")
    return _table(head, rows)


def _starts(results: Results, scale: Scale) -> list[str]:
    titles = {
        Case.BARE: "a bare discord.py bot",
        Case.INSERT: "the same with a database",
        Case.FRESH: "Arbiter, new database",
        Case.MANY: f"Arbiter, {scale.tables:,} tables",
    }
    rows = [
        (title, f"{median(start.seconds) * 1000:.0f}", _megabytes(start.memory[-1]))
        for case, title in titles.items()
        for start in [results.starts[case]]
    ]
    rows.append((f"Arbiter, {scale.tables:,} tables used", "", _megabytes(results.memory)))
    return _table(("start", "ms until it takes commands", "MB in memory"), rows)


def _megabytes(memory: int | None) -> str:
    return "unknown" if memory is None else f"{memory / MB:.0f}"


def _engine(results: Results) -> list[str]:
    rows = [(str(game.players), f"{game.per_second:,.0f}", f"{game.growth:.2f}") for game in results.engine]
    actions = f"{results.engine[0].actions:,}"
    return _table(
        ("rules alone: players", "actions/s on one core", f"an action after {actions} over one at first"),
        rows,
    )


def _ledger(results: Results) -> list[str]:
    league = results.ledger
    rows = [
        ("one result more, durable", league.recorded),
        ("a page of the standings after a change", league.standings),
        ("a result of the past voided, durable, and a page of the standings", league.corrected),
        ("a result in the middle voided, and everybody's rating right again", league.rated),
        ("the first look at the standings after a start", league.first),
        ("of that, the longest time in which nobody else was served", league.blocked),
    ]
    head = (f"a league of {league.results:,} results", "ms")
    return _table(head, [(title, f"{seconds * 1000:,.1f}") for title, seconds in rows])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    rule = ["---", *["--:"] * (len(head) - 1)]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]


def as_json(results: Results, scale: Scale) -> Json:
    """Every figure by its name; milliseconds and bytes."""
    return {
        "machine": machine(),
        "scale": asdict(scale),
        "single": {case.value: _figures(series) for case, series in results.single.items()},
        "crowds": {
            str(crowd): {case.value: _figures(series) for case, series in busy.items()}
            for crowd, busy in results.crowds.items()
        },
        "starts": {case.value: asdict(start) for case, start in results.starts.items()},
        "memory": results.memory,
        "engine": [asdict(game) for game in results.engine],
        "ledger": asdict(results.ledger),
        "bars": {bar: met for bar, met in bars(results)},
    }


def _figures(series: Series) -> Json:
    return {
        "answers": len(series.latencies),
        "median": series.median,
        "p99": series.rare,
        "processor": series.each,
        "per_second": series.throughput,
    }
