"""The moment at which the rewritten copy takes the file's place: nothing reads, writes or ends within it."""

import asyncio
import os
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from storage.engine.group_commit import NotCommitted
from storage.engine.opening import open_database
from storage.engine.sqlite.database import SqliteDatabase
from storage.engine.sqlite.rewrite import Copy
from storage.games.games import Games
from tests.storage.table import LIFE, ana_has, deal, lose, request
from tests.support.event_loop import rounds
from tests.support.processes import SECONDS


def blocked(file: Path) -> None:
    """Put a folder where a file is."""
    file.unlink()
    file.mkdir()


def inode(file: Path) -> int:
    return file.stat().st_ino


@asynccontextmanager
async def exchanging(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncGenerator[tuple[asyncio.Event, threading.Event]]:
    """Yield what is set once an exchange has closed the file, and what lets it go on."""
    take_place, loop = Copy.take_place, asyncio.get_running_loop()
    closed, go_on = asyncio.Event(), threading.Event()

    def wait(copy: Copy) -> None:
        loop.call_soon_threadsafe(closed.set)
        assert go_on.wait(SECONDS)
        take_place(copy)

    with monkeypatch.context() as patch:
        patch.setattr(Copy, "take_place", wait)
        yield closed, go_on


async def test_who_reads_or_writes_meanwhile_waits_for_the_new_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_database(file) as database, exchanging(monkeypatch) as (closed, go_on):
        games = Games(database)
        game = await deal(games)
        replacing = asyncio.create_task(database.replace())
        await closed.wait()
        reading = asyncio.create_task(database.fetch("SELECT min(number) FROM entry"))
        writing = asyncio.create_task(games.act(game, request(), lose()))
        await rounds()
        assert not reading.done()
        assert not writing.done()
        go_on.set()
        assert [row[0] for row in await reading] == [1]
        await writing
        assert await replacing
        assert await ana_has(Games(database), game) == LIFE - 1


async def test_who_stops_meanwhile_waits_until_a_file_is_open(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half done there would be nothing to write to."""
    async with open_database(file) as database, exchanging(monkeypatch) as (closed, go_on):
        games, before = Games(database), inode(file)
        game = await deal(games)
        replacing = asyncio.create_task(database.replace())
        await closed.wait()
        replacing.cancel()
        await rounds()
        assert not replacing.done()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await replacing
        assert inode(file) != before
        await games.act(game, request(), lose())
        assert await ana_has(Games(database), game) == LIFE - 1


async def test_who_follows_lets_the_file_go_for_the_exchange_and_reads_on(file: Path) -> None:
    """While a follower has the file open, no copy takes its place."""
    async with open_database(file) as database:
        await deal(Games(database))
        async with SqliteDatabase.follow(file) as beside:
            assert not await database.replace()
            async with beside.let_go():
                reading = asyncio.create_task(beside.fetch("SELECT count(*) FROM entry"))
                await rounds()
                assert not reading.done()
                assert await database.replace()
            assert [row[0] for row in await reading] == [2]
        assert await database.replace(), "who has followed keeps nothing open"


async def test_a_bot_that_stops_without_its_file_no_longer_tries_to_open_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_place = Copy.take_place

    def block(copy: Copy) -> None:
        take_place(copy)
        blocked(file)

    monkeypatch.setattr(Copy, "take_place", block)
    before = asyncio.all_tasks()
    async with open_database(file) as database:
        games = Games(database)
        game = await deal(games)
        assert await database.replace()
        with pytest.raises(NotCommitted, match="could not be opened again"):
            await games.act(game, request(), lose())
    assert asyncio.all_tasks() == before


@pytest.mark.skipif(os.name != "posix", reason="folders that can be flushed to disk")
async def test_the_copy_is_on_disk_before_it_has_the_name_and_the_name_before_anything_goes_on(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise what is answered next could be lost with the machine's power."""
    steps, fsync, replace = list[tuple[str, int]](), os.fsync, os.replace

    def flushed(number: int) -> None:
        steps.append(("on disk", os.fstat(number).st_ino))
        fsync(number)

    def renamed(source: Path, target: Path) -> None:
        steps.append(("named", inode(source)))
        replace(source, target)

    async with open_database(file) as database:
        await deal(Games(database))
        monkeypatch.setattr(os, "fsync", flushed)
        monkeypatch.setattr(os, "replace", renamed)
        assert await database.replace()
    copy, folder = inode(file), inode(file.parent)
    assert [step for step in steps if step[1] in (copy, folder)] == [
        *(("on disk", copy), ("named", copy), ("on disk", folder)),
    ]
