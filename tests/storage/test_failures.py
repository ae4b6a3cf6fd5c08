"""The database fails: the user hears of it, memory and file agree, and the next request is served."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import cast

import aiosqlite
import pytest

from rules.game.parts import GameId
from storage.engine.database import Database
from storage.engine.group_commit import Statement
from storage.engine.opening import open_database
from storage.engine.sqlite.connection import connect
from storage.engine.sqlite.database import SqliteDatabase
from storage.engine.sqlite.writer import Writer
from storage.followers import CommitFollowers
from storage.games.games import Games, Location, NotCommitted, Request
from storage.posts import Post
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, lose, request, whole_log
from tests.support.event_loop import in_time
from tests.support.games import games_in, view_of

PLACES = [Location(channel=channel, guild=1) for channel in range(10)]


@asynccontextmanager
async def small_disk(file: Path) -> AsyncGenerator[tuple[Games, aiosqlite.Connection]]:
    """Games on a file that cannot grow, and the connection on which it may be allowed to grow."""
    async with open_database(file):
        pass
    async with (
        connect(file) as connection,
        connect(file) as reader,
    ):
        reader.row_factory = sqlite3.Row
        writer = Writer(connection)
        yield Games(SqliteDatabase(file, writer, reader, None)), connection
        await writer.close()


async def fill(connection: aiosqlite.Connection) -> None:
    await connection.execute("PRAGMA max_page_count = 1")  # SQLite takes the present size for the least


async def make_room(connection: aiosqlite.Connection) -> None:
    await connection.execute("PRAGMA max_page_count = 100000")


async def act_until_full(games: Games, where: Location) -> int:
    """Return how many acts were answered before the disk was full."""
    answered = 0

    async def act() -> None:
        nonlocal answered
        while True:
            await games.act(where, request(), lose())
            answered += 1

    with pytest.raises(NotCommitted, match="full"):
        await act()
    return answered


async def test_a_full_disk_keeps_what_was_answered_and_nothing_else(file: Path) -> None:
    async with small_disk(file) as (games, connection):
        game = await deal(games)
        await fill(connection)
        answered = await act_until_full(games, PLACE)
        assert await ana_has(games) == LIFE - answered
        assert len(await whole_log(games, game)) == 2 + answered
        await make_room(connection)
        await games.act(PLACE, request(), lose())
        assert await ana_has(games) == LIFE - answered - 1
        await assert_sound(games, game)


async def test_a_full_disk_is_reported_to_everyone_in_the_commit(file: Path) -> None:
    async with small_disk(file) as (games, connection):
        numbers = [await deal(games, place) for place in PLACES]
        before = [await games.view(place) for place in PLACES]
        await fill(connection)
        while True:
            acts = (games.act(place, request(), lose()) for place in PLACES)
            answers = await asyncio.gather(*acts, return_exceptions=True)
            if any(isinstance(answer, BaseException) for answer in answers):
                break
            before = [await games.view(place) for place in PLACES]
        for place, answer, then in zip(PLACES, answers, before, strict=True):
            if isinstance(answer, NotCommitted):
                assert await games.view(place) is then
        assert sum(isinstance(answer, NotCommitted) for answer in answers) >= 9
        await make_room(connection)
        await asyncio.gather(*(games.act(place, request(), lose()) for place in PLACES))
        for game in numbers:
            await assert_sound(games, game)


async def test_a_file_that_another_program_has_locked_is_answered_while_discord_takes_an_answer(
    file: Path, games: Games
) -> None:
    here, there = await deal(games), await deal(games, PLACES[0])
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with in_time(3):
            first = asyncio.create_task(games.act(here, request(), lose()))
            await asyncio.sleep(0.1)  # the first waits for the file, the second for the first
            second = asyncio.create_task(games.act(there, request(), lose()))
            failures = await asyncio.gather(first, second, return_exceptions=True)
        assert all(isinstance(one, NotCommitted) for one in failures)
        other.execute("ROLLBACK")
    for game in (here, there):
        await games.act(game, request(), lose())
        assert await ana_has(games, game) == LIFE - 1
        await assert_sound(games, game)


async def test_everyone_who_waits_for_a_locked_file_is_answered_while_discord_takes_an_answer(
    file: Path, games: Games
) -> None:
    here, there = await deal(games), await deal(games, PLACES[0])

    async def refused(game: GameId) -> None:
        with in_time(3), pytest.raises(NotCommitted, match="locked"):
            await games.act(game, request(), lose())

    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first = asyncio.create_task(refused(here))
        await asyncio.sleep(0.1)
        # Twelve at one table come one after the other; twelve at another while the first is waiting.
        await asyncio.gather(first, *(refused(game) for game in [here, there] * 12))
        other.execute("ROLLBACK")
    for game in (here, there):
        await games.act(game, request(), lose())
        assert await ana_has(games, game) == LIFE - 1
        await assert_sound(games, game)


async def test_an_opening_that_fails_leaves_no_table(file: Path) -> None:
    async with small_disk(file) as (games, connection):
        await deal(games)
        await fill(connection)
        await act_until_full(games, PLACE)
        with pytest.raises(NotCommitted):
            await deal(games, PLACES[0])
        assert await games.view(PLACES[0]) is None
        await make_room(connection)
        await deal(games, PLACES[0])


async def test_one_bad_write_does_not_spoil_the_others(file: Path, games: Games) -> None:
    numbers = [await deal(games, place) for place in PLACES]
    with closing(sqlite3.connect(file)) as outside:
        outside.execute(
            "CREATE TRIGGER no_mallory BEFORE INSERT ON entry WHEN NEW.name = 'Mallory' "
            "BEGIN SELECT RAISE(ABORT, 'not you'); END"
        )
    mallory = Request(user=1, name="Mallory", interaction=2**62)
    answers = await asyncio.gather(
        games.act(PLACES[0], request(), lose()),
        games.act(PLACES[1], mallory, lose()),
        *(games.act(place, request(), lose()) for place in PLACES[2:]),
        return_exceptions=True,
    )
    assert [isinstance(answer, NotCommitted) for answer in answers] == [False, True] + [False] * 8
    assert [await ana_has(games, game) for game in numbers] == [LIFE - 1, LIFE] + [LIFE - 1] * 8
    await games.act(PLACES[1], request(), lose())
    for game in numbers:
        await assert_sound(games, game)


@pytest.mark.parametrize("odd", [Request(2**63, "Ana", 2**62), Request(1, "\ud800", 2**62)])
async def test_what_sqlite_cannot_hold_is_refused_alone(games: Games, odd: Request) -> None:
    await deal(games)
    await deal(games, PLACES[0])
    bad, good = await asyncio.gather(
        games.act(PLACE, odd, lose()), games.act(PLACES[0], request(), lose()), return_exceptions=True
    )
    assert isinstance(bad, NotCommitted)
    assert not isinstance(good, BaseException)
    assert await ana_has(games) == LIFE


async def test_after_closing_nothing_is_answered(file: Path) -> None:
    async with games_in(file) as games:
        await deal(games)
    with pytest.raises(NotCommitted):
        await games.act(PLACE, request(), lose())


async def test_closing_waits_for_what_is_being_written(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        acting = asyncio.create_task(games.act(PLACE, request(), lose()))
        await asyncio.sleep(0)
    lost = await acting
    async with open_database(file) as database:
        view = await view_of(Games(database), PLACE)
        assert view.table == lost.after


def fact(number: int) -> Statement:
    return "INSERT INTO installation (name, value) VALUES (?, '')", (f"fact {number}",)


async def facts(database: Database) -> list[str]:
    rows = await database.fetch("SELECT name FROM installation WHERE name LIKE 'fact %' ORDER BY name")
    return [row["name"] for row in rows]


async def test_a_failure_after_the_commit_is_logged_and_costs_no_one_a_write(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[int] = []

    def fail() -> None:
        raise KeyError("not the writer's fault")

    await asyncio.gather(
        database.write(fact(1), then=lambda: told.append(1)),
        database.write(fact(2), then=fail),
        database.write(fact(3), then=lambda: told.append(3)),
    )
    await database.write(fact(4), then=lambda: told.append(4))
    assert await facts(database) == ["fact 1", "fact 2", "fact 3", "fact 4"]
    assert told == [1, 3, 4]
    assert "not the writer's fault" in caplog.text


async def test_a_follower_that_fails_is_logged_and_keeps_nothing_from_the_others(
    games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    """Of a table of which a page is open whose code is broken, other pages and the channel still hear."""
    game = await deal(games)
    announced, pages = list[Post](), list[str]()

    def fail(*_: object) -> None:
        raise KeyError("a broken page")

    games.tell(CommitFollowers(announced=(fail, announced.append)))

    with (
        games.committed.following(PLACE.channel, fail),
        games.committed.following(PLACE.channel, lambda: pages.append("another page")),
    ):
        await games.act(PLACE, request(), lose(LIFE))
    assert pages == ["another page"]
    assert [one.subject for one in announced] == [game]
    errors = [repr(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert errors == ["KeyError('a broken page')"] * 2


async def test_an_error_that_no_one_thought_of_meets_one_write_and_is_logged(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    nonsense = cast("Statement", (None, ()))
    first, bad, last = await asyncio.gather(
        database.write(fact(1)), database.write(nonsense), database.write(fact(3)), return_exceptions=True
    )
    assert (first, last) == (None, None)
    assert isinstance(bad, NotCommitted)
    (line,) = [record for record in caplog.records if record.exc_info]
    assert line.exc_info is not None
    assert line.exc_info[1] is bad.__cause__
    await database.write(fact(4))
    assert await facts(database) == ["fact 1", "fact 3", "fact 4"]
