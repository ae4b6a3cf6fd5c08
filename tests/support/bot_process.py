"""The bot's real process: started, killed and stopped."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from msgspec import Struct

from tests.support.discord_api.server import DiscordServer

ROOT = Path(__file__).parents[2]
START = 30.0
"""Seconds within which the bot has to be connected."""
STOP = 20.0
"""Seconds within which a stopped bot has to end."""


class Usage(Struct, frozen=True):
    """What a process holds: memory in MB, now and at most, threads and open files."""

    megabytes: float
    peak: float
    threads: int
    files: int

    def __str__(self) -> str:
        return f"{self.megabytes:.0f} MB, {self.threads} threads, {self.files} files"


class BotProcess:
    """One bot on one database, with its Discord here.

    ``database``: a file, or the address of a PostgreSQL database. ``log``: the file to which its log is
    appended. ``fair_use``: whether users may do only so much. ``pages``: where it serves pages on this
    machine, such as 127.0.0.1:8080, if it does.
    """

    def __init__(
        self,
        server: DiscordServer,
        database: Path | str,
        log: Path,
        *,
        fair_use: bool = False,
        pages: str = "",
    ) -> None:
        self._server = server
        self._database = database
        self._log = log
        self._fair_use = fair_use
        self._pages = {"ARBITER_WEB": pages, "ARBITER_WEB_URL": f"http://{pages}/"} if pages else {}
        self._process: asyncio.subprocess.Process | None = None

    @property
    def number(self) -> int:
        """The process's number."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it and wait until it is connected; raises RuntimeError where it isn't in time."""
        self._server.gateway.forget()
        own = {
            "DISCORD_TOKEN": "token",
            "ARBITER_DATABASE": str(self._database),
            "ARBITER_LOG_LEVEL": "WARNING",
            **self._pages,
        }
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.support.launch", str(self._server.port)),
                *(["fair"] if self._fair_use else []),
                env={**os.environ, "PYTHONPATH": str(ROOT), **own},
                cwd=self._log.parent,  # where its status is, too
                stdout=log,
                stderr=log,
            )
        try:
            async with asyncio.timeout(START):
                await self._server.gateway.ready.wait()
        except TimeoutError:
            raise RuntimeError(f"The bot doesn't connect; {self._log} may say why.") from None

    def usage(self) -> Usage:
        """What it holds of the system."""
        process = Path(f"/proc/{self.number}")
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
        """Kill it at once, as a power cut would, but for what the system keeps of its files.

        Nothing happens to one that has ended by itself.
        """
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        self._server.gateway.forget()

    async def stop(self, patience: float = STOP) -> int:
        """Stop it as a service manager would; return its exit status, or raise RuntimeError."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(patience):
                return await self._process.wait()
        except TimeoutError:
            await self.kill()
            raise RuntimeError(f"The bot doesn't stop; {self._log} may say why.") from None
