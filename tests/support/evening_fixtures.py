"""The fixtures that give tests an evening."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.evening import SHARED, Evening
from tests.support.shared_workers import SharedWorkers
from web.access.addresses import WebAddress


@pytest.fixture(scope="session", autouse=True)
async def shared_bot() -> AsyncGenerator[None]:
    """Have tests share workers, and stop the bot that they share after the last of them."""
    async with SharedWorkers():
        yield
        await SHARED.stop()


@pytest.fixture
async def blank(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Evening]:
    """Six people and a channel in a new server; see Evening for what it offers.

    The bot is one that tests share, or the test's own where it is marked ``own_bot``, with what is given
    there of what Evening can be given: ``own_bot(real_time=True)``.
    """
    async with evening_of(request, tmp_path) as evening:
        yield evening


@pytest.fixture
def evening(blank: Evening) -> Evening:
    """The same; a folder or file with its own evening prepares something there."""
    return blank


@asynccontextmanager
async def evening_of(
    request: pytest.FixtureRequest, folder: Path, pages: WebAddress | None = None
) -> AsyncGenerator[Evening]:
    """The evening of one test, with or without pages."""
    if own := request.node.get_closest_marker("own_bot"):
        bot = Evening(folder / "arbiter.db", pages=pages, **own.kwargs)
    else:
        bot = SHARED.evening(request.node, pages)
    async with bot as evening:
        yield evening
