"""docs/leagues-reference.md says who may do what with a result; every cell of its table is tried."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from rules.leagues.review import ResultState
from tests.support.evening import Evening
from tests.support.leagues import Panel, judge_role, report

GUIDE = (Path(__file__).parents[3] / "docs" / "leagues-reference.md").read_text(encoding="utf-8")
ROLES = {
    "reporter": "Ben",
    "reporter's teammate": "Cy",
    "other side": "Dee",
    "anyone else": "Fay",
    "judge": "Ana",
    "judge on the other side": "Eve",
}
"""Ben reports that he and Cy have beaten Dee and Eve. Ana moderates, and Eve has the judges' role."""
OPTIONS: Mapping[str, Mapping[str, object]] = {
    "confirm": {},
    "dispute": {"reason": "no"},
    "rule": {"verdict": "accept", "reason": "seen"},
    "edit": {"note": "seen", "reason": "seen"},
    "void": {"reason": "seen"},
    "restore": {"reason": "seen"},
}
STATES = (ResultState.PENDING, ResultState.CONFIRMED, ResultState.DISPUTED, ResultState.VOID)


def table() -> dict[str, dict[str, set[str]]]:
    """Return the states in which each role may do each act, as the guide says."""
    part = GUIDE.partition("## Who may do what\n")[2].partition("\n##")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in part.splitlines()
        if line.startswith("|")
    ]
    head, _, *rest = rows
    return {
        row[0].strip("`").removeprefix("/league result "): {
            role: set() if cell == "–" else set(cell.split(", "))
            for role, cell in zip(head[1:], row[1:], strict=True)
        }
        for row in rest
    }


def test_the_table_has_every_act_and_role() -> None:
    assert {act: [*cells] for act, cells in table().items()} == {key: [*ROLES] for key in OPTIONS}
    assert {state for cells in table().values() for said in cells.values() for state in said} <= {*STATES}


async def bring(evening: Evening, number: int, state: ResultState) -> None:
    """A new result in this state."""
    await report(evening, "Ben", "Ben + Cy, Dee + Eve")
    match state:
        case ResultState.CONFIRMED:
            await evening.types("Ana", "league result rule", result=number, verdict="accept", reason="seen")
        case ResultState.DISPUTED:
            await evening.types("Dee", "league result dispute", result=number, reason="no")
        case ResultState.VOID:
            await evening.types("Ana", "league result void", result=number, reason="no")
        case _:
            pass


@pytest.mark.sample(2)
@pytest.mark.parametrize("act", OPTIONS)
async def test_every_cell_is_so(evening: Evening, act: str) -> None:
    panel = await Panel(evening).open()
    await panel.pick("preset", "plus_minus")
    await panel.fill("confirmation", meetings="0")
    await judge_role(evening, "Eve")
    found: dict[str, set[str]] = {}
    number = 0
    for role, who in ROLES.items():
        found[role] = set()
        for state in STATES:
            number += 1
            await bring(evening, number, state)
            answer = await evening.types(who, f"league result {act}", result=number, **OPTIONS[act])
            if not answer.private:
                found[role].add(state.value)
    assert found == table()[act]
