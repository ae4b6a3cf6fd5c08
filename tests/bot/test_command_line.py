"""The process as the one who starts it sees it: what it prints, what it writes on errors and how it ends."""

import asyncio
import re
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web

from bot.settings import VARIABLES
from storage.engine.opening import open_database
from tests.support.processes import (
    SECONDS,
    endpoint,
    failure,
    limited,
    only_line,
    redirect,
    run,
    start,
    start_again,
)


async def test_help_names_every_option_and_variable(tmp_path: Path) -> None:
    status, output, _ = await run(tmp_path, "--help")
    assert status == 0
    for name in ("--local", "--port", "--channel", "--database", *VARIABLES):
        assert name in output


async def test_a_task_does_not_wait_for_the_library_of_discord(tmp_path: Path) -> None:
    async with open_database(tmp_path / "arbiter.db"):
        pass
    (tmp_path / "discord.py").write_text("raise AssertionError('loaded')\n")
    assert await run(tmp_path, "check") == (0, "The database arbiter.db is sound.\n", "")


async def test_the_list_of_hooks_is_all_that_is_said(tmp_path: Path) -> None:
    status, output, errors = await run(tmp_path, "hooks")
    assert (status, errors) == (0, "")
    assert re.search(r"^  arbiter:undo +cogs\.history\.", output, re.MULTILINE)


async def test_a_bad_setting_is_one_line(tmp_path: Path) -> None:
    assert "ARBITER_PORT" in await failure(tmp_path, "--port", "many")


async def test_a_database_in_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    assert "nowhere" in await failure(tmp_path, "--database", "nowhere/arbiter.db")


async def test_a_file_that_is_not_a_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ana, " * 200)
    assert "letter.txt" in await failure(tmp_path, ARBITER_DATABASE="letter.txt")


async def test_a_database_of_a_newer_bot_is_one_line_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db"
    async with open_database(file):
        pass
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("PRAGMA user_version = 9999")
        tables = newer.execute("SELECT * FROM sqlite_schema").fetchall()
        status, _, errors = await run(tmp_path)
        assert status == 1
        assert "arbiter.db" in only_line(errors)
        assert "newer" in only_line(errors)
        assert newer.execute("PRAGMA user_version").fetchall() == [(9999,)]
        assert newer.execute("SELECT * FROM sqlite_schema").fetchall() == tables


async def test_a_database_that_another_bot_has_open_is_one_line(tmp_path: Path) -> None:
    async with open_database(tmp_path / "arbiter.db"):
        assert "arbiter.db" in await failure(tmp_path)


async def test_a_full_disk_at_the_start_is_one_line_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db"
    async with open_database(file):
        pass
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA wal_autocheckpoint = 0")
        other.execute("INSERT INTO installation VALUES ('room', hex(zeroblob(50000)))")
        limited(tmp_path, 65_536)  # the write-ahead log is longer than that already
        assert "cannot be written" in await failure(tmp_path, "--port", "0")
        assert other.execute("SELECT name, length(value) FROM installation").fetchall() == [("room", 100_000)]


async def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        line = await failure(tmp_path, "--port", port)
    assert port in line
    assert re.search(r'make run ARGS="--port \d+"', line), "as it is started with make"


async def test_a_token_that_discord_refuses_is_one_line(tmp_path: Path) -> None:
    async def refuse(_request: web.Request) -> web.Response:
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    async with endpoint(refuse) as address:
        redirect(tmp_path, address)
        assert "DISCORD_TOKEN" in await failure(tmp_path, DISCORD_TOKEN="not-a-token")


async def test_a_discord_that_cannot_be_reached_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
    redirect(tmp_path, address)
    assert "Discord" in await failure(tmp_path, DISCORD_TOKEN="any")


async def test_without_token_and_local_table_both_ways_out_are_named(tmp_path: Path) -> None:
    (tmp_path / "simcord.py").write_text("raise ModuleNotFoundError('as if not installed', name='simcord')\n")
    process = await start_again(tmp_path)
    line = only_line((await process.communicate())[1].decode())
    assert process.returncode == 1
    assert "DISCORD_TOKEN" in line
    assert "requirements-local.txt" in line


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_bot_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    process = await start(tmp_path, "--port", "0")
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), SECONDS)
    assert re.search(rb"http://127\.0\.0\.1:\d+/\n", line)
    process.send_signal(number)
    _, errors = await asyncio.wait_for(process.communicate(), SECONDS)
    assert (process.returncode, errors) == (0, b"")
