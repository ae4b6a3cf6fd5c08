"""The step that was undone last counts again, and a fix corrects the one that was meant."""

import pytest

from rules.actions.life import GainLife, PayLife
from rules.fixing import Correction
from rules.refusal import Refusal
from storage.games.games import Games
from storage.games.steps import steps_of_fix
from tests.storage.games.test_fix import FIRST, begun, enter, lose, table
from tests.storage.table import PLACE, assert_sound, request


async def test_another_step_was_meant_than_the_one_that_was_undone(games: Games) -> None:
    """The last one counts again, the one that was meant does not, and one undo takes both back."""
    game = await begun(games)
    await enter(games, lose("ben", 3), lose("cy", 4), lose("ana", 5))
    await games.undo(PLACE, request())
    before = await games.view(game)
    correction = Correction(changes={FIRST: None})
    preview = await games.preview_fix(PLACE, correction, redone=FIRST + 2)
    done = await games.fix(PLACE, request(), correction, at=preview.at, redone=FIRST + 2)
    now = await table(games)
    assert now == preview.table
    assert now.life == {"ana": 15, "ben": 20, "cy": 16}
    assert [entry.number for entry in await games.history(game)] == [1, 2, FIRST + 1, FIRST + 2]
    assert done.entry.number == preview.number
    assert done.entry.fix is not None
    was = {one.number: (one.was, one.out) for one in steps_of_fix(done.entry.number, done.entry.fix)}
    assert was[FIRST][1]
    assert was[FIRST + 2] == ((), False)
    await assert_sound(games, game)
    await games.undo(PLACE, request())
    after = await games.view(game)
    assert before is not None
    assert after is not None
    assert after.table == before.table
    await games.redo(PLACE, request())
    assert await table(games) == now
    await assert_sound(games, game)


async def test_an_undone_step_that_no_longer_follows_is_not_done_again(games: Games) -> None:
    await begun(games)
    await enter(games, lose("ben", 3), lose("cy", 4), lose("ana", 5))
    await games.undo(PLACE, request())
    await games.undo(PLACE, request())
    for redone in (FIRST + 2, FIRST, 99):
        with pytest.raises(Refusal, match="fix_outdated"):
            await games.fix(PLACE, request(), Correction(changes={FIRST: None}), redone=redone)


async def test_an_undone_step_that_is_no_longer_allowed_stays_out(games: Games) -> None:
    """Without the 15 that Ana had gained before, she can't pay 30."""
    await begun(games)
    await enter(games, GainLife(who=("ana",), amount=15), PayLife(payments={"ana": 30}))
    await games.undo(PLACE, request())
    done = await games.fix(PLACE, request(), Correction(changes={FIRST: None}), redone=FIRST + 1)
    assert (await table(games)).life["ana"] == 20
    assert done.entry.fix is not None
    assert [one.number for one in steps_of_fix(done.entry.number, done.entry.fix)] == [FIRST]
    assert [one.out for one in done.entry.fix.steps] == ["taken_back", "refused"]


async def test_the_undone_step_that_is_redone_is_the_one_that_was_meant(games: Games) -> None:
    await begun(games)
    await enter(games, lose("ben", 3), lose("cy", 4))
    await games.undo(PLACE, request(), 2)
    with pytest.raises(Refusal, match="not_the_next_step"):
        await games.redo(PLACE, request(), first=FIRST + 1)
    await games.redo(PLACE, request(), first=FIRST)
    assert (await table(games)).life == {"ana": 20, "ben": 17, "cy": 20}
    await enter(games, lose("ana", 1))
    with pytest.raises(Refusal, match="not_the_next_step"):
        await games.redo(PLACE, request(), first=FIRST + 1)
