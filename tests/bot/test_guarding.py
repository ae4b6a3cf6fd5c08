"""The real process guards its database: it takes backups, and refuses what would be lost."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.bot.test_logs import answered, stopped
from tests.support import stored_games
from tests.support.discord_api.login import Gateway
from tests.support.processes import SECONDS, run, start


def entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT count(*) FROM entry WHERE kind = 'act'").fetchone()[0]


async def test_a_running_bot_takes_a_backup(tmp_path: Path) -> None:
    await stored_games.make(tmp_path / "arbiter.db", 10)
    gateway, folder = Gateway(), tmp_path / "backups"
    async with gateway.open():
        gateway.redirect(tmp_path)
        process = await start(tmp_path, DISCORD_TOKEN="any", ARBITER_BACKUPS="backups")
        await asyncio.wait_for(gateway.ready.wait(), SECONDS)
        await gateway.interact(0)
        await answered(gateway, 1)
        backup = await asyncio.wait_for(_finished(folder), SECONDS)
        assert not any("backup" in line.lower() for line in await stopped(process))
    assert 20 <= entries(folder / backup) <= 21
    assert os.listdir(folder) == [backup]


async def _finished(folder: Path) -> str:
    while True:
        names = os.listdir(folder) if await asyncio.to_thread(folder.exists) else []
        if done := [name for name in names if name.endswith("Z.db")]:
            return done[0]
        await asyncio.sleep(0.05)


async def test_a_backup_that_fails_is_a_problem_that_the_status_shows(tmp_path: Path) -> None:
    await stored_games.make(tmp_path / "arbiter.db", 1)
    (tmp_path / "backups").write_text("in the way")
    gateway = Gateway()
    async with gateway.open():
        gateway.redirect(tmp_path)
        process = await start(tmp_path, DISCORD_TOKEN="any", ARBITER_BACKUPS="backups")
        await asyncio.wait_for(gateway.ready.wait(), SECONDS)
        async with asyncio.timeout(30):  # the status is written every ten seconds
            while "PROBLEM: The last backup failed" not in (await run(tmp_path, "status"))[1]:  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        lines = await stopped(process)
    assert sum("The backup in" in line for line in lines) == 1


async def test_nothing_is_carried_out_while_the_file_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db"
    await stored_games.make(file, 10)
    gateway = Gateway()
    async with gateway.open():
        gateway.redirect(tmp_path)
        process = await start(tmp_path, DISCORD_TOKEN="any")
        await asyncio.wait_for(gateway.ready.wait(), SECONDS)
        for count in range(3):
            await gateway.interact(count)
        await answered(gateway, 3)
        await asyncio.sleep(0.2)
        os.replace(file, tmp_path / "aside.db")
        for count in range(10):
            await gateway.interact(count)
        await answered(gateway, 13)
        os.replace(tmp_path / "aside.db", file)
        await asyncio.sleep(0.2)
        await gateway.interact(0)
        await answered(gateway, 14)
        lines = await stopped(process)
    assert entries(file) == 20 + 3 + 1
    assert sum("was deleted or replaced while the bot is running" in line for line in lines) == 1
    assert not any("Traceback" in line for line in lines)
