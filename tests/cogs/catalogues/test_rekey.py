"""Edits of English texts: in the code, and with their translations in the catalogues."""

import json

import pytest
from babel.messages.catalog import Catalog

from cogs.catalogues.rekey import edits_in, rekeyed, rewritten
from cogs.locales.catalogs import CHOICE


def edits(*pairs: tuple[object, object, bool]) -> str:
    return json.dumps([{"old": old, "new": new, "sense": sense} for old, new, sense in pairs])


def test_a_text_changes_where_it_is_said() -> None:
    source = 'answer(tr("Who loses it; you, if left out"), key="who")\n'
    new = 'answer(tr("Player who loses life (default: you)"), key="who")\n'
    wording = {"Who loses it; you, if left out": "Player who loses life (default: you)"}
    assert rewritten(source, wording) == new


def test_a_text_over_several_lines_is_one_text() -> None:
    source = 'TEXT = (\n    "A life total "\n    "becomes a number"\n)\n'
    changed: dict[str, str] = {}
    exec(rewritten(source, {"A life total becomes a number": "Set a life total"}), changed)
    assert changed["TEXT"] == "Set a life total"


def test_a_long_text_is_the_same_when_it_is_put_over_several_lines() -> None:
    long = "A life total becomes a number, and everybody reads it. " * 6
    changed: dict[str, str] = {}
    exec(rewritten('TEXT = (\n    "old text"\n)\n', {"old text": long}), changed)
    assert changed["TEXT"] == long


def test_a_description_keeps_the_rest_of_its_docstring() -> None:
    source = 'def gain():\n    """Get life\n\n    Raises Refusal.\n    """\n'
    assert rewritten(source, {"Get life": "Gain life"}) == source.replace("Get life", "Gain life")


@pytest.mark.parametrize(
    ("source", "changed"),
    [('HANDLERS = {"turn": pass_turn}', False), ('tr("turn")', True), ('say(f"turn {n}")', False)],
)
def test_a_single_word_is_a_text_only_where_it_is_translated(source: str, changed: bool) -> None:
    assert (rewritten(source, {"turn": "taking a turn"}) != source) is changed


def test_translations_follow_and_are_marked_where_the_sense_changed() -> None:
    catalog = Catalog(locale="de")
    catalog.add("Others…", "Andere…")
    catalog.add("Why", "Warum")
    catalog.add(("{n} seat", "{n} seats"), ("{n} Platz", "{n} Plätze"))
    plural = (["{n} seat", "{n} seats"], ["{n} chair", "{n} chairs"], False)
    found = rekeyed(catalog, edits_in(edits(("Others…", "Others…", False), ("Why", "Reason", True), plural)))
    assert {str(one.id): (one.string, one.fuzzy) for one in found if one.id and not one.pluralizable} == {
        "Others…": ("Andere…", False),
        "Reason": ("Warum", True),
    }
    assert [one.string for one in found if one.pluralizable] == [("{n} Platz", "{n} Plätze")]


def test_the_name_of_a_choice_stays_beside_a_text_of_the_same_word() -> None:
    catalog = Catalog(locale="de")
    catalog.add("nobody", "niemand", context=CHOICE)
    found = rekeyed(catalog, edits_in(edits(("nobody", "no one", False))))
    assert sorted(str(one.id) for one in found if one.id) == ["no one", "nobody"]
