"""A browser that this machine has, and evenings whose games have pages."""

import gc
import os
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect

from storage.settings.definitions import SAME_TIME
from tests.support.browser import FLAGS, program
from tests.support.evening import Evening
from tests.support.evening_fixtures import evening_of
from tests.web.windows import WINDOWS
from web.access.addresses import WebAddress

ANY_PORT = WebAddress("127.0.0.1", 0)
expect.set_options(timeout=60_000)  # milliseconds: waits end when it happens, also on a busy machine


@pytest.fixture(scope="session")
async def chromium() -> AsyncGenerator[Browser]:
    """A Chromium without a window; without one on this machine the test is skipped."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield started
        WINDOWS.forget()
        await started.close()


@pytest.fixture
async def browser(chromium: Browser) -> AsyncGenerator[Browser]:
    """The browser, whose windows are cleared after the test."""
    yield chromium
    await WINDOWS.clear(chromium)


@pytest.fixture
async def blank(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening whose games have pages."""
    async with evening_of(request, tmp_path, ANY_PORT) as evening:
        yield evening


@pytest.fixture
async def late(evening: Evening) -> Evening:
    """An evening with pages in which results wait for what happened at the same time, 30 seconds."""
    await evening.as_by_default(SAME_TIME)
    return evening


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """The folder for pictures: the one that PICTURES names, for the guides, or a temporary one."""
    return Path(os.environ.get("PICTURES") or tmp_path)


@pytest.fixture
def no_collector() -> Generator[None]:
    """Collect garbage, and none during the test: what is freed then is freed without the collector."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
