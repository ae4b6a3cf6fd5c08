"""``python -m benchmarks.following [--quick]``: this part alone."""

import argparse
from functools import partial

from benchmarks.following.measure import FULL, QUICK, measure
from benchmarks.following.report import bars, lines
from benchmarks.report import run_alone


def main() -> None:
    """Measure, and print the report as Markdown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.following", description="Measure commands with all that follows."
    )
    parser.add_argument("--quick", action="store_true", help="measure less; figures vary more")
    scale = QUICK if parser.parse_args().quick else FULL
    run_alone(partial(measure, scale), partial(lines, scale=scale), bars)


if __name__ == "__main__":
    main()
