"""Several presses of one person in a row, which are one step: shown at once and undone at once."""

import pytest

from tests.support.evening import Evening
from tests.support.messages import buttons, message_of, text
from tests.support.tables import deal
from tests.support.wording import gist


async def test_are_one_change_and_one_undo(evening: Evening) -> None:
    await deal(evening)
    await evening.presses("Dee", "+1")
    for _ in range(3):
        await evening.presses("Ben", "−1")
    assert "# Ben · 37\n-# 40 → 37\n" in evening.board()
    assert "\n-# Dee 40 → 41 (gained 1 life)\n-# Ben 40 → 37 (lost 3 life)\n[−5]" in evening.board()
    await evening.presses("Ana", "Undo")
    assert "# Ben · 40\n" in evening.board()
    assert "# Dee · 41\n" in evening.board()
    assert (await evening.types("Ana", "redo")).text.endswith("**Ben** 40 → 37")


async def test_of_different_amounts_add_up(evening: Evening) -> None:
    await deal(evening)
    for label in ("−5", "−1", "−1"):
        await evening.presses("Ben", label)
    logged = (await evening.types("Ben", "log")).text
    assert "Ben 40 → 33 (lost 7 life)" in logged
    assert logged.count("(lost") == 1
    assert "undone" not in logged
    assert (await evening.types("Ana", "undo")).text.endswith("**Ben** 33 → 40")


async def test_the_other_way_are_another_step(evening: Evening) -> None:
    await deal(evening)
    for label in ("−5", "−5", "+1"):
        await evening.presses("Ben", label)
    await evening.presses("Ben", "Undo")
    assert "# Ben · 30\n" in evening.board()
    await evening.presses("Ben", "Undo")
    assert "# Ben · 40\n" in evening.board()


async def test_with_someone_elses_in_between_are_several_steps(evening: Evening) -> None:
    await deal(evening)
    for who in ("Ben", "Cy", "Ben"):
        await evening.presses(who, "−1")
    await evening.presses("Ben", "Undo")
    assert "# Ben · 39\n" in evening.board()
    assert "# Cy · 39\n" in evening.board()


async def test_some_seconds_later_are_another_step(evening: Evening) -> None:
    await deal(evening)
    await evening.presses("Ben", "−1")
    await evening.passes(seconds=4)
    await evening.presses("Ben", "−1")
    await evening.passes(seconds=6)
    await evening.presses("Ben", "−1")
    await evening.presses("Ben", "Undo")
    assert "# Ben · 38\n" in evening.board()
    await evening.presses("Ben", "Undo")
    assert "# Ben · 40\n" in evening.board()


async def test_typed_commands_stay_separate_steps(evening: Evening) -> None:
    await deal(evening)
    for _ in range(2):
        await evening.types("Ben", "life lose", amount=1)
    await evening.types("Ben", "undo")
    assert "# Ben · 39\n" in evening.board()


async def test_for_another_player_are_one_step_on_the_panel(evening: Evening) -> None:
    await deal(evening)
    panel = message_of(await evening.people["Ana"].click(evening.board_message(), label="Others…"))
    for label in ("−3", "−2"):
        await evening.people["Ana"].click(panel, label=label)
    assert "**Ben** 40 → 35" in text(panel)
    for _ in range(3):
        await evening.people["Ana"].click(panel, label="poison +1")
    assert "**Ben** poison 0 → 3" in text(panel)
    await evening.presses("Ben", "Undo")
    assert "# Ben · 35\n-# 40 → 35\n" in evening.board()
    await evening.presses("Ben", "Undo")
    assert "# Ben · 40\n# Cy" in evening.board()


async def test_of_which_the_last_one_kills_are_brought_back_at_once(evening: Evening) -> None:
    """704.5a: at 0 life a player loses."""
    await deal(evening, "two_player", "Ana, Ben", life=2)
    await evening.presses("Ben", "−1")
    last = await evening.presses("Ben", "−1")
    assert gist(last.text)[0] == "Ben 0 CR 704.5a"
    await evening.presses("Ana", "Undo")
    assert "Ben · 2\n" in evening.board()
    assert "Undo" in buttons(evening.board_message())


@pytest.mark.own_bot
async def test_are_not_taken_together_over_a_restart(evening: Evening) -> None:
    await deal(evening)
    for _ in range(2):
        await evening.presses("Ben", "−1")
    await evening.restart()
    await evening.presses("Ben", "−1")
    await evening.presses("Ben", "Undo")
    assert "# Ben · 38\n-# 40 → 38\n" in evening.board()
    await evening.restart()
    await evening.presses("Ben", "Undo")
    assert "# Ben · 40\n" in evening.board()
    assert (await evening.types("Ben", "redo")).text.endswith("**Ben** 40 → 38")


async def test_after_a_typed_command_are_another_step(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    await evening.presses("Ben", "−1")
    await evening.presses("Ben", "Undo")
    assert "# Ben · 37\n" in evening.board()


async def test_at_the_same_moment_add_up(evening: Evening) -> None:
    await deal(evening)
    board = evening.board_message()
    await evening.at_once(*(evening.presses(who, "−1", board) for who in ("Ben", "Ben", "Ben", "Cy", "Cy")))
    assert "# Ben · 37\n" in evening.board()
    assert "# Cy · 38\n" in evening.board()
