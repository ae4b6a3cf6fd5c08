"""/x: what happened, in one line as people say it; expected totals are sums from 40 life."""

import re

import pytest

from storage.settings.definitions import LANGUAGE, Level
from tests.support.evening import Evening
from tests.support.messages import buttons, private_message_of
from tests.support.tables import deal


async def totals(evening: Evening, line: str, *, by: str = "Ana") -> list[int]:
    """Type a line in a fresh game of Ana, Ben, Cy and Dee; return their life totals."""
    await deal(evening)
    await evening.types("Ben", "commander set", name="Krenko, Mob Boss")
    said = await evening.types(by, "x", text=line)
    assert not said.private, said.text
    shown = dict(re.findall(r"# (?:▸ )?(\w+) · (−?\d+)", evening.board()))
    return [int(shown[who]) for who in ("Ana", "Ben", "Cy", "Dee")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ben -3", [40, 37, 40, 40]),
        ("-3", [37, 40, 40, 40]),
        ("me +4", [44, 40, 40, 40]),
        ("+4 life", [44, 40, 40, 40]),
        ("ben −3, everyone -2", [38, 35, 38, 38]),
        ("ben, cy -3; dee +1", [40, 37, 37, 41]),
        ("cy =12", [40, 40, 12, 40]),
        ("cy 7 krenko", [40, 40, 33, 40]),
        ("krenko 7 cy, each opponent -1", [40, 39, 32, 39]),
    ],
)
async def test_a_line_says_what_happened(evening: Evening, line: str, expected: list[int]) -> None:
    assert await totals(evening, line) == expected


async def test_counters_and_damage_by_a_commander_are_counted(evening: Evening) -> None:
    await totals(evening, "poison ben, dee poison 2, cy 7 krenko")
    board = evening.board()
    assert "poison 1/10" in board
    assert "poison 2/10" in board
    assert "Krenko 7/21" in board


async def test_a_number_without_a_sign_is_asked_about(evening: Evening) -> None:
    await deal(evening)
    asked = await evening.people["Ana"].slash(evening.channel, "x", text="ben 3, me +1")
    assert buttons(private_message_of(asked)) == [
        "Ben: −3 life; Ana: +1 life",
        "Ben: life total 3; Ana: +1 life",
    ]
    assert "Ben · 40" in evening.board()
    await evening.people["Ana"].click(private_message_of(asked), label="Ben: life total 3; Ana: +1 life")
    assert "Ben · 3\n" in evening.board()
    assert "Ana · 41\n" in evening.board()


@pytest.mark.parametrize("line", ["zed -3", "ben", "ben -3 4", "hello world", "ben -3, cy"])
async def test_what_means_nothing_changes_nothing(evening: Evening, line: str) -> None:
    await deal(evening)
    before = await evening.number_of_entries()
    assert (await evening.types("Ana", "x", text=line)).private
    assert await evening.number_of_entries() == before


async def test_a_line_in_german(evening: Evening) -> None:
    await evening.settings.choose(Level.OWN, evening.people["Ana"].id, LANGUAGE, "de")
    assert await totals(evening, "ich +4, jeder Gegner -1, gift ben") == [44, 39, 39, 39]


async def test_what_is_understood_is_shown_while_typing(evening: Evening) -> None:
    await deal(evening)
    shown = await evening.people["Ana"].autocomplete(evening.channel, "x", "text", "ben -3, cy 2")
    assert [one["name"] for one in shown] == ["Ben: −3 life; Cy: −2 life / Ben: −3 life; Cy: life total 2"]
