"""What every test shares: which tests run, and how."""

import gc
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from tests.support.evening import FAILED
from tests.support.evening_fixtures import blank as blank
from tests.support.evening_fixtures import evening as evening
from tests.support.evening_fixtures import shared_bot as shared_bot
from tests.support.postgresql.limits import database_limits as database_limits
from tests.support.postgresql.limits import lengthen_database_limits

MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Bytes that must be free in memory before databases of tests are kept there. They take less than one GB."""

REPEATED = Path(__file__).parent / "repeated.txt"
"""Tests that execute nothing which others don't, found by ``python -m tests.support.mutation repeated``."""

# Killed processes lose nothing there either; only a machine without power would. A slow disk delays no test.
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# A test waits for its workers, so nothing of the suite comes first.
pytest.MonkeyPatch().setattr("storage.workers.pool.NICENESS", 0)

# Tests about these limits ask for them as they are.
lengthen_database_limits(pytest.MonkeyPatch())

# How long an example takes says nothing on a shared machine. In test-all HYPOTHESIS_PROFILE is full.
ANY_TIME = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("arbiter", ANY_TIME, max_examples=50)
settings.register_profile("full", ANY_TIME, max_examples=1_000)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "arbiter")
settings.load_profile(PROFILE)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose a part of the suite; without one everything runs."""
    add = parser.getgroup("arbiter").addoption
    add(
        "--quick",
        action="store_true",
        help="run what make test runs: nothing marked full, samples of sweeps, and nothing in repeated.txt",
    )
    add("--rest", action="store_true", help="run what --quick leaves out")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what the chosen part of the suite leaves out, and let tests with their own bots go first.

    One between others would cost the bot that these share another start.
    """
    folders = [*dict.fromkeys(item.path.parent for item in items)]
    items.sort(key=lambda item: (folders.index(item.path.parent), item.get_closest_marker("own_bot") is None))
    quick, rest = bool(config.getoption("--quick")), bool(config.getoption("--rest"))
    if quick == rest:
        return
    left_out = _left_out_of_samples(items)
    repeated = {*REPEATED.read_text(encoding="utf-8").splitlines()}
    parts: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        is_full = any(item.get_closest_marker(name) for name in ("full", "alone"))
        is_quick = not is_full and item not in left_out and item.nodeid not in repeated
        parts[is_quick].append(item)
        if is_quick and rest and PROFILE == "full" and is_hypothesis_test(getattr(item, "obj", None)):
            parts[False].append(item)  # with more examples
    chosen = {*parts[quick]}
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = parts[quick]


def _left_out_of_samples(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the cases of sweeps that aren't in their sample, which is the same on every machine."""
    sweeps = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("sample"):
            sweeps[item.nodeid.partition("[")[0]].append(item)
    left_out = set[pytest.Item]()
    for cases in sweeps.values():
        marker = cases[0].get_closest_marker("sample")
        assert marker is not None
        cases.sort(key=lambda case: sha256(case.nodeid.encode()).digest())
        left_out.update(cases[marker.args[0] :])
    return left_out


def pytest_sessionstart() -> None:
    """Exempt what is imported and collected, which stays to the end, from garbage collection."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage in what tests make, not in modules and tests again and again."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a fixture know that its test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report
