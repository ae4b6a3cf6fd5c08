"""``python -m benchmarks.engines [--quick]``: both engines alone."""

import argparse
from functools import partial

from benchmarks.engines.measure import FULL, QUICK, measure
from benchmarks.engines.report import bars, lines
from benchmarks.report import run_alone


def main() -> None:
    """Measure, and print the report as Markdown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.engines", description="Measure the bot with PostgreSQL and with SQLite."
    )
    parser.add_argument("--quick", action="store_true", help="measure less; figures vary more")
    scale = QUICK if parser.parse_args().quick else FULL
    run_alone(partial(measure, scale), partial(lines, scale=scale), bars)


if __name__ == "__main__":
    main()
