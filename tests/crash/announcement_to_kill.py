"""A whole bot to kill as it sends its first answer to an ending, and the lives after that."""

import asyncio
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from bot.client import Arbiter
from tests.crash.killing import wait_until_free
from tests.support.evening import Evening
from tests.support.http_faults import Network
from tests.support.tables import deal

ANSWER = ("POST", "/interactions/*/*/callback")


def end_and_be_killed(file: Path, server: str | None, command: str) -> None:
    """Play until someone types a command, and die between its commit and its answer.

    ``server``: a PostgreSQL database used instead of the file.
    """
    asyncio.run(_end_and_be_killed(file, server, command))


async def _end_and_be_killed(file: Path, server: str | None, command: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        network = Network(patch)
        async with Evening(file, partial(Arbiter, simulated=True), server=server) as evening:
            if command == "concede":
                await deal(evening, "two_player", "Ana, Ben")
            network.kill(*ANSWER)
            options = {} if command == "concede" else {"variant": "two_player", "players": "Zoe"}
            await evening.types("Ben", command, **options)


def live(file: Path, server: str | None, pipe: Connection) -> None:
    """Start once more, with no one doing anything, and report the channel's messages."""
    asyncio.run(_live(file, server, pipe))


async def _live(file: Path, server: str | None, pipe: Connection) -> None:
    await wait_until_free(server)
    # The simulated Discord has died with the bot: whatever is read here was said in this life.
    async with Evening(file, partial(Arbiter, simulated=True), server=server) as evening:
        await evening.env.settle()
        pipe.send(evening.chat())
