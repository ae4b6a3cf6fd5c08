"""Names in pictures: in letters that there are, never as boxes.

What draws them loads Matplotlib, so tests import it alone: each process of pytest collects all of them.
"""

import pytest

from cogs.summary.curves import LifeLine

DRAWN = [
    "Ana",
    "Zo\u00eb \u00dcnal",
    "\u0418\u0432\u0430\u043d",
    "\u0645\u062d\u0645\u062f",
    "\u03a9mega \u2605",
]
"""DejaVu Sans, which comes with matplotlib, lists the letters of all of these."""
UNDRAWN = "\ue000\U0010fffd"
"""Characters for private use, which no font for everyone has."""


@pytest.mark.parametrize("name", DRAWN)
def test_letters_of_many_kinds_are_drawn(name: str) -> None:
    from cogs.drawing import fonts, style

    assert fonts.drawable_in_best_font(name) == name
    assert style.drawable(name) == name


@pytest.mark.parametrize(("name", "drawn"), [(f"{UNDRAWN} Ana {UNDRAWN}x", "Ana x"), (UNDRAWN, "")])
def test_letters_that_no_font_has_are_left_out(name: str, drawn: str) -> None:
    from cogs.drawing import fonts, style

    assert fonts.drawable_in_best_font(name) == drawn
    assert style.drawable(name) == drawn


def test_someone_of_whom_nothing_can_be_drawn_is_a_number() -> None:
    from cogs.charts.line_styles import legible

    line = LifeLine(name=UNDRAWN, group=0, points=((0, 20),), end=1)
    assert legible(line, 2) == "No. 3"
