"""Evenings with a PostgreSQL database: the same tests as with a file, from what people type to the server."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.end_to_end.test_restart import test_a_game_goes_on_after_a_restart
from tests.end_to_end.test_story import test_an_evening_of_two_headed_giant
from tests.support.evening import Evening
from tests.support.postgresql.fixtures import Server, postgresql

__all__ = ("postgresql", "test_a_game_goes_on_after_a_restart", "test_an_evening_of_two_headed_giant")


@pytest.fixture
async def evening(tmp_path: Path, postgresql: Server) -> AsyncGenerator[Evening]:
    async with Evening(tmp_path / "none.db", server=await postgresql.blank()) as evening:
        yield evening
    assert not (tmp_path / "none.db").exists()
