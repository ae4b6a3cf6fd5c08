"""The engine beside a sheet of paper: turns, votes, tallies, the planar die, designations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.turns.sheet_games import TABLES, SheetGame

THOROUGH = settings.get_current_profile_name() == "thorough"


@pytest.mark.parametrize("variant", TABLES)
@given(seed=st.integers(0, 2**64))
def test_the_engine_agrees_with_the_sheet(variant: str, seed: int) -> None:
    SheetGame(seed, variant).play(1_000 if THOROUGH else 60)


@pytest.mark.parametrize("variant", TABLES)
def test_it_agrees_over_long_evenings(variant: str) -> None:
    for seed in range(3):
        SheetGame(seed, variant).play(400)
