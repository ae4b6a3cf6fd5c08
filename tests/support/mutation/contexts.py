"""Coverage and cost of every test of a run: a pytest plugin, and the reading of its records.

The plugin tells coverage which test is running. Processes that a test starts know it from their
environment.
"""

import importlib
import json
import os
import re
import sqlite3
import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

COSTS = "MUTATION_COSTS"
"""The environment variable that names the file in which each test's cost becomes a line."""
CONFIGURATION = """[run]
parallel = true
data_file = {folder}/data
context = ${{PYTEST_CURRENT_TEST-}}
disable_warnings = no-data-collected, module-not-measured, module-not-imported, no-ctracer
source =
{sources}
"""
"""Settings of coverage, the same for pytest, its workers and the processes of tests."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Name the test to coverage while it runs, and record its cost."""
    measuring = importlib.import_module("coverage").Coverage.current()
    measuring.switch_context(item.nodeid)
    failed, before, started = item.session.testsfailed, sum(os.times()[:4]), time.monotonic()
    try:
        return (yield)
    finally:
        passed = item.session.testsfailed == failed
        cost = (sum(os.times()[:4]) - before, time.monotonic() - started, passed)
        with open(os.environ[COSTS], "a", encoding="utf-8") as file:
            file.write(json.dumps([item.nodeid, *cost]) + "\n")
        measuring.switch_context("")


def pytest_sessionfinish() -> None:
    """Write the measurements, because workers of pytest-xdist end without doing so."""
    importlib.import_module("coverage").Coverage.current().save()


@dataclass(frozen=True)
class Cost:
    """One test's processor seconds with those of its processes, the seconds it took, whether it passed."""

    processor: float
    seconds: float
    passed: bool


class Contexts:
    """Which tests execute which lines, from a folder with coverage's combined data and the tests' costs."""

    def __init__(self, folder: Path) -> None:
        self._data = sqlite3.connect(folder / "data")
        self._root = os.path.commonpath([path for (path,) in self._data.execute("SELECT path FROM file")])
        lines = (
            json.loads(line) for line in (folder / "costs.jsonl").read_text(encoding="utf-8").splitlines()
        )
        self.costs = {test: Cost(*cost) for test, *cost in lines}

    def tests(self, path: str, lines: Iterable[int] | None = None) -> set[str]:
        """Return the tests that pass and execute one of the lines of a source file, or any line."""
        wanted = None if lines is None else list(lines)
        rows = self._data.execute(
            "SELECT context, numbits FROM line_bits JOIN file ON file.id = file_id"
            " JOIN context ON context.id = context_id WHERE path = ?",
            (f"{self._root}/{path}",),
        )
        found = {_test(context) for context, bits in rows if wanted is None or _has(bits, wanted)}
        return {test for test in found if test in self.costs and self.costs[test].passed}

    def lines(self) -> dict[str, set[tuple[int, int]]]:
        """Return the lines that each passing test executes, by file."""
        found = {test: set[tuple[int, int]]() for test, cost in self.costs.items() if cost.passed}
        rows = self._data.execute(
            "SELECT file_id, context, numbits FROM line_bits JOIN context ON context.id = context_id"
        )
        for file, context, bits in rows:
            if (test := _test(context)) in found:
                found[test].update((file, line) for line in range(8 * len(bits)) if _has(bits, [line]))
        return {test: some for test, some in found.items() if some}


def _test(context: str) -> str:
    """Return the test in a context: its phase follows where a process knows it from the environment."""
    return re.sub(r" \((setup|call|teardown)\)$", "", context.rpartition("|")[2] or context.partition("|")[0])


def _has(bits: bytes, lines: list[int]) -> bool:
    return any(line // 8 < len(bits) and bits[line // 8] >> line % 8 & 1 for line in lines)
