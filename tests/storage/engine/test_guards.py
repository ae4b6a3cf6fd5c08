"""A database that guards itself: private files, lost commits, exchanged and damaged files are noticed."""

import asyncio
import os
import shutil
import stat
import threading
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.game.parts import GameId
from storage.engine.database import DatabaseUnusable
from storage.engine.opening import open_database
from storage.engine.sqlite import integrity
from storage.engine.sqlite.backup import back_up, restore_backup
from storage.engine.sqlite.commits import CommitFile, forget_position, noted_position
from storage.engine.sqlite.open_file import DatabaseDamaged
from storage.games.games import Games, Location, NotCommitted
from storage.salvage import find_damage, salvage
from tests.crash.killing import run_and_kill
from tests.crash.streamer import main as stream
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, lose, request
from tests.support.games import games_in

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights and open files as POSIX has them")


def rights(path: Path) -> str:
    return stat.filemode(path.stat().st_mode)


def files(folder: Path) -> dict[str, str]:
    return {path.name: rights(path) for path in folder.iterdir()}


def remove(path: Path) -> None:
    path.unlink()


def truncate(path: Path, size: int) -> None:
    os.truncate(path, size)


async def refusal(file: Path) -> str:
    with pytest.raises(DatabaseUnusable) as caught:
        async with open_database(file):
            pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture
def widely_open() -> Generator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("widely_open")
async def test_every_file_is_private(file: Path, tmp_path: Path) -> None:
    async with open_database(file) as database:
        await deal(Games(database))
        await asyncio.sleep(0.2)
        back_up(file, tmp_path / "copy.db")
        assert files(tmp_path) == dict.fromkeys(
            (
                *("arbiter.db", "arbiter.db-wal", "arbiter.db-shm", "arbiter.db-owner"),
                *("arbiter.db-owner-journal", "arbiter.db-commits", "copy.db"),
            ),
            "-rw-------",
        )
    restore_backup(tmp_path / "new.db", tmp_path / "copy.db")
    assert set(files(tmp_path).values()) == {"-rw-------"}


@pytest.mark.usefixtures("widely_open")
async def test_a_file_that_others_could_read_is_made_private(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_database(file):
        pass
    widen(file)
    caplog.set_level("INFO")
    async with open_database(file):
        pass
    assert rights(file) == "-rw-------"
    assert f"The file {file} could be read by other users" in caplog.text


def widen(path: Path) -> None:
    path.chmod(0o644)


async def killed(file: Path) -> None:
    """A database as a killed bot leaves it: its last commits are in the journal only."""
    at_work = file.with_name("at-work")
    at_work.mkdir()
    async with open_database(at_work / file.name):
        pass
    async with games_in(at_work / file.name) as games:
        await deal(games)
        for _ in range(10):
            await games.act(PLACE, request(), lose())
        await asyncio.sleep(0.2)
        for one in at_work.iterdir():
            shutil.copy(one, file.parent)


async def test_a_lost_journal_is_noticed_and_can_be_accepted(file: Path) -> None:
    await killed(file)
    remove(file.with_name("arbiter.db-wal"))
    line = await refusal(file)
    assert "lacks the last" in line
    assert "-wal file is missing" in line
    assert "python -m bot accept" in line
    assert await refusal(file) == line
    forget_position(file)
    async with open_database(file) as database:
        assert await Games(database).view(PLACE) is None


async def test_a_truncated_journal_is_noticed(file: Path) -> None:
    await killed(file)
    journal = file.with_name("arbiter.db-wal")
    truncate(journal, journal.stat().st_size // 2)
    assert "lacks the last" in await refusal(file)


async def test_an_older_copy_put_in_its_place_is_noticed(file: Path, tmp_path: Path) -> None:
    async with games_in(file) as games:
        await deal(games)
        back_up(file, tmp_path / "copy.db")
        await games.act(PLACE, request(), lose())
    shutil.copy(tmp_path / "copy.db", file)
    assert "lacks the last 1 changes" in await refusal(file)


async def test_another_or_a_missing_database_is_noticed(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    for path in (file, other):
        async with open_database(path) as database:
            await deal(Games(database))
    shutil.copy(other, file)
    assert "is not the one that was last in use here" in await refusal(file)
    remove(file)
    assert "another one was in use here" in await refusal(file)


async def test_a_commit_right_before_the_end_is_noted(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.engine.sqlite.commits.COMMIT_POLL_INTERVAL", 0.01)
    async with open_database(file):
        pass
    looking, over = threading.Event(), threading.Event()

    def look() -> None:
        looking.set()
        over.wait()

    commits = CommitFile(file, look)
    assert await asyncio.to_thread(looking.wait, 60)
    commits.note()
    closed = asyncio.create_task(commits.close())
    await asyncio.sleep(0)
    over.set()
    await closed
    assert noted_position(file) is not None


async def test_restoring_a_backup_needs_nothing_else(file: Path, tmp_path: Path) -> None:
    async with open_database(file) as database:
        games = Games(database)
        await deal(games)
        back_up(file, tmp_path / "copy.db")
        await games.act(PLACE, request(), lose())
    restore_backup(file, tmp_path / "copy.db")
    async with open_database(file) as database:
        assert await ana_has(Games(database)) == LIFE


async def test_a_killed_bot_starts_again_without_a_word(file: Path) -> None:
    for _ in range(5):
        await run_and_kill(stream, file, after=0.1)
    async with open_database(file):
        pass


def move(path: Path, to: Path) -> None:
    os.replace(path, to)


def copied_again(path: Path, aside: Path) -> None:
    os.replace(path, aside)
    shutil.copy(aside, path)


LOSSES: tuple[Callable[[Path, Path], None], ...] = (move, copied_again)


@pytest.mark.parametrize("lose_it", LOSSES)
@pytest.mark.parametrize("ending", ["", "-wal"])
async def test_a_file_that_is_gone_takes_no_more_writes(
    file: Path, lose_it: Callable[[Path, Path], None], ending: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with games_in(file) as games:
        await deal(games)
        gone = file.with_name(f"arbiter.db{ending}")
        await asyncio.sleep(0.15)
        lose_it(gone, gone.with_name("aside"))
        for _ in range(10):
            with pytest.raises(NotCommitted, match="deleted or replaced"):
                await games.act(PLACE, request(), lose())
        assert await ana_has(games) == LIFE
        os.replace(gone.with_name("aside"), gone)
        await asyncio.sleep(0.15)
        await games.act(PLACE, request(), lose())
        assert await ana_has(games) == LIFE - 1
    assert caplog.text.count("nothing is saved any more") == 1
    assert caplog.text.count("is back") == 1


async def test_a_deleted_file_is_noticed_while_nothing_is_written(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_database(file):
        remove(file)
        async with asyncio.timeout(60):
            while "was deleted or replaced" not in caplog.text:  # noqa: ASYNC110  no one tells
                await asyncio.sleep(0.05)


def damage(file: Path, game: int) -> None:
    """Overwrite a leaf page on which the game's entries are, as a failing disk may."""
    marker = f"game {game} was damaged here".encode()
    data = bytearray(file.read_bytes())
    leaf = (0x0A, 0x0D)  # how leaves begin, says SQLite's file format; other pages lead to many games
    start = next(
        start
        for start in range(4096, len(data), 4096)
        if data[start] in leaf and marker in data[start : start + 4096]
    )
    data[start : start + 2048] = b"\xa5" * 2048
    file.write_bytes(data)


async def with_games(file: Path, count: int) -> None:
    async with games_in(file) as games:
        for number in range(1, count + 1):
            game = await deal(games, Location(number, 1))
            for _ in range(40):
                name = f"game {game} was damaged here"
                await games.act(game, replace(request(), name=name), lose())


async def test_damaged_pages_are_named_and_the_rest_is_salvaged(file: Path, tmp_path: Path) -> None:
    await with_games(file, 20)
    damage(file, 7)
    line = await refusal(file)
    assert "is damaged" in line
    found = find_damage(file)
    assert 7 in found.games
    assert len(found.games) <= 3
    assert found.leagues == found.tables == ()
    saved = salvage(file, tmp_path / "saved.db")
    assert saved == found
    async with games_in(tmp_path / "saved.db") as games:
        for game in map(GameId, range(1, 21)):
            if game in found.games:
                assert await games.view(game) is None
            else:
                await assert_sound(games, game)
                assert await ana_has(games, game) == LIFE - 40


async def test_a_truncated_file_is_damaged(file: Path) -> None:
    await with_games(file, 20)
    truncate(file, 20 * 4096)
    with pytest.raises(DatabaseDamaged):
        async with open_database(file):
            pass


async def test_the_check_at_the_start_ends_in_time(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    await with_games(file, 20)
    caplog.set_level("INFO")
    assert integrity.first_damage(file, 0) is None
    assert "too large to be checked completely" in caplog.text
    caplog.clear()
    assert integrity.first_damage(file) is None
    assert not caplog.text
