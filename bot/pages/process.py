"""The process of the pages: the bot starts, watches, notifies, answers and stops it."""

import asyncio
import logging
import os
import socket
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress

import msgspec

from bot.pages import messages
from storage.engine.asking import AnswerQuestion
from storage.engine.database import Database
from storage.games.games import SERVED
from storage.workers.pool import KEPT_VARIABLES, WORKING_DIRECTORY
from web.access.addresses import WebAddress

_log = logging.getLogger(__name__)

PAGES_PROGRAM = "bot.pages.program"
RESTART_DELAYS = (0.1, 1.0, 5.0, 30.0)
"""Seconds until the process is restarted, after each end that soon follows the previous one."""
WELL = 60.0
"""Seconds after which an ending process counts as having been well."""
SILENT = 30.0
"""Seconds without a report after which the process is killed; starting takes one or two."""
MAX_UNREAD_BYTES = 8 * 2**20
"""Bytes that may wait to be read by the process before it is killed."""
LETTING_GO = 5.0
"""Seconds for the process to close the database."""
PROCESS_SHUTDOWN_GRACE = 3.0
"""Seconds for the process to end when the bot does."""
MAX_QUESTIONS = 500
"""Questions answered at the same time; further ones are refused and retried."""


class PageProcess:
    """The process that serves the pages of a bot's games, started again when it ends.

    ``answer`` returns the bot's answer to a question. ``serves`` returns the bot's shards and their total;
    None if it serves all servers.
    """

    def __init__(
        self,
        database: Database,
        address: WebAddress,
        bound: socket.socket,
        answer: AnswerQuestion,
        serves: Callable[[], messages.ServedShards | None],
    ) -> None:
        self._database = database
        self._address = address
        self._bound = bound
        self._answer = answer
        self._serves = serves
        self._process: asyncio.subprocess.Process | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._outgoing = list[bytes]()
        """Messages to send once the event loop has finished its current work."""
        self._answering = set[asyncio.Task[None]]()
        self._has_let_go = asyncio.Event()
        self._files = asyncio.Lock()
        """Held while the database is rewritten, and while the process is started."""
        self._last_sign = 0.0
        self.memory = 0
        """The process's bytes of memory, as last reported."""
        self.restarts = 0
        """The number of restarts."""

    @property
    def pid(self) -> int | None:
        """The number of the process; None while it isn't running."""
        return None if self._process is None else self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Keep the process running during the block."""
        self._database.followers.append(self.tell)
        self._database.on_notice.append(self.tell)
        self._database.rewriting = self._rewriting
        keeping = asyncio.create_task(self._keep(), name="process of the pages")
        try:
            yield
        finally:
            self._database.followers.remove(self.tell)
            self._database.on_notice.remove(self.tell)
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            for task in self._answering:
                task.cancel()

    def tell(self, kind: str, text: str) -> None:
        """Notify the process of a commit."""
        served = self._serves() if kind == SERVED else None
        self._send(messages.CommitNotice(kind, text) if served is None else served)

    def _send(self, message: messages.FromBot) -> None:
        if self._writer is None:
            return
        if not self._outgoing:
            asyncio.get_running_loop().call_soon(self._flush)
        self._outgoing.append(messages.encoded(message))

    def _flush(self) -> None:
        if self._writer is not None:
            self._writer.write(b"".join(self._outgoing))
            if self._writer.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
                self._kill("it reads nothing")
        self._outgoing.clear()

    async def _keep(self) -> None:
        """Start the process, and restart it each time it ends, until canceled."""
        failures = 0
        while True:
            began = time.monotonic()
            try:
                status = await self._run()
            except OSError as error:
                status = str(error)
            if time.monotonic() - began > WELL:
                failures = 0
            if not failures:
                _log.warning("The process of the pages has ended (%s) and is started again", status)
            await asyncio.sleep(RESTART_DELAYS[min(failures, len(RESTART_DELAYS) - 1)])
            failures += 1
            self.restarts += 1

    async def _run(self) -> str:
        """Run one process until its end and return its status. Raises OSError."""
        ours, theirs = socket.socketpair()
        try:
            async with self._files:
                with theirs:
                    process = self._process = await asyncio.create_subprocess_exec(
                        *(
                            sys.executable,
                            "-m",
                            PAGES_PROGRAM,
                            str(theirs.fileno()),
                            str(self._bound.fileno()),
                        ),
                        cwd=WORKING_DIRECTORY,
                        env=_environment(),
                        stdin=asyncio.subprocess.DEVNULL,
                        stdout=asyncio.subprocess.DEVNULL,
                        pass_fds=(theirs.fileno(), self._bound.fileno()),
                    )
                reader, self._writer = await asyncio.open_unix_connection(sock=ours)
                self._send(messages.Begin(self._database.address, self._address))
                self.tell(SERVED, "")
        except BaseException:
            ours.close()
            raise
        self._last_sign = time.monotonic()
        watching = asyncio.create_task(self._watch(), name="signs of life of the pages")
        try:
            with suppress(msgspec.DecodeError):
                async for message in messages.received(reader, msgspec.msgpack.Decoder(messages.FromPages)):
                    self._take(message)
            return f"status {await process.wait()}"
        finally:
            watching.cancel()
            await self._end(process)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        """Let the process end, which it does when the bot's socket closes; kill it if it doesn't."""
        if self._writer is not None:
            self._writer.close()
        self._writer, self._outgoing = None, []
        try:
            async with asyncio.timeout(PROCESS_SHUTDOWN_GRACE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        finally:
            self._process, self.memory = None, 0
            self._has_let_go.set()

    async def _watch(self) -> None:
        """Kill the process when it no longer reports."""
        while True:
            await asyncio.sleep(1)
            if time.monotonic() - self._last_sign > SILENT:
                self._kill("it gives no sign of life")

    def _kill(self, why: str) -> None:
        if self._process is not None and self._process.returncode is None:
            _log.warning("The process of the pages is killed: %s", why)
            self._process.kill()

    def _take(self, message: messages.FromPages) -> None:
        match message:
            case messages.Question():
                task = asyncio.create_task(self._reply(message), name="question of the pages")
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
            case messages.Alive():
                self._last_sign, self.memory = time.monotonic(), message.memory
            case messages.HasLetGo():
                self._has_let_go.set()
            case messages.Logged():
                logging.getLogger(message.name).log(
                    message.level, "%s", message.text, extra={"series": message.series}
                )

    async def _reply(self, question: messages.Question) -> None:
        text = None
        if len(self._answering) <= MAX_QUESTIONS:
            try:
                text = await self._answer(question.text)
            except Exception:  # noqa: BLE001  the pages ask again
                _log.exception("A question of the pages can't be answered")
        self._send(messages.Answer(question.number, text))

    @asynccontextmanager
    async def _rewriting(self) -> AsyncGenerator[None]:
        """Let the process close the database during the block; if it doesn't, the file isn't replaced."""
        async with self._files:
            self._has_let_go.clear()
            self._send(messages.LetGo())
            with suppress(TimeoutError):
                async with asyncio.timeout(LETTING_GO if self._writer is not None else 0):
                    await self._has_let_go.wait()
            try:
                yield
            finally:
                self._send(messages.GoOn())


def _environment() -> dict[str, str]:
    """Return the process's environment: no secrets except for PostgreSQL."""
    kept = {
        name: value for name, value in os.environ.items() if name in KEPT_VARIABLES or name.startswith("PG")
    }
    return {**kept, "MALLOC_ARENA_MAX": "1"}  # its threads have little to do
