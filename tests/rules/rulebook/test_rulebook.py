"""The rules in short: complete, findable, each under its number in every edition, or said to be missing."""

import re
from pathlib import Path

import pytest

from rules.formats.editions import EDITIONS, OF_TEAMS, REFUSED_BY, TODAY, cite, rule
from rules.formats.variants import VARIANTS, Variant
from rules.refusal import Refusal
from rules.rulebook import (
    BY_NUMBER,
    RULEBOOK_ENTRIES,
    matching,
    nearest_title,
    number_label,
    rules_below,
    rules_numbered,
)
from rules.rulebook.entry import entries

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


KEYS = tuple(EDITIONS[TODAY].numbers)
OLDER = tuple(key for key in EDITIONS if key != TODAY)
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_number_that_can_be_printed_is_explained(edition: str) -> None:
    explained = {number for entry in RULEBOOK_ENTRIES for number in entry.numbers[edition]}
    assert set(EDITIONS[edition].numbers.values()) - explained == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_cited_is_what_the_rulebook_says(edition: str) -> None:
    """Announcements, results and refusals cite a rule by the number that its entry has in the edition played;
    today's number has its year before it where the edition has no such rule."""
    for key in KEYS:
        today = EDITIONS[TODAY].numbers[key]
        cited = rule(edition, key)
        if cited == f"2026: {today}":
            # 119.7 is about redistributing too, which 118.7 of 2011 was not.
            assert not BY_NUMBER[today].numbers[edition] or (edition, key) == ("2011", "redistribute")
        else:
            assert cited in BY_NUMBER[today].numbers[edition], key


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_refusal_cites_the_number_of_the_edition(edition: str) -> None:
    for reason, key in REFUSED_BY.items():
        refusal = Refusal(reason)
        cite(refusal, edition)
        entry = BY_NUMBER[EDITIONS[TODAY].numbers[key]]
        assert refusal.values["rule"] in (*entry.numbers[edition], f"2026: {entry.number}"), reason
        assert (refusal.values["rule"] == f"2026: {entry.number}") == (not entry.numbers[edition]), reason


@pytest.mark.parametrize("edition", OLDER)
def test_rules_of_teams_are_cited_by_their_own_numbers(edition: str) -> None:
    for key, of_teams in OF_TEAMS.items():
        assert rule(edition, key, shared=True) == rule(edition, of_teams)


def test_no_number_is_cited_that_no_edition_can_change() -> None:
    """Texts name rules by `{rule}`, which the edition fills in; the help and guides speak of today's."""
    today = re.compile(r"CR \d{3}")
    files = [path for folder in ("cogs", "rules") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 200
    found = [path.name for path in files if today.search(_said(path))]
    assert found == []


def _said(path: Path) -> str:
    """Return what a file says to people: its code without docstrings and comments."""
    code = re.sub(r'"""[\s\S]*?"""|(?<!-)#.*', "", path.read_text())
    return "" if path.parent.name == "help" else code


@pytest.mark.parametrize("variant", [one for one in VARIANTS.values() if one.rule], ids=lambda one: one.key)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_variant_is_cited_as_the_rulebook_says(edition: str, variant: Variant) -> None:
    own = BY_NUMBER[variant.rule].numbers[edition]
    assert variant.number(edition) in (own or (f"2026: {variant.rule}",))


def test_a_rule_that_says_nothing_of_an_edition_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"119\.4b"):
        entries("119.4b Paying 0 life\nYou can always pay 0 life. Was 2011: 118.4.")
    with pytest.raises(ValueError, match="odd"):
        Variant(key="odd", name="Odd", summary="", min_players=2, rule="806", earlier={"2006": "605"})


@pytest.mark.parametrize("edition", TEXTS)
def test_every_rule_that_has_come_down_is_explained(edition: str) -> None:
    known = {number for entry in RULEBOOK_ENTRIES for number in entry.numbers[edition]}
    assert [number for number in TEXTS[edition] if number not in known] == []


def test_numbers_and_titles_are_used_once_and_lead_to_rules_that_are_there() -> None:
    assert len(BY_NUMBER) == len(RULEBOOK_ENTRIES) == len({entry.title for entry in RULEBOOK_ENTRIES})
    assert [see for entry in RULEBOOK_ENTRIES for see in entry.see.split() if see not in BY_NUMBER] == []
    assert all(entry.numbers.keys() == EDITIONS.keys() for entry in RULEBOOK_ENTRIES)


def test_every_rule_is_summarized() -> None:
    for entry in RULEBOOK_ENTRIES:
        for text in (entry.text, *entry.then.values()):
            assert text[0].isupper() or text[0].isdigit() or text[0] == "“", entry.number
            assert text.endswith("."), entry.number
            assert len(text) < 400, entry.number
        assert entry.number not in entry.see.split()
        assert len(entry.title) < 60, entry.number


def test_numbers_of_other_editions() -> None:
    """606.9c of 2006 is 810.9c today; 903.14 of 2011 was 704.6c; 714.1 is where a restart was then."""
    assert BY_NUMBER["810.9c"].numbers["2006"] == ("606.9c",)
    assert "903.14" in BY_NUMBER["704.6c"].numbers["2011"]
    assert BY_NUMBER["727.1"].numbers["2011"] == ("714.1",)
    assert BY_NUMBER["104.4a"].numbers["2011"] == ("104.4a",)


@pytest.mark.parametrize(
    ("number", "edition"),
    [
        ("725.1", "2011"),  # the monarch came in 2016
        ("903.12", "2011"),  # Brawl in 2018
        ("728.1", "2011"),  # rad counters in 2024
        ("725.1", "2006"),
        ("903", "2006"),  # Commander in 2009, as EDH
        ("120.3b", "2006"),  # infect in 2010
        ("104.6", "2006"),  # Karn Liberated in 2011
        ("807.4f", "2006"),  # designations of turn markers in 2010
        ("119.4", "2006"),  # rule 118 of 2011 was new in 2009; before it, only the glossary spoke of life
    ],
)
def test_rules_that_an_edition_lacks_are_shown_as_missing(number: str, edition: str) -> None:
    entry = BY_NUMBER[number]
    assert entry.numbers[edition] == ()
    assert entry.said(edition) is None
    assert number_label(entry, edition) == f"2026: {number}"


@pytest.mark.parametrize("edition", OLDER)
def test_an_edition_says_something_under_each_of_its_numbers(edition: str) -> None:
    assert [
        entry.number for entry in RULEBOOK_ENTRIES if entry.numbers[edition] and not entry.said(edition)
    ] == []
    for entry in RULEBOOK_ENTRIES:
        said = entry.said(edition)
        assert entry.house or (
            said is None or entry.numbers[edition] or said.startswith(("There's no such rule", "Each player"))
        )


def test_numbers_of_today_stand_in_no_text_of_an_older_edition() -> None:
    """What 2006 says must not send its readers to today's numbers."""
    numbers = {one.number for one in RULEBOOK_ENTRIES if "." in one.number}
    for entry in RULEBOOK_ENTRIES:
        for edition, text in entry.then.items():
            known = {number for other in RULEBOOK_ENTRIES for number in other.numbers[edition]}
            named = set(re.findall(r"\d{3}\.\d+[a-z]?", text))
            assert named & numbers <= known, entry.number


def test_the_oldest_edition_speaks_in_its_own_words() -> None:
    """In 2006 spells were played, permanents were in play, and the check was of state-based effects (420)."""
    later = re.compile(r"state-based action|battlefield|exile|\bcast", re.I)
    assert [
        one.number for one in RULEBOOK_ENTRIES if one.numbers["2006"] and later.search(one.said("2006") or "")
    ] == []


@pytest.mark.parametrize("number", ["903.9a", "903.9b", "702.15", "702.90", "702.164", "810.7"])
def test_what_players_ask_for_is_there(number: str) -> None:
    assert [entry.number for entry in rules_numbered(number, "current")] == [number]


def test_a_reading_is_marked_as_one() -> None:
    """104.4g says nothing of members who lost earlier."""
    assert "Arbiter's reading" in BY_NUMBER["104.4g"].text


def test_what_a_later_edition_added_is_not_in_2006() -> None:
    """500.7 orders the extra turns that one effect gives to several players; 300.6 did not."""
    assert "in turn order, so" in BY_NUMBER["500.7"].text
    assert "several players" not in (BY_NUMBER["500.7"].said("2006") or "")


def test_one_number_means_different_rules_in_different_editions() -> None:
    """101.4 is about who chooses first today, and was about mulligans in 2006."""
    assert [entry.number for entry in rules_numbered("101.4", "current")] == ["101.4"]
    assert [entry.number for entry in rules_numbered("101.4", "2006")] == ["103.5"]


def test_a_number_stands_for_all_below_it() -> None:
    assert [entry.number for entry in rules_below("119.1", "current")] == [
        *("119.1", "119.1a", "119.1b", "119.1c", "119.1d", "119.1e")
    ]
    assert {entry.number for entry in rules_below("606.8", "2006")} == {
        "704.6a",
        "810.8a",
        "810.8b",
        "810.8c",
    }
    assert rules_below("999", "current") == ()


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
    assert nearest_title("mulgan") == "mulligan"
    assert (nearest_title("104.3z") or "").startswith("104.3")
    assert nearest_title("qqqq") is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("commander goes to graveyard", "A commander in a graveyard or exile"),
        ("poison kills somebody", "Losing to poison"),
        ("warp", None),
    ],
)
def test_a_rule_is_suggested_by_what_it_is_about(typed: str, meant: str | None) -> None:
    """Not by letters: "warp" isn't a slip of "swap"."""
    assert matching(typed) == ()
    if meant is None:
        assert nearest_title(typed) is None
    else:
        assert nearest_title(typed) == meant
