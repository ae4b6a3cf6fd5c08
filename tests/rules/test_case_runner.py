"""The runner of rule cases fails a case that it does not understand, and says why."""

import pytest

from tests.conformance.case import Json, Unsupported
from tests.conformance.runner import check


def case(**changes: Json) -> dict[str, Json]:
    return {
        "id": "A",
        "rule": "119.3",
        "variant": "two_player",
        "edition": "current",
        "kind": "rule",
        "source": "119.3",
        "setup": {"seats": ["P1", "P2"]},
        "ops": [{"op": "lose_life", "who": "P1", "amount": 3}],
        "expect": {"life": {"P1": 17}},
        **changes,
    }


def test_a_case_that_holds_passes() -> None:
    check(case())


def test_a_case_that_does_not_hold_fails() -> None:
    with pytest.raises(AssertionError, match=r"life should be \{'P1': 18\}, is \{'P1': 17\}"):
        check(case(expect={"life": {"P1": 18}}))


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"mood": "good"}, "mood"),
        ({"variant": "unheard_of"}, "unheard_of"),
        ({"edition": "1999"}, "1999"),
        ({"setup": {"seats": ["P1", "P2"], "weather": "rain"}}, "weather"),
        (
            {
                "setup": {"seats": ["P1", "P2"], "weather": "rain"},
                "ops": [{"op": "query", "what": "validate"}],
                "expect": {"value": True},
            },
            "weather",
        ),
        ({"setup": {"seats": ["P1", "P2"], "effects": [{"on": "P1", "effect": "asleep"}]}}, "asleep"),
        ({"ops": [{"op": "dance"}]}, "dance"),
        ({"ops": [{"op": "lose_life", "who": "P1", "amount": 3, "loudly": True}]}, "loudly"),
        ({"ops": [{"op": "lose_half_life", "who": "P1", "round": "sideways"}]}, "sideways"),
        ({"ops": [{"op": "query", "what": "weather"}]}, "weather"),
        ({"ops": [{"op": "query", "what": "life", "who": "P9"}]}, "P9"),
        ({"ops": [{"op": "concede", "who": "P9"}], "expect": {"legal": False}}, "P9"),
        ({"expect": {"life": {"P9": 20}}}, "P9"),
        ({"expect": {"value": 20}}, "without a query"),
        ({"expect": {"mood": "good"}}, "mood"),
    ],
)
def test_an_unknown_word_fails_the_case(changes: dict[str, Json], word: str) -> None:
    with pytest.raises(Unsupported, match=word):
        check(case(**changes))


def test_a_counter_example_holds_if_the_engine_does_otherwise() -> None:
    note = "literal reading. Do not implement this reading"
    check(case(note=note, expect={"life": {"P1": 18}}))
    with pytest.raises(AssertionError):
        check(case(note=note))
