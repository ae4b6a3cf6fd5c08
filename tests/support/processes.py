"""The bot as a process of its own, and servers on this machine that it may talk to."""

import asyncio
import os
import random
import socket
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from aiohttp import web

from bot.settings import VARIABLES

ROOT = Path(__file__).parents[2]
SECONDS = 30

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def free_port() -> int:
    """A port of this machine on which nothing listens, below those that systems give to connections: one of
    these could be taken before anybody listens there."""
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


async def start(folder: Path, *arguments: str, **variables: str) -> asyncio.subprocess.Process:
    """The bot in a process of its own that knows no settings but these."""
    inherited = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        cwd=folder,
        env={
            **inherited,
            "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
            "ARBITER_LOG_LEVEL": "WARNING",
            **variables,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def run(folder: Path, *arguments: str, **variables: str) -> tuple[int | None, str, str]:
    """Exit status, output and errors of a process that ends by itself."""
    process = await start(folder, *arguments, **variables)
    output, errors = await asyncio.wait_for(process.communicate(), SECONDS)
    return process.returncode, output.decode(), errors.decode()


def limited(folder: Path, size: int) -> None:
    """From here on no file that a process writes can grow beyond this size, as if the disk were full."""
    (folder / "sitecustomize.py").write_text(
        f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\n"
    )


def only_line(errors: str) -> str:
    """The one line that was written; fails when it was none or more."""
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
