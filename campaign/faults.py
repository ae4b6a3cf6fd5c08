"""Faults during a campaign: at Discord, on the way there, and on the disk."""

import asyncio
import contextlib
import random
import resource
import sqlite3
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tests.support.discord_api.faults import LOST
from tests.support.discord_api.server import DiscordServer

FAULTS = (
    "nothing",
    "slow edits",
    "server errors",
    "rate limits",
    "lost answers",
    "lost requests",
    "gateway drops",
    "gateway stalls",
    "second deliveries",
    "locked file",
    "full disk",
)
NO_LIMIT = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
LOCKED = 4.0
"""Maximum seconds for which another program locks the database: longer than Discord waits for an answer."""
STALL = 4.0
"""Seconds for which the gateway delivers nothing."""


@asynccontextmanager
async def fault(
    name: str, server: DiscordServer, database: Path, process: int, chance: random.Random
) -> AsyncGenerator[None]:
    """Cause one of `FAULTS` until the end of the block; ``process`` is the bot's number."""
    http, locking = server.http, None
    match name:
        case "slow edits":
            http.delay = lambda: chance.uniform(0.05, 0.3)
        case "server errors":
            http.status = lambda: 502 if chance.random() < 0.2 else None
        case "rate limits":
            http.status = lambda: 429 if chance.random() < 0.05 else None
        case "lost answers":
            http.spoils_answer = lambda _request, _body: LOST if chance.random() < 0.1 else None
        case "lost requests":
            http.loses_request = lambda: chance.random() < 0.1
        case "gateway drops":
            await server.gateway.drop()
        case "gateway stalls":
            server.gateway.stall(STALL)
        case "second deliveries":
            server.gateway.repeats = lambda: chance.random() < 0.3
        case "locked file":
            locking = asyncio.create_task(asyncio.to_thread(_hold, database, chance.uniform(0.5, LOCKED)))
        case "full disk":
            largest = max(file.stat().st_size for file in database.parent.glob(f"{database.name}*"))
            resource.prlimit(process, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
        case _:
            pass
    try:
        yield
    finally:
        http.restore()
        server.gateway.repeats = lambda: False
        if name == "full disk":
            with contextlib.suppress(ProcessLookupError):  # it was killed meanwhile
                resource.prlimit(
                    process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                )
        if locking is not None:
            await locking


def _hold(database: Path, seconds: float) -> None:
    with closing(sqlite3.connect(database, isolation_level=None, timeout=5)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("SELECT 1")
        time.sleep(seconds)
        other.execute("ROLLBACK")
