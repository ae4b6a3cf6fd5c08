"""The bot stops and starts while people play: no one need notice."""

import re

import pytest

from tests.support.evening import Evening
from tests.support.tables import gather, two_headed


@pytest.mark.own_bot
async def test_a_game_goes_on_after_a_restart(evening: Evening) -> None:
    await two_headed(evening)
    await evening.types("Cy", "life lose", amount=4)
    await evening.types("Ana", "effect add", effect="cant_gain_life")
    board = evening.board_message()
    text = evening.board()
    await evening.restart()
    assert evening.board() == text
    await evening.presses("Dee", "−5", board)
    assert "# Blue · 21\n" in evening.board()
    assert evening.board_message().id == board.id
    assert (await evening.types("Ben", "life lose", amount=1)).text == "**Red** 30 → 29"
    assert (await evening.refused("Ben", "life gain", amount=3)).key == "nothing_happens"
    await evening.types("Ana", "undo", steps=2)
    assert re.search("# ▸ Red · 30\nAna and Ben\n-# Ana: .*\n# Blue · 26\n", evening.board())
    await evening.restart()
    redone = await evening.types("Ana", "redo", steps=2)
    assert (
        redone.text
        == "Redid 2 steps:\n- 9: Dee lost 5 life\n- 10: Ben lost 1 life\n**Red** 30 → 29 · **Blue** 26 → 21"
    )


@pytest.mark.own_bot
async def test_a_lobby_waits_for_the_bot(evening: Evening) -> None:
    await gather(evening, "commander", "Ana, Ben")
    lobby = evening.board_message()
    await evening.restart()
    await evening.presses("Cy", "Join", lobby)
    assert "3. Cy\n" in evening.board()
    assert "The game begins" in (await evening.presses("Cy", "Start", lobby)).text


@pytest.mark.own_bot
async def test_a_board_that_could_not_be_edited_is_caught_up_at_the_next_start(evening: Evening) -> None:
    await two_headed(evening)
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=503)
    await evening.types("Cy", "life lose", amount=4)
    assert "# Blue · 30\n" in evening.board()
    evening.errors()
    await evening.restart()
    assert "# Blue · 26\n" in evening.board()
