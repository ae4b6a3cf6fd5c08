"""A fix that isn't one, or that the requester may not make, writes nothing."""

from collections.abc import Collection, Sequence

import pytest

from rules.actions.commanders import CastCommander
from rules.fixing import Correction
from rules.game.game import Game
from rules.refusal import Refusal
from rules.table import AnyAction, Table
from storage.games.games import Games, Request
from tests.storage.games.test_fix import FIRST, begun, enter, lose, table
from tests.storage.table import PLACE, assert_sound, choose, request
from tests.support.games import game_of


@pytest.mark.parametrize(
    ("correction", "reason"),
    [
        (Correction(changes={99: None}), "no_such_step"),
        (Correction(changes={2: None}), "fix_lobby"),
        (Correction(changes={FIRST: lose("ben", 1)}), "fix_nothing"),
        (Correction(), "fix_nothing"),
        (Correction(changes={FIRST: CastCommander(who="ana", commander="ana:1")}), "no_such_commander"),
    ],
)
async def test_what_is_not_a_fix_is_refused(games: Games, correction: Correction, reason: str) -> None:
    game = await begun(games)
    await enter(games, lose("ben", 1))
    with pytest.raises(Refusal, match=reason):
        await games.fix(PLACE, request(), correction)
    assert len(await games.log(game)) == 3


async def test_who_may_not_fix_is_refused_by_what_is_corrected_and_entered(games: Games) -> None:
    """The check knows whose steps are corrected, and what is entered at which table."""
    game = await begun(games)
    await enter(games, lose("ben", 1))
    judy = Request(user=77, name="Judy", interaction=5)
    await games.act(PLACE, judy, choose(lose("ben", 2)))
    told: list[tuple[set[int], list[tuple[int, AnyAction]]]] = []

    def refuse(now: Table, authors: Collection[int], entered: Sequence[tuple[Table, AnyAction]]) -> None:
        lives = [(before.life["ben"], action) for before, action in entered if isinstance(before, Game)]
        told.append(({*authors}, lives))
        assert isinstance(now, Game)
        assert now.life["ben"] == 17
        raise Refusal("only_own_steps")

    correction = Correction(changes={FIRST + 1: lose("ben", 4)}, before=FIRST + 1, inserted=lose("ben", 8))
    with pytest.raises(Refusal, match="only_own_steps"):
        await games.fix(PLACE, request(), correction, refuse)
    assert told == [({77}, [(19, lose("ben", 8)), (11, lose("ben", 4))])]
    assert len(await games.log(game)) == 4
    assert (await table(games)).life["ben"] == 17


async def test_an_ended_game_stays_ended_while_its_channel_has_another(games: Games) -> None:
    """The fix would let two games go on in one channel."""
    game = await begun(games)
    await enter(games, lose("ben", 20), lose("cy", 20))
    other = await begun(games)
    with pytest.raises(Refusal, match="table_in_use"):
        await games.fix(game, request(), Correction(changes={FIRST: None}))
    assert (await game_of(games, game)).outcome is not None
    assert (await games.fix(game, request(), Correction(changes={FIRST: lose("ben", 21)}))).entry.number == 5
    await assert_sound(games, game)
    await assert_sound(games, other)


async def test_where_nothing_was_played_nothing_is_fixed(games: Games) -> None:
    correction = Correction(changes={FIRST: None})
    with pytest.raises(Refusal, match="no_table"):
        await games.preview_fix(PLACE, correction)
    with pytest.raises(Refusal, match="no_table"):
        await games.fix(PLACE, request(), correction)


async def test_a_preview_that_is_out_of_date_is_refused(games: Games) -> None:
    await begun(games)
    await enter(games, lose("ben", 1))
    preview = await games.preview_fix(PLACE, Correction(changes={FIRST: None}))
    await enter(games, lose("ben", 1))
    with pytest.raises(Refusal, match="fix_outdated"):
        await games.fix(PLACE, request(), Correction(changes={FIRST: None}), at=preview.at)


async def test_a_step_that_was_undone_cannot_be_fixed(games: Games) -> None:
    await begun(games)
    await enter(games, lose("ben", 1))
    await games.undo(PLACE, request())
    with pytest.raises(Refusal, match="no_such_step"):
        await games.fix(PLACE, request(), Correction(changes={FIRST: None}))
