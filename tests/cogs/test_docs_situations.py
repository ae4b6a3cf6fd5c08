"""docs/situations.md: every row of it is played, on the board and by command, and comes to what it says."""

import pytest

from tests.support.evening import Evening
from tests.support.hand import Hand
from tests.support.situations import SITUATIONS, Situation, begin, come_to

ON_THE_BOARD = [one for one in SITUATIONS if one.board]


def test_there_are_as_many_as_it_says() -> None:
    assert len(SITUATIONS) >= 120
    assert len(ON_THE_BOARD) >= 50


@pytest.fixture
async def table(evening: Evening) -> Evening:
    await begin(evening)
    return evening


@pytest.mark.sample(12)
@pytest.mark.parametrize("row", SITUATIONS, ids=lambda row: row.what)
async def test_by_command(table: Evening, row: Situation) -> None:
    ana = Hand(table)
    for step in row.steps:
        await ana.enter(step)
    come_to(table, row.then, "\n".join([*ana.said, *table.chat()]))


@pytest.mark.sample(12)
@pytest.mark.parametrize("row", ON_THE_BOARD, ids=lambda row: row.what)
async def test_on_the_board(table: Evening, row: Situation) -> None:
    ana = Hand(table)
    for tap in row.taps:
        await ana.press(tap)
    come_to(table, row.then, "\n".join([*ana.said, *table.chat()]))
