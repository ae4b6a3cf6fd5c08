"""Whom a typed name means among those who can be meant."""

import pytest

from cogs.text.people import Candidate, best_fits, best_match, labels, offered, slips
from cogs.text.typed import names_between_commas, newcomers, people_in, quoted
from rules.refusal import Refusal

PEOPLE = {
    1: Candidate(("Cassandra", "cass_pilot"), user=101),
    2: Candidate(("Queen Mab",), number=2),
    3: Candidate(("José", "jojo"), user=103, number=3),
    4: Candidate(("Jose",), number=4),
    5: Candidate(("🔥 Blaze",)),
    6: Candidate(("משה כהן",)),
    7: Candidate(("Smith, John",)),
    8: Candidate(("Quentin",)),
}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("cassandra", [1]),
        ("cas", [1]),
        ("CASS_PILOT", [1]),
        ("<@101>", [1]),
        ("<@!103>", [3]),
        ("<@999>", []),
        ("mab", [2]),
        ("#2", [2]),
        ("Queen Mab (#2)", [2]),
        ("#9", []),
        ("jose", [4]),  # a whole name goes before one that an accent tells from it
        ("JOSÉ", [3]),
        ("jos", [3, 4]),
        ("@jojo", [3]),
        ("José (@jojo)", [3]),
        ("blaze", [5]),
        ("🔥", [5]),
        ("\u200fמשה\u200f", [6]),
        ("smith,  john", [7]),
        ("que", [2, 8]),
        ("n", []),  # one letter inside of a name says too little
        ("", []),
        ("\u200b", []),
        ("Cassandras", []),
    ],
)
def test_the_best_fit(typed: str, meant: list[int]) -> None:
    assert best_fits(typed, PEOPLE)[1] == meant


def test_a_beginning_goes_before_a_part() -> None:
    assert best_match("an", {"Dan": 1, "Anders": 2}) == 2
    assert best_match("an", {"Dan": 1, "Ben": 2}) == 1
    with pytest.raises(Refusal, match="several_players"):
        best_match("an", {"Dan": 1, "Jan": 2})


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ('Ben "The Hammer" Smith', 'Ben "The Hammer" Smith'),
        ('"Doc" Lee', '"Doc" Lee'),
        ("5'11\" Bob", "5'11\" Bob"),
        ("Smith, John", '"Smith, John"'),
        ("New Moon", '"New Moon"'),
        ("Smith and Sons", '"Smith and Sons"'),
        ('"Doc"', '“"Doc"”'),
        ('John "Ace", Jr', '“John "Ace", Jr”'),
    ],
)
def test_a_suggested_name_is_read_as_it_is(name: str, typed: str) -> None:
    assert quoted(name) == typed
    everybody = newcomers(people_in(f"6'2\" Al, {typed}, Zed"))
    assert [one.name for one in everybody] == ["6'2\" Al", name, "Zed"]
    assert names_between_commas(typed) == [name]


def test_people_of_one_name_are_told_apart() -> None:
    two = [Candidate(("Alex",), number=3), Candidate(("alex", "lex"), user=5, handle="lex")]
    assert labels(two) == ["Alex (#3)", "alex (@lex)"]
    assert labels(two[:1]) == ["Alex"]
    people = {
        1: two[0],
        2: Candidate(("Alex",), number=4),
        3: Candidate(("Zoe",)),
        4: Candidate(("Player 9",), hidden=True),
    }
    assert offered(people) == {1: ("Alex (#3)", "#3"), 2: ("Alex (#4)", "#4"), 3: ("Zoe", "Zoe")}


@pytest.mark.parametrize(
    ("typed", "of_ben"),
    [
        ("Bem", True),
        ("Bne", True),
        ("Beñ", True),
        ("Benn", True),
        ("Be", False),
        ("Dan", False),
        ("Neb", False),
    ],
)
def test_a_slip_is_one_letter_or_two_that_changed_places(typed: str, of_ben: bool) -> None:
    assert slips(typed, {"Ben": Candidate(("Ben",)), "Zoë": Candidate(("Zoë",))}) == ["Ben"] * of_ben
    assert slips("Casandar", {1: Candidate(("Cassandra",)), 2: Candidate(("Casandra",), hidden=True)}) == [1]
