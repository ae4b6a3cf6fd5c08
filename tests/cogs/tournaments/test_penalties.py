"""Penalties that judges take back by buttons."""

import pytest

from rules.game.game import Game
from rules.tournaments.state import SignUpStage
from tests.cogs.tournaments.test_organize import Panel, with_players
from tests.cogs.tournaments.test_rounds import state, types, view
from tests.cogs.tournaments.test_two_judges import refuses
from tests.support.evening import Evening
from tests.support.leagues import standing

ASK, DO = "Take back penalty…", "Take back penalty"
LATE = {"kind": ["match_loss"], "infraction": ["tardiness"]}
CHEATED = {"kind": ["disqualification"], "infraction": ["cheating"]}


async def begins(evening: Evening, play: str) -> tuple[Panel, list[list[str]]]:
    """The first round of the event Friday of four guests; a judge's panel, and the tables."""
    await evening.types("Ana", "event create", name="Friday", play=play)
    panel = await Panel(evening).open()
    return panel, await with_players(panel, "Gil", "Hal", "Ida", "Jo")


async def playing(evening: Evening) -> list[str]:
    """The names of those who are still in the game at table 1."""
    there = (await view(evening, 1, 1)).table
    assert isinstance(there, Game)
    return [one.name for one in there.players if one.in_game]


@pytest.mark.own_bot
@pytest.mark.parametrize("given", [LATE, CHEATED])
async def test_who_gets_a_seat_back_plays_on_though_the_bot_restarts(
    evening: Evening, given: dict[str, list[str]]
) -> None:
    panel, ((one, *others),) = await begins(evening, "pods")
    await panel.choose(one)
    assert ASK not in panel.labels
    await panel.fill("Penalty…", **given)
    await evening.env.settle()
    assert await playing(evening) == others
    await evening.restart(away=60)
    panel = await Panel(evening).open()
    await panel.choose(one)
    await panel.press(ASK)
    assert f"Take back this penalty? {one}: " in panel.shown
    assert len((await state(evening)).penalties) == 1
    await panel.press(DO)
    assert f"Taken back: {one}: " in panel.shown
    assert "keeps its result" not in panel.shown
    assert ASK not in panel.labels
    await evening.restart(away=60)
    await evening.env.settle()
    assert await playing(evening) == [one, *others]
    now = await state(evening)
    assert (now.penalties, now.rounds[0].absent) == ((), ())
    assert one in [player.name for player in now.at(SignUpStage.IN)]
    panel = await Panel(evening).open()
    await panel.press("Log")
    assert f"Taken back: {one}: " in panel.shown
    await panel.open()
    await panel.choose(one)
    await panel.fill("Penalty…", **LATE)
    await evening.env.settle()
    assert await playing(evening) == others


async def test_a_table_that_has_ended_keeps_its_result_and_the_answer_says_so(evening: Evening) -> None:
    panel, ((one, other), _) = await begins(evening, "duels")
    await panel.choose(one)
    await panel.fill("Penalty…", **CHEATED)
    await evening.env.settle()
    assert one not in standing(evening)
    await panel.press(ASK)
    await panel.press(DO)
    assert "Round 1, table 1 keeps its result." in panel.shown
    await evening.env.settle()
    assert standing(evening)[one] == "0"
    assert standing(evening)[other] == "3"
    await evening.types("Ana", "event result", table=1, winner=one)
    await evening.env.settle()
    assert standing(evening)[one] == "3"


async def test_points_are_back_in_the_standings_and_gone_from_the_export(evening: Evening) -> None:
    panel, ((one, _other), _) = await begins(evening, "duels")
    await panel.choose(one)
    await panel.fill("Penalty…", kind=["points"], infraction=["conduct"], points="2")
    assert standing(evening)[one] == "−2"
    await panel.press(ASK)
    await panel.press(DO)
    assert "keeps its result" not in panel.shown
    exported = await panel.ana.slash(evening.channel, "event export")
    assert exported.response is not None
    assert b"conduct" not in await exported.response.attachments[1].read()
    assert standing(evening).get(one, "0") == "0"


async def test_a_penalty_is_taken_back_once(evening: Evening) -> None:
    """Two were given; both judges take back the second one. A new one isn't taken back by an old question."""
    panel, ((one, _other), _) = await begins(evening, "duels")
    for points in ("1", "2"):
        await panel.open()
        await panel.choose(one)
        await panel.fill("Penalty…", kind=["points"], infraction=["conduct"], points=points)
    judges = [panel, await Panel(evening).open()]
    for judge in judges:
        await judge.open()
        await judge.choose(one)
        await judge.press(ASK)
    question = judges[1].message
    await panel.press(DO)
    await refuses(judges[1], DO)
    assert [given.points for given in (await state(evening)).penalties] == [1]
    await panel.fill("Penalty…", kind=["points"], infraction=["conduct"], points="3")
    judges[1].message = question
    await refuses(judges[1], DO)
    assert [given.points for given in (await state(evening)).penalties] == [1, 3]


async def test_a_lost_game_of_a_match_is_undone_at_the_table(evening: Evening) -> None:
    await evening.types("Ana", "event create", name="Friday", play="duels", best_of=3)
    panel = await Panel(evening).open()
    (one, other), _ = await with_players(panel, "Gil", "Hal", "Ida", "Jo")
    await panel.choose(one)
    await panel.fill("Penalty…", kind=["game_loss"], infraction=["deck"])
    await evening.env.settle()
    await panel.press(ASK)
    await panel.press(DO)
    assert "stays lost until it is undone at the table" in panel.shown
    assert (await state(evening)).penalties == ()
    await types(evening, 1, 1, "undo")
    assert await playing(evening) == [one, other]
