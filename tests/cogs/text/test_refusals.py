"""Every reason to refuse has its text, with the values that the text needs, and every text is used."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import cogs
import rules
import storage
from cogs.text.refusals import TEXTS, explain
from rules.formats.editions import EDITIONS, REFUSED_BY
from rules.refusal import Refusal

SOURCES = [
    file
    for package in (cogs, rules, storage)
    for folder in package.__path__
    for file in sorted(Path(folder).rglob("*.py"))
]


def raised() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every place in the source that makes a Refusal: where it is, the reason, the names of the values."""
    for file in SOURCES:
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Refusal(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                (reason,) = node.args
                assert isinstance(reason, ast.Constant), f"{file.name}:{node.lineno} has no fixed reason"
                yield f"{file.name}:{node.lineno}", str(reason.value), _names(node)


def _names(call: ast.Call) -> frozenset[str]:
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None)


RAISED = list(raised())


def needed(reason: str) -> set[str]:
    """The values that a text has a place for."""
    return {name for _, name, _, _ in string.Formatter().parse(TEXTS[reason]) if name}


@pytest.mark.parametrize(("where", "reason", "values"), RAISED, ids=[f"{one[0]}-{one[1]}" for one in RAISED])
def test_a_refusal_has_a_text_and_the_values_for_it(where: str, reason: str, values: frozenset[str]) -> None:
    assert reason in TEXTS, f"{where} refuses without a text"
    cited = {"rule"} if reason in REFUSED_BY else set[str]()
    assert needed(reason) <= values | cited, f"{where} does not give all that the text says"


@pytest.mark.parametrize("reason", sorted(REFUSED_BY))
def test_rules_are_cited_by_their_number_in_the_edition_played(reason: str) -> None:
    assert "rule" in needed(reason)
    assert REFUSED_BY[reason] in EDITIONS["current"].numbers


@pytest.mark.parametrize("reason", sorted(TEXTS))
def test_no_text_has_a_number_that_is_another_one_in_another_edition(reason: str) -> None:
    assert not re.search(r"\d{3}\.\d", TEXTS[reason])


def test_every_text_is_used() -> None:
    assert sorted(TEXTS) == sorted({reason for _, reason, _ in RAISED})


@pytest.mark.parametrize("reason", sorted(TEXTS))
def test_a_text_is_a_whole_sentence(reason: str) -> None:
    sentence = TEXTS[reason]
    assert sentence[0].isupper() or sentence.startswith(("{", "“{", "“attack {"))
    assert sentence.endswith((".", "{hint}"))


def test_names_in_a_text_are_harmless() -> None:
    assert explain(Refusal("left_game", who="**@everyone**")).startswith("\\*\\*@\u200beveryone\\*\\*")
