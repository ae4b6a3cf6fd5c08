"""Many people at once: everything counts, in order, also when someone goes away in the middle."""

import asyncio

import pytest

from storage.engine.database import Database
from storage.games.games import Games, Location
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, life, lose, request, whole_log


async def test_all_of_twenty_at_one_table_count_in_the_order_they_came(games: Games) -> None:
    game = await deal(games)
    requests = [request() for _ in range(20)]
    answers = await asyncio.gather(*(games.act(PLACE, asked, lose()) for asked in requests))
    assert [life(answer.after) for answer in answers] == [LIFE - n for n in range(1, 21)]
    log = await whole_log(games, game)
    assert [entry.interaction for entry in log[2:]] == [asked.interaction for asked in requests]
    await assert_sound(games, game)


@pytest.mark.sample(1)
async def test_two_hundred_tables_at_once(games: Games) -> None:
    places = [Location(channel=channel, guild=channel) for channel in range(200)]
    numbers = await asyncio.gather(*(deal(games, place) for place in places))
    assert len(set(numbers)) == 200

    async def play(place: Location) -> None:
        await games.act(place, request(), lose(3))
        await games.act(place, request(), lose(4))
        await games.undo(place, request())

    await asyncio.gather(*(play(place) for place in places))
    for place, game in zip(places, numbers, strict=True):
        assert await ana_has(games, place) == LIFE - 3
        await assert_sound(games, game)


async def test_one_of_many_opens_the_table(games: Games) -> None:
    answers = await asyncio.gather(*(deal(games) for _ in range(5)), return_exceptions=True)
    assert sorted(str(answer) for answer in answers) == ["1"] + ["table_in_use"] * 4


async def test_more_tables_than_memory_keeps(database: Database) -> None:
    games = Games(database, limit=3)
    places = [Location(channel=channel, guild=1) for channel in range(20)]
    numbers = await asyncio.gather(*(deal(games, place) for place in places))

    async def play(place: Location) -> None:
        for _ in range(5):
            await games.act(place, request(), lose())
            await asyncio.sleep(0)

    await asyncio.gather(*(play(place) for place in places for _ in range(3)))
    for game in numbers:
        assert await ana_has(games, game) == LIFE - 15
        await assert_sound(games, game)


async def test_looking_waits_for_no_one(games: Games) -> None:
    await deal(games)
    acting = asyncio.create_task(games.act(PLACE, request(), lose()))
    await asyncio.sleep(0)  # it has the table now
    assert await ana_has(games) == LIFE
    assert not acting.done()
    await acting
    assert await ana_has(games) == LIFE - 1


@pytest.mark.parametrize("turns", range(0, 40, 3))
async def test_a_client_that_goes_away_leaves_nothing_half_done(games: Games, turns: int) -> None:
    game = await deal(games)
    going = asyncio.create_task(games.act(PLACE, request(), lose()))
    after = asyncio.create_task(games.act(PLACE, request(), lose(10)))
    for _ in range(turns):
        await asyncio.sleep(0)
    going.cancel()
    [gone] = await asyncio.gather(going, return_exceptions=True)
    await after
    log = await whole_log(games, game)
    assert isinstance(gone, asyncio.CancelledError) or len(log) == 4
    assert await ana_has(games) == LIFE - 10 - (len(log) - 3)
    await assert_sound(games, game)


async def test_a_client_that_goes_away_during_the_commit_finds_it_done(games: Games) -> None:
    game = await deal(games)
    going = asyncio.create_task(games.act(PLACE, request(), lose()))
    for _ in range(3):
        await asyncio.sleep(0)  # the commit is on its way
    going.cancel()
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert len(await whole_log(games, game)) == 3
    assert await ana_has(games) == LIFE - 1
