"""The numbers of older editions rest on texts of their time, or on what was announced of changes to them."""

import pytest

from rules.rulebook import BY_NUMBER, RULEBOOK_ENTRIES
from tests.rules.rulebook.numbering import ANNOUNCED, IN_2006, IN_2011, UNTIL_2017, spelled_out

RESTS_ON = {
    "2006": spelled_out(IN_2006),
    "2011": spelled_out(IN_2011) | spelled_out(ANNOUNCED) | spelled_out(UNTIL_2017),
}


@pytest.mark.parametrize("edition", RESTS_ON)
def test_no_number_rests_on_memory(edition: str) -> None:
    numbers = {number for entry in RULEBOOK_ENTRIES for number in entry.numbers[edition]}
    assert sorted(numbers - RESTS_ON[edition]) == []


def test_sections_are_spelled_out_as_printed() -> None:
    assert spelled_out({"800": "4 4k-n 5"}) == {"800", "800.4", "800.4k", "800.4m", "800.4n", "800.5"}


@pytest.mark.parametrize(
    ("today", "edition", "then"),
    [
        ("801.13", "2011", ("801.15",)),  # 801.12 and 801.14 went in 2013
        ("801.13b", "2011", ("801.15b",)),
        ("801.15", "2011", ("801.17",)),
        ("801.16", "2011", ("801.18",)),
        ("801.17", "2011", ("801.19",)),  # new in May 2011, under this number
        ("801.18", "2011", ("801.20",)),
        ("103.5c", "2011", ("103.4b",)),  # 103.4a, of Vanguard, was new in 2013
        ("103.5d", "2011", ("103.4c",)),
        ("103.5a", "2011", ("902.5",)),
        ("800.4e", "2011", ("800.4d",)),  # 800.4c was new in 2012
        ("800.4k", "2011", ("800.4",)),  # its letter then isn't known
        ("800.6", "2011", ("800.5",)),  # 800.5, of seats, is new since
        ("122.1f", "2011", ("121.1c",)),  # “poisoned” came in January 2011
        ("701.12g", "2011", ("701.8g",)),  # new in September 2011
        ("701.34", "2011", ("701.24",)),  # before transform, which became 701.25 in September 2011
        ("810.10c", "2011", ("810.10c",)),  # new in June 2011
        ("119.10", "2011", ()),  # 118.9 was the last of its section in 2017
        ("723.6", "2006", ("507.3b",)),
        ("732.3", "2006", ("421.3", "421.2", "421.5")),
        ("732.4", "2006", ("421.4", "102.4b")),
        ("732.5", "2006", ()),  # 421 ended with 421.5
        ("732.6", "2006", ()),
        ("107.1a", "2006", ("104.1",)),
        ("107.1b", "2006", ("104.2",)),
        ("514.2", "2006", ("314.2",)),
    ],
)
def test_what_a_rule_was_numbered(today: str, edition: str, then: tuple[str, ...]) -> None:
    assert BY_NUMBER[today].numbers[edition] == then
