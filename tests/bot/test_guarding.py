"""The real process guards its database: it takes backups, and refuses what would be lost."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.bot.test_logs import with_games
from tests.support.bot_process import connected, stop
from tests.support.discord_api.payloads import LOSE_LIFE
from tests.support.discord_api.server import DiscordServer
from tests.support.processes import SECONDS, run


def entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT count(*) FROM entry WHERE kind = 'act'").fetchone()[0]


async def test_a_running_bot_takes_a_backup(tmp_path: Path) -> None:
    server, folder = await with_games(tmp_path / "arbiter.db"), tmp_path / "backups"
    async with connected(server, tmp_path, ARBITER_BACKUPS="backups") as process:
        await server.text_of(server.send(0, LOSE_LIFE))
        backup = await asyncio.wait_for(_finished(folder), SECONDS)
        assert not any("backup" in line.lower() for line in await stop(process))
    assert 20 <= entries(folder / backup) <= 21
    assert os.listdir(folder) == [backup]


async def _finished(folder: Path) -> str:
    while True:
        names = os.listdir(folder) if await asyncio.to_thread(folder.exists) else []
        if done := [name for name in names if name.endswith("Z.db")]:
            return done[0]
        await asyncio.sleep(0.05)


async def test_a_backup_that_fails_is_a_problem_that_the_status_shows(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("in the way")
    async with connected(DiscordServer(1), tmp_path, ARBITER_BACKUPS="backups") as process:
        async with asyncio.timeout(SECONDS):  # the status is written every ten seconds
            while "PROBLEM: The last backup failed" not in (await run(tmp_path, "status"))[1]:  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        lines = await stop(process)
    assert sum("The backup in" in line for line in lines) == 1


async def test_nothing_is_carried_out_while_the_file_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db"
    server = await with_games(file)

    async def lose_life(times: int) -> None:
        for number in [server.send(count, LOSE_LIFE) for count in range(times)]:
            await server.text_of(number)

    async with connected(server, tmp_path) as process:
        await lose_life(3)
        await asyncio.sleep(0.2)
        os.replace(file, tmp_path / "aside.db")
        await lose_life(10)
        os.replace(tmp_path / "aside.db", file)
        await asyncio.sleep(0.2)
        await lose_life(1)
        lines = await stop(process)
    assert entries(file) == 20 + 3 + 1
    assert sum("was deleted or replaced while the bot is running" in line for line in lines) == 1
    assert not any("Traceback" in line for line in lines)
