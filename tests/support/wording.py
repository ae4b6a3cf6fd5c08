"""What texts say, by meaning: so that a sentence can be reworded and the tests of its behavior still hold.

``python -m tests.support.wording`` lists the sentences that more than three tests assert.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cogs.locales.catalogs import messages

TESTS = Path(__file__).parents[1]
MOST = 3
"""Tests that may break when one sentence is reworded."""
SHORTEST = 3
"""Words of a part of a sentence that tells it from others; fewer are a term, a name or a label."""


NAMES = (
    *("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Grandma", "Zoe", "Max", "Lou"),
    *("Gus", "Hal", "Ida", "Jo", "Kim", "Lee", "Mo", "Ned", "Ola", "Pat"),
    *("Red", "Blue", "Heroes", "Archenemy", "Krenko", "Atraxa", "Tymna", "Tana"),
)
"""People, teams and commanders in tests."""
LASTING = re.compile(rf"\bCR [\w.]+\w|\bG\d+|-?\d+|\b(?:{'|'.join(NAMES)})\b")
"""What no rewording changes: names, numbers, and rules, which tell a win from a loss or a draw."""


def gist(text: str) -> list[str]:
    """Return the names and numbers of each line, such as ``Ben 0 CR 704.5a`` for a loss at 0 life."""
    return [" ".join(LASTING.findall(line)) for line in text.splitlines()]


def announces(text: str, who: str, rule: str) -> bool:
    """Return whether a line of the text says of a player or team what this rule decides.

    The number tells what that is: 104.2 and its parts a win, 104.4 a draw, 104.3 and 704.5 a loss.
    """
    return any(who in line and f"(CR {rule})" in line for line in text.splitlines())


def undid(text: str, number: int) -> bool:
    """Return whether the first line names the step that was undone or redone."""
    return re.search(rf"\b{number}\b", text.partition("\n")[0]) is not None


class Refused(str):
    """The words of a refusal, and the key that stands for them in the code."""

    __slots__ = ("key",)

    def __new__(cls, text: str, key: str | None) -> "Refused":
        refused = super().__new__(cls, text)
        refused.key = key
        return refused

    key: str | None


def often_asserted() -> dict[str, list[str]]:
    """Return the sentences of the English catalogue that more than three tests quote, with these tests."""
    quotes = [*_quotes()]
    quoting = defaultdict[str, list[str]](list)
    for sentence in {one.id for one in messages("de")}:
        parts = _parts(sentence)
        for test, texts in quotes:
            if parts and any(part in texts for part in parts):
                quoting[sentence].append(test)
    return {sentence: tests for sentence, tests in quoting.items() if len(tests) > MOST}


def _parts(sentence: str) -> list[str]:
    """Return what of a sentence stands between placeholders and is long enough to tell it from others."""
    parts = re.split(r"\{[^}]*\}|\n|\*\*|`[^`]*`|[“”]", sentence)
    return [part.strip() for part in parts if len(part.split()) >= SHORTEST]


def _quotes() -> Iterator[tuple[str, str]]:
    """Yield every test with the texts that stand in it."""
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
                name = f"{file.relative_to(TESTS.parent)}::{node.name}"
                yield name, "\n".join(text for text in texts if isinstance(text, str))


if __name__ == "__main__":
    for sentence, tests in sorted(often_asserted().items(), key=lambda one: -len(one[1])):
        print(len(tests), repr(sentence))
        for test in tests:
            print("   ", test)
