"""An evening with a league: Friday, which counts 5 a win and 1 a draw, fed by the table's channel."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.evening import Evening
from tests.support.leagues import create


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncGenerator[Evening]:
    """An evening whose games go by the simulation's clock, with the league Friday."""
    async with Evening(tmp_path / "arbiter.db", simulated_time=True) as evening:
        await create(evening)
        yield evening
