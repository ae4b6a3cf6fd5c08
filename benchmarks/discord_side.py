"""Discord as the measured bots see it: payloads arrive, and a separate process answers requests."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

from discord import http, utils
from discord.ext import commands

from benchmarks.child_process import Child, child_process
from tests.support.discord_api import payloads
from tests.support.discord_api.objects import CHANNEL, CHANNELS_IN_GUILD, MESSAGE, Json, guild, message

ANSWER_TIMEOUT = 30
"""Maximum seconds until an answer."""


def command(table: int, name: str) -> str:
    """Return ``/life lose amount:1``, or the command ``name`` without options, in a table's channel.

    The beginning, which holds the interaction's ID, is left out.
    """
    data = payloads.LOSE_LIFE if name == "life" else payloads.command(name, {})
    return _without_id(payloads.interaction(0, table, data), "command")


def press(table: int, custom_id: str, components: Json) -> str:
    """Return a press of a button on a table's board, likewise."""
    board = message(MESSAGE + table, CHANNEL + table, {"components": components})
    return _without_id(payloads.interaction(0, table, payloads.press(custom_id), board), "press")


def _without_id(interaction: Mapping[str, Json], token: str) -> str:
    return json.dumps({**interaction, "token": token}, separators=(",", ":")).removeprefix('{"id":"0",')


class Discord:
    """Discord's side of the bot in this process."""

    def __init__(self, server: Child) -> None:
        self._server = server
        self._waiting: dict[str, asyncio.Future[float]] = {}
        self._newest = 0

    def attach(self, bot: commands.Bot | commands.AutoShardedBot, tables: int) -> None:
        """Send the logged-in bot the servers with the channels of this many tables."""
        # discord.py has no public way to receive a payload.
        self._parsers = bot._connection.parsers  # pyright: ignore[reportPrivateUsage]
        for first in range(0, tables, CHANNELS_IN_GUILD):
            numbers = range(first, min(first + CHANNELS_IN_GUILD, tables))
            self._parsers["GUILD_CREATE"](guild(numbers))

    async def deliver(self, payload: str) -> float:
        """Deliver an interaction and return the seconds until its answer.

        ``payload`` is as made by `command` and `press`: everything but its ID.
        """
        self._newest = max(self._newest + 1, utils.time_snowflake(utils.utcnow()))
        number = str(self._newest)
        answered = self._waiting[number] = asyncio.get_running_loop().create_future()
        arrival = time.perf_counter()
        self._parsers["INTERACTION_CREATE"](json.loads(f'{{"id":"{number}",{payload}'))
        async with asyncio.timeout(ANSWER_TIMEOUT):
            return await answered - arrival

    def show(self, components: Json) -> None:
        """Use these components in the server's answers from now on."""
        self._server.write(components)

    async def listen(self) -> None:
        """Receive the times of answers from the server."""
        while line := await self._server.line():
            interaction, moment = line.split()
            answered = self._waiting.pop(interaction.decode())
            if not answered.done():
                answered.set_result(float(moment))


@asynccontextmanager
async def discord_beside() -> AsyncGenerator[Discord]:
    """Start the server and direct all of this process's discord.py requests to it."""
    async with child_process("benchmarks.discord_server") as server:
        side = Discord(server)
        port = await server.answer(int)
        http.Route.BASE = f"http://127.0.0.1:{port}"
        listening = asyncio.create_task(side.listen())
        try:
            yield side
        finally:
            await server.end()
            await listening
