"""An evening with the real bot, for tests of commands and buttons."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.evening import Evening


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    """A running bot, six people and a channel; see Evening for what it offers."""
    async with Evening(tmp_path / "arbiter.db") as evening:
        yield evening
