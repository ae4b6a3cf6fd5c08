"""An interaction that Discord delivers twice counts once."""

import asyncio
from pathlib import Path

import pytest

from rules.refusal import Refusal
from storage.engine.opening import open_database
from storage.games.games import Committed, Games, Location
from tests.storage.table import (
    GATHER,
    LIFE,
    PLACE,
    ana_has,
    assert_sound,
    choose,
    deal,
    end,
    lose,
    request,
    whole_log,
)


def assert_repeats(second: Committed, first: Committed) -> None:
    assert second.repeated
    assert not first.repeated
    assert (second.game, second.entry, second.before, second.after) == (
        first.game,
        first.entry,
        first.before,
        first.after,
    )


async def test_each_kind_of_request_gives_its_first_answer_again(games: Games) -> None:
    opening, acting, undoing, redoing = request(), request(), request(), request()
    opened = await games.open(PLACE, opening, GATHER)
    assert_repeats(await games.open(PLACE, opening, GATHER), opened)
    game = await deal(games, Location(channel=300, guild=None))
    acted = await games.act(game, acting, lose(3))
    await games.act(game, request(), lose(5))
    assert_repeats(await games.act(game, acting, lose(3)), acted)
    undone = await games.undo(game, undoing, 2)
    assert_repeats(await games.undo(game, undoing, 2), undone)
    redone = await games.redo(game, redoing)
    assert_repeats(await games.redo(game, redoing), redone)
    assert_repeats(await games.undo(game, undoing, 2), undone)
    assert await ana_has(games, game) == LIFE - 3


async def test_a_repeat_that_the_rules_would_refuse_by_now_is_answered_too(games: Games) -> None:
    game = await deal(games)
    ending = request()
    ended = await games.act(game, ending, end())
    assert_repeats(await games.act(game, ending, end()), ended)
    opening = request()
    opened = await games.open(PLACE, opening, GATHER)
    assert_repeats(await games.open(PLACE, opening, GATHER), opened)


async def test_a_refused_interaction_may_come_again(games: Games) -> None:
    acting = request()
    with pytest.raises(Refusal, match="no_table"):
        await games.act(PLACE, acting, lose())
    await deal(games)
    assert not (await games.act(PLACE, acting, lose())).repeated


async def test_a_repeat_is_known_after_a_restart(file: Path) -> None:
    acting = request()
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        acted = await games.act(PLACE, acting, lose())
    async with open_database(file) as database:
        assert_repeats(await Games(database).act(PLACE, acting, lose()), acted)


async def test_an_interaction_that_races_with_itself_acts_once(games: Games) -> None:
    game = await deal(games)
    for _ in range(10):
        acting = request()
        answers = await asyncio.gather(*(games.act(PLACE, acting, lose()) for _ in range(5)))
        assert sorted(answer.repeated for answer in answers) == [False, True, True, True, True]
        assert len({answer.entry.number for answer in answers}) == 1
    assert await ana_has(games) == LIFE - 10
    await assert_sound(games, game)


async def test_a_repeat_costs_others_in_the_same_commit_nothing(games: Games) -> None:
    places = [Location(channel=channel, guild=1) for channel in range(1000, 1020)]
    numbers = await asyncio.gather(*(deal(games, place) for place in places))
    acting = request()
    await games.act(places[0], acting, lose())
    answers = await asyncio.gather(
        games.act(places[0], acting, lose()),
        *(games.act(place, request(), lose()) for place in places[1:]),
    )
    assert [answer.repeated for answer in answers] == [True] + [False] * 19
    for game in numbers:
        assert await ana_has(games, game) == LIFE - 1
        assert len(await whole_log(games, game)) == 3


async def test_one_interaction_acts_on_one_table_only(games: Games) -> None:
    here, there = await deal(games), await deal(games, Location(channel=300, guild=1))
    acting = request()
    first = await games.act(here, acting, lose())
    assert_repeats(await games.act(there, acting, choose(GATHER)), first)
    assert await ana_has(games, there) == LIFE
