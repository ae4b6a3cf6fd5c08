"""What texts say, by meaning: so that a sentence can be reworded and the tests of its behavior still hold.

``python -m tests.support.wording`` lists the sentences that more than three tests assert.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from cogs.locales.catalogs import CHOICE, COMMAND, OPTION, messages

TESTS = Path(__file__).parents[1]
MOST = 3
"""Tests that may break when one sentence is reworded."""
SHORTEST = 3
"""Words of a part of a sentence that tells it from others; fewer are a term, a name or a label."""
PROPER = {"Comprehensive Rules 2006", "Tomb of Annihilation"}
"""Titles and names of cards, which no rewording changes."""

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
    quotes = dict(_quotes())
    having = defaultdict[str, set[str]](set)
    for test, texts in quotes.items():
        for word in texts.split():
            having[word].add(test)
    sentences = {one.id for one in messages("de") if one.context not in {COMMAND, OPTION, CHOICE}}
    quoting = dict[str, list[str]]()
    for sentence in sentences - PROPER:
        tests = {test for part in _parts(sentence) for test in _with(part, quotes, having)}
        if len(tests) > MOST:
            quoting[sentence] = sorted(tests)
    return quoting


def _parts(sentence: str) -> list[str]:
    """Return what of a sentence stands between placeholders and is long enough to tell it from others."""
    parts = re.split(r"\{[^}]*\}|\n|\*\*|`[^`]*`", sentence)
    return [part.strip() for part in parts if len(part.split()) >= SHORTEST]


def _with(part: str, quotes: Mapping[str, str], having: Mapping[str, set[str]]) -> list[str]:
    """Return the tests that quote a part of a sentence. Its words but the outermost are whole in a quote."""
    inner = [having.get(word, set[str]()) for word in part.split()[1:-1]]
    return [test for test in set.intersection(*inner) if part in quotes[test]]


def _quotes() -> Iterator[tuple[str, str]]:
    """Yield every test with the texts in it, and in the named texts and helpers of its file that it uses."""
    for file in sorted(TESTS.rglob("test_*.py")):
        module = ast.parse(file.read_text(encoding="utf-8"))
        parts = {name: node for node in module.body for name in _names(node)}
        for node in _tests(module):
            yield f"{file.relative_to(TESTS.parent)}::{node.name}", "\n".join(_texts(node, parts, {node}))


def _tests(module: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the tests of a file or a class."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield from _tests(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node


def _names(node: ast.stmt) -> Iterator[str]:
    """Yield the name that a text or a function at the top of a file has there."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.name
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() | ast.JoinedStr()):
            yield name
        case _:
            pass


def _texts(node: ast.stmt, parts: Mapping[str, ast.stmt], seen: set[ast.stmt]) -> Iterator[str]:
    """Yield the texts in a part of a file, without docstrings, and in the other parts that it names."""
    for one in ast.walk(node):
        match one:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Name(id=name) | ast.arg(arg=name) if name in parts and parts[name] not in seen:
                seen.add(parts[name])
                yield from _texts(parts[name], parts, seen)
            case _:
                pass


if __name__ == "__main__":
    for sentence, tests in sorted(often_asserted().items(), key=lambda one: -len(one[1])):
        print(len(tests), repr(sentence))
        for test in tests:
            print("   ", test)
