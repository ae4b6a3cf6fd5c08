"""How often someone taps for what happens at every table, on the messages as they see them.

A press of a button is one tap; a list takes two, to open it and to choose. Only what is there and not
switched off can be tapped, and nothing is typed.
"""

from collections.abc import Sequence

import discord
import pytest
from simcord import ResponseMessage

from storage.settings.definitions import LANGUAGE, SAME_TIME, Level
from tests.support import messages
from tests.support.evening import Evening
from tests.support.messages import BUTTON, buttons, message_of, pressable, private_message_of, text
from tests.support.tables import deal

FOUR = "Ana, Ben, Cy, Dee"


class Thumb:
    """Someone at the board who only taps."""

    def __init__(self, evening: Evening, who: str) -> None:
        self._evening = evening
        self._person = evening.people[who]
        self.taps = 0
        self.message: discord.Message | ResponseMessage = evening.board_message()
        """What they look at: the board, or what has been opened last."""

    async def press(self, label: str, beside: str = "") -> None:
        """Tap the button with this label, or the one ``beside`` a text that begins so."""
        found = [
            one
            for one in (messages.beside(self.message, beside) if beside else pressable(self.message))
            if one["type"] == BUTTON and one["label"] == label
        ]
        assert found, f"no {label!r} on {text(self.message)}"
        result = await self._person.click(self.message, custom_id=found[0]["custom_id"])
        self.taps += 1
        private = [one for one in result.followups if one.ephemeral]
        self.message = (*private, result.response or self.message)[0]

    async def choose(self, value: str) -> None:
        """Open a list and pick what has this value or label there."""
        picked, chosen = next(
            (option["value"], one["custom_id"])
            for one in pressable(self.message)
            for option in one.get("options", ())
            if value in (option["value"], option["label"])
        )
        result = await self._person.select(self.message, [picked], custom_id=chosen)
        self.taps += 2
        self.message = result.response or self.message


@pytest.mark.parametrize(
    ("who", "pressed", "lines"),
    [
        pytest.param("Ben", ("±Ben", "−3"), ("# Ben · 37\n",), id="three life of one's own"),
        pytest.param("Ana", ("±Ben", "−3"), ("# Ben · 37\n",), id="three life of another player"),
        pytest.param(
            "Cy",
            ("Others…", "−2"),
            ("▸ Ana · 38\n", "Ben · 38\n", "Cy · 40\n", "Dee · 38\n"),
            id="two life of everybody else",
        ),
        pytest.param("Ana", ("±Dee", "poison +1"), ("# Dee · 40\n-# poison 1/10\n",), id="a poison counter"),
        pytest.param("Ana", ("More…", "Monarch"), ("▸ Ana · 40\n-# monarch\n",), id="becoming the monarch"),
        pytest.param("Ana", ("More…", "Initiative"), ("-# initiative\n",), id="taking the initiative"),
        pytest.param("Ana", ("More…", "d20"), ("-# Ana: d20: ",), id="rolling a die"),
        pytest.param("Ana", ("More…", "First player"), (" first: ",), id="who goes first"),
        pytest.param("Ana", ("Pass turn",), ("## Turn 2: **Ben**'s turn\n",), id="passing the turn"),
    ],
)
async def test_what_happens_most_takes_two_taps_at_most(
    evening: Evening, who: str, pressed: Sequence[str], lines: Sequence[str]
) -> None:
    """What a button opens is pressed right there; ± is beside each name."""
    await deal(evening)
    thumb = Thumb(evening, who)
    for label in pressed:
        await thumb.press(label[0] if label[0] == "±" else label, beside=label.partition("±")[2])
    for line in lines:
        assert line in evening.board()
    assert thumb.taps <= 2


@pytest.mark.parametrize(
    ("card", "who"),
    [
        *(("Fog", "Dee"), ("Teferi's Protection", "Ben"), ("Platinum Angel", "Ben")),
        *(("Platinum Emperion", "Ben"), ("Solitary Confinement", "Ben"), ("Leyline of Punishment", "Dee")),
        *(("Erebos, God of the Dead", "Dee"), ("Rhox Faithmender", "Ben"), ("Furnace of Rath", "Dee")),
        ("Fiery Emancipation", "Ben"),
    ],
)
async def test_an_effect_of_the_ten_commonest_begins_in_four_taps(
    evening: Evening, card: str, who: str
) -> None:
    """The card is of who taps, here Ben; a second choice of one that is there is a copy of it."""
    await deal(evening)
    thumb = Thumb(evening, "Ben")
    await thumb.press("More…")
    await thumb.press("Effects…")
    await thumb.choose(card)
    assert thumb.taps <= 4
    assert f", from {card}" in evening.board().partition(f"{who} · 40\n")[2].partition("\n")[0]
    await thumb.choose(card)
    if card not in ("Fog", "Teferi's Protection"):  # which are no permanents
        assert f"[{card} (Ben) #2: gone]" in text(thumb.message)


@pytest.mark.parametrize(("hit", "playing"), [("Cy", "Tana"), ("Ana", "Atraxa")])
async def test_my_commander_hits(evening: Evening, hit: str, playing: str) -> None:
    """7 of 21 (903.10a), from the presser's own commander and not from the first one at the table; who is hit
    keeps their own commander on the board."""
    await deal(evening)
    for who, name in (("Ana", "Atraxa"), ("Ben", "Krenko"), ("Cy", "Tana"), ("Dee", "Yuriko")):
        await evening.types(who, "commander set", name=name)
    thumb = Thumb(evening, "Ben")
    await thumb.press("±", beside=hit)
    await thumb.press("7")
    assert f"{hit} · 33\n-# 40 → 33 · Krenko 7/21 · playing {playing}\n" in evening.board()
    assert thumb.taps <= 2


async def test_each_of_two_partners_hits(evening: Evening) -> None:
    """Each has its own total of 21 (903.10a). An amount that isn't on the panel takes a tap more."""
    await deal(evening)
    await evening.types("Ben", "commander set", name="Tana", partner="Tymna")
    thumb = Thumb(evening, "Ben")
    await thumb.press("±", beside="Cy")
    first, second = [one for one in pressable(thumb.message) if one.get("label") == "3"]
    for one in (first, second, second):
        await evening.people["Ben"].click(thumb.message, custom_id=one["custom_id"])
    assert "Tana 3/21 · Tymna 6/21" in evening.board()
    await thumb.press("Commander…")
    await thumb.press("11")
    assert "Tana 14/21 · Tymna 6/21" in evening.board()


async def test_thirteen_life_takes_three_taps_and_no_keyboard(evening: Evening) -> None:
    await deal(evening)
    thumb = Thumb(evening, "Ben")
    await thumb.press("±", beside="Ben")
    await thumb.choose("−13")
    assert "# Ben · 27\n" in evening.board()
    assert thumb.taps <= 3


async def test_conceding_takes_two_taps_and_undoing_it_one(evening: Evening) -> None:
    await deal(evening)
    thumb = Thumb(evening, "Ben")
    for label in ("More…", "Concede"):
        await thumb.press(label)
    assert "Out: Ben" in evening.board() or "~~Ben" in evening.board()
    assert thumb.taps <= 2
    await Thumb(evening, "Ben").press("Undo")
    assert "# Ben · 40\n" in evening.board()


async def test_casting_ones_commander(evening: Evening) -> None:
    """The next time costs {2} more (903.8)."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana, the Bloodsower")
    thumb = Thumb(evening, "Ana")
    await thumb.press("Cast")
    assert "-# Tana tax 2\n" in evening.board()
    assert thumb.taps <= 1


async def test_casting_the_second_of_two_commanders(evening: Evening) -> None:
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana", partner="Tymna")
    thumb = Thumb(evening, "Ana")
    await thumb.press("Cast")
    await thumb.press("Tymna")
    assert "Tymna tax 2" in evening.board()
    assert "Tana tax" not in evening.board()


async def test_fixing_the_step_three_back(evening: Evening) -> None:
    """It was entered for Cy by mistake; what followed stays."""
    await deal(evening)
    await evening.types("Ana", "life lose", amount=7, who="Cy")
    await evening.presses("Ben", "−1")
    await evening.presses("Dee", "−1")
    thumb = Thumb(evening, "Ana")
    await thumb.press("Log")
    await thumb.press("Fix…", beside="`4`")
    await thumb.press("Do it")
    assert "# Cy · 40\n" in evening.board()
    assert "# Ben · 39\n" in evening.board()
    assert "# Dee · 39\n" in evening.board()
    assert thumb.taps <= 3


async def test_fixing_the_step_three_back_that_undo_was_meant_for(evening: Evening) -> None:
    """What Undo took back counts again, and the step that was meant does not."""
    await deal(evening)
    await evening.types("Ana", "life lose", amount=7, who="Cy")
    await evening.presses("Ben", "−1")
    await evening.presses("Dee", "−1")
    thumb = Thumb(evening, "Ana")
    await thumb.press("Undo")
    assert "# Dee · 40\n" in evening.board()
    await thumb.press("Fix…", beside="`4`")
    await thumb.press("Do it")
    for line in ("# Ben · 39\n", "# Cy · 40\n", "# Dee · 39\n"):
        assert line in evening.board()
    assert thumb.taps <= 3


async def test_undoing_the_last_step(evening: Evening) -> None:
    await deal(evening)
    await evening.presses("Ben", "−1")
    thumb = Thumb(evening, "Ben")
    await thumb.press("Undo")
    assert "# Ben · 40\n" in evening.board()
    assert thumb.taps <= 1


async def test_bringing_back_a_wrong_death(evening: Evening) -> None:
    await deal(evening, life=4)
    await evening.types("Cy", "life lose", amount=4, who="Ben")
    await evening.presses("Dee", "−1")
    await evening.presses("Ana", "Pass turn")
    thumb = Thumb(evening, "Cy")
    await thumb.press("Log")
    await thumb.press("Fix…", beside="`4`")
    await thumb.press("Do it")
    assert "Ben · 4\n" in evening.board()
    assert "# Dee · 3\n" in evening.board()
    assert thumb.taps <= 3


async def test_bringing_back_a_wrong_death_from_what_the_channel_was_told(evening: Evening) -> None:
    await deal(evening, life=4)
    told = message_of(await evening.people["Cy"].slash(evening.channel, "life lose", amount=4, who="Ben"))
    thumb = Thumb(evening, "Cy")
    thumb.message = told
    await thumb.press("Fix…")
    await thumb.press("Do it")
    assert "Ben · 4\n" in evening.board()
    assert thumb.taps <= 3


async def test_a_result_has_what_follows(evening: Evening) -> None:
    """A rematch, what happened at the same time, and a fix; an undone ending has had its message."""
    await evening.settings.choose(Level.SERVER, evening.server.id, SAME_TIME, "30")
    await deal(evening, "two_player", "Ana, Ben")
    told = message_of(await evening.people["Ben"].slash(evening.channel, "concede"))
    assert buttons(told) == ["Rematch", "Fix…", "At the same time…"]
    thumb = Thumb(evening, "Ana")
    thumb.message = told
    await thumb.press("Rematch")
    assert "1. " in evening.board()
    assert {"Join", "Start"} <= set(evening.buttons())


async def test_seven_players_are_chosen_from_a_list(evening: Evening) -> None:
    """Discord takes 40 components in a message, too few for a button beside each of them."""
    await deal(evening, "free_for_all", f"{FOUR}, Eve, Fay, Grandma")
    board = evening.board_message()
    (players,) = [one for one in pressable(board) if one["type"] != BUTTON]
    assert [one["label"] for one in players["options"]] == [*FOUR.split(", "), "Eve", "Fay", "Grandma"]
    opened = message_of(await evening.people["Ana"].select(board, [str(evening.people["Eve"].id)]))
    await evening.people["Ana"].click(opened, label="−3")
    assert "## Eve · 17\n" in evening.board()


async def test_nine_who_are_out_share_a_line(evening: Evening) -> None:
    guests = [f"G{number}" for number in range(1, 9)]
    await deal(evening, "free_for_all", ", ".join(["Ana", "Ben", *guests]))
    await evening.types("Ana", "life lose", amount=20, who=", ".join(guests))
    each = ", ".join(f"{name} 0" for name in guests)
    assert f"\n## Ben · 20\n-# Out: {each}\n" in evening.board()


async def test_a_name_isnt_said_twice(evening: Evening) -> None:
    """The author of a step is named unless the line begins with that name; "Ana B" is another one."""
    await deal(evening, names="Ana, Ben, Ana B")
    await evening.types("Ana", "commander set", name="Tana")
    await evening.presses("Ana", "Cast")
    await evening.types("Ana", "life lose", amount=2, who="Ana B")
    lines = evening.board().splitlines()
    assert any(line.startswith("-# Ana casts Tana") for line in lines)
    assert "-# Ana: Ana B 40 → 38 (lost 2 life)" in lines


async def test_a_name_isnt_said_twice_without_spaces_either(evening: Evening) -> None:
    """Japanese puts a particle right behind a name, and its brackets are as wide as its letters."""
    await evening.settings.choose(Level.SERVER, evening.server.id, LANGUAGE, "ja")
    await deal(evening, names="Ana, Ben, Ana B")
    await evening.types("Ana", "commander set", name="Tana")
    await evening.types("Ana", "commander cast")
    await evening.types("Ana", "life lose", amount=2, who="Ana B")
    cast, lost = [line for line in evening.board().splitlines() if line.startswith("-# Ana")][-2:]
    assert cast.startswith("-# AnaがTana")
    assert lost.startswith("-# Ana: Ana B 40 → 38\uff08")


async def test_the_log_opens_from_the_board(evening: Evening) -> None:
    await deal(evening)
    for amount in (1, 2, 3):
        await evening.types("Ben", "life lose", amount=amount)
    assert [line for line in evening.board().splitlines() if "lost" in line] == [
        "-# Ben 39 → 37 (lost 2 life)",
        "-# Ben 37 → 34 (lost 3 life)",
    ]
    shown = private_message_of(await evening.people["Fay"].click(evening.board_message(), label="Log"))
    assert "Ben 40 → 39 (lost 1 life)" in text(shown)
    assert "[Undo]" in evening.board()
