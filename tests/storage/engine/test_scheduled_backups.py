"""Backups that the running bot takes: verified, rotated, unnoticed by those who play; a failure is a line."""

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.engine.opening import open_database
from storage.engine.sqlite import integrity
from storage.engine.sqlite.scheduled_backups import BackupStatus, ScheduledBackups
from tests.crash.backupper import backups, main
from tests.crash.killing import run_and_kill
from tests.storage.table import LIFE, PLACE, ana_has, assert_sound, deal, lose, request
from tests.support.games import games_in

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)
KILLS, FEWER = 6, 2


class Cellar:
    """Backups in a folder, by a clock that stands."""

    def __init__(self, file: Path, *, keep: int = 3, every: timedelta = DAY) -> None:
        self.now = NOON
        self.told: list[BackupStatus] = []
        self.folder = file.with_name("backups")
        self.backups = ScheduledBackups(
            *(file, self.folder),
            every=every,
            keep=keep,
            observe=self.told.append,
            clock=lambda: self.now,
        )

    def names(self) -> list[str]:
        return sorted(os.listdir(self.folder)) if self.folder.exists() else []


async def test_a_backup_is_taken_while_people_play(file: Path) -> None:
    cellar = Cellar(file)
    async with games_in(file) as games:
        game = await deal(games)
        taking = asyncio.create_task(cellar.backups.take())
        waits: list[float] = []
        while not taking.done():
            began = time.monotonic()
            await games.act(PLACE, request(), lose())
            waits.append(time.monotonic() - began)
            await asyncio.sleep(0.005)
        status = await taking
    assert status.failure is None
    assert status.made == NOON
    assert status.newest is not None
    assert status.newest == cellar.folder / "arbiter-20261121T120000Z.db"
    assert cellar.names() == ["arbiter-20261121T120000Z.db"]
    assert status.newest.stat().st_mode & 0o777 == 0o600
    async with games_in(status.newest) as games:
        await assert_sound(games, game)
        assert LIFE - len(waits) <= await ana_has(games) <= LIFE
    assert cellar.told == [status]


async def test_the_last_ones_are_kept_and_none_for_longer_than_a_month(file: Path) -> None:
    async with open_database(file):
        pass
    cellar = Cellar(file)
    cellar.folder.mkdir()
    for name in ("notes.txt", "arbiter-20261120T120000Z.db.part", "arbiter-20261001T000000Z.db"):
        put(cellar.folder / name)
    for _ in range(5):
        cellar.now += DAY
        await cellar.backups.take()
    assert cellar.names() == [
        "arbiter-20261124T120000Z.db",
        "arbiter-20261125T120000Z.db",
        "arbiter-20261126T120000Z.db",
        "notes.txt",
    ]
    cellar.now += timedelta(days=29, hours=1)
    await cellar.backups.take()
    assert [name for name in cellar.names() if name != "notes.txt"] == [
        "arbiter-20261126T120000Z.db",
        "arbiter-20261225T130000Z.db",
    ]


def put(path: Path) -> None:
    path.write_bytes(b"")


async def damaged(file: Path) -> None:
    async with open_database(file):
        pass
    file.write_bytes(b"no database" * 1000)  # noqa: ASYNC240


async def in_the_way(file: Path) -> None:
    async with open_database(file):
        pass
    put(file.with_name("backups"))


async def missing(file: Path) -> None:
    del file


@pytest.mark.parametrize(
    ("spoil", "why"), [(damaged, "not a database"), (in_the_way, "File exists"), (missing, "no database")]
)
async def test_a_failure_is_one_line_and_told(
    file: Path, spoil: Callable[[Path], Awaitable[None]], why: str, caplog: pytest.LogCaptureFixture
) -> None:
    await spoil(file)
    cellar = Cellar(file)
    status = await cellar.backups.take()
    assert status.failure is not None
    assert why in status.failure
    assert status.newest is None
    [record] = [one for one in caplog.records if one.levelname == "ERROR"]
    assert "\n" not in record.getMessage()
    assert cellar.told == [status]


async def test_one_is_taken_when_it_is_due_and_a_failed_one_again_after_an_hour(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.engine.sqlite.scheduled_backups.BACKUP_CHECK_INTERVAL", 0.01)
    async with open_database(file):
        pass
    cellar = Cellar(file)
    running = asyncio.create_task(cellar.backups.run())
    await told(cellar, 1)
    cellar.now += DAY - timedelta(seconds=1)
    await asyncio.sleep(0.1)
    assert len(cellar.told) == 1
    cellar.now += timedelta(seconds=1)
    await told(cellar, 2)
    os.replace(file, file.with_name("aside"))
    cellar.now += DAY
    await told(cellar, 3)
    assert cellar.told[-1].failure is not None
    assert cellar.told[-1].made == NOON + DAY
    os.replace(file.with_name("aside"), file)
    await asyncio.sleep(0.1)
    assert len(cellar.told) == 3
    cellar.now += timedelta(hours=1)
    await told(cellar, 4)
    assert cellar.told[-1].failure is None
    running.cancel()


async def told(cellar: Cellar, count: int) -> None:
    for _ in range(2000):
        if len(cellar.told) >= count:
            return
        await asyncio.sleep(0.01)
    pytest.fail("no backup was taken")


async def test_a_bot_that_stops_does_not_wait_for_a_backup(file: Path) -> None:
    async with open_database(file):
        cellar = Cellar(file)
        taking = asyncio.create_task(cellar.backups.take())
        await asyncio.sleep(0.05)
        taking.cancel()
        await asyncio.wait([taking], timeout=2)
        assert taking.cancelled()
    assert not [name for name in cellar.names() if name.endswith(".db")]


@pytest.mark.parametrize("kills", [FEWER, pytest.param(KILLS, marks=pytest.mark.full)])
async def test_a_kill_leaves_whole_backups_and_the_next_one_clears_up(file: Path, kills: int) -> None:
    chance, folder = random.Random(5), file.with_name("backups")
    for _ in range(kills):
        await run_and_kill(main, file, after=chance.uniform(0.1, 1.0))
        await asyncio.sleep(0.2)  # the copying process ends with the bot
        names = os.listdir(folder) if await asyncio.to_thread(folder.exists) else []
        for name in names:
            if name.endswith(".db"):
                assert integrity.first_damage(folder / name, None) is None
    status = await backups(file, NOON).take()
    assert status.failure is None
    assert not [name for name in os.listdir(folder) if "part" in name]
