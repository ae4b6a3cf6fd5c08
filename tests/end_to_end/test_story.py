"""The evening that the README tells, step by step."""

import re

import pytest

from tests.support.evening import Evening
from tests.support.wording import gist


async def gather(evening: Evening) -> None:
    """Ana opens a lobby and sits with Red; Ben, Cy and Dee press the buttons of their teams."""
    opened = await evening.types("Ana", "game new", variant="two_headed_giant")
    assert not opened.private
    assert "**Red**: Ana\n" in evening.board()
    assert "\n-# 3 more players needed to start." in evening.board()
    await evening.presses("Ben", "Join Red")
    await evening.presses("Cy", "Join Blue")
    await evening.presses("Dee", "Join Blue")
    assert "**Red**: Ana and Ben\n**Blue**: Cy and Dee\n[Join Red]" in evening.board()


async def test_an_evening_of_two_headed_giant(evening: Evening) -> None:
    await gather(evening)
    begun = await evening.presses("Dee", "Start")
    first = re.match(
        r"The game begins: \*\*(Red|Blue)\*\* goes first\. \w+ and \w+ skip the first draw\.", begun.text
    )
    assert first
    seats = begun.text.rpartition("Seats: ")[2].split(" → ")
    assert sorted(seats) == ["Ana", "Ben", "Cy", "Dee"]
    assert {"Ana", "Ben"} in ({*seats[:2]}, {*seats[2:]})
    assert f"## Turn 1: **{first[1]}**'s turn\n" in evening.board()
    assert "Red · 30" in evening.board()
    assert "Blue · 30" in evening.board()

    board, messages = evening.board_message().id, len(evening.chat())
    assert (await evening.presses("Ben", "−1")).text == ""
    assert "Red · 29" in evening.board()
    assert (evening.board_message().id, len(evening.chat())) == (board, messages)

    lost = await evening.types("Cy", "life lose", amount=4, who="each player")
    assert set(lost.text.split(" · ")) == {"**Red** 29 → 21", "**Blue** 30 → 22"}
    assert not lost.private
    undone = await evening.types("Cy", "undo")
    told, _, totals = undone.text.partition("\n")
    assert told.startswith("Undid step 7: ")
    assert told.endswith(" lost 4 life.")
    assert set(totals.split(" · ")) == {"**Red** 21 → 29", "**Blue** 22 → 30"}
    assert "Red · 29" in evening.board()

    ended = await evening.types("Dee", "damage", amount=15, who="Ana", infect=True)
    together = " ".join(name for name in seats if name in ("Ana", "Ben"))
    others = " ".join(name for name in seats if name in ("Cy", "Dee"))
    lost, won = f"Red {together} 15 CR 704.6b", f"Blue {others} CR 104.2c"
    assert gist(ended.text) == ["Red 0 15", lost, won]
    assert not ended.private
    assert won in gist(evening.board())
    assert "~~Red · 29~~ (lost)" in evening.board()
    assert "Blue · 30 (won)" in evening.board()
    assert evening.buttons() == ["Rematch", "Undo", "Log"]
    assert evening.board_message().id == board


@pytest.mark.own_bot
async def test_the_next_evening_in_the_same_channel(evening: Evening) -> None:
    """A finished game stays readable, and another one opens below it."""
    await gather(evening)
    await evening.presses("Dee", "Start")
    await evening.types("Ana", "concede")
    finished = evening.board_message()
    await evening.types("Eve", "game new", variant="two_player")
    assert evening.board().startswith("-# Game 2 ")
    assert evening.board_message().id != finished.id
    assert "Duel" in evening.board()
