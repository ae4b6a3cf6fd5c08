"""An evening with the real bot, for tests of commands and buttons."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from cogs import boards
from tests.evening import Evening


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Evening]:
    """A running bot, six people and a channel; see Evening for what it offers."""
    # The simulation answers a command when the bot has nothing left to do, so it would sit out every pause.
    monkeypatch.setattr(boards, "PAUSE", 0.0)
    async with Evening(tmp_path / "arbiter.db") as evening:
        yield evening
