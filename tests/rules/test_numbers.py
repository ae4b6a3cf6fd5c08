"""Whole numbers as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.numbers import MAX_ID, parse_integer

FULL_WIDTH = {ord(sign): chr(ord(sign) + 0xFEE0) for sign in "0123456789+-"}
WRONG = (
    *("", " ", "-", "+", "--1", "1.0", "1e3", "0x10", "1_000", "1 000", "1,000", "\u00bd", "one"),
    *("\u00b2", "1\u00b2", "\u0663", "\u0967", "\u2460", "\u4e09", "1\x00", "9" * 5000, "\uff11\u00b2"),
)


@given(st.integers(-MAX_ID, MAX_ID), st.sampled_from(("{}", " {}\n", "\u3000{}")))
def test_numbers_are_read_as_they_are_written(number: int, around: str) -> None:
    for written in (str(number), str(number).translate(FULL_WIDTH), str(number).replace("-", "\u2212")):
        assert parse_integer(around.format(written), -MAX_ID, MAX_ID) == number


@given(st.text(max_size=30) | st.text("0123456789\u00b2\u0663+-\u2212 .,e", max_size=30))
def test_every_text_is_a_number_within_bounds_or_a_value_error(text: str) -> None:
    try:
        assert -50 <= parse_integer(text, -50, 99) <= 99
    except ValueError:
        return


@pytest.mark.parametrize("text", WRONG)
def test_what_is_not_a_whole_number(text: str) -> None:
    with pytest.raises(ValueError, match="whole number"):
        parse_integer(text, -MAX_ID, MAX_ID)


@pytest.mark.parametrize("text", ["0", "10", "-5", "99999999999999999999"])
def test_what_is_out_of_bounds(text: str) -> None:
    with pytest.raises(ValueError, match="from 1 to 9"):
        parse_integer(text, 1, 9)


def test_zeros_before_a_number_add_nothing() -> None:
    assert parse_integer("0" * 5000 + "7", 0, 9) == 7
