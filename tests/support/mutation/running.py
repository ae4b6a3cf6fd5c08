"""Tests that run in a fork of this process, which has imported the libraries of every test.

So a run takes tenths of a second of processor time more than its tests, instead of seconds.
"""

import importlib
import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

LIBRARIES = (
    *("hypothesis.strategies", "pytest_asyncio.plugin", "discord.ext.commands", "aiohttp.web", "simcord"),
    *(
        "asyncpg",
        "babel.core",
        "jinja2",
        "networkx",
        "openskill",
        "playwright.async_api",
        "prometheus_client",
    ),
)
CHECKOUT = str(Path(__file__).parents[3])
MEMORY = 4 << 30
"""Bytes of data that a process of a run may have: a fault can make lists without end."""
OPTIONS = (
    *("-x", "-q", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)


def load() -> None:
    """Import the libraries of the runs."""
    for name in LIBRARIES:
        importlib.import_module(name)


class _Chosen:
    """A pytest plugin that runs only some tests, in their order, and notes the first that fails."""

    def __init__(self, tests: list[str]) -> None:
        self._order = {test: number for number, test in enumerate(tests)}
        self.ran = 0
        self.killer: str | None = None
        self.why = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self._order]
        items[:] = sorted(chosen, key=lambda item: self._order[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran += report.when == "call"
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and self.killer is None:
            self.killer = report.nodeid
            self.why = report.longreprtext.strip()[-400:]


@dataclass
class Run:
    """One run of some tests in a tree. It is killed after ``limit`` seconds."""

    tree: Path
    tests: list[str]
    limit: float

    def start(self) -> None:
        """Begin it in a fork; raises FileNotFoundError if a file of tests is missing."""
        for test in self.tests:
            if not (file := self.tree / test.partition("::")[0]).exists():
                raise FileNotFoundError(file)
        self._answer = self.tree.with_suffix(".json")
        self._answer.unlink(missing_ok=True)
        self._started = time.monotonic()
        self._process = os.fork()
        if not self._process:
            try:
                self._carry_out()
            finally:
                os._exit(0)

    def result(self) -> dict[str, object] | None:
        """Return the run's result, once it has ended: its status is caught, survived or timeout."""
        ended, _ = os.waitpid(self._process, os.WNOHANG)
        late = time.monotonic() - self._started > self.limit
        if not ended and not late:
            return None
        self.kill()
        if not ended:
            os.waitpid(self._process, 0)
            return {"status": "timeout"}
        if not self._answer.exists():
            return {"status": "caught", "why": "the process ended"}
        return json.loads(self._answer.read_text(encoding="utf-8"))

    def kill(self) -> None:
        """Kill it, and the leftovers of its tests."""
        with suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)

    def _carry_out(self) -> None:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        log = os.open(self.tree.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.chdir(self.tree)
        sys.path[:] = [str(self.tree), *(path for path in sys.path if path not in ("", CHECKOUT))]
        for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
            del sys.modules[name]
        chosen = _Chosen(self.tests)
        files = dict.fromkeys(test.partition("::")[0] for test in self.tests)
        code = pytest.main([*OPTIONS, *files], plugins=[chosen])
        passed = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        answer = {"status": "survived" if passed else "caught", "killer": chosen.killer, "why": chosen.why}
        answer |= {"ran": chosen.ran, "processor": round(sum(os.times()[:4]), 1)}
        self._answer.write_text(json.dumps(answer), encoding="utf-8")
