"""docs/situations.md: every row of it is played, on the board and by command, and comes to what it says."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import discord
import pytest
from discord import app_commands
from simcord import InteractionResult, ResponseMessage

from tests.support.evening import Evening
from tests.support.messages import BUTTON, beside, pressable, said, text
from tests.support.tables import deal

GUIDE = Path(__file__).parents[2] / "docs" / "situations.md"
ROW = re.compile(r"^\| (?P<what>[^|]+) \| (?P<board>[^|]*)\| (?P<typed>[^|]+) \| (?P<then>[^|]+) \|$", re.M)
STEP = re.compile(r"\*\*(?P<label>[^*]+)\*\* ?(?P<rest>.*)")
OPTION = re.compile(r" (\w[\w-]*):")
TOTAL = re.compile(r"(Ana|Ben|Cy|Dee) (\d+)")
QUOTED = re.compile("“([^”]+)”")


class Situation(NamedTuple):
    what: str
    board: str
    typed: str
    then: str


SITUATIONS = [
    Situation(*(part.strip() for part in row))
    for row in ROW.findall(GUIDE.read_text(encoding="utf-8"))
    if row[0] != "What happened" and "---" not in row[0]
]
ON_THE_BOARD = [one for one in SITUATIONS if one.board]


def test_there_are_as_many_as_it_says() -> None:
    assert len(SITUATIONS) >= 120
    assert len(ON_THE_BOARD) >= 30


@pytest.fixture
async def table(evening: Evening) -> Evening:
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana")
    await evening.types("Ana", "commander set", name="Krenko", who="Ben")
    return evening


async def come_to(evening: Evening, then: str, said: str) -> None:
    """What the row says stands on the board, or was said."""
    board = evening.board().replace("**", "")
    for name, total in TOTAL.findall(QUOTED.sub("", then)):
        assert re.search(rf"^(?:# |-# |▸ )*{name}\b.* · {total}\b", board, re.M), (then, board)
    for words in QUOTED.findall(then):
        assert words in board + said.replace("**", ""), (words, board, said)


@pytest.mark.sample(12)
@pytest.mark.parametrize("row", SITUATIONS, ids=lambda row: row.what)
async def test_by_command(table: Evening, row: Situation) -> None:
    ana = Hand(table)
    answers: list[str] = []
    for command, label in re.findall(r"`/([^`]+)`|\*\*([^*]+)\*\*", row.typed):
        if label:
            await ana.press(label, "")
            continue
        name, *parts = OPTION.split(command)
        options = {
            key: value(table, name, key, text.strip())
            for key, text in zip(parts[::2], parts[1::2], strict=True)
        }
        answers.append(await ana.types(name, **options))
    await come_to(table, row.then, "\n".join([*answers, *table.chat()]))


def value(evening: Evening, command: str, option: str, typed: str) -> object:
    """What Discord sends for what is typed into an option: the value of a choice, a number, or a text."""
    found = evening.bot.tree.get_command(command.partition(" ")[0])
    if isinstance(found, app_commands.Group):
        found = found.get_command(command.partition(" ")[2])
    assert isinstance(found, app_commands.Command)
    (declared,) = (one for one in found.parameters if one.display_name == option)
    for choice in declared.choices:
        if str(choice.name) == typed:
            return choice.value
    if declared.type is discord.AppCommandOptionType.integer:
        return int(typed)
    return typed == "True" if declared.type is discord.AppCommandOptionType.boolean else typed


@pytest.mark.sample(12)
@pytest.mark.parametrize("row", ON_THE_BOARD, ids=lambda row: row.what)
async def test_on_the_board(table: Evening, row: Situation) -> None:
    hand = Hand(table)
    for step in row.board.split(" → "):
        found = STEP.fullmatch(step.strip())
        assert found is not None, step
        await hand.press(found["label"], found["rest"])
    await come_to(table, row.then, "\n".join([*hand.said, *table.chat()]))


class Hand:
    """Ana at the board: she presses what stands there, and fills in forms."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._ana = evening.people["Ana"]
        self._message: discord.Message | ResponseMessage = evening.board_message()
        self.said: list[str] = []

    async def types(self, command: str, **options: object) -> str:
        """Type a command; what is read in answer."""
        result = await self._ana.slash(self._evening.channel, command, **options)
        self._see(result)
        return said(result).text

    async def press(self, label: str, rest: str) -> None:
        """Press a button: beside a player, or one that opens a form in which ``rest`` is filled in; or pick
        ``rest`` from the list with this label."""
        for one in pressable(self._message):
            if one.get("placeholder") == label:
                (picked,) = (option["value"] for option in one["options"] if option["label"] == rest)
                self._see(await self._ana.select(self._message, [picked], custom_id=one["custom_id"]))
                return
        buttons = [one for one in pressable(self._message) if one["type"] == BUTTON and one["label"] == label]
        if label == "±":
            buttons = [one for one in buttons if one in beside(self._message, rest)]
        assert buttons, f"no {label!r} on {text(self._message)}"
        result = await self._ana.click(self._message, custom_id=buttons[0]["custom_id"])
        if result.modal is not None:
            result = await self._ana.submit_modal(result, self._filled(result, rest))
        self._see(result)

    def _see(self, result: InteractionResult) -> None:
        if result.response is not None:
            self._message = result.response
            self.said.append(text(result.response))
        else:
            self._message = self._evening.board_message() if self._on_board else self._message
        self.said += [text(one) for one in result.followups]

    @property
    def _on_board(self) -> bool:
        return isinstance(self._message, discord.Message)

    @staticmethod
    def _filled(form: InteractionResult, rest: str) -> dict[str, Any]:
        """The form's fields: a label of a list's option picks it, numbers go where they are asked for."""
        assert form.modal is not None
        fields = [label["component"] for label in form.modal["components"]]
        filled: dict[str, Any] = {}
        for part in filter(None, (one.strip() for one in rest.split(";"))):
            for field in fields:
                picked = [one["value"] for one in field.get("options", ()) if one["label"] == part]
                if picked:
                    filled[field["custom_id"]] = [*filled.get(field["custom_id"], []), *picked]
                    break
            else:
                texts = [field["custom_id"] for field in fields if "options" not in field]
                several = "each" in filled.get("what", ())
                filled["totals" if several and "totals" in texts else texts[0]] = part
        for field in fields:
            usual = [one["value"] for one in field.get("options", ()) if one.get("default")]
            if usual:
                filled.setdefault(field["custom_id"], usual)
        return filled
