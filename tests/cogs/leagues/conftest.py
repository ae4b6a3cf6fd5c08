"""An evening with a league: Friday, which counts 5 a win and 1 a draw, fed by the table's channel."""

import pytest

from tests.support.evening import Evening
from tests.support.leagues import create


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """An evening whose games go by the simulation's clock, with the league Friday."""
    await create(evening)
    return evening
