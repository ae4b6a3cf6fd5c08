"""A browser that this machine has, and evenings whose games have pages."""

import os
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.support.browser import FLAGS, program
from tests.support.evening import Evening
from web.access.addresses import WebAddress

ANY_PORT = WebAddress("127.0.0.1", 0)


SHARED = {"browser", "evening", "late"}
"""What belongs to one event loop, in which then a browser is started once for all tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let what has to do with a browser run in one event loop."""
    here = str(Path(__file__).parent)
    for item in items:
        if (
            str(item.path).startswith(here)
            and isinstance(item, pytest.Function)
            and not SHARED.isdisjoint(item.fixturenames)
        ):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncGenerator[Browser]:
    """A Chromium without a window; without one on this machine the test is skipped."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncGenerator[Browser]:
    """The browser, whose pages are closed after the test: they would go on asking for what has gone."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening whose games have pages."""
    async with Evening(tmp_path / "arbiter.db", pages=ANY_PORT) as evening:
        yield evening


@pytest_asyncio.fixture(loop_scope="session")
async def late(tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening with pages in which results wait for what happened at the same time, 30 seconds."""
    async with Evening(tmp_path / "arbiter.db", pages=ANY_PORT, late=True, simulated_time=True) as evening:
        yield evening


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where pictures go: the folder that PICTURES names, for the guides, or one that is thrown away."""
    return Path(os.environ.get("PICTURES") or tmp_path)
