"""The log: one line for what repeats, no trace for what the network or the disk does, text or JSON."""

import asyncio
import errno
import io
import json
import logging
import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.logs import REPEAT_WINDOW, JsonFormatter, LogHandler, TextFormatter
from storage.engine.group_commit import NotCommitted
from tests.support import stored_games
from tests.support.bot_process import connected, stop
from tests.support.discord_api.payloads import LOSE_LIFE
from tests.support.discord_api.server import DiscordServer
from tests.support.processes import limited


class Journal:
    """A log that tests write to and read."""

    def __init__(self) -> None:
        self.now = 0.0
        self.written = io.StringIO()
        self.handler = LogHandler(self.written, lambda: self.now)
        self.handler.setFormatter(TextFormatter())
        self.logger = logging.getLogger("tests.journal")

    def lines(self) -> list[str]:
        """Return what was written, without times."""
        return [line.partition("tests.journal: ")[2] or line for line in self.written.getvalue().splitlines()]

    def fail(self, error: Exception, text: str = "Board %s failed", *values: object) -> None:
        try:
            raise error
        except Exception:
            self.logger.warning(text, *values, exc_info=True)


@pytest.fixture
def journal() -> Generator[Journal]:
    journal = Journal()
    journal.logger.addHandler(journal.handler)
    yield journal
    journal.logger.removeHandler(journal.handler)


def test_what_repeats_is_said_at_once_and_then_counted(journal: Journal) -> None:
    for game in range(100):
        journal.logger.warning("The board of game %s will be edited later", game)
    assert journal.lines() == ["The board of game 0 will be edited later"]
    journal.now = REPEAT_WINDOW
    journal.handler.report()
    assert journal.lines()[1:] == ["The board of game 99 will be edited later (and 99 more times in 60 s)"]


def test_what_goes_on_is_a_line_a_minute_and_begins_again_after_a_rest(journal: Journal) -> None:
    for second in range(600):
        journal.now = float(second)
        journal.logger.warning("Discord is away")
    assert len(journal.lines()) == 10
    journal.now += 3 * REPEAT_WINDOW
    journal.handler.report()
    journal.now += 3 * REPEAT_WINDOW
    journal.logger.warning("Discord is away")
    assert journal.lines()[-1] == "Discord is away"


def test_news_and_other_failures_are_not_counted_together(journal: Journal) -> None:
    for _ in range(2):
        journal.logger.setLevel(logging.INFO)
        journal.logger.info("Started")
        journal.logger.warning("One thing")
        journal.logger.warning("Another thing")
        journal.logger.error("One thing")
    assert journal.lines() == ["Started", "One thing", "Another thing", "One thing", "Started"]


def test_what_was_counted_is_said_at_the_end(journal: Journal) -> None:
    for _ in range(3):
        journal.logger.warning("Discord is away")
    journal.handler.close()
    assert journal.lines()[-1] == "Discord is away (and 2 more times in 60 s)"


def disk(code: int, text: str) -> sqlite3.OperationalError:
    """SQLite's error as it raises it itself."""
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


def not_committed(cause: Exception) -> NotCommitted:
    error = NotCommitted(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (aiohttp.ServerDisconnectedError(), "Server disconnected"),
        (ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"), "reset by peer"),
        (TimeoutError(), "TimeoutError"),
        (discord.GatewayNotFound(), "gateway"),
        (disk(sqlite3.SQLITE_FULL, "database or disk is full"), "disk is full"),
        (disk(sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"), "disk I/O error"),
        (not_committed(disk(sqlite3.SQLITE_BUSY, "database is locked")), "database is locked"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left"),
        (RuntimeError("Session is closed"), "Session is closed"),
    ],
)
def test_what_the_network_or_the_disk_does_is_one_line(
    journal: Journal, error: Exception, words: str
) -> None:
    journal.fail(error, "Board %s failed", 7)
    (line,) = journal.lines()
    assert line.startswith("Board 7 failed: ")
    assert words in line


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("a mistake of ours"),
        FileNotFoundError(errno.ENOENT, "No such file"),
        disk(sqlite3.SQLITE_ERROR, "no such table: game"),
        not_committed(sqlite3.IntegrityError("UNIQUE constraint failed")),
    ],
)
def test_a_fault_of_ours_has_its_trace_once(journal: Journal, error: Exception) -> None:
    for _ in range(3):
        journal.fail(error)
    assert len([line for line in journal.lines() if line == "Board %s failed"]) == 1
    assert "Traceback" in journal.written.getvalue()


def test_json_is_one_object_a_line(journal: Journal) -> None:
    journal.handler.setFormatter(JsonFormatter())
    journal.fail(ValueError("first line\nsecond"), "“%s” failed", "Ünal")
    journal.logger.warning("Discord is away")
    journal.logger.warning("Discord is away")
    journal.handler.close()
    fault, away, again = map(json.loads, journal.written.getvalue().splitlines())
    assert (fault["level"], fault["logger"], fault["message"]) == (
        "WARNING",
        "tests.journal",
        "“Ünal” failed",
    )
    assert "first line\nsecond" in fault["trace"]
    assert fault["time"].endswith("+00:00")
    assert away.keys() == {"time", "level", "logger", "message"}
    assert again["repeated"] == 1


async def with_games(file: Path) -> DiscordServer:
    """Discord with ten tables, each with a game in a database."""
    await stored_games.make(file, 10)
    server = DiscordServer(10)
    server.add_boards()
    return server


async def test_a_disk_that_fills_up_is_one_line_and_a_count(tmp_path: Path) -> None:
    server = await with_games(tmp_path / "arbiter.db")
    limited(tmp_path, 400_000)
    async with connected(server, tmp_path) as process:
        for count in range(200):
            await server.text_of(server.send(count % 10, LOSE_LIFE))
        lines = await stop(process)
    assert [line for line in lines if "/life lose failed" in line]
    assert len(lines) <= 4, lines
    assert not any("Traceback" in line for line in lines)


COMMANDS_TOLD = "SELECT 1 FROM installation WHERE name LIKE 'commands of %'"
"""Whether it is noted that Discord knows the commands, which is written once the bot is ready."""


async def test_a_locked_file_is_one_line_and_a_count(tmp_path: Path) -> None:
    server = await with_games(tmp_path / "arbiter.db")
    async with connected(server, tmp_path, ARBITER_LOG_FORMAT="json") as process:
        with closing(sqlite3.connect(tmp_path / "arbiter.db", isolation_level=None)) as other:
            while not other.execute(COMMANDS_TOLD).fetchall():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            other.execute("BEGIN IMMEDIATE")
            for count in range(3):
                await server.text_of(server.send(count, LOSE_LIFE))
        lines = await stop(process)
    first, again = [json.loads(line) for line in lines]
    assert first["message"].endswith("/life lose failed: database is locked")
    assert again["repeated"] == 2


async def test_a_stop_under_load_answers_what_has_begun_and_says_nothing(tmp_path: Path) -> None:
    server = await with_games(tmp_path / "arbiter.db")
    server.http.delay = lambda: 0.5
    async with connected(server, tmp_path) as process:
        asked = [server.send(count % 10, LOSE_LIFE) for count in range(60)]
        await server.text_of(asked[0])
        flood = asyncio.create_task(_flood(server))
        lines = await stop(process)
        flood.cancel()
    assert lines == []
    with closing(sqlite3.connect(tmp_path / "arbiter.db")) as database:
        (entries,) = database.execute("SELECT count(*) FROM entry WHERE kind = 'act'").fetchone()
    assert entries - 20 == len(server.answers), "what was carried out was answered"


async def _flood(server: DiscordServer) -> None:
    while True:
        server.send(0, LOSE_LIFE)
        await asyncio.sleep(0.002)
