"""Sealed results: what the players of a table can't take back by undoing the end of its game."""

import pytest

from rules.leagues.review import ResultState
from tests.support.evening import Evening
from tests.support.games import view_of
from tests.support.leagues import Panel, message, points, report, state
from tests.support.messages import message_of, text
from tests.support.tables import deal
from tests.support.wording import counts


async def played(evening: Evening, *, confirmed: bool = False) -> None:
    """Ben beats Cy at the table; both confirm it where asked."""
    if confirmed:
        panel = await Panel(evening).open()
        await panel.fill("confirmation", tables=["yes"])
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "concede")
    if confirmed:
        for who in ("Ben", "Cy"):
            await evening.presses(who, "Confirm", message(evening, 1))
        assert await state(evening) is ResultState.CONFIRMED


@pytest.mark.own_bot
async def test_no_one_but_a_judge_undoes_what_all_have_confirmed(evening: Evening) -> None:
    await played(evening, confirmed=True)
    assert await evening.refused("Cy", "undo") == (
        "That would withdraw result 1 of Friday, which is confirmed. Ask a judge to undo the end of the game."
    )
    assert (await evening.refused_press("Cy", "Undo")).key == "sealed_by_confirmation"
    assert (await state(evening), await points(evening)) == (
        ResultState.CONFIRMED,
        ["**1.** **Ben** 5", "**2.** **Cy** 0"],
    )
    await evening.restart()
    assert (await evening.refused("Cy", "undo", steps=2)).key == "sealed_by_confirmation"
    undone = await evening.types("Ana", "undo")
    assert "-# Friday: result 1 is withdrawn." in undone.text.splitlines()
    assert await points(evening) == []
    audit = (await evening.types("Fay", "league audit", result=1)).text
    assert "result 1 withdrawn by undo · ⚠️ although it was confirmed" in audit


@pytest.mark.own_bot
async def test_who_tries_to_undo_a_sealed_result_is_in_the_audit_and_in_the_inbox(evening: Evening) -> None:
    """Each person once a day, however often they press; it changes nothing."""
    await played(evening, confirmed=True)
    for _ in range(3):
        assert (await evening.refused("Cy", "undo")).key == "sealed_by_confirmation"
    assert (await evening.refused_press("Cy", "Undo")).key == "sealed_by_confirmation"
    assert (await evening.refused("Ben", "undo")).key == "sealed_by_confirmation"
    await evening.restart()
    assert (await evening.refused("Cy", "undo")).key == "sealed_by_confirmation"

    async def tries(command: str) -> list[str]:
        lines = (await evening.types("Ana", command)).text.splitlines()
        return [line.split("> ", 1)[1] for line in lines if "undo of" in line]

    ben, cy = (evening.people[who].mention for who in ("Ben", "Cy"))
    what = "undo of result 1 refused · it is confirmed"
    assert await tries("league audit") == [f"{ben}: {what}", f"{cy}: {what}"]
    assert len(await tries("league inbox")) == 2
    await evening.passes(minutes=25 * 60)
    assert (await evening.refused("Cy", "undo")).key == "sealed_by_confirmation"
    assert await tries("league audit") == [f"{cy}: {what}", f"{ben}: {what}", f"{cy}: {what}"]
    assert (await state(evening), await points(evening)) == (
        ResultState.CONFIRMED,
        ["**1.** **Ben** 5", "**2.** **Cy** 0"],
    )
    exported = (await evening.types("Ana", "undo")).text
    assert "-# Friday: result 1 is withdrawn." in exported.splitlines()


async def test_a_fix_breaks_no_seal_either(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("confirmation", tables=["yes"])
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "life lose", amount=40)
    for who in ("Ben", "Cy"):
        await evening.presses(who, "Confirm", message(evening, 1))
    view = await view_of(evening.games, await evening.game())
    step = str(view.entries[-1].number)
    shown = message_of(await evening.people["Cy"].slash(evening.channel, "fix", step=step, amount="4"))
    answer = await evening.people["Cy"].click(shown, label="Do it")
    assert answer.response is not None
    assert evening.refusal() == "sealed_by_confirmation"
    assert await state(evening) is ResultState.CONFIRMED


async def test_silence_seals_a_result_as_well(evening: Evening) -> None:
    panel = await Panel(evening).open()
    await panel.fill("confirmation", tables=["yes"], hours="1")
    await deal(evening, names="Ben, Cy")
    await evening.types("Cy", "concede")
    await evening.passes(minutes=61)
    assert await state(evening) is ResultState.CONFIRMED
    assert (await evening.refused("Cy", "undo")).key == "sealed_by_confirmation"


async def test_what_a_judge_has_edited_or_ruled_on_stays(evening: Evening) -> None:
    await played(evening)
    await evening.types("Ana", "league result edit", result=1, reason="seen", note="seen")
    assert await evening.refused("Cy", "undo") == (
        "That would withdraw result 1 of Friday, which a judge has decided. Ask a judge to undo the end of "
        "the game."
    )
    await evening.types("Ana", "league result void", result=1, reason="a joke")
    assert (await evening.refused("Ben", "undo")).key == "sealed_by_ruling"
    assert await state(evening) is ResultState.VOID


async def test_the_games_of_a_closed_season_stay(evening: Evening) -> None:
    await evening.types("Ana", "league season open", name="Spring")
    await evening.passes(minutes=1)
    await played(evening)
    await evening.passes(minutes=1)
    await evening.types("Ana", "league season close")
    assert await evening.refused("Cy", "undo") == (
        "That would withdraw result 1 of Friday, whose season is closed. Ask a judge to undo the end of the "
        "game."
    )
    await evening.types("Ana", "league season reopen", reason="a mistake")
    undone = await evening.types("Cy", "undo")
    assert "-# Friday: result 1 is withdrawn." in undone.text.splitlines()


async def test_an_end_that_is_redone_after_its_season_counts_outside_of_it(evening: Evening) -> None:
    await evening.types("Ana", "league season open", name="Spring")
    await evening.passes(minutes=1)
    await played(evening)
    await evening.types("Cy", "undo")
    await evening.passes(minutes=1)
    await evening.types("Ana", "league season close")
    again = (await evening.types("Cy", "redo")).text
    assert counts(again, "Friday", 1)
    assert "Played in Spring, which is closed" in again.splitlines()[-1]
    assert await points(evening, season=1) == []
    assert await points(evening, season=0) == ["**1.** **Ben** 5", "**2.** **Cy** 0"]


async def test_a_league_may_let_the_confirmation_begin_again(evening: Evening) -> None:
    await (await Panel(evening).open()).fill("trust", reopening=["confirm"])
    await played(evening, confirmed=True)
    await evening.types("Cy", "undo")
    assert await state(evening) is ResultState.WITHDRAWN
    await evening.types("Cy", "redo")
    assert await state(evening) is ResultState.PENDING
    who = f"{evening.people['Ben'].mention} and {evening.people['Cy'].mention}"
    assert f"Awaiting confirmation from {who}." in text(message(evening, 1))
    await evening.types("Cy", "undo")
    # Another end has to be confirmed as well, also where tables' results by now count at once.
    await (await Panel(evening).open()).fill("confirmation", tables=["no"])
    await evening.types("Ben", "concede")
    assert await state(evening, 2) is ResultState.PENDING
    assert await points(evening) == []
    audit = (await evening.types("Fay", "league audit", result=1)).text
    assert "⚠️ although it was confirmed · has to be confirmed again" in audit
    # What a judge has decided is a judge's also then.
    await evening.types("Ana", "league result rule", result=2, verdict="accept", reason="seen")
    assert "which a judge has decided" in await evening.refused("Cy", "undo")


@pytest.mark.parametrize("act", ["rule", "void", "edit"])
async def test_a_judge_who_played_leaves_it_to_another(evening: Evening, act: str) -> None:
    await report(evening, "Ben", "Ben, Ana")
    options = {"rule": {"verdict": "void"}, "void": {}, "edit": {"note": "I won"}}[act]
    refused = await evening.refused("Ana", f"league result {act}", result=1, reason="mine", **options)
    assert refused == "You played in this game. Ask another judge to rule."
    assert await state(evening) is ResultState.PENDING


@pytest.mark.own_bot
async def test_a_judge_who_played_and_is_the_only_one_is_named_in_the_audit(evening: Evening) -> None:
    owner = evening.env.backend.guilds[evening.server.id]
    owner.owner_id = evening.people["Ana"].id
    await evening.restart()
    await report(evening, "Ben", "Ben, Ana")
    await evening.types("Ana", "league result rule", result=1, verdict="void", reason="mine")
    assert await state(evening) is ResultState.VOID
    audit = (await evening.types("Fay", "league audit", result=1)).text
    assert "result 1 voided · ⚠️ by a judge who played in it – mine" in audit
