"""The bot's real process: started, killed and stopped."""

import asyncio
import re
import signal
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from tests.support.discord_api.server import DiscordServer
from tests.support.forking import ForkedBot
from tests.support.processes import SECONDS, environment, launch, pages_of, start

_HELD = re.compile(
    r"^[\d-]+ [\d:,]+ WARNING bot\.monitoring\.watchdog: .*\(\d\d? ms of CPU time.*\n"
    r"(?:(?!\d{4}-\d\d-\d\d ).*\n)*",
    re.M,
)
"""A log record about a stall of the event loop with less than 100 ms of CPU time, with its trace."""


class Usage(Struct, frozen=True):
    """Resources of a process: memory in MB, now and at most, threads and open files."""

    megabytes: float
    peak: float
    threads: int
    files: int

    def __str__(self) -> str:
        return f"{self.megabytes:.0f} MB, {self.threads} threads, {self.files} files"


class BotProcess:
    """One bot on one database, with an imitation of Discord.

    ``database``: a file, or the address of a PostgreSQL database. ``log``: the file to which its log is
    appended, in the folder in which it runs. ``fair_use``: whether users may do only so much. ``pages``:
    where it serves pages on this machine, such as 127.0.0.1:8080, if it does. ``variables``: other
    settings. ``forked``: whether it is forked from a process that has imported the bot, instead of started
    by Python.
    """

    def __init__(
        self,
        server: DiscordServer,
        database: Path | str,
        log: Path,
        *,
        fair_use: bool = False,
        pages: str = "",
        variables: Mapping[str, str] | None = None,
        forked: bool = False,
    ) -> None:
        self._server = server
        self._log = log
        self._fair_use = fair_use
        self._variables = {"DISCORD_TOKEN": "token", "ARBITER_DATABASE": str(database), **(variables or {})}
        if pages:
            self._variables |= {"ARBITER_WEB": pages, "ARBITER_WEB_URL": f"http://{pages}/"}
        self._forked = forked
        self._process: asyncio.subprocess.Process | ForkedBot | None = None

    @property
    def number(self) -> int:
        """The process's number."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it and wait until it is connected; raises RuntimeError if it isn't in time."""
        self._server.gateway.forget()
        folder = self._log.parent
        self._server.redirect(folder, fair_use=self._fair_use)
        if self._forked:
            self._process = ForkedBot(folder, (), environment(folder, **self._variables), self._log)
            await self._process.start()
        else:
            with self._log.open("ab") as log:
                self._process = await launch(folder, (), self._variables, log)
        try:
            async with asyncio.timeout(SECONDS):
                await self._server.gateway.ready.wait()
        except TimeoutError:
            raise RuntimeError(f"The bot doesn't connect; {self._log} may say why.") from None

    @property
    def pages(self) -> int:
        """The number of the process of its pages, which runs."""
        return pages_of(self.number)

    def usage(self, number: int | None = None) -> Usage:
        """Return the resources of the process, or of another one with this number."""
        process = Path(f"/proc/{number or self.number}")
        status = dict(
            line.split(":", 1) for line in (process / "status").read_text(encoding="ascii").splitlines()
        )
        return Usage(
            megabytes=int(status["VmRSS"].split()[0]) / 1024,
            peak=int(status["VmHWM"].split()[0]) / 1024,
            threads=int(status["Threads"]),
            files=len(list((process / "fd").iterdir())),
        )

    async def kill(self) -> None:
        """Kill it at once, like a power cut that spares the system's file cache.

        Nothing happens to one that has already ended.
        """
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        self._server.gateway.forget()

    async def stop(self, grace: float = SECONDS) -> int:
        """Stop it as a service manager would; return its exit status, or raise RuntimeError."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(grace):
                return await self._process.wait()
        except TimeoutError:
            await self.kill()
            raise RuntimeError(f"The bot doesn't stop; {self._log} may say why.") from None


@asynccontextmanager
async def connected(server: DiscordServer, folder: Path, **variables: str) -> AsyncGenerator[ForkedBot]:
    """A bot in a folder, from when it has sent its commands to its Discord, which serves for the block."""
    async with server.serving():
        server.redirect(folder)
        process = await start(folder, DISCORD_TOKEN="secret", **variables)
        try:
            await asyncio.wait_for(server.commands_sent.wait(), SECONDS)
            yield process
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


async def stop(process: ForkedBot) -> list[str]:
    """Stop a bot as a service manager would, and check that it ends cleanly; return the lines of its log.

    Without what held its event loop only because other processes had the machine.
    """
    process.send_signal(signal.SIGTERM)
    output, errors = await asyncio.wait_for(process.communicate(), SECONDS)
    assert (process.returncode, output) == (0, b"")
    return _HELD.sub("", errors.decode()).splitlines()
