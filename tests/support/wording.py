"""The sentences of texts, by meaning: so that a sentence can be reworded and the tests of its behavior
still hold.

``python -m tests.support.wording`` lists the sentences that more than three tests assert.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from cogs.locales.catalogs import CHOICE, COMMAND, OPTION, translations

TESTS = Path(__file__).parents[1]
MOST = 3
"""Tests that may break when one sentence is reworded."""
SHORTEST = 3
"""Minimum words of a part of a sentence that identifies it; fewer are a term, a name or a label."""
PROPER = {"Comprehensive Rules 2006", "Tomb of Annihilation", "left the game", "play of the game"}
"""Titles, names of cards and terms of the code, which no rewording changes."""

NAMES = (
    *("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Grandma", "Zoe", "Max", "Lou"),
    *("Gus", "Hal", "Ida", "Jo", "Kim", "Lee", "Mo", "Ned", "Ola", "Pat"),
    *("Red", "Blue", "Heroes", "Archenemy", "Krenko", "Atraxa", "Tymna", "Tana"),
)
"""People, teams and commanders in tests."""
LASTING = re.compile(rf"\bCR [\w.]+\w|\bG\d+|[-−]?\d+|\b(?:{'|'.join(NAMES)})\b")
"""Parts that no rewording changes: names, numbers, and rules, which tell a win from a loss or a draw."""


def gist(text: str) -> list[str]:
    """Return the names and numbers of each line, such as ``Ben 0 CR 704.5a`` for a loss at 0 life."""
    return [" ".join(LASTING.findall(line)) for line in text.splitlines()]


def announces(text: str, who: str, rule: str) -> bool:
    """Return whether a line of the text announces this rule's result for a player or team.

    The number determines the result: 104.2 and its parts a win, 104.4 a draw, 104.3 and 704.5 a loss.
    """
    return any(who in line and f"(CR {rule})" in line for line in text.splitlines())


def counts(text: str, league: str, number: int) -> bool:
    """Return whether a line says as which result of a league a game counts."""
    about = [line for line in text.splitlines() if league in line]
    return any(LASTING.findall(line) == [str(number)] for line in about)


def undid(text: str, number: int) -> bool:
    """Return whether the first line names the step that was undone or redone."""
    return re.search(rf"\b{number}\b", text.partition("\n")[0]) is not None


class Refused(str):
    """The words of a refusal, and its key in the code."""

    __slots__ = ("key",)

    def __new__(cls, text: str, key: str | None) -> "Refused":
        refused = super().__new__(cls, text)
        refused.key = key
        return refused

    key: str | None


def often_asserted(folder: Path = TESTS) -> dict[str, list[str]]:
    """Return the sentences of the English catalogue that more than three tests quote, with these tests."""
    quotes = dict(_quotes(folder))
    having = defaultdict[str, set[str]](set)
    for test, texts in quotes.items():
        for word in texts.split():
            having[word].add(test)
    sentences = {one.id for one in translations("de") if one.context not in {COMMAND, OPTION, CHOICE}}
    quoting = dict[str, list[str]]()
    for sentence in sentences - PROPER:
        tests = {test for part in _parts(sentence) for test in _with(part, quotes, having)}
        if len(tests) > MOST:
            quoting[sentence] = sorted(tests)
    return quoting


def _parts(sentence: str) -> list[str]:
    """Return the parts of a sentence between placeholders that are long enough to be distinctive."""
    parts = re.split(r"\{[^}]*\}|\n|\*\*|`[^`]*`", sentence)
    return [part.strip() for part in parts if len(re.findall(r"\S*\w\S*", part)) >= SHORTEST]


def _with(part: str, quotes: Mapping[str, str], having: Mapping[str, set[str]]) -> list[str]:
    """Return the tests that quote a part of a sentence. Its words but the outermost are whole in a quote."""
    inner = [having.get(word, set[str]()) for word in part.split()[1:-1]]
    return [test for test in set[str].intersection(*inner) if part in quotes[test]]


class _Content(NamedTuple):
    """The content of a test, a constant or a helper: its texts, and the names that it uses."""

    texts: list[str]
    names: set[str]


def _quotes(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield every test with the texts in it, and in the named texts and helpers of its file that it uses."""
    for file in sorted(folder.rglob("test_*.py")):
        module = ast.parse(file.read_text(encoding="utf-8"))
        named = {name: _content(node) for node in module.body for name in _names(node)}
        for name, node in _tests(module):
            yield f"{file.relative_to(folder.parent)}::{name}", "\n".join(_texts(_content(node), named))


def _tests(module: ast.Module | ast.ClassDef) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the tests of a file or a class with their names."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}::{name}", test) for name, test in _tests(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node.name, node


def _names(node: ast.stmt) -> Iterator[str]:
    """Yield the name that a text or a function at the top of a file has there."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.name
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() | ast.JoinedStr()):
            yield name
        case _:
            pass


def _content(part: ast.stmt) -> _Content:
    """Return the texts in a part of a file, without docstrings."""
    content, rest = _Content([], set()), list[ast.AST]([part])
    while rest:
        match rest.pop():
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Constant(value=str(text)):
                content.texts.append(text)
            case ast.Name(id=name) | ast.arg(arg=name):
                content.names.add(name)
            case node:
                rest.extend(ast.iter_child_nodes(node))
    return content


def _texts(test: _Content, named: Mapping[str, _Content]) -> Iterator[str]:
    """Yield the texts of a test and of everything in its file that it uses, directly or not."""
    seen, rest = set[str](), [test]
    while rest:
        texts, names = rest.pop()
        yield from texts
        new = (names & named.keys()) - seen
        seen |= new
        rest += [named[name] for name in new]


if __name__ == "__main__":
    for sentence, tests in sorted(often_asserted().items(), key=lambda one: -len(one[1])):
        print(len(tests), repr(sentence))
        for test in tests:
            print("   ", test)
