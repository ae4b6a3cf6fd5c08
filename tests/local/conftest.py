"""The local table in a separate process, and a page on it in a browser that this machine has."""

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

from tests.local.page import TablePage
from tests.support.browser import FLAGS, program
from tests.support.processes import environment

expect.set_options(timeout=60_000)  # milliseconds: bot, simulation and browser may share one slow processor


@pytest.fixture(scope="module")  # its event loop runs until it is closed, and other tests have their own
def browser() -> Generator[Browser]:
    """A Chromium without a window; without one on this machine the test is skipped."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield chromium
        chromium.close()


@contextmanager
def local_bot(folder: Path, *options: str, **variables: str) -> Generator[tuple[subprocess.Popen[str], str]]:
    """A bot without Discord that is started in ``folder``, and its table's address; killed at the end."""
    command = [sys.executable, "-m", "bot", "--local", "--port", "0", *options]
    with (
        (folder / "log").open("a") as log,
        subprocess.Popen(
            command,
            cwd=folder,
            env=environment(folder, **variables),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address, (folder / "log").read_text()
            yield process, address[0]
        finally:
            process.kill()


def open_table(browser: Browser, address: str) -> TablePage:
    """Return a page of the local table."""
    page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(60_000)
    page.goto(address)
    return TablePage(page)


@contextmanager
def local_table(folder: Path, browser: Browser) -> Generator[TablePage]:
    """A bot that is started in ``folder``, and its page; it must end cleanly and have logged nothing bad."""
    with local_bot(folder) as (process, address):
        table = open_table(browser, address)
        yield table
        table.page.close()
        process.send_signal(signal.SIGTERM)
        assert (process.wait(), (folder / "log").read_text()) == (0, "")


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """The folder for pictures: the one that PICTURES names, for the guides, or a temporary one."""
    return Path(os.environ.get("PICTURES") or tmp_path)
