"""The bot as a separate process, and servers on this machine that it may talk to."""

import asyncio
import os
import random
import socket
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO

from aiohttp import web

from bot.settings import VARIABLES
from tests.support.forking import ForkedBot

ROOT = Path(__file__).parents[2]
SECONDS = 60
"""For which something is waited for that a process does."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def free_port() -> int:
    """Return a port of this machine on which nothing listens, below the range that systems use for
    connections: one of those could be taken meanwhile."""
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def environment(folder: Path, **variables: str) -> Mapping[str, str]:
    """Return the environment of a bot that runs in a folder and knows no settings but these."""
    inherited = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    path = f"{folder}{os.pathsep}{ROOT}"
    return {**inherited, "PYTHONPATH": path, "ARBITER_LOG_LEVEL": "WARNING", **variables}


async def launch(
    folder: Path, arguments: Sequence[str], variables: Mapping[str, str], output: int | IO[bytes]
) -> asyncio.subprocess.Process:
    """Start the bot as a shell does, in a Python that has imported nothing; it writes to ``output``."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        cwd=folder,
        env=environment(folder, **variables),
        stdout=output,
        stderr=output,
    )


async def start_again(folder: Path, *arguments: str, **variables: str) -> asyncio.subprocess.Process:
    """Start the same with pipes for its output."""
    return await launch(folder, arguments, variables, asyncio.subprocess.PIPE)


async def start(folder: Path, *arguments: str, **variables: str) -> ForkedBot:
    """Start the bot in a separate process with no settings but these."""
    bot = ForkedBot(folder, arguments, environment(folder, **variables))
    await bot.start()
    return bot


def pages_of(bot: int) -> int:
    """Return the number of the process that serves the pages of the bot with this number."""
    children = Path(f"/proc/{bot}/task/{bot}/children").read_text(encoding="ascii").split()
    command = b"bot.pages.program"
    [found] = [one for one in children if command in Path(f"/proc/{one}/cmdline").read_bytes()]
    return int(found)


async def run(folder: Path, *arguments: str, **variables: str) -> tuple[int | None, str, str]:
    """Return exit status, output and errors of a process that ends on its own."""
    process = await start(folder, *arguments, **variables)
    output, errors = await asyncio.wait_for(process.communicate(), SECONDS)
    return process.returncode, output.decode(), errors.decode()


async def failure(folder: Path, *arguments: str, **variables: str) -> str:
    """Return the only line of output of a process that ends with status 1."""
    status, output, errors = await run(folder, *arguments, **variables)
    assert (status, output) == (1, "")
    return only_line(errors)


def begin_with(folder: Path, code: str) -> None:
    """Make bots that start in a folder run code first; processes that they start don't."""
    indented = "".join(f"    {line}\n" for line in code.strip().splitlines())
    guarded = f"import sys\nif sys.orig_argv[1:3] == ['-m', 'bot']:\n{indented}"
    file = folder / "sitecustomize.py"
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    if guarded not in before:
        file.write_text(before + guarded, encoding="utf-8")


def redirect(folder: Path, api: str, gateway: str = "ws://127.0.0.1:9/") -> None:
    """Direct bots that start in a folder to the Discord at these addresses."""
    begin_with(
        folder,
        "import discord.gateway, discord.http, yarl\n"
        f"discord.http.Route.BASE = {api!r}\n"
        f"discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL({gateway!r})\n",
    )


def limited(folder: Path, size: int) -> None:
    """From here on no file that a bot writes can grow beyond this size, as if the disk were full."""
    begin_with(folder, f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))")


def only_line(errors: str) -> str:
    """Return the only line of output; fail if there are none or several."""
    (line,) = errors.splitlines()
    return line


@asynccontextmanager
async def endpoint(handler: Handler) -> AsyncGenerator[str]:
    """The address of a server on this machine that answers every request with ``handler``."""
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", handler)
    runner = web.AppRunner(application)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()
