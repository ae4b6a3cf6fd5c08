"""The results as Markdown for people and as JSON for programs."""

import asyncio
import os
import platform
import tempfile
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import TypeVar

from benchmarks.compare import Case, Results, Scale, Series
from benchmarks.engines import report as engines
from benchmarks.following import report as following
from benchmarks.pages import report as pages
from tests.support.discord_api.objects import Json

T = TypeVar("T")
MB = 1_000_000
EQUAL = 1.15
"""Maximum ratio that counts as equal, on a machine with other load."""
STEP = 1.5
"""Maximum median of `/undo` and `/redo`, × that of `/life`."""
BUSY = 2
"""Minimum throughput of the bot, × the bare insert's."""
READY = 1.8
"""Maximum time until the bot is ready, × that of a bare discord.py bot."""
MEMORY = 200
"""Maximum megabytes in memory with 10,000 games in use; 65 of them are the bot without games."""
PAGE = 100
"""Maximum milliseconds for a page of a large league's standings."""
CORRECTION = 1
"""Maximum seconds for correcting an early result in a large league, with a page of standings."""
FIRST = 3
"""Maximum seconds for the first page of a large league's standings after a start."""
PAUSE = 50
"""Maximum milliseconds for which that may block others."""


def run_alone(
    measure: Callable[[Path], Coroutine[object, object, T]],
    lines: Callable[[T], Iterable[str]],
    bars: Callable[[T], Iterable[tuple[str, bool]]],
) -> T:
    """Measure one part in a temporary folder, print its report as Markdown with its aims, and return it."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path()) as folder:
        results = asyncio.run(measure(Path(folder).resolve()))
    print("\n".join([*lines(results), ""]))
    print("\n".join(f"* {'met' if met else 'MISSED'}: {aim}" for aim, met in bars(results)))
    return results


def machine() -> str:
    """Describe the machine in one line."""
    return f"{os.cpu_count()} cores, {_processor()}, {platform.system()}, Python {platform.python_version()}"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def markdown(results: Results, scale: Scale) -> str:
    """Return tables with every figure, and whether each aim was met."""
    parts = (
        [f"Machine: {machine()}."],
        _single(results, scale),
        _crowds(results),
        _starts(results, scale),
        _engine(results),
        _ledger(results),
        pages.lines(results.pages, scale.pages),
        engines.lines(results.engines, scale.engines),
        following.lines(results.following, scale.following),
        [f"* {'met' if met else 'MISSED'}: {aim}" for aim, met in bars(results)],
    )
    return "\n\n".join("\n".join(part) for part in parts)


def bars(results: Results) -> list[tuple[str, bool]]:
    """Return each aim in words with its figure, and whether it was met."""
    league, crowd = results.ledger, max(results.crowds)
    ratios = {
        "one /life, × one insert": (Case.FRESH, Case.INSERT, EQUAL),
        "one press, × one button with an insert": (Case.PRESS, Case.BUTTON, EQUAL),
        "a long log, × a new game": (Case.OLD, Case.FRESH, EQUAL),
        "among many games, × few": (Case.MANY, Case.FRESH, EQUAL),
        "/undo, × a /life": (Case.UNDO, Case.FRESH, STEP),
        "/redo, × a /life": (Case.REDO, Case.FRESH, STEP),
        "/undo in a long log, × a /life": (Case.OLD_UNDO, Case.FRESH, STEP),
        "/redo in a long log, × a /life": (Case.OLD_REDO, Case.FRESH, STEP),
    }
    busy = results.crowds[crowd]
    many = f"{league.results:,} results"
    aims = (
        *((what, _ratio(results.single, case, to), most) for what, (case, to, most) in ratios.items()),
        (
            "time until ready, × bare discord.py",
            _ready(results, Case.FRESH) / _ready(results, Case.BARE),
            READY,
        ),
        (f"milliseconds for a page of standings of {many}", league.standings * 1000, PAGE),
        (f"seconds for correcting one of {many}", league.corrected, CORRECTION),
        (f"adding one to {many}, × a new league", league.growth, EQUAL),
        (f"seconds for the first page of {many} after a start", league.first, FIRST),
        ("milliseconds for which that holds up others", league.blocked * 1000, PAUSE),
        *(
            []
            if results.memory is None
            else [("megabytes with all games in use", results.memory / MB, MEMORY)]
        ),
    )
    found = [(f"{what}: {value:.2f}, at most {most}", value <= most) for what, value, most in aims]
    share = busy[Case.MANY].throughput / busy[Case.INSERT].throughput
    text = f"throughput over {crowd} channels, × the insert's: {share:.2f}, at least {BUSY}"
    parts = (
        *pages.bars(results.pages),
        *engines.bars(results.engines),
        *following.bars(results.following),
    )
    return [*found, (text, share >= BUSY), *parts]


def _ratio(series: Mapping[Case, Series], case: Case, to: Case) -> float:
    return series[case].median / series[to].median


def _ready(results: Results, case: Case) -> float:
    return median(results.starts[case].seconds)


def _single(results: Results, scale: Scale) -> list[str]:
    titles = {
        Case.BARE: "bare discord.py command",
        Case.INSERT: "bare command with one durable insert",
        Case.FRESH: "`/life lose`, new game",
        Case.SHARDED: "`/life lose`, new game, bot with 16 shards",
        Case.OLD: f"`/life lose`, log of {scale.entries:,} entries",
        Case.MANY: f"`/life lose`, one of {scale.tables:,} games",
        Case.LOADED: "`/life lose`, game not yet in memory",
        Case.UNDO: "`/undo`, new game",
        Case.REDO: "`/redo`, new game",
        Case.OLD_UNDO: f"`/undo`, log of {scale.entries:,} entries",
        Case.OLD_REDO: f"`/redo`, log of {scale.entries:,} entries",
        Case.BUTTON: "bare button with one durable insert",
        Case.PRESS: "button on the board",
    }
    rows: list[Sequence[str]] = []
    for case, title in titles.items():
        if (series := results.single.get(case)) is not None:
            against = Case.BUTTON if case in (Case.BUTTON, Case.PRESS) else Case.INSERT
            figures = (series.median, series.rare, series.each)
            ratio = f"{_ratio(results.single, case, against):.2f}"
            rows.append((title, *(f"{figure:.3f}" for figure in figures), ratio))
    return _table(("one at a time", "median ms", "99th percentile ms", "CPU ms", "× insert"), rows)


def _crowds(results: Results) -> list[str]:
    titles = {
        Case.INSERT: "durable inserts, one at a time",
        Case.UNLOCKED: "durable inserts, transactions shared by accident",
        Case.MANY: "`/life lose`, with board updates",
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
    head = ("all at once", "answers/s", "median ms", "99th percentile ms", "CPU ms", "× insert")
    return _table(head, rows)


def _starts(results: Results, scale: Scale) -> list[str]:
    titles = {
        Case.BARE: "bare discord.py bot",
        Case.INSERT: "bare discord.py bot with a database",
        Case.FRESH: "Arbiter, new database",
        Case.MANY: f"Arbiter, {scale.tables:,} games",
    }
    rows = [
        (title, f"{_ready(results, case) * 1000:.0f}", _megabytes(results.starts[case].memory[-1]))
        for case, title in titles.items()
    ]
    rows.append((f"Arbiter, {scale.tables:,} games in use", "", _megabytes(results.memory)))
    return _table(("start", "ms until ready", "memory MB"), rows)


def _megabytes(memory: int | None) -> str:
    return "unknown" if memory is None else f"{memory / MB:.0f}"


def _engine(results: Results) -> list[str]:
    rows = [(str(game.players), f"{game.per_second:,.0f}", f"{game.growth:.2f}") for game in results.engine]
    after = f"time after {results.engine[0].actions:,} actions, × a new game"
    return _table(("rules alone: players", "actions/s on one core", after), rows)


def _ledger(results: Results) -> list[str]:
    league = results.ledger
    rows = {
        "add one result, durably": league.recorded,
        "page of standings after a change": league.standings,
        "void an early result, durably, and show a page of standings": league.corrected,
        "void a result in the middle and recalculate all ratings": league.rated,
        "first page of standings after a start": league.first,
        "longest time this held up other requests": league.blocked,
    }
    head = (f"a league of {league.results:,} results", "ms")
    return _table(head, [(title, f"{seconds * 1000:,.1f}") for title, seconds in rows.items()])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    rule = ["---", *["--:"] * (len(head) - 1)]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]


def as_json(results: Results, scale: Scale) -> Json:
    """Return every figure by its name, in milliseconds and bytes."""
    return {
        "machine": machine(),
        "scale": asdict(scale),
        "single": _figures(results.single),
        "crowds": {str(crowd): _figures(busy) for crowd, busy in results.crowds.items()},
        "starts": {case.value: asdict(start) for case, start in results.starts.items()},
        "memory": results.memory,
        "engine": [asdict(game) for game in results.engine],
        "ledger": asdict(results.ledger),
        "pages": asdict(results.pages),
        "engines": results.engines and asdict(results.engines),
        "following": asdict(results.following),
        "bars": {bar: met for bar, met in bars(results)},
    }


def _figures(measured: Mapping[Case, Series]) -> Json:
    return {
        case.value: {
            "answers": len(series.latencies),
            "median": series.median,
            "p99": series.rare,
            "processor": series.each,
            "per_second": series.throughput,
        }
        for case, series in measured.items()
    }
