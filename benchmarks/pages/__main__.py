"""``python -m benchmarks.pages [--quick] [--rounds N] [--rate N] [--json FILE]``: the pages alone."""

import argparse
import json
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from benchmarks.pages.measure import FULL, QUICK, measure
from benchmarks.pages.report import bars, lines
from benchmarks.report import run_alone


def main() -> None:
    """Measure, and print the report as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description="Measure the pages.")
    parser.add_argument("--quick", action="store_true", help="measure less; figures vary more")
    parser.add_argument("--rounds", type=int, help=f"more are surer (default: {FULL.rounds})")
    parser.add_argument("--rate", type=float, help="changes a second, fewer on a slow machine (default: 200)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all figures to this file")
    options = parser.parse_args()
    scale = QUICK if options.quick else FULL
    asked = {"rate": options.rate, "rounds": options.rounds}
    given = {name: value for name, value in asked.items() if value is not None}
    if any(value <= 0 for value in given.values()):
        parser.error("--rounds and --rate have to be above 0")
    scale = replace(scale, **given)
    results = run_alone(partial(measure, scale), partial(lines, scale=scale), bars)
    if options.json is not None:
        options.json.write_text(json.dumps(asdict(results)), encoding="utf-8")


if __name__ == "__main__":
    main()
