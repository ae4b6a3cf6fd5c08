"""docs/rules.md: complete, and naming only cases, tests and commands that exist."""

import json
import re
from pathlib import Path

import pytest
from discord.app_commands import Command

from cogs.catalogues import ways
from tests.support.evening import Evening

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
QUOTED = re.compile(r"`([^`]+)`")
CASE = re.compile(r"(?:OWN-)?[A-Z0-9]+-\d{3}")
RULES = {
    "119": "1 1a 1b 1c 1d 1e 2 3 4 4a 4b 5 6 7 8 9 10",
    "104": "1 2 2a 2b 2c 2d 3 3a 3b 3c 3d 3e 3f 3g 3h 3i 3j 3k 4 4a 4b 4c 4d 4e 4f 4g 4h 4i 5 6",
    "606": "1 2 3 4 4a 4b 5 6 6a 6b 6c 6d 6e 6f 6g 6h 7 7a 7b 7c 7d 8 8a 8b 8c 9 9a 9b 9c 10",
    "607": "1 2 3 3a 3b 3c 4 5 5a 6 7",
    "608": "1 2 2a 2b 2c 3 4 4a 4b 4c 4d 4e 5",
    "609": "1 2 2a 2b 2c 3 4 5 6",
}
"""The numbers in the three texts, by their section."""
NUMBERS = [f"{section}.{number}" for section, numbers in RULES.items() for number in numbers.split()]


ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in TEXT.splitlines()
    if re.match(r"\| \d{3}\.", line)
]
"""The cells of every row of the tables of rules."""


def quoted() -> set[str]:
    return set(QUOTED.findall(TEXT))


def test_every_rule_has_its_row_once_and_in_order() -> None:
    """Those of the three texts first, then today's others."""
    rows = [cells[0] for cells in ROWS]
    assert rows[: len(NUMBERS)] == NUMBERS
    others = rows[len(NUMBERS) :]
    assert len(others) > 50
    assert others == sorted(set(others), key=_place)


def _place(number: str) -> tuple[int, int, str]:
    section, _, rest = number.partition(".")
    return int(section), int(re.sub(r"\D", "", rest)), rest


@pytest.mark.parametrize("cells", ROWS, ids=lambda cells: cells[0])
def test_a_row_shows_a_case_and_a_command_or_says_why_there_is_nothing_to_do(cells: list[str]) -> None:
    _, what, shown, reached = cells
    if what.startswith("nothing: "):
        assert (shown, reached) == ("–", "–")
    elif what.startswith("nothing to keep: "):
        assert QUOTED.search(shown)
    else:
        assert QUOTED.search(shown)
        assert all(command.startswith("/") for command in QUOTED.findall(reached))
        assert reached.startswith("`/")


def test_the_cases_exist() -> None:
    files = (ROOT / "tests" / "conformance" / "cases").glob("*.json")
    known = {case["id"] for file in files for case in json.loads(file.read_text(encoding="utf-8"))["cases"]}
    named = {one for one in quoted() if CASE.fullmatch(one)}
    assert len(named) > 100
    assert sorted(named - known) == []


def test_the_tests_exist() -> None:
    named = {one for one in quoted() if one.startswith("tests/") and "::" in one}
    assert len(named) > 20
    for one in sorted(named):
        file, _, name = one.partition("::")
        assert re.search(rf"(def|class) {name}\(", (ROOT / file).read_text(encoding="utf-8")), one


async def test_the_commands_exist(evening: Evening) -> None:
    every = {one.qualified_name: one for one in evening.bot.tree.walk_commands() if isinstance(one, Command)}
    named = {one.removeprefix("/") for one in quoted() if one.startswith("/")}
    assert len(named) > 20
    for one in sorted(named):
        known = [name for name in every if f"{one} ".startswith(f"{name} ")]
        assert known, f"/{one}"
        options = {parameter.display_name for parameter in every[max(known, key=len)].parameters}
        assert set(re.findall(r"([a-z-]+):", one)) <= options, f"/{one}"


def test_the_ways_to_lose_win_and_draw_are_those_that_decide() -> None:
    assert ways.with_table(TEXT) == TEXT, "make texts"


def test_nothing_else_is_quoted() -> None:
    others = {one for one in quoted() if not (CASE.fullmatch(one) or "::" in one or one.startswith("/"))}
    assert others == {"tests/conformance/cases", "pytest tests/conformance --cases DIR"}
