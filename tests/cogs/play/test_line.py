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
        ("me+4, ben-2, cy: -1, dee – 3", [44, 38, 39, 37]),
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


async def test_a_name_with_a_number_is_not_an_amount(evening: Evening) -> None:
    await deal(evening, names="Ana, Ben, Ben 2")
    await evening.types("Ana", "x", text="ben 2 -3")
    assert "Ben 2 · 37" in evening.board()
    asked = await evening.people["Ana"].slash(evening.channel, "x", text="ben 2 poison")
    assert sorted(buttons(private_message_of(asked))) == ["Ben 2: poison +1", "Ben: poison +2"]


@pytest.mark.parametrize("line", ["ben -1000000", "ben -99999999999999999999", "ben -3.5"])
async def test_a_number_that_cant_be_is_named(evening: Evening, line: str) -> None:
    await deal(evening)
    assert (await evening.refused("Ana", "x", text=line)).key == "bad_number"


async def test_long_lines_are_refused_at_once(evening: Evening) -> None:
    """As long as they may be; the simulated bot reports what holds its loop."""
    await deal(evening)
    for line in ("a " * 100, "a," * 100, "ben -1 " * 28):
        assert (await evening.types("Ana", "x", text=line)).private
    await evening.people["Ana"].autocomplete(evening.channel, "x", "text", "a " * 1000)


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
