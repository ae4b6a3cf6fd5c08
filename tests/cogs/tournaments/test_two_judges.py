"""Two judges with the panel open: what one has done isn't done again by the other, or to a later round."""

import pytest

from tests.cogs.tournaments.test_organize import Panel, with_players
from tests.cogs.tournaments.test_rounds import state, tables
from tests.support.evening import Evening


@pytest.fixture
async def panel(evening: Evening) -> Panel:
    """A judge's panel of two duels in their first round."""
    await evening.types("Ana", "event create", name="Friday", play="duels")
    panel = await Panel(evening).open()
    await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    return panel


async def plays_on(panel: Panel) -> Panel:
    """Let another judge enter the results of the round and pair the next one; return that judge's panel."""
    other = await Panel(panel.evening).open()
    await other.press("Enter results")
    for table, names in enumerate(await tables(panel.evening), start=1):
        await other.enters(table, f"{names[0]} wins")
    await other.press(f"Pair round {len((await state(panel.evening)).rounds) + 1}")
    return other


async def refuses(panel: Panel, label: str) -> None:
    panel.evening.refusal()
    await panel.press(label)
    assert panel.evening.refusal() == "event_changed"


async def test_a_round_is_taken_back_once(panel: Panel) -> None:
    """Before, the second press took back the round before it, too."""
    one, other = panel, await plays_on(panel)
    for judge in (one, other):
        await judge.open()
        await judge.press("Take back the round…")
    await one.press("Take back the round")
    assert len((await state(panel.evening)).rounds) == 1
    await refuses(other, "Take back the round")
    assert len((await state(panel.evening)).rounds) == 1


async def test_what_was_meant_for_a_round_does_not_happen_in_the_next(panel: Panel) -> None:
    """Before, *No one came* at table 1 of round 1 dropped those who sat at table 1 of round 2."""
    evening = panel.evening
    await panel.press("Enter results")
    await panel.pick(1)
    table = panel.message
    await panel.open()
    await panel.choose("Gil")
    player = panel.message
    await plays_on(panel)
    for panel.message, label in ((table, "No one came"), (player, "No-show"), (player, "Penalty…")):
        await refuses(panel, label)
    now = await state(evening)
    assert (now.rounds[1].outcomes, now.rounds[1].absent, now.penalties) == ({}, (), ())


async def test_a_form_that_was_opened_in_the_round_before_is_not_sent_off_for_the_next(panel: Panel) -> None:
    await panel.choose("Gil")
    form = await panel.press("Penalty…")
    await plays_on(panel)
    panel.evening.refusal()
    await panel.ana.submit_modal(form, {"kind": ["match_loss"], "infraction": ["tardiness"], "points": ""})
    assert panel.evening.refusal() == "event_changed"
    assert (await state(panel.evening)).penalties == ()


async def test_a_round_is_paired_by_the_button_that_names_it(panel: Panel) -> None:
    """The round that it names was paired and played meanwhile."""
    await panel.press("Enter results")
    for table, names in enumerate(await tables(panel.evening), start=1):
        await panel.enters(table, f"{names[0]} wins")
    assert "Pair round 2" in panel.labels
    other = await Panel(panel.evening).open()
    await other.press("Pair round 2")
    await other.press("Enter results")
    for table, names in enumerate(await tables(panel.evening), start=1):
        await other.enters(table, f"{names[0]} wins")
    await refuses(panel, "Pair round 2")
    assert len((await state(panel.evening)).rounds) == 2


async def test_time_is_taken_back_once(panel: Panel) -> None:
    """Five minutes were given, then seven; both judges take back the seven."""
    await panel.open()
    await panel.fill("More time…", minutes="5")
    await panel.fill("More time…", minutes="7")
    other = await Panel(panel.evening).open()
    await panel.press("Take back time")
    await refuses(other, "Take back time")
    assert (await state(panel.evening)).rounds[0].minutes_added(1) == 5
    await other.open()
    await other.press("Take back time")
    assert (await state(panel.evening)).rounds[0].minutes_added(1) == 0
