"""``python -m tests.support.english``: forms to avoid in docstrings, comments, guides and texts.

`english.toml` has each form as a regular expression, its alternative, and how often it may still occur.
``--lower`` lowers these numbers to the current ones.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from cogs.locales.catalogs import CHOICE, COMMAND, OPTION, translations

ROOT = Path(__file__).parents[2]
FORMS = Path(__file__).with_suffix(".toml")
COMMENT = re.compile(r"(?:^\s*|  )#(?!:? type:) ?(.*)")
"""A comment: ruff's format puts two spaces before one that follows code."""
QUOTED = re.compile(r"`[^`]*`|\S+\.py\S*|test_\w+|<[^>]*>|\]\([^)]*\)")
"""Code and addresses in prose."""
WRITTEN = ("tests/support/english.", "tests/support/test_english.py", "tests/repeated.txt", "CHANGELOG.md")
"""Files that quote the forms, and entries that aren't changed afterwards."""


Part = Literal["prose", "code", "program", "function"]
"""Prose; code; code outside of tests; first lines of functions' docstrings, without those of tests."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form to avoid in one part of the files."""

    pattern: str
    instead: str
    allowed: int
    part: Part = "prose"


class Line(NamedTuple):
    """A line of one part, and where it is."""

    place: str
    text: str
    part: Part = "prose"


def forms(path: Path = FORMS) -> Mapping[str, Form]:
    """Return the forms by their names; raises msgspec.ValidationError for a key that is unknown."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Form])


def lines(root: Path, paths: Sequence[str]) -> Iterator[Line]:
    """Yield the prose of Python files and guides, and the code of the former."""
    for path in paths:
        if path.startswith(WRITTEN):
            continue
        source = (root / path).read_text(encoding="utf-8")
        numbered = [(f"{path}:{number}", text) for number, text in enumerate(source.splitlines(), 1)]
        if not path.endswith(".py"):
            yield from (Line(place, QUOTED.sub("", text)) for place, text in numbered)
            continue
        docstrings = set(_docstrings(source))
        for number, (place, text) in enumerate(numbered, 1):
            comment = COMMENT.search(text)
            prose = text if number in docstrings else comment[1] if comment else ""
            yield Line(place, QUOTED.sub("", prose))
            code = "" if number in docstrings else COMMENT.sub("", text)
            yield Line(place, code, "code")
            if not path.startswith("tests/"):
                yield Line(place, code, "program")
        yield from (Line(f"{path}:{number}", text, "function") for number, text in _functions(source))


def texts() -> Iterator[Line]:
    """Yield the English of the catalogues, without the names of commands, options and choices."""
    for one in translations("de"):
        if one.context not in (COMMAND, OPTION, CHOICE):
            text = f"{one.id} {one.plural or ''}"
            yield Line(f"“{text[:60].strip()}”", QUOTED.sub("", text))


def _docstrings(source: str) -> Iterator[int]:
    """Yield the numbers of the lines of docstrings, also of those below constants."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _functions(source: str) -> Iterator[tuple[int, str]]:
    """Yield the number and first line of each function's docstring, without properties and tests."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("test_"):
            continue
        if text := ast.get_docstring(node):
            is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
            yield node.lineno, "" if is_property else text.partition("\n")[0]


def judge(named: Mapping[str, Form], read: Sequence[Line]) -> tuple[list[str], dict[str, int]]:
    """Return the faults, one line each, and how often each form occurs."""
    wrong, found = list[str](), Counter[str]()
    for name, form in named.items():
        pattern = re.compile(rf"\b(?:{form.pattern})\b", re.IGNORECASE if form.part == "prose" else 0)
        places = [one.place for one in read if one.part == form.part and pattern.search(one.text)]
        found[name] = len(places)
        if len(places) > form.allowed:
            wrong += [f"{place}: “{name}”. Better: {form.instead}" for place in places]
            wrong.append(f"“{name}” occurs in {len(places)} lines, and {form.allowed} are allowed.")
    return wrong, found


def main(arguments: Sequence[str]) -> int:
    """Print the faults and the allowances that can be lowered; return the exit code."""
    tracked = subprocess.check_output(["git", "ls-files", "*.py", "*.md"], cwd=ROOT, text=True).split()
    named = forms()
    wrong, found = judge(named, [*lines(ROOT, [one for one in tracked if (ROOT / one).exists()]), *texts()])
    text = FORMS.read_text(encoding="utf-8")
    for name, form in named.items():
        if found[name] < form.allowed:
            print(f"“{name}”: {form.allowed} allowed, {found[name]} left. Lower it with --lower.")
            begin = text.index(f"[{name}]" if f"[{name}]" in text else f'["{name}"]')
            rest = text[begin:].replace(f"allowed = {form.allowed}", f"allowed = {found[name]}", 1)
            text = text[:begin] + rest
    if "--lower" in arguments:
        FORMS.write_text(text, encoding="utf-8")
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
