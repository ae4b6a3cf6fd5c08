"""An interaction that Discord delivers twice, as it may after a lost connection, is answered once."""

import pytest

from tests.cogs.board.test_forms import opened, sent_off
from tests.support.evening import Evening
from tests.support.messages import pick
from tests.support.tables import deal


def answers(evening: Evening) -> int:
    """Return how often the bot has answered an interaction, or has tried to."""
    return sum(sent.path.endswith("/callback") for sent in evening.env.http_requests)


async def stays_as_it_is(evening: Evening, *, earlier: int) -> None:
    """Deliver an interaction again after ``earlier`` others, and check that nothing happens."""
    entries, board, before = await evening.number_of_entries(), evening.board(), answers(evening)
    await evening.delivered_again(earlier=earlier)
    assert await evening.number_of_entries() == entries
    assert evening.board() == board
    assert answers(evening) == before


async def test_a_command_that_was_refused_is_not_carried_out_later(evening: Evening) -> None:
    await deal(evening)
    assert await evening.refused("Ben", "redo") == "There's nothing to redo."
    await evening.types("Ben", "life lose", amount=3)
    await evening.types("Ben", "undo")
    await stays_as_it_is(evening, earlier=2)
    assert (await evening.types("Ben", "redo")).text.startswith("Redid step")


async def test_nor_is_a_press(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "concede")
    assert (await evening.refused_press("Ben", "+5")).key == "left_game"
    await evening.types("Cy", "undo")
    await stays_as_it_is(evening, earlier=1)


async def test_nor_is_a_form(evening: Evening) -> None:
    await deal(evening)
    panel = await opened(evening, "Ana", "Others…")
    assert panel.response is not None
    await pick(evening.people["Ana"], panel.response, str(evening.people["Ben"].id))
    await opened(evening, "Ana", "More…", panel)
    form = await opened(evening, "Ana", "Life…", panel)
    await evening.types("Ben", "concede")
    assert (await sent_off(evening, "Ana", form, amount="5", what=["lose"])).text.startswith("Ben has left")
    await evening.types("Cy", "undo")
    await stays_as_it_is(evening, earlier=1)


async def test_what_was_done_is_not_even_begun_again(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    await stays_as_it_is(evening, earlier=0)
    await evening.presses("Ben", "−5")
    await stays_as_it_is(evening, earlier=0)
    assert await evening.suggestions("Ben", "life lose", "who", "A") != []
    await stays_as_it_is(evening, earlier=0)


@pytest.mark.own_bot
async def test_after_a_start_the_log_knows_what_was_done(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    board, entries = evening.board(), await evening.number_of_entries()
    await evening.restart()
    await evening.delivered_again()
    assert (evening.board(), await evening.number_of_entries()) == (board, entries)
