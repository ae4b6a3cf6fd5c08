"""Copies of the database that are taken while it is written to, and put back."""

import asyncio
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.engine.database import DatabaseUnusable
from storage.engine.opening import open_beside, open_database
from storage.engine.sqlite.backup import back_up, restore_backup
from storage.engine.sqlite.copying import copy_beside_work
from storage.games.games import Games
from tests.storage.table import DAY, LIFE, PLACE, ana_has, assert_sound, deal, lose, open_games, request
from tests.support.games import games_in

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


async def test_a_copy_taken_while_the_bot_plays_holds_whole_commits(file: Path, tmp_path: Path) -> None:
    async with games_in(file) as games:
        game = await deal(games)
        copies = [tmp_path / f"copy-{n}.db" for n in range(5)]
        lost = 0
        for copy in copies:
            copying = asyncio.create_task(asyncio.to_thread(back_up, file, copy))
            while not copying.done():
                await games.act(PLACE, request(), lose())
                lost += 1
            await copying
        assert await ana_has(games) == LIFE - lost
    totals: list[int] = []
    for copy in copies:
        async with games_in(copy) as copied:
            await assert_sound(copied, game)
            totals.append(await ana_has(copied))
    assert totals == sorted(totals, reverse=True)
    assert LIFE >= totals[0] > totals[-1] >= LIFE - lost


async def test_nothing_that_was_deleted_is_in_a_copy(file: Path, tmp_path: Path) -> None:
    async with open_database(file) as database:
        insert = "INSERT INTO installation (name, value) VALUES ('secret', ?)"
        await database.write((insert, ("Zebediah",)))
        await database.write(("DELETE FROM installation", ()))
        back_up(file, tmp_path / "copy.db")
    assert b"Zebediah" not in (tmp_path / "copy.db").read_bytes()


async def test_what_is_put_back_is_the_copy_and_what_was_there_is_kept(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        back_up(file, copy)
        await games.act(PLACE, request(), lose(7))
        with pytest.raises(DatabaseUnusable, match="in use"):
            restore_backup(file, copy)
        assert await ana_has(games) == LIFE - 7
    aside = restore_backup(file, copy, NOW)
    assert aside == file.with_name("arbiter.db.before-20261121T120000Z")
    second = restore_backup(file, copy, NOW)
    assert aside is not None
    assert second is not None
    for path, life in ((file, LIFE), (aside, LIFE - 7), (second, LIFE), (copy, LIFE)):
        async with open_database(path) as database:
            assert await ana_has(Games(database)) == life
    names = {one for one in os.listdir(tmp_path) if not one.endswith(("-owner", "-commits", "-wal", "-shm"))}
    assert names == {"arbiter.db", "copy.db", aside.name, second.name}


async def test_a_journal_that_a_killed_bot_has_left_goes_aside_with_its_database(
    file: Path, tmp_path: Path
) -> None:
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        back_up(file, tmp_path / "copy.db")
        await games.act(PLACE, request(), lose(7))
        # As a killed process leaves it: the last commit is in the journal only.
        killed = tmp_path / "killed"
        killed.mkdir()
        for name in ("arbiter.db", "arbiter.db-wal"):
            shutil.copy(tmp_path / name, killed / name)
    aside = restore_backup(killed / "arbiter.db", tmp_path / "copy.db", NOW)
    assert aside is not None
    for path, life in ((killed / "arbiter.db", LIFE), (aside, LIFE - 7)):
        async with open_database(path) as database:
            assert await ana_has(Games(database)) == life


async def test_a_copy_is_put_where_nothing_was_or_what_was_is_damaged(file: Path, tmp_path: Path) -> None:
    async with open_database(file) as database:
        await deal(Games(database))
    copy = tmp_path / "copy.db"
    back_up(file, copy)
    new = tmp_path / "new.db"
    assert restore_backup(new, copy) is None
    overwrite(file, b"not a database any more" * 1000)
    aside = restore_backup(file, copy)
    assert aside is not None
    assert aside.read_bytes().startswith(b"not a database")
    for path in (new, file):
        async with open_database(path) as database:
            assert len(await open_games(Games(database), DAY)) == 1


def overwrite(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def contents(path: Path) -> bytes:
    return path.read_bytes()


def made(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


async def test_what_is_not_a_copy_is_refused_and_nothing_changes(file: Path, tmp_path: Path) -> None:
    async with open_database(file) as database:
        await deal(Games(database))
        back_up(file, tmp_path / "good.db")
    other = made(tmp_path / "other.db", "CREATE TABLE a (b)")
    newer = made(tmp_path / "newer.db", "PRAGMA application_id = 1095909971", "PRAGMA user_version = 9999")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ana, " * 500)
    torn = tmp_path / "torn.db"
    overwrite(torn, contents(tmp_path / "good.db")[:20_000])
    before = contents(file)
    for bad in (other, newer, letter, torn, tmp_path / "missing.db", tmp_path):
        with pytest.raises(DatabaseUnusable):
            restore_backup(file, bad)
        assert contents(file) == before
    with pytest.raises(DatabaseUnusable, match="already"):
        back_up(file, tmp_path / "good.db")
    with pytest.raises(DatabaseUnusable, match="nowhere"):
        back_up(file, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(DatabaseUnusable, match="no database"):
        back_up(tmp_path / "missing.db", tmp_path / "copy.db")
    with pytest.raises(DatabaseUnusable):
        back_up(other, tmp_path / "copy.db")
    assert not [one for one in os.listdir(tmp_path) if "part" in one or "before" in one or one == "copy.db"]


def program(path: Path, *lines: str) -> str:
    """Write a program that stands in the place of Python."""
    path.write_text("\n".join(("#!/bin/sh", *lines)), encoding="utf-8")
    path.chmod(0o700)
    return str(path)


async def test_the_process_that_copies_is_not_told_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has everything else: which folder is for temporary files, for example."""
    monkeypatch.setenv("DISCORD_TOKEN", "the-secret-token")
    monkeypatch.setenv("TMPDIR", "/somewhere")
    monkeypatch.setattr(sys, "executable", program(tmp_path / "python", 'env > "$4"'))
    assert await copy_beside_work(tmp_path / "arbiter.db", tmp_path / "copy") is None
    told = contents(tmp_path / "copy").decode()
    assert "the-secret-token" not in told
    assert "TMPDIR=/somewhere\n" in told


async def test_why_a_copy_was_not_made_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if there is no program to make it, or what it says isn't in UTF-8."""
    latin = program(tmp_path / "latin", r"printf 'first\nCaf\351 closed\n' >&2", "exit 3")
    for executable, why in ((tmp_path / "missing", "No such file"), (latin, "Caf\ufffd closed")):
        monkeypatch.setattr(sys, "executable", str(executable))
        failure = await copy_beside_work(tmp_path / "arbiter.db", tmp_path / "copy")
        assert failure is not None
        assert why in failure
        assert "first" not in failure


async def test_who_reads_beside_the_bot_sees_one_moment(file: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        async with open_beside(file) as snapshot:
            assert await ana_has(Games(snapshot)) == LIFE
            await games.act(PLACE, request(), lose(7))
            assert await ana_has(Games(snapshot)) == LIFE
        async with open_beside(file) as snapshot:
            assert await ana_has(Games(snapshot)) == LIFE - 7


async def test_who_reads_beside_the_bot_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match=r"missing\.db"):
        async with open_beside(tmp_path / "missing.db"):
            pass
    other = tmp_path / "other.db"
    overwrite(other, b"no database" * 1000)
    with pytest.raises(DatabaseUnusable, match="not a database"):
        async with open_beside(other):
            pass
    assert os.listdir(tmp_path) == ["other.db"]
