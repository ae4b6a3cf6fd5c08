"""Compact games: everything that can be asked about a game has the same answer, and it can be played on."""

import asyncio
import random
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions.turns import EndTurn
from rules.game.parts import GameId
from rules.leagues.league import League
from storage.engine.database import Database
from storage.engine.timestamps import utc_now
from storage.events import codec
from storage.games.compact import pack, unpack, users_of_game
from storage.games.games import BoardMessage, EntryKind, Games, NotCommitted
from tests.crash.compactor import compact, main
from tests.crash.killing import run_and_kill, taken_over
from tests.storage.leagues.people import points
from tests.storage.privacy.world import BEN, CY, HERE, NAME, THERE, World, by, exported, remains
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, end, lose, request, whole_log
from tests.support.postgresql.fixtures import Server

TOMORROW = timedelta(days=1)
KILLS, FEWER = 12, 4


async def test_a_compact_game_answers_like_any_other(world: World) -> None:
    game = await world.play(HERE)
    await world.games.set_board(game, BoardMessage(HERE.channel, 7))
    undone = await world.games.undo(game, by(CY, "Cy"), 3)
    before = (
        await whole_log(world.games, game),
        await world.games.log(game, before=50, limit=7),
        await world.games.history(game),
        await world.games.moved(undone, 3),
        await world.privacy.known(BEN),
        await exported(world.privacy),
    )
    view = await world.games.view(game)
    assert await compact(world.games) == [game]
    assert await rows(world.database, "entry") == await rows(world.database, "snapshot") == 0
    for games in (world.games, Games(world.database, lambda: world.noon)):
        privacy = World(world.database).privacy if games is not world.games else world.privacy
        assert await games.view(game) == view
        assert before == (
            await whole_log(games, game),
            await games.log(game, before=50, limit=7),
            await games.history(game),
            await games.moved(undone, 3),
            await privacy.known(BEN),
            await exported(privacy),
        )
    assert await compact(world.games) == [], "once is enough"


async def rows(database: Database, table: str) -> int:
    return (await database.fetch(f"SELECT count(*) FROM {table}"))[0][0]


@pytest.fixture
async def world(database: Database) -> World:
    return World(database)


async def test_a_compact_game_is_played_on(world: World) -> None:
    game = await world.play(HERE)
    await compact(world.games)
    await world.act(game, CY, "Cy", EndTurn())
    assert await rows(world.database, "compact_game") == await rows(world.database, "compact_person") == 0
    await assert_sound(world.games, game)
    await compact(world.games)
    await world.games.undo(game, by(CY, "Cy"), 70)
    await assert_sound(Games(world.database, lambda: world.noon), game)
    await compact(world.games)
    fresh = World(world.database)
    await fresh.games.redo(game, by(CY, "Cy"), 70)
    await assert_sound(fresh.games, game)


number = st.integers(-(2**63), 2**63 - 1)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
entry = st.tuples(
    number, text, number, number, number, text, number, number, st.none() | text, st.none() | text
)
snapshot = st.tuples(number, text, text)


@given(entries=st.lists(entry, max_size=20), snapshots=st.lists(snapshot, max_size=5))
def test_what_is_packed_is_unpacked(
    entries: list[tuple[object, ...]], snapshots: list[tuple[object, ...]]
) -> None:
    assert unpack(pack(entries, snapshots)) == (entries, snapshots)


@pytest.mark.parametrize("bad", [b"", b"nonsense", pack([], [])[:-3]])
def test_what_is_not_a_compact_form_is_unreadable(bad: bytes) -> None:
    with pytest.raises(codec.Unreadable):
        unpack(bad)


async def test_someone_is_forgotten_in_compact_games_too(world: World, address: str) -> None:
    games = [await world.play(place) for place in (HERE, THERE)]
    await compact(world.games)
    log = await whole_log(world.games, games[0])
    assert [one.game for one in await world.privacy.forget(BEN)] == games
    assert await rows(world.database, "compact_game") == 2
    forms = await world.database.fetch("SELECT value FROM compact_game")
    for form in forms:
        entries, snapshots = unpack(form[0])
        assert BEN not in users_of_game(entries)
        assert NAME not in str(entries) + str(snapshots)
        assert str(BEN) not in str(entries) + str(snapshots)
    assert await world.database.rebuild()
    assert remains(address) == []
    assert not await world.privacy.known(BEN)
    for game in games:
        assert len(await whole_log(world.games, game)) == len(log)
        await world.games.undo(game, by(CY, "Cy"), 10)
        await assert_sound(world.games, game)


@pytest.mark.usefixtures("file")
async def test_a_failure_leaves_the_game_compact(world: World) -> None:
    game = await world.play(HERE)
    await compact(world.games)
    log = await whole_log(world.games, game)
    await world.database.write(
        ("CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'full'); END", ())
    )
    with pytest.raises(NotCommitted):
        await world.act(game, CY, "Cy", EndTurn())
    assert await whole_log(world.games, game) == log
    await world.database.write(("DROP TRIGGER full", ()))
    await world.act(game, CY, "Cy", EndTurn())
    assert (await whole_log(world.games, game))[:-1] == log


async def test_an_ended_game_of_a_league_is_undone_after_it_became_compact(games: Games) -> None:
    league = (await games.leagues.create(1, request(), League(name="Monday"), [PLACE.channel])).state.league
    game = await deal(games)
    await games.act(game, request(), end())
    won = await points(games.leagues, league)
    await compact(games)
    await games.undo(game, request())
    assert await points(games.leagues, league) != won
    await compact(games)
    await games.redo(game, request())
    assert await points(games.leagues, league) == won


async def test_only_quiet_games_become_compact(games: Games) -> None:
    game = await deal(games)
    assert [one async for one in games.compaction.run(utc_now() - timedelta(minutes=1))] == []
    reading = asyncio.create_task(whole_log(games, game))
    assert await compact(games) == [game]
    assert [entry.kind for entry in await reading] == [EntryKind.ACT] * 2


async def test_people_who_play_while_games_become_compact_notice_nothing(games: Games) -> None:
    game = await deal(games)

    async def play_on() -> None:
        for _ in range(60):
            await games.act(game, request(), lose())

    async def disturb() -> None:
        while True:
            await compact(games)

    disturbing = asyncio.create_task(disturb())
    await play_on()
    disturbing.cancel()
    assert await ana_has(games, game) == LIFE - 60
    await assert_sound(games, game)


async def test_a_kill_leaves_each_game_compact_or_not(tmp_path: Path) -> None:
    await kill_often(str(tmp_path / "arbiter.db"), KILLS)


async def test_a_kill_leaves_each_game_compact_or_not_on_a_server(postgresql: Server) -> None:
    await kill_often(await postgresql.blank(), FEWER)


async def kill_often(address: str, kills: int) -> None:
    chance, answered = random.Random(7), dict[GameId, int]()
    for _ in range(kills):
        for line in await run_and_kill(main, address, after=chance.uniform(0, 0.2)):
            game, number = map(int, line.split())
            answered[GameId(game)] = max(number, answered.get(GameId(game), 0))
        async with taken_over(address) as database:
            games = Games(database)
            for game, number in answered.items():
                assert len(await whole_log(games, game)) >= number
                await assert_sound(games, game)
            both = await database.fetch("SELECT 1 FROM compact_game JOIN entry USING (game) LIMIT 1")
            assert not both
    assert answered
