"""A file is rewritten without what was deleted, by a copy that takes its place while people play on."""

import asyncio
import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from storage.engine.database import DatabaseError
from storage.engine.group_commit import NotCommitted
from storage.engine.opening import open_database
from storage.engine.sqlite import integrity
from storage.engine.sqlite.database import MAX_BACKUP_LAG
from storage.engine.sqlite.rewrite import Copy
from storage.engine.sqlite.writer import CommittedGroup
from storage.games.games import Games, Location
from tests.crash.killing import run_and_kill
from tests.crash.rewriter import main
from tests.crash.test_kill import Answers, assert_nothing_lost
from tests.storage.privacy.world import BEN, CY, HERE, World, by, remains
from tests.storage.table import LIFE, ana_has, assert_sound, deal, lose, request
from tests.support.event_loop import in_time

KILLS, FEWER = 8, 3


async def test_nothing_is_left_and_no_one_has_waited(file: Path) -> None:
    async with open_database(file) as database:
        world = World(database, small=0)
        game = await world.play(HERE)
        games, place = Games(database), Location(7, 1)
        other = await deal(games, place)
        await world.privacy.forget(BEN)
        replacing = asyncio.create_task(database.replace())
        lost = 0
        while not replacing.done():
            with in_time(1):
                await games.act(place, request(), lose())
            lost += 1
            assert await ana_has(Games(database), other) == LIFE - lost
        assert await replacing
        assert lost > 3
        assert remains(file) == []
        await games.act(place, request(), lose())
        await world.games.undo(game, by(CY, "Cy"))
        await assert_sound(Games(database, lambda: world.noon), game)
        await assert_sound(Games(database), other)
        assert [row[0] for row in await database.fetch("PRAGMA integrity_check")] == ["ok"]
        assert "arbiter.db-rewrite" not in os.listdir(file.parent)
    async with open_database(file) as database:
        assert await ana_has(Games(database), other) == LIFE - lost - 1
        assert await database.replace()
        assert (await database.fetch("PRAGMA auto_vacuum"))[0][0] == 2


async def test_a_copy_follows_what_is_committed_meanwhile(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More is committed than can be carried out while writes wait, and what is taken back stays away."""
    make, follow, steps = Copy.make, Copy.follow, list[int]()
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)

        async def made(copy: Copy) -> None:
            await make(copy)
            await asyncio.gather(*(games.act(game, request(), lose()) for _ in range(5)))
            for _ in range(MAX_BACKUP_LAG + 5):
                await games.act(game, request(), lose())
            with pytest.raises(NotCommitted):
                await database.write(("INSERT INTO game (id) VALUES (?)", (game,)))

        async def followed(copy: Copy, groups: Sequence[CommittedGroup]) -> None:
            steps.append(len(groups))
            await follow(copy, groups)
            if len(steps) == 1:
                await games.act(game, request(), lose())

        monkeypatch.setattr(Copy, "make", made)
        monkeypatch.setattr(Copy, "follow", followed)
        assert await database.replace()
        assert steps[0] > MAX_BACKUP_LAG
        assert steps[1:] == [1]
        await games.act(game, request(), lose())
        assert await ana_has(Games(database), game) == LIFE - MAX_BACKUP_LAG - 12
        await assert_sound(games, game)
    async with open_database(file) as database:
        assert await ana_has(Games(database), game) == LIFE - MAX_BACKUP_LAG - 12


async def test_a_copy_that_cannot_be_made_leaves_the_file_in_use(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        with monkeypatch.context() as briefly:
            briefly.setattr(sys, "executable", shutil.which("false"))
            with pytest.raises(NotCommitted, match="its process ended with 1"):
                await database.replace()
        await games.act(game, request(), lose())
        assert await database.replace()
        assert await ana_has(Games(database), game) == LIFE - 1


async def test_a_copy_that_cannot_follow_never_takes_the_files_place(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is committed meanwhile would be missing in it."""
    make = Copy.make
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)

        async def made(copy: Copy) -> None:
            await make(copy)
            with closing(sqlite3.connect(copy.file)) as outside:
                outside.execute("DROP TABLE entry")
            await games.act(game, request(), lose())

        with monkeypatch.context() as briefly:
            briefly.setattr(Copy, "make", made)
            with pytest.raises(NotCommitted, match="no such table"):
                await database.replace()
        await games.act(game, request(), lose())
        assert await ana_has(Games(database), game) == LIFE - 2
        assert "arbiter.db-rewrite" not in os.listdir(file.parent)
    async with open_database(file) as database:
        assert await ana_has(Games(database), game) == LIFE - 2


async def test_what_is_deleted_while_the_copy_is_made_leaves_nothing_and_is_counted(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next start takes the new file for what it is, though nothing was written to it any further."""
    make, name = Copy.make, "Zebediah" * 40
    async with open_database(file) as database:
        insert = "INSERT INTO installation (name, value) VALUES (?, ?)"
        await database.write(*((insert, (f"fact {number}", name)) for number in range(20)))

        async def made(copy: Copy) -> None:
            await make(copy)
            await database.write(("DELETE FROM installation WHERE name LIKE 'fact %'", ()))

        monkeypatch.setattr(Copy, "make", made)
        assert await database.replace()
        assert b"Zebediah" not in b"".join(one.read_bytes() for one in [*file.parent.glob("arbiter.db*")])
    async with open_database(file) as database:
        assert not await database.fetch("SELECT 1 FROM installation WHERE name LIKE 'fact %'")


READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM game").fetchone()
print("open", flush=True)
sys.stdin.readline()
"""


async def test_while_another_program_has_the_file_open_it_stays(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        pipe = asyncio.subprocess.PIPE
        other = await asyncio.create_subprocess_exec(
            sys.executable, "-c", READER, file, stdin=pipe, stdout=pipe
        )
        assert other.stdout is not None
        assert await other.stdout.readline() == b"open\n"
        before = file.stat().st_ino  # noqa: ASYNC240
        assert not await database.replace()
        await games.act(game, request(), lose())
        assert file.stat().st_ino == before  # noqa: ASYNC240
        await other.communicate(b"\n")
        assert await database.replace()
        await games.act(game, request(), lose())
        assert await ana_has(Games(database), game) == LIFE - 2
    with closing(sqlite3.connect(file)) as outside:
        assert outside.execute("SELECT count(*) FROM entry").fetchone() == (4,)


async def test_a_bot_that_stops_meanwhile_loses_nothing(file: Path) -> None:
    for wait in (0, 0.05, 0.2, 0.35, 0.4, 0.45, 0.5):
        async with open_database(file) as database:
            games = Games(database)
            place = Location(int(wait * 100), 1)
            game = await deal(games, place)
            replacing = asyncio.create_task(database.replace())
            await asyncio.sleep(wait)
            replacing.cancel()
            await games.act(game, request(), lose())
            await asyncio.wait([replacing])
            await games.act(game, request(), lose())
        async with open_database(file) as database:
            assert await ana_has(Games(database), game) == LIFE - 2


async def test_a_copy_that_cannot_take_its_place_leaves_the_file_in_use(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_place = Copy.take_place

    def fail(copy: Copy) -> None:
        copy.discard()
        take_place(copy)

    monkeypatch.setattr(Copy, "take_place", fail)
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        with pytest.raises(NotCommitted):
            await database.replace()
        await games.act(game, request(), lose())
        assert await ana_has(Games(database), game) == LIFE - 1


async def test_a_file_that_cannot_be_opened_again_is_not_a_silent_end(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is asked meanwhile fails at once, and works as soon as the file can be opened."""
    take_place, aside = Copy.take_place, file.with_name("aside")

    def block(copy: Copy) -> None:
        take_place(copy)
        file.rename(aside)
        file.mkdir()

    monkeypatch.setattr(Copy, "take_place", block)
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        assert await database.replace()
        for _ in range(2):
            with pytest.raises(NotCommitted, match="could not be opened again"):
                await games.act(game, request(), lose())
            with pytest.raises(DatabaseError, match="could not be opened again"):
                await database.fetch("SELECT 1")
            with pytest.raises(NotCommitted):
                await database.replace()
        [failure] = [record for record in caplog.records if record.exc_info]
        assert "Opening the database again" in failure.message
        file.rmdir()  # noqa: ASYNC240
        aside.rename(file)
        async with asyncio.timeout(60):
            while "is open again" not in caplog.text:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await games.act(game, request(), lose())
        assert await ana_has(Games(database), game) == LIFE - 1
    async with open_database(file) as database:
        assert await ana_has(Games(database), game) == LIFE - 1


@pytest.mark.parametrize("kills", [FEWER, pytest.param(KILLS, marks=pytest.mark.full)])
async def test_killed_in_the_middle_nothing_answered_is_lost(tmp_path: Path, kills: int) -> None:
    chance, answered = random.Random(3), Answers()
    file = tmp_path / "arbiter.db"
    for _ in range(kills):
        lines = await run_and_kill(main, file, after=chance.uniform(0.2, 1.2))
        told = (line.split() for line in lines)
        answered |= {(int(channel), int(number)): int(interaction) for channel, number, interaction in told}
        await assert_nothing_lost(file, answered)
        assert integrity.first_damage(file, None) is None
    assert answered
