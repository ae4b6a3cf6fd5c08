"""The situations of docs/situations.md: what is pressed and typed in each, and what it comes to."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.support.evening import Evening
from tests.support.tables import deal

GUIDE = Path(__file__).parents[2] / "docs" / "situations.md"
_ROW = re.compile(r"^\| (?P<what>[^|]+) \| (?P<board>[^|]*)\| (?P<typed>[^|]+) \| (?P<then>[^|]+) \|$", re.M)
_TAP = re.compile(r"\*\*(?P<label>[^*]+)\*\* ?(?P<rest>.*)")
_TYPED = re.compile(r"`/([^`]+)`|\*\*([^*]+)\*\*")
_OPTION = re.compile(r" (\w[\w-]*):")
_TOTAL = re.compile(r"(Ana|Ben|Cy|Dee) (\d+)")
_QUOTED = re.compile("“([^”]+)”")


class Tap(NamedTuple):
    """A press of a button, and what is filled into its form; or a choice from the list with this label.

    ``rest``: of **±**, beside whom.
    """

    label: str
    rest: str = ""


class Step(NamedTuple):
    """A command with its options as typed; one without a command presses ``button`` below an answer."""

    command: str
    options: Mapping[str, str]
    button: str = ""


class Situation(NamedTuple):
    """A row of the guide."""

    what: str
    board: str
    typed: str
    then: str

    @property
    def taps(self) -> Sequence[Tap]:
        """What the row presses on the board."""
        found = [_TAP.fullmatch(part.strip()) for part in self.board.split(" → ")]
        assert None not in found, self.board
        return [Tap(one["label"], one["rest"]) for one in found if one is not None]

    @property
    def steps(self) -> Sequence[Step]:
        """What the row types."""
        return [_step(command, button) for command, button in _TYPED.findall(self.typed)]


def _step(typed: str, button: str) -> Step:
    command, *parts = _OPTION.split(typed)
    options = {key: text.strip() for key, text in zip(parts[::2], parts[1::2], strict=True)}
    return Step(command, options, button)


SITUATIONS = [
    Situation(*(part.strip() for part in row))
    for row in _ROW.findall(GUIDE.read_text(encoding="utf-8"))
    if row[0] != "What happened" and "---" not in row[0]
]


async def begin(evening: Evening) -> None:
    """Deal the game that the guide begins with."""
    await deal(evening)
    await evening.types("Ana", "commander set", name="Tana")
    await evening.types("Ana", "commander set", name="Krenko", who="Ben")


def come_to(evening: Evening, then: str, said: str) -> None:
    """Expect what the row says on the board, or in what was said."""
    board = evening.board().replace("**", "")
    for name, total in _TOTAL.findall(_QUOTED.sub("", then)):
        assert re.search(rf"^(?:# |-# |▸ )*{name}\b.* · {total}\b", board, re.M), (then, board)
    for words in _QUOTED.findall(then):
        assert words in board + said.replace("**", ""), (words, board, said)
