"""What answers Undo: what was undone, Redo, and the steps before it, one of which may have been meant."""

import pytest
from simcord import InteractionResult

from storage.settings.definitions import MAY_UNDO, Level
from tests.cogs.history.test_fix import Fix
from tests.support.evening import Evening
from tests.support.messages import buttons, private_message_of, text
from tests.support.tables import deal
from tests.support.wording import gist


async def press_undo(evening: Evening, who: str) -> InteractionResult:
    return await evening.people[who].click(evening.board_message(), label="Undo")


async def played(evening: Evening) -> None:
    """Steps 4 to 7: Cy, Ben, Dee and Ana lose 1 to 4 life."""
    await deal(evening)
    for amount, who in enumerate(("Cy", "Ben", "Dee", "Ana"), 1):
        await evening.types("Ana", "life lose", amount=amount, who=who)


async def undoing(evening: Evening) -> Fix:
    """After these steps Cy has pressed Undo, and looks at what is offered for that."""
    await played(evening)
    fix = Fix(evening, "Cy")
    await fix.press_board("Undo")
    return fix


async def test_undo_says_privately_what_was_undone_and_offers_the_steps_before(evening: Evening) -> None:
    await played(evening)
    await evening.types("Ana", "life lose", amount=5)
    chat = len(evening.chat())
    fix = Fix(evening, "Ben")
    shown = await fix.press_board("Undo")
    assert shown.splitlines() == [
        "Undid step 8: Ana lost 5 life.",
        "[Redo]",
        "Meant a different step? Choose it: it will be undone instead, and step 8 restored.",
        "`7` Ana lost 4 life",
        "`6` Dee lost 3 life",
        "`5` Ben lost 2 life",
    ]
    assert fix.choices == [
        *("7: Ana lost 4 life", "6: Dee lost 3 life", "5: Ben lost 2 life", "4: Cy lost 1 life"),
    ]
    assert len(evening.chat()) == chat, "nobody else is told"


async def test_redo_brings_it_back_once(evening: Evening) -> None:
    await played(evening)
    fix = Fix(evening, "Ben")
    await fix.press_board("Undo")
    assert "Ana · 40\n" in evening.board()
    assert await fix.press("Redo") == "Redid step 7: Ana lost 4 life."
    assert "Ana · 36\n" in evening.board()


async def test_redo_is_refused_once_something_else_has_come(evening: Evening) -> None:
    """Dee has undone step 6, too: a redo of step 7 that brings back step 6 would not be what it says."""
    await played(evening)
    fix = Fix(evening, "Ben")
    await fix.press_board("Undo")
    await evening.types("Dee", "undo")
    before = await evening.number_of_entries()
    said = await fix.press("Redo")
    assert said.startswith("Something else was entered, undone or redone in the meantime")
    assert await evening.number_of_entries() == before


async def test_the_step_that_was_meant_is_taken_back_instead(evening: Evening) -> None:
    """Step 5 was wrong; Ana had lost her 4. One undo more takes that back as one entry."""
    fix = await undoing(evening)
    shown = await fix.press_beside("`5`")
    assert gist(shown)[0] == "5 Ben 2"
    assert shown.splitlines()[1:3] == [
        "**Ana** 40 → 36 · **Ben** 38 → 40",
        "- Step 7, Ana lost 4 life, counts again",
    ]
    await fix.press("Do it")
    assert fix.taps == 3
    assert gist(fix.said) == ["Cy 5 Ben 2 7 Ana 4", "Ana 40 36 Ben 38 40"]
    for line in ("Ana · 36\n", "Ben · 40\n", "Cy · 39\n", "Dee · 37\n"):
        assert line in evening.board()
    await evening.types("Ana", "undo")
    for line in ("Ana · 40\n", "Ben · 38\n"):
        assert line in evening.board()


@pytest.mark.own_bot
async def test_an_earlier_step_is_chosen_from_the_list_and_changed(evening: Evening) -> None:
    """Cy had lost 6 and not 1; what was undone counts again nevertheless, also after a restart."""
    fix = await undoing(evening)
    await fix.press_beside("`4`")
    await fix.fill_in("Change…", amount="6", who=["2"])
    await evening.restart()
    await fix.press("Do it")
    for line in ("Ana · 36\n", "Ben · 38\n", "Cy · 34\n", "Dee · 37\n"):
        assert line in evening.board()


async def test_another_step_can_be_chosen_from_the_preview(evening: Evening) -> None:
    fix = await undoing(evening)
    await fix.press_beside("`5`")
    await fix.press("Other step…")
    shown = await fix.choose("6.7")
    assert "**Ana** 40 → 36 · **Dee** 37 → 40\n- Step 7, Ana lost 4 life, counts again" in shown


async def test_older_steps_are_in_a_second_list(evening: Evening) -> None:
    await deal(evening)
    for amount in range(1, 31):
        await evening.types("Ana", "life gain", amount=amount)
    fix = Fix(evening, "Cy")
    await fix.press_board("Undo")
    assert len(fix.choices) == 25
    assert fix.choices[-2:] == ["9: Ana gained 6 life", "Older steps…"]
    await fix.choose("older.9.33")
    assert fix.choices == [f"{amount + 3}: Ana gained {amount} life" for amount in range(5, 0, -1)]
    shown = await fix.choose("8.33")
    assert "- Step 33, Ana gained 30 life, counts again" in shown


async def test_what_was_entered_meanwhile_stays_and_the_undone_step_does_not_come_back(
    evening: Evening,
) -> None:
    fix = await undoing(evening)
    await evening.types("Dee", "life gain", amount=9)
    shown = await fix.press_beside("`5`")
    assert "The game has moved on since this preview." in shown
    assert "counts again" not in shown
    await fix.press("Do it")
    for line in ("Ana · 40\n", "Ben · 40\n", "Dee · 46\n"):
        assert line in evening.board()


async def test_what_was_entered_during_the_preview_stays(evening: Evening) -> None:
    fix = await undoing(evening)
    await fix.press_beside("`5`")
    await evening.types("Dee", "life gain", amount=9)
    shown = await fix.press("Do it")
    assert "The game has moved on since this preview." in shown
    await fix.press("Do it")
    for line in ("Ana · 40\n", "Ben · 40\n", "Dee · 46\n"):
        assert line in evening.board()


async def test_one_private_answer_is_enough(evening: Evening) -> None:
    """Who presses Undo three times has one message, about the last one."""
    await played(evening)
    for _ in range(3):
        await press_undo(evening, "Ben")
    kept = evening.env.backend.messages[evening.channel.id].values()
    about = [one for one in kept if "Undid step" in str(one.components)]
    assert len(about) == 1
    assert "Undid step 5: Ben lost 2 life." in str(about[0].components)


async def test_what_everyone_must_know_has_a_button_to_the_steps(evening: Evening) -> None:
    await played(evening)
    await evening.types("Dee", "concede")
    undone = await press_undo(evening, "Ben")
    (told,) = undone.followups
    assert not told.ephemeral
    assert text(told) == "**Dee** is back in the game. Turn 1: **Ana**'s turn."
    assert buttons(told) == ["Other step…"]
    opened = private_message_of(await evening.people["Cy"].click(told, label="Other step…"))
    assert gist(text(opened))[0] == "8 Dee CR 104.3a"
    await evening.people["Cy"].click(opened, label="Redo")
    assert evening.chat()[-1].startswith("**Dee** is out of the game.")


async def test_an_undone_loss_is_nowhere_said_as_if_it_stood(evening: Evening) -> None:
    """What a typed undo answers, the board's line and the log strike it through."""
    await deal(evening, "two_player", "Ana, Ben")
    await evening.types("Ben", "concede")
    told, *now = (await evening.types("Ana", "undo")).text.splitlines()
    assert "4: ~~Ben loses the game" in told
    assert told.endswith("~~.")
    assert now[0].startswith("**Ben**")
    assert now[-1].endswith("Turn 1: **Ana**'s turn.")
    assert "undid step 4: ~~Ben loses the game" in evening.board()
    said = (await evening.types("Ben", "log")).text
    assert said.count("Ben loses the game") == said.count("~~**Ben** · Ben loses") + said.count("~~Ben loses")


async def test_an_undone_fix_stays_undone(evening: Evening) -> None:
    """Nothing counts again there: the step is taken back as the game stands."""
    await played(evening)
    fix = Fix(evening, "Cy")
    await fix.types("fix", step="4")
    await fix.press("Do it")
    shown = await fix.press_board("Undo")
    assert "8 4 Cy 1" in gist(shown)
    assert "Meant a different step? Choose which to undo." in shown
    shown = await fix.press_beside("`5`")
    assert gist(shown)[:2] == ["5 Ben 2", "Ben 38 40"]
    assert "[Do it]" in shown


async def test_others_steps_may_not_be_brought_back_where_only_own_ones_are_undone(evening: Evening) -> None:
    """Ben has undone his own; Cy takes back her own instead, but may not do Ben's again."""
    await deal(evening)
    await evening.settings.choose(Level.SERVER, evening.server.id, MAY_UNDO, "own")
    await evening.types("Cy", "life lose", amount=1)
    await evening.types("Ben", "life lose", amount=2)
    await press_undo(evening, "Ben")
    fix = Fix(evening, "Cy")
    await evening.types("Ben", "redo")
    assert await evening.refused_press("Cy", "Undo")
    fix = Fix(evening, "Ben")
    await fix.press_board("Undo")
    await fix.press_beside("`4`")
    before = await evening.number_of_entries()
    assert "own" in await fix.press("Do it")
    assert await evening.number_of_entries() == before
