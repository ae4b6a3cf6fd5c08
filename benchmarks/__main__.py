"""``make bench``, or ``python -m benchmarks [--quick] [--json FILE] [--folder FOLDER]``."""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path

from benchmarks.compare import FULL, QUICK, measure
from benchmarks.report import as_json, markdown


def main() -> None:
    """Measure, and print the report as Markdown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure the bot beside bare discord.py bots."
    )
    parser.add_argument("--quick", action="store_true", help="measure less; figures vary more")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all figures to this file")
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        type=Path,
        default=Path(),
        help="where to put the temporary databases, on a real disk (default: here)",
    )
    options = parser.parse_args()
    scale = QUICK if options.quick else FULL
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=options.folder) as folder:
        results = asyncio.run(measure(scale, Path(folder).resolve()))
    print(markdown(results, scale))
    if options.json is not None:
        options.json.write_text(json.dumps(as_json(results, scale), indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
