"""The file: made, migrated, owned by one process, and one clear line when it cannot be used."""

import asyncio
import os
import re
import shutil
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from storage.engine import migration
from storage.engine.database import Database, DatabaseError, DatabaseUnusable
from storage.engine.metadata import Metadata
from storage.engine.opening import open_database
from storage.engine.sqlite.migrating import newest
from storage.games.games import Games
from tests.storage.table import LIFE, ana_has, deal

ROOT = Path(__file__).parents[3]
OWNER = """
import asyncio, pathlib, sys
from storage.engine.opening import open_database

async def own():
    async with open_database(pathlib.Path(sys.argv[1])):
        print("open", flush=True)
        await asyncio.sleep(60)

asyncio.run(own())
"""


def read(file: Path) -> str:
    return file.read_text()


def write(file: Path, text: str) -> None:
    file.write_text(text)


def version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


async def refusal(file: Path) -> str:
    """Return the line that says why the file cannot be used."""
    with pytest.raises(DatabaseUnusable) as caught:
        async with open_database(file):
            pass
    line = str(caught.value)
    assert "\n" not in line
    return line


async def test_a_missing_file_is_made_and_kept(file: Path) -> None:
    async with open_database(file) as database:
        await Metadata(database).put("commands", "abc")
    async with open_database(file) as database:
        assert await Metadata(database).get("commands") == "abc"


async def test_a_fact_is_replaced(database: Database) -> None:
    installation = Metadata(database)
    assert await installation.get("commands") is None
    for value in ("abc", "def"):
        await installation.put("commands", value)
        assert await installation.get("commands") == value


async def test_commits_are_durable(database: Database, file: Path) -> None:
    with closing(sqlite3.connect(file)) as outside:
        assert outside.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert [row[0] for row in await database.fetch("PRAGMA synchronous")] == [2]
    assert [row[0] for row in await database.fetch("PRAGMA foreign_keys")] == [1]


async def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises(DatabaseError):
        await database.fetch("DELETE FROM game")


async def test_a_backup_can_be_taken_while_it_is_open(games: Games, file: Path, tmp_path: Path) -> None:
    game = await deal(games)
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    async with open_database(copy) as database:
        assert await ana_has(Games(database), game) == LIFE


async def test_the_folder_must_exist(tmp_path: Path) -> None:
    assert "folder" in await refusal(tmp_path / "nowhere" / "arbiter.db")


async def test_a_folder_is_not_a_database(tmp_path: Path) -> None:
    assert "is a folder" in await refusal(tmp_path)


@pytest.mark.skipif(os.access("/", os.W_OK), reason="root may write everything")
async def test_a_database_that_can_only_be_read_is_refused_at_once(file: Path) -> None:
    async with open_database(file):
        pass
    os.chmod(file, 0o444)
    assert "only be read" in await refusal(file)


async def test_a_text_file_is_not_a_database(file: Path) -> None:
    write(file, "Dear diary, " * 100)
    assert "not a database" in await refusal(file)
    assert read(file) == "Dear diary, " * 100


async def test_another_programs_database_is_left_alone(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    assert "another program" in await refusal(file)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("songs",)]


async def test_a_newer_schema_is_not_touched(file: Path) -> None:
    async with open_database(file):
        pass
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 1000")
    assert "newer" in await refusal(file)


def test_migrations_have_their_own_names_and_numbers_without_a_gap() -> None:
    files = sorted(path.name for path in migration.MIGRATIONS_FOLDER.iterdir())
    named = [re.fullmatch(r"(\d{4})_([a-z_]+)(\.sqlite|\.postgresql)?\.sql", file) for file in files]
    assert all(named)
    assert sorted({int(one[1]) for one in named if one}) == list(range(1, int(files[-1][:4]) + 1))
    for engine in ("sqlite", "postgresql"):
        names = [one.name for one in migration.migrations(engine)]
        assert len({*names}) == len(names)


async def test_a_file_of_the_version_before_names_gets_them(file: Path) -> None:
    """Its migrations were counted: when they were applied isn't known."""
    before = [one.name for one in newest()].index("named_migrations")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for one in newest()[:before]:
            connection.executescript(one.sql)
        connection.execute(f"PRAGMA user_version = {before}")
    began = time.time() * 1000
    for _ in range(2):
        async with open_database(file) as database:
            rows = await database.fetch("SELECT name, made FROM migration")
            assert {name for name, _ in rows} == {one.name for one in newest()}
            made = {name: made for name, made in rows}
            assert {name for name, made in rows if made is None} == {one.name for one in newest()[:before]}
            assert began - 1 <= made["named_migrations"] <= time.time() * 1000
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE migration SET name = 'of_a_newer_version' WHERE name = 'outbox'")
        connection.commit()
    assert "newer" in await refusal(file)


async def test_a_migration_is_made_whole_or_not_at_all(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = len(newest())
    async with open_database(file) as database:
        await Metadata(database).put("commands", "abc")
    folder = tmp_path / "migrations"
    shutil.copytree(migration.MIGRATIONS_FOLDER, folder)
    step = folder / "9999_more.sql"
    extra = "CREATE TABLE extra (id INTEGER PRIMARY KEY);\n"
    monkeypatch.setattr(migration, "MIGRATIONS_FOLDER", folder)
    write(step, f"{extra}DELETE FROM installation;\nSELECT nonsense;\n")
    await refusal(file)
    assert version(file) == known
    write(step, extra)
    async with open_database(file) as database:
        assert await Metadata(database).get("commands") == "abc"
        assert [row[0] for row in await database.fetch("SELECT count(*) FROM extra")] == [0]
    assert version(file) == known + 1


async def test_it_belongs_to_one_process_until_that_ends(file: Path) -> None:
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER, file, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    assert "in use" in await refusal(file)
    assert "in use" in await refusal(file.parent / "." / ".." / file.parent.name / file.name)
    other.kill()
    await other.wait()
    async with open_database(file):
        assert "in use" in await refusal(file)
    async with open_database(file):
        pass
