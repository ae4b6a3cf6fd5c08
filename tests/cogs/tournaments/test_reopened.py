"""An event that was closed and goes on: what happened at its tables and in its league meanwhile counts."""

import pytest

from tests.cogs.tournaments.test_league_results import endings, record
from tests.cogs.tournaments.test_organize import Panel, with_players
from tests.cogs.tournaments.test_rounds import state, tables, types
from tests.support.evening import Evening
from tests.support.leagues import begin_round, create, standing


@pytest.fixture
async def panel(evening: Evening) -> Panel:
    await create(evening, "Duels", preset="swiss", by="nobody")
    await evening.types("Ana", "event create", name="Friday", play="duels")
    return await Panel(evening).open()


async def closes(panel: Panel) -> None:
    await panel.open()
    await panel.press("Close…")
    await panel.press("Close event")


async def reopens(panel: Panel) -> None:
    await panel.press("Reopen event")
    await panel.evening.passes(seconds=60)


async def test_a_game_that_ended_meanwhile_counts(panel: Panel) -> None:
    """Before, the table had no result for good, though its league had one."""
    evening = panel.evening
    await with_players(panel, "Gil", "Hal")
    ((one, _),) = await tables(evening)
    await closes(panel)
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=60)
    assert (await state(evening)).rounds[0].outcomes == {}
    await reopens(panel)
    assert standing(evening)[one] == "3"
    assert (await endings(evening))[one] == "won"


@pytest.mark.parametrize("rounds", [1, 2])
async def test_an_end_that_was_undone_meanwhile_counts_in_neither(panel: Panel, rounds: int) -> None:
    """In the last round, and in one before it."""
    evening = panel.evening
    (one, _), (third, _) = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await types(evening, 1, 1, "win", who=one)
    await types(evening, 1, 2, "win", who=third)
    await evening.passes(seconds=60)
    if rounds == 2:
        await begin_round(evening)
    await closes(panel)
    await types(evening, 1, 2, "undo")
    await evening.passes(seconds=60)
    assert [(await record(evening, number)).counts for number in (1, 2)] == [True, False]
    await reopens(panel)
    assert [*(await state(evening)).rounds[0].outcomes] == [1]
    assert standing(evening)[third] == "0"


async def test_what_a_judge_has_edited_in_the_league_meanwhile_is_the_events(panel: Panel) -> None:
    evening = panel.evening
    ((one, other),) = await with_players(panel, "Gil", "Hal")
    await types(evening, 1, 1, "win", who=one)
    await evening.passes(seconds=60)
    await closes(panel)
    await evening.types("Ana", "league result edit", result=1, reason="mistyped", players=f"{other}, {one}")
    await evening.passes(seconds=60)
    await reopens(panel)
    assert standing(evening)[other] == "3"
    assert await endings(evening) == {one: "lost", other: "won"}
