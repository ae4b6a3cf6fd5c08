"""Every reason to refuse has its text, with the values that the text needs, and every text is used."""

import ast
import re
import string
from functools import cache
from pathlib import Path

import cogs
import rules
import storage
from cogs.text.refusals import events, games, leagues
from cogs.text.refusals.explanation import TEXTS, explain
from rules.formats.editions import EDITIONS, REFUSED_BY
from rules.refusal import Refusal

SOURCES = [
    file
    for package in (cogs, rules, storage)
    for folder in package.__path__
    for file in sorted(Path(folder).rglob("*.py"))
]


@cache
def raised() -> list[tuple[str, str, frozenset[str]]]:
    """Return every place in the source that makes a Refusal: where it is, the reason, the names of the
    values."""
    found: list[tuple[str, str, frozenset[str]]] = []
    for file in SOURCES:
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Refusal(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                (reason,) = node.args
                assert isinstance(reason, ast.Constant), f"{file.name}:{node.lineno} has no fixed reason"
                found.append((f"{file.name}:{node.lineno}", str(reason.value), _names(node)))
    return found


def _names(call: ast.Call) -> frozenset[str]:
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None)


def needed(reason: str) -> set[str]:
    """Return the values that a text has a place for."""
    return {name for _, name, _, _ in string.Formatter().parse(TEXTS[reason]) if name}


def test_every_refusal_has_a_text() -> None:
    assert [(where, reason) for where, reason, _ in raised() if reason not in TEXTS] == []


def test_every_refusal_gives_all_that_its_text_says() -> None:
    lacking = {
        where: missing
        for where, reason, values in raised()
        if (missing := needed(reason) - values - ({"rule"} if reason in REFUSED_BY else set[str]()))
    }
    assert lacking == {}


def test_every_text_is_used() -> None:
    assert sorted(TEXTS) == sorted({reason for _, reason, _ in raised()})


def test_every_text_is_where_one_looks_for_it() -> None:
    parts = [[*part.TEXTS] for part in (games, leagues, events)]
    assert parts == [sorted(part) for part in parts]
    assert sum(map(len, parts)) == len(TEXTS)


def test_rules_are_cited_by_their_number_in_the_edition_played() -> None:
    assert [reason for reason in REFUSED_BY if "rule" not in needed(reason)] == []
    assert REFUSED_BY.values() - EDITIONS["current"].numbers.keys() == set()


def test_no_text_has_a_number_that_is_another_one_in_another_edition() -> None:
    assert [reason for reason, text in TEXTS.items() if re.search(r"\d{3}\.\d", text)] == []


def test_every_text_is_a_whole_sentence() -> None:
    begun = ("{", "“{", "“attack {")
    assert [text for text in TEXTS.values() if not (text[0].isupper() or text.startswith(begun))] == []
    assert [text for text in TEXTS.values() if not text.endswith((".", "{hint}"))] == []


def test_names_in_a_text_are_harmless() -> None:
    assert explain(Refusal("left_game", who="**@everyone**")).startswith("\\*\\*@\u200beveryone\\*\\*")
