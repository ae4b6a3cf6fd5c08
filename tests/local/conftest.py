"""The local table in a process of its own, and a page on it in a browser that this machine has."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from bot.settings import VARIABLES
from tests.local.page import TablePage
from tests.support.browser import FLAGS, program

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=60_000)  # milliseconds: bot, simulation and browser may share one slow processor


@pytest.fixture(scope="module")  # its event loop runs until it is closed, and other tests have their own
def browser() -> Generator[Browser]:
    """A Chromium without a window; without one on this machine the test is skipped."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield chromium
        chromium.close()


@contextmanager
def local_table(folder: Path, browser: Browser) -> Generator[TablePage]:
    """A bot that is started in ``folder``, and its page; it must end cleanly and have logged nothing bad."""
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    environment |= {"PYTHONPATH": str(ROOT), "ARBITER_LOG_LEVEL": "WARNING"}
    command = [sys.executable, "-m", "bot", "--local", "--port", "0"]
    with (
        (folder / "log").open("w+") as log,
        subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address, (folder / "log").read_text()
            page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
            page.goto(address.group())
            yield TablePage(page)
            page.close()
        finally:
            process.send_signal(signal.SIGTERM)
    assert (process.returncode, (folder / "log").read_text()) == (0, "")


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where pictures go: the folder that PICTURES names, for the guides, or one that is thrown away."""
    return Path(os.environ.get("PICTURES") or tmp_path)
