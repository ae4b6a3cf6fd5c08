"""The process of a bot's pages: ``python -m bot.pages.program CHANNEL LISTENING``.

The numbers are those of two sockets: one connects it with the bot, on the other it serves browsers. It
opens the database read-only, has no connection to Discord, and ends when the bot does. For everything that
only the bot knows or may do, it asks the bot.
"""

import gc

if __name__ == "__main__":
    gc.disable()  # what is loaded now stays

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import msgspec

from bot import event_loop
from bot.pages import messages
from cogs.text.formatting import forget_names
from cogs.text.language import ENGLISH
from cogs.text.log.lines import forget_lines
from rules.game.parts import GameId
from storage.engine.background import FailureLog
from storage.engine.database import Database, DatabaseUnusable
from storage.engine.opening import follow_database, is_postgresql
from storage.engine.sharding import shard_of
from storage.engine.timestamps import SteadyClock
from storage.games.games import Games, Location
from storage.privacy import FORGOTTEN
from storage.settings.settings import SETTING_CHANGED
from storage.workers.program import end_with_parent
from storage.workers.threads import share
from web.play.requests import OtherServer
from web.setup import served

CACHED_GAMES = 1_024
"""Games kept in memory."""
BOT_ANSWER_LIFETIME = 5.0
"""Seconds for which the bot's answers are cached: whether a link lasts, a channel's language."""
ASKING = 2.5
"""Seconds for the bot to answer."""
LOG_POLL_INTERVAL = 1.0
"""Seconds between two checks of the logs of tables that other bots serve and someone reads here."""
PAGES_GC_THRESHOLD = 10_000
"""New objects after which garbage is collected."""


_log = logging.getLogger("bot.pages.program")


class BotLine:
    """The connection to the bot."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        decoder = msgspec.msgpack.Decoder(messages.FromBot)
        self._messages: AsyncGenerator[messages.FromBot] = messages.received(reader, decoder)
        self._waiting: dict[int, asyncio.Future[str | None]] = {}
        self._asked = 0
        self._served: messages.ServedShards | None = None
        self._letting_go: asyncio.Task[None] | None = None
        self._may_go_on = asyncio.Event()

    def send(self, message: messages.FromPages) -> None:
        """Send the bot a message."""
        self._writer.write(messages.encoded(message))

    async def begun(self) -> messages.Begin | None:
        """Return the first message; None if the bot ended before."""
        async for message in self._messages:
            if isinstance(message, messages.Begin):
                return message
        return None

    def is_notified(self, guild: int | None) -> bool:
        """Return whether the bot publishes every commit about a server."""
        served = self._served
        return served is None or (served.count > 0 and shard_of(guild, served.count) in served.shards)

    async def ask(self, _guild: int, question: str) -> str | None:
        """Return the bot's answer; None if it comes too late."""
        self._asked += 1
        number = self._asked
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        self.send(messages.Question(number, question))
        try:
            async with asyncio.timeout(ASKING):
                return await answer
        except TimeoutError:
            return None
        finally:
            del self._waiting[number]

    async def listen(self, games: Games, tables: OtherServer) -> None:
        """Handle the bot's messages until it ends."""
        async for message in self._messages:
            match message:
                case messages.CommitNotice():
                    _take_in(message, games.database, tables)
                case messages.Answer():
                    waiting = self._waiting.get(message.number)
                    if waiting is not None and not waiting.done():
                        waiting.set_result(message.text)
                case messages.ServedShards():
                    self._served = message
                    games.database.hear("", "")
                case messages.LetGo():
                    self._may_go_on.clear()
                    self._letting_go = asyncio.create_task(self._let_go(games.database))
                case messages.GoOn():
                    self._may_go_on.set()
                case messages.Begin():
                    pass

    async def _let_go(self, database: Database) -> None:
        try:
            async with database.let_go():
                self.send(messages.HasLetGo())
                await self._may_go_on.wait()
        except DatabaseUnusable as error:  # the bot starts another process
            await self.end(error)

    async def end(self, error: Exception) -> NoReturn:
        """End the process because the database can't be read; the bot's log says so."""
        series = "Pages can't be served"
        self.send(messages.Logged(_log.name, logging.WARNING, f"{series}: {error}", series))
        await self._writer.drain()
        os._exit(1)


class BotLog(logging.Handler):
    """Sends log records to the bot, whose log has everything."""

    def __init__(self, line: BotLine) -> None:
        super().__init__()
        self._line = line
        self._loop = asyncio.get_running_loop()

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record."""
        said = messages.Logged(record.name, record.levelno, self.format(record), str(record.msg))
        self._loop.call_soon_threadsafe(self._line.send, said)


def _take_in(notice: messages.CommitNotice, database: Database, tables: OtherServer) -> None:
    if notice.kind == SETTING_CHANGED:
        tables.forget_languages()
    if notice.kind == FORGOTTEN:
        forget_names()
        forget_lines()
        database.hear("", "")
    else:
        database.hear(notice.kind, notice.text)


async def serve_pages(channel: socket.socket, bound: socket.socket) -> None:
    """Serve pages until the bot ends."""
    reader, writer = await asyncio.open_unix_connection(sock=channel)
    line = BotLine(reader, writer)
    logging.getLogger().addHandler(BotLog(line))
    begin = await line.begun()
    if begin is None:
        return
    try:
        async with follow_database(begin.database, line.is_notified) as database:
            games = Games(database, SteadyClock(), limit=CACHED_GAMES)
            tables = OtherServer(line.ask, _english, BOT_ANSWER_LIFETIME)
            async with served(games, tables, begin.address, bound):
                await _follow(line, games, tables, others=is_postgresql(begin.database))
    except DatabaseUnusable as error:
        await line.end(error)


async def _follow(line: BotLine, games: Games, tables: OtherServer, *, others: bool) -> None:
    """Keep pages up to date until the bot ends; ``others``: whether to include tables that other bots may
    serve."""
    gc.collect()
    gc.freeze()
    gc.enable()
    beside = [asyncio.create_task(_tell_that_it_lives(line), name="signs of life")]
    if others:
        beside.append(asyncio.create_task(_look_elsewhere(games), name="tables of other bots"))
    await line.listen(games, tables)
    for task in beside:
        task.cancel()


async def _english(_place: Location) -> str:
    return ENGLISH


async def _tell_that_it_lives(line: BotLine) -> None:
    while True:
        line.send(messages.Alive(_memory()))
        await asyncio.sleep(messages.ALIVE_INTERVAL)


async def _look_elsewhere(games: Games) -> None:
    """Keep pages of tables that another bot serves up to date, until canceled."""
    seen: dict[int, tuple[GameId, int]] = {}
    failures = FailureLog("Looking at other processes' tables")
    while True:
        with failures.passing_over():  # pages stay as they are while the database is away
            await games.look_elsewhere(seen)
        await asyncio.sleep(LOG_POLL_INTERVAL)


def _memory() -> int:
    """Return the process's resident memory in bytes; 0 if the system doesn't say."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else 0


def main() -> None:
    """Serve pages until the bot ends."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the bot says when to stop
    end_with_parent()
    share()
    gc.set_threshold(PAGES_GC_THRESHOLD, *gc.get_threshold()[1:])
    channel, bound = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    with suppress(ConnectionError):
        event_loop.run(serve_pages(channel, bound))


if __name__ == "__main__":
    main()
