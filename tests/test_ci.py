"""What CI runs: nothing that it is there for may be left out there."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NEEDED = ("bash", "dirname", "id", "ls")


@pytest.mark.parametrize(
    ("ci", "browser", "part", "status", "made"),
    [
        ("true", "", [], 1, []),
        ("true", "google-chrome", [], 0, ["made test", "made test-rest"]),
        ("true", "chromium-headless-shell", ["quick"], 0, ["made test"]),
        ("", "", [], 0, ["made test", "made test-rest"]),
    ],
)
def test_only_ci_needs_a_browser(
    tmp_path: Path, ci: str, browser: str, part: list[str], status: int, made: list[str]
) -> None:
    """Without one on a machine where none can be installed."""
    for name in NEEDED:
        found = shutil.which(name)
        assert found is not None, name
        (tmp_path / name).symlink_to(found)
    for name in filter(None, ("make", browser)):
        (tmp_path / name).write_text("#!/bin/sh\necho made $1\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    run = subprocess.run(
        [tmp_path / "bash", Path(__file__).parents[1] / ".ci" / "run", *part],
        env={**os.environ, "PATH": str(tmp_path), "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == status, run.stderr
    assert [line for line in run.stdout.splitlines() if line.startswith("made")] == made
