"""What is prepared while the disk is at work."""

import asyncio

import pytest

from storage.games import Committed, Games, View
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, life, lose, request


async def test_it_sees_what_will_be_while_others_see_what_is(games: Games) -> None:
    await deal(games)
    seen: asyncio.Future[tuple[Committed, View]] = asyncio.get_running_loop().create_future()

    def look(coming: Committed, view: View) -> None:
        seen.set_result((coming, view))

    acting = asyncio.create_task(games.act(PLACE, request(), lose(3), look))
    coming, view = await seen
    assert await ana_has(games) == LIFE
    assert life(coming.after) == life(view.table) == LIFE - 3
    assert await acting is coming
    assert await games.view(PLACE) is view


async def test_a_fault_in_it_keeps_nothing_from_being_saved(games: Games) -> None:
    game = await deal(games)

    def fail(_coming: Committed, _view: View) -> None:
        raise RuntimeError("no words")

    with pytest.raises(RuntimeError, match="no words"):
        await games.act(PLACE, request(), lose(3), fail)
    assert await ana_has(games) == LIFE - 3
    await assert_sound(games, game)
    await games.act(PLACE, request(), lose(1))
    assert await ana_has(games) == LIFE - 4


async def test_a_request_that_comes_again_is_not_what_was_prepared(games: Games) -> None:
    await deal(games)
    asked, seen = request(), list[Committed]()
    first = await games.act(PLACE, asked, lose(3))
    again = await games.act(PLACE, asked, lose(3), lambda coming, _view: seen.append(coming))
    assert again.repeated
    assert again not in seen
    assert again.after == first.after
    assert await ana_has(games) == LIFE - 3
