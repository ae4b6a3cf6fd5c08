"""What the channel hears of a fix, also without its reply; what it moves or takes back is struck through."""

import re

import pytest

from rules.fixing import Correction
from tests.cogs.history.test_fix import Fix
from tests.storage.table import request
from tests.support.evening import Evening
from tests.support.messages import verbs
from tests.support.tables import deal
from tests.support.wording import announces, gist


@pytest.mark.own_bot
async def test_the_channel_hears_of_a_fix_that_no_one_has_answered(evening: Evening) -> None:
    """The bot goes down right after the commit and comes back."""
    await deal(evening)
    await evening.types("Ben", "life lose", amount=3)
    await evening.games.fix(evening.place, request(), Correction(changes={4: None}))
    await evening.restart(settled=True)
    said = [text for text in evening.chat() if "**Ben** 37 → 40" in text]
    assert [gist(one) for one in said] == [["Ana 4 Ben 3", "Ben 37 40"]]


def lines(evening: Evening, pattern: str, *, struck: bool = False) -> list[str]:
    """Return the lines in the channel that match, either the standing or the struck ones."""
    each = [line for text in evening.chat() for line in text.splitlines()]
    return [line for line in each if re.search(pattern, line) and line.startswith("~~") is struck]


async def fixes(evening: Evening, who: str, step: int, **change: str) -> Fix:
    """Fix a step, wait for every message, and return the fix."""
    fix = Fix(evening, who)
    await fix.types("fix", step=str(step), **change)
    await fix.press("Do it")
    await evening.env.settle()
    return fix


async def enters(evening: Evening, who: str, command: str) -> None:
    await evening.types(who, command)
    await evening.env.settle()


LOSS = r"\*\*Ben\*\* .*\(CR 704\.5a\)"
POISONED = r"\*\*Ben\*\* .*\(CR 704\.5c\)"


async def test_a_loss_that_a_fix_moves_to_another_step_is_announced_with_its_rule(evening: Evening) -> None:
    """Ben is at 0 after the hold; without it, already before Cy's loss of life."""
    await deal(evening, "free_for_all", "Ana, Ben, Cy", life=20)
    await evening.types("Ana", "hold")
    held = await evening.number_of_entries()
    await evening.types("Ben", "life lose", amount=20)
    await evening.types("Cy", "life lose", amount=3)
    await evening.types("Ana", "release")
    await evening.types("Ana", "life gain", amount=2)
    (told,) = lines(evening, LOSS)
    fix = await fixes(evening, "Cy", held)
    assert re.search(LOSS, fix.said)
    assert len(lines(evening, LOSS)) == 1
    assert lines(evening, LOSS, struck=True) == [f"~~{told}~~ (corrected by Cy)"]
    for command, by_fix in (("undo", False), ("redo", True)):
        await enters(evening, "Ana", command)
        (now,) = (text for text in evening.chat() if any(re.match(LOSS, one) for one in text.splitlines()))
        assert ("fixed the game" in now) is by_fix
        assert len(lines(evening, LOSS, struck=True)) == 1


async def test_a_loss_that_an_earlier_step_now_causes_for_another_reason_is_announced(
    evening: Evening,
) -> None:
    await deal(evening, "free_for_all", "Ana, Ben, Cy", life=20)
    await evening.types("Ana", "counter add", kind="poison", amount=1, who="Ben")
    poison = await evening.number_of_entries()
    await evening.types("Ben", "life lose", amount=20)
    await fixes(evening, "Cy", poison, amount="10")
    assert (len(lines(evening, POISONED)), len(lines(evening, LOSS))) == (1, 0)
    await fixes(evening, "Ana", poison, amount="1")
    assert (len(lines(evening, POISONED)), len(lines(evening, LOSS))) == (0, 2)
    assert lines(evening, POISONED, struck=True)
    await enters(evening, "Ben", "undo")
    assert (len(lines(evening, POISONED)), len(lines(evening, LOSS))) == (1, 0)


async def test_what_an_undo_of_a_fix_says_is_struck_through_after_another_fix(evening: Evening) -> None:
    await deal(evening, "free_for_all", "Ana, Ben, Cy", life=20)
    await evening.types("Ben", "life lose", amount=20)
    lost = await evening.number_of_entries()
    await fixes(evening, "Cy", lost)
    await enters(evening, "Ana", "undo")
    out = r"\*\*Ben\*\* (is out of|loses) the game"
    assert lines(evening, out)
    await fixes(evening, "Cy", lost, amount="19")
    assert not lines(evening, out)


async def test_buttons_of_an_end_go_with_it_also_after_a_fix_that_was_entered_then(evening: Evening) -> None:
    """A fix that leaves the end as it was has no button for the next game; one that moves it has."""
    await deal(evening, "two_player", "Ana, Ben", life=20)
    await evening.types("Ana", "life lose", amount=1)
    first = await evening.number_of_entries()
    await evening.types("Ben", "life lose", amount=1)
    await evening.types("Ben", "life lose", amount=19)

    def open_again() -> list[str]:
        """Return the messages, other than the board, that offer the next game."""
        return [one.content for one in evening.channel.history() if one.content and "again" in verbs(one)]

    await evening.env.settle()
    (ended,) = open_again()
    await fixes(evening, "Ana", first, amount="2")
    assert open_again() == [ended]
    await fixes(evening, "Ana", first + 1, amount="20")
    (moved,) = open_again()
    assert "fixed the game" in moved
    assert announces(moved, "Ana", "104.2a")
    for steps, offering in ((1, [ended]), (1, [ended]), (1, [])):
        await evening.types("Ben", "undo", steps=steps)
        await evening.env.settle()
        assert [text for text in open_again() if "fixed" not in text and "Undid" not in text] == offering
    assert open_again() == []
    await evening.types("Ben", "redo", steps=3)
    await evening.env.settle()
    assert moved in open_again()
