"""Dice notation: its meaning, its results, and its limits."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.entry import dice
from rules.refusal import Refusal


def falling(*faces: int) -> Callable[[int], int]:
    """Dice that fall on these faces, one after the other."""
    left = list(faces)
    return lambda sides: left.pop(0)


def highest(sides: int) -> int:
    return sides


@pytest.mark.parametrize(
    ("notation", "faces", "told"),
    [
        ("d20", (17,), "17"),
        ("1d20", (17,), "17"),
        ("D20", (17,), "17"),
        ("d%", (100,), "100"),
        ("2d6", (3, 5), "(3, 5) = 8"),
        ("2d6+1", (3, 5), "(3, 5) + 1 = 9"),
        ("2d6 \N{MINUS SIGN} 1", (3, 5), "(3, 5) − 1 = 7"),
        (" 2d6 + 1 ", (3, 5), "(3, 5) + 1 = 9"),
        ("2d6-1", (3, 5), "(3, 5) − 1 = 7"),
        ("d20+5", (17,), "17 + 5 = 22"),
        ("d20+d4-2", (17, 3), "17 + 3 − 2 = 18"),
        ("2d4+2d6", (1, 2, 5, 6), "(1, 2) + (5, 6) = 14"),
        ("d4-6", (1,), "1 − 6 = −5"),
        ("-d4", (3,), "−3 = −3"),
        ("+d4", (3,), "3"),
        ("12", (), "12"),
        ("10+12d1", (1,) * 12, "10 + (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) = 22"),
        ("4d6kh3", (6, 1, 3, 5), "(6, 3, 5, dropped 1) = 14"),
        ("4d6k3", (6, 1, 3, 5), "(6, 3, 5, dropped 1) = 14"),
        ("4d6dl1", (6, 1, 3, 5), "(6, 3, 5, dropped 1) = 14"),
        ("2d20kh", (4, 17), "(17, dropped 4) = 17"),
        ("2d20kl1", (4, 17), "(4, dropped 17) = 4"),
        ("4d6dh2", (6, 1, 3, 5), "(1, 3, dropped 6, 5) = 4"),
        ("3d6kh2", (4, 4, 4), "(4, 4, dropped 4) = 8"),
        ("2d20kh1+5", (4, 17), "(17, dropped 4) + 5 = 22"),
    ],
)
def test_a_notation_rolls(notation: str, faces: tuple[int, ...], told: str) -> None:
    assert dice.roll_dice(dice.parse_notation(notation), falling(*faces)) == told


@pytest.mark.parametrize(
    "notation",
    [
        *("", " ", "d", "+", "2d", "d0", "0d6", "2d6+", "2d6 3", "2d6d6", "d6.5", "2x6", "ten", "1e9", "2*3"),
        *("4d6kh5", "4d6kh0", "4d6dl4", "4d6ro1", "d6!", "(d6)", "2d-6", "d٦", "d1000000", "1234567"),
    ],
)
def test_what_cant_be_read_is_refused(notation: str) -> None:
    with pytest.raises(Refusal) as refused:
        dice.parse_notation(notation)
    assert refused.value.reason == "bad_dice"


@pytest.mark.parametrize("notation", ["101d6", "60d6+41d6", "999d999999", "100d6+d6"])
def test_too_many_dice_are_refused(notation: str) -> None:
    with pytest.raises(Refusal) as refused:
        dice.parse_notation(notation)
    assert refused.value.reason == "too_many_dice"


@given(st.text("0123456789dkhl+-% ", max_size=60))
def test_whatever_is_typed_rolls_or_is_refused(notation: str) -> None:
    try:
        terms = dice.parse_notation(notation)
    except Refusal:
        return
    assert len(dice.roll_dice(terms, highest)) < 1500


@given(count=st.integers(1, 100), sides=st.integers(1, 999_999), plus=st.integers(0, 999_999), data=st.data())
def test_the_total_is_the_sum(count: int, sides: int, plus: int, data: st.DataObject) -> None:
    kept = data.draw(st.integers(1, count))
    faces = data.draw(st.lists(st.integers(1, sides), min_size=count, max_size=count))
    best = sum(sorted(faces)[-kept:]) + plus
    worst = sum(sorted(faces)[:kept]) + plus
    for pick, total in ((f"kh{kept}", best), (f"kl{kept}", worst)):
        told = dice.roll_dice(dice.parse_notation(f"{count}d{sides}{pick}+{plus}"), falling(*faces))
        assert told.endswith(f" = {total}")
