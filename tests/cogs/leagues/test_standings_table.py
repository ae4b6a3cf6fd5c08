"""The standings as a table of text: columns that stand below each other, also on a phone."""

import unicodedata

import pytest

from tests.support.evening import Evening
from tests.support.leagues import open_to_all, report, saying
from tests.support.messages import message_of, text
from tests.support.wording import gist

DANA = "\u062f\u0627\u0646\u0627"
"""A name that is written from the right."""


def columns(line: str) -> int:
    """Return columns of a line where letters of Chinese, Japanese and Korean are two wide."""
    letters = [char for char in line if unicodedata.category(char) not in ("Mn", "Cf")]
    return len(letters) + sum(unicodedata.east_asian_width(char) in "WF" for char in letters)


def table(shown: str) -> list[str]:
    """Return the lines of the table in a text."""
    _, inside, _ = shown.split("```")
    return inside.strip("\n").splitlines()


@pytest.mark.own_bot
async def test_places_names_points_and_records_stand_in_columns(evening: Evening) -> None:
    """5 points a win: Ben has won two of two, Cy one of two, Dee none of two."""
    await open_to_all(evening)
    for players in ("Ben, Cy", "Ben, Dee", "Cy, Dee"):
        await report(evening, "Ana", players)
    expected = [
        "   Player Points W–L–D",
        "1. Ben        10 2–0–0",
        "2. Cy          5 1–1–0",
        "3. Dee         0 0–2–0",
    ]
    shown = message_of(await evening.people["Fay"].slash(evening.channel, "league standings"))
    page = text(shown)
    assert page.splitlines()[:6] == ["### Friday: standings", "```", *expected]
    await evening.types("Ana", "league board")
    assert table(text(saying(evening, "Updates automatically"))) == expected
    await evening.restart()
    await evening.people["Fay"].click(shown, label="All numbers")
    assert "**1.** **Ben** 10 points · 2–0–0 · " in text(shown)
    await evening.people["Fay"].click(shown, label="Table view")
    assert table(text(shown)) == expected


async def test_names_of_any_script_and_length_leave_the_columns_where_they_are(evening: Evening) -> None:
    await open_to_all(evening)
    names = ("たろう", "W" * 32, "漢字" * 9, "`code`", DANA, "e\u0301clair", "ab")
    for name in names:
        await report(evening, "Ana", f"new {name}, Ben")
    lines = table((await evening.types("Fay", "league standings")).text)
    assert len(lines) == 1 + 1 + len(names)
    assert {columns(line) for line in lines} == {38}  # the long names fill what a phone has
    assert {line[-5:] for line in lines[1:]} == {"1–0–0", "0–7–0"}
    # 38 columns: "1.", then "Points" and "W–L–D" with a space before each leave 38 - 2 - 7 - 6 - 1 = 22, of
    # which the mark takes one: 21 letters are left, or 10 of two columns.
    assert sum("W" * 21 + "…" in line for line in lines) == 1
    assert sum("漢字" * 5 + "…" in line for line in lines) == 1
    assert sum("'code' " in line for line in lines) == 1
    assert sum(f"\u2068{DANA}\u2069" in line for line in lines) == 1


async def test_the_final_standings_are_such_a_table_as_well(evening: Evening) -> None:
    await open_to_all(evening)
    await evening.types("Ana", "league season open", name="Spring")
    await report(evening, "Ana", "Ben, Cy")
    await evening.passes(minutes=1)
    expected = ["   Player Points W–L–D", "1. Ben         5 1–0–0", "2. Cy          0 0–1–0"]
    closed = await evening.types("Ana", "league season close")
    assert gist(closed.text)[1] == "Ben"
    assert table(closed.text) == expected
    assert table((await evening.types("Fay", "league standings")).text) == expected


async def test_without_results_there_is_no_table(evening: Evening) -> None:
    shown = (await evening.types("Fay", "league standings")).text
    assert "```" not in shown
    assert "No confirmed results yet." in shown
