"""``python -m benchmarks.following [--quick]``: that part alone."""

import argparse
import asyncio
import tempfile
from pathlib import Path

from benchmarks.following.measure import FULL, QUICK, measure
from benchmarks.following.report import bars, lines


def main() -> None:
    """Measure, and print the report as Markdown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.following", description="Measure commands with all that follows."
    )
    parser.add_argument("--quick", action="store_true", help="measure less; figures vary more")
    scale = QUICK if parser.parse_args().quick else FULL
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path()) as folder:
        results = asyncio.run(measure(scale, Path(folder).resolve()))
    print("\n".join([*lines(results, scale), ""]))
    print("\n".join(f"* {'met' if met else 'MISSED'}: {aim}" for aim, met in bars(results)))


if __name__ == "__main__":
    main()
