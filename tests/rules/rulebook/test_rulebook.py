"""The rules in short: complete, findable, each under its number in every edition."""

import pytest

from rules.formats.editions import EDITIONS
from rules.formats.variants import VARIANTS
from rules.rulebook import BY_NUMBER, ENTRIES, below, matching, nearest, numbered, numbers
from rules.rulebook.entry import RulebookEntry

PRINTED = [(edition.key, number) for edition in EDITIONS.values() for number in edition.numbers.values()]
TEXTS = {
    "current": (
        *("119.1", "119.1a", "119.1b", "119.1c", "119.1e", "119.2", "119.3", "119.4", "119.4a", "119.5"),
        *("119.6", "119.7", "119.8", "119.9"),
    ),
    "2011": (
        *("104.1", *(f"104.2{letter}" for letter in "abcd"), *(f"104.3{letter}" for letter in "abcdefghijk")),
        *(*(f"104.4{letter}" for letter in "abcdefghi"), "104.5", "104.6"),
    ),
    "2006": (
        *(
            "606.1",
            "606.2",
            "606.3",
            "606.4a",
            "606.4b",
            "606.5",
            *(f"606.6{letter}" for letter in "abcdefgh"),
        ),
        *(
            *(f"606.7{letter}" for letter in "abcd"),
            "606.8a",
            "606.8b",
            "606.8c",
            "606.9",
            "606.9a",
            "606.9b",
        ),
        *("606.9c", "606.10", "607.1", "607.2", "607.3a", "607.3b", "607.3c", "607.4", "607.5", "607.5a"),
        *("607.6", "607.7", "608.1", "608.2a", "608.2b", "608.2c", "608.3", "608.4", "608.4a", "608.4b"),
        *("608.4c", "608.4d", "608.4e", "608.5", "609.1", "609.2a", "609.2b", "609.2c", "609.3", "609.4"),
        *("609.5", "609.6"),
    ),
}
"""Numbered rules that say something, of the texts that the editions are made from."""


@pytest.mark.parametrize(("edition", "number"), sorted(set(PRINTED)))
def test_every_number_that_can_be_printed_is_explained(edition: str, number: str) -> None:
    assert numbered(number, edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_number_of_an_edition_leads_to_the_rule_that_has_it_there(edition: str) -> None:
    for key, number in EDITIONS[edition].numbers.items():
        today = EDITIONS["current"].numbers[key]
        assert BY_NUMBER[today] in numbered(number, edition), f"{key}: {number} is {today} today"


@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if variant.rule])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_variant_is_explained(edition: str, key: str) -> None:
    assert numbered(VARIANTS[key].number(edition), edition)


@pytest.mark.parametrize("edition", TEXTS)
def test_every_rule_that_has_come_down_is_explained(edition: str) -> None:
    assert [number for number in TEXTS[edition] if not numbered(number, edition)] == []


def test_numbers_and_titles_are_used_once_and_lead_to_rules_that_are_there() -> None:
    assert len(BY_NUMBER) == len(ENTRIES) == len({entry.title for entry in ENTRIES})
    assert [see for entry in ENTRIES for see in entry.see.split() if see not in BY_NUMBER] == []
    assert {key for entry in ENTRIES for key in (*entry.was, *entry.then)} <= EDITIONS.keys()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.number)
def test_a_rule_is_told_in_short(entry: RulebookEntry) -> None:
    for text in (entry.text, *entry.then.values()):
        assert text[0].isupper() or text[0].isdigit() or text[0] == "“"
        assert text.endswith(".")
        assert len(text) < 400
    assert entry.number not in entry.see.split()
    assert len(entry.title) < 60


def test_numbers_of_other_editions() -> None:
    """606.9c of 2006 is 810.9c today; 903.14 of 2011 was 704.6c; 714.1 is where a restart was then."""
    assert numbers(BY_NUMBER["810.9c"], "2006") == ("606.9c",)
    assert numbers(BY_NUMBER["704.6c"], "2011") == ("903.14",)
    assert numbers(BY_NUMBER["727.1"], "2011") == ("714.1",)
    assert numbers(BY_NUMBER["104.4a"], "2011") == ("104.4a",)


def test_one_number_means_different_rules_in_different_editions() -> None:
    """101.4 is about who chooses first today, and was about mulligans in 2006."""
    assert [entry.number for entry in numbered("101.4", "current")] == ["101.4"]
    assert [entry.number for entry in numbered("101.4", "2006")] == ["103.5"]


def test_a_number_stands_for_all_below_it() -> None:
    assert [entry.number for entry in below("119.1", "current")] == [
        *("119.1", "119.1a", "119.1b", "119.1c", "119.1d", "119.1e")
    ]
    assert {entry.number for entry in below("606.8", "2006")} == {"704.6a", "810.8a", "810.8b", "810.8c"}
    assert below("999", "current") == ()


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("emperor", "809"),
        ("2hg", "810"),
        ("Two-Headed Giant", "810"),
        ("concede", "104.3a"),
        ("scoop", "104.3a"),
        ("mulligan", "103.5"),
        ("free mulligan", "103.5c"),
        ("EXTRA TURN", "500.7"),
        ("lifelink", "120.3f"),
        ("paying life", "119.4"),
        ("turn marker", "807.4"),
        ("commander tax", "903.8"),
    ],
)
def test_words_find_rules(typed: str, number: str) -> None:
    assert matching(typed)[0].number == number


def test_words_that_are_nowhere() -> None:
    assert matching("planeswalker loyalty") == ()
    assert matching("  ") == ()
    assert nearest("mulgan") == "mulligan"
    assert (nearest("104.3z") or "").startswith("104.3")
    assert nearest("qqqq") is None
