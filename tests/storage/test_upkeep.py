"""The database stays small: old games are compressed and the file shrinks, while people play on."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import pytest

from rules.game.parts import GameId
from storage.engine.database import Database
from storage.engine.opening import open_database
from storage.engine.timestamps import utc_now
from storage.games.games import Games, Location
from storage.upkeep import Upkeep
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, lose, request

MONTH = timedelta(days=31)
QUIET = timedelta(days=30)


async def old_games(file: Path, count: int, length: int = 60) -> None:
    """Games of a month ago, each in its own channel."""
    async with open_database(file) as database:
        games = Games(database, lambda: utc_now() - MONTH)
        for number in range(count):
            place = Location(1000 + number, 1)
            await deal(games, place)
            for _ in range(length):
                await games.act(place, request(), lose())


def size(file: Path) -> int:
    return file.stat().st_size


@pytest.mark.full
async def test_old_games_take_a_quarter_at_most(file: Path) -> None:
    async with open_database(file):
        pass
    empty = size(file)
    await old_games(file, 40)
    before = size(file)
    async with open_database(file) as database:
        games = Games(database)
        told = [line async for line in Upkeep(games, QUIET).all()]
        assert "Compressed games: 40" in told[-1]
        for game in map(GameId, range(1, 41)):
            await assert_sound(Games(database, lambda: utc_now() - MONTH), game)
            assert await ana_has(games, game) == LIFE - 60
    assert size(file) - empty <= (before - empty) / 4


async def is_done(database: Database) -> bool:
    """Return whether games 1 to 40 are compressed, and nothing is left to release."""
    [row] = await database.fetch("SELECT count(*), min(game), max(game) FROM compact_game")
    free, pages = await database.free_pages()
    return tuple(row) == (40, 1, 40) and free <= pages * 0.2


async def test_a_running_bot_does_the_same_in_passing(file: Path) -> None:
    await old_games(file, 40)
    before = size(file)
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        upkeep = asyncio.create_task(Upkeep(games, QUIET).run(every=0, pause=0.001))
        for _ in range(300):
            await games.act(PLACE, request(), lose())
        async with asyncio.timeout(60):
            while not await is_done(database):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        upkeep.cancel()
        assert await ana_has(games) == LIFE - 300
    assert size(file) < before * 0.7


async def test_zero_days_keep_every_game_as_it_is(file: Path) -> None:
    await old_games(file, 2)
    async with open_database(file) as database:
        games = Games(database)
        assert [line async for line in Upkeep(games, timedelta()).all()][-1].startswith("Compressed games: 0")
        assert await database.fetch("SELECT 1 FROM compact_game") == []


async def test_a_file_of_an_earlier_version_can_shrink_once_it_was_rebuilt(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as earlier:
        earlier.execute("PRAGMA auto_vacuum = NONE")
        earlier.execute("PRAGMA application_id = 1095909971")
        earlier.execute("CREATE TABLE t (a)")
        earlier.execute("DROP TABLE t")
    async with open_database(file) as database:
        assert (await database.fetch("PRAGMA auto_vacuum"))[0][0] == 0
        assert await database.rebuild()
    async with open_database(file) as database:
        assert (await database.fetch("PRAGMA auto_vacuum"))[0][0] == 2


async def test_a_full_disk_is_a_line_in_the_log(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    await old_games(file, 2)
    async with open_database(file) as database:
        games = Games(database)
        await database.write(
            ("CREATE TRIGGER f BEFORE INSERT ON compact_game BEGIN SELECT RAISE(ABORT, 'full'); END", ())
        )
        upkeep = asyncio.create_task(Upkeep(games, QUIET).run(every=0.01, pause=0))
        await asyncio.sleep(0.1)
        assert not upkeep.done()
        upkeep.cancel()
    assert "The upkeep of the database failed" in caplog.text


async def are_compact(database: Database, games: Sequence[GameId]) -> None:
    """Wait until these games are compact, and no others."""
    async with asyncio.timeout(60):
        while [row[0] for row in await database.fetch("SELECT game FROM compact_game")] != [*games]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@asynccontextmanager
async def kept_up(database: Database) -> AsyncGenerator[None]:
    """The upkeep of a database, during the block."""
    task = asyncio.create_task(Upkeep(Games(database), QUIET).run(every=0.01, pause=0))
    yield
    assert not task.done()
    task.cancel()


async def test_a_game_that_cannot_be_read_is_logged_once_and_the_others_are_compressed(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await old_games(file, 3, length=1)
    with closing(sqlite3.connect(file, isolation_level=None)) as outside:
        outside.execute("UPDATE entry SET events = '[[' WHERE game = 2 AND number = 2")
    async with open_database(file) as database, kept_up(database):
        await are_compact(database, [GameId(1), GameId(3)])
        await asyncio.sleep(0.1)  # some more rounds
    (line,) = [record for record in caplog.records if record.exc_info]
    assert "(2)" in line.getMessage()


async def test_upkeep_goes_on_after_a_read_that_failed(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    await old_games(file, 1, length=1)
    with closing(sqlite3.connect(file, isolation_level=None)) as outside:
        async with open_database(file) as database:
            outside.execute("ALTER TABLE entry RENAME TO away")
            async with kept_up(database):
                async with asyncio.timeout(60):
                    while "no such table" not in caplog.text:  # noqa: ASYNC110
                        await asyncio.sleep(0.01)
                outside.execute("ALTER TABLE away RENAME TO entry")
                await are_compact(database, [GameId(1)])
