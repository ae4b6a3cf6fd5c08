"""Processes of the bot on one PostgreSQL database, started, killed and replaced while people play."""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import asyncpg

from tests.support.bot_process import BotProcess
from tests.support.discord_api.gateway import Gateway
from tests.support.discord_api.objects import CHANNELS_IN_GUILD
from tests.support.discord_api.server import Answer, DiscordServer
from tests.support.players import Players, Sent
from tests.support.postgresql.standby import ReplicatedServer

PROBE = 0.25
"""Seconds between two commands that check whether a table is served."""
SERVED = 10.0
"""Seconds after which a killed process's tables have to be served again."""
LEAVING = 75.0
"""Seconds in which a stopped process has to hand its shards over."""
BALANCED = 40.0
"""Seconds after which every process has to have shards again."""


class Installation:
    """Processes on a database, people who play, and their Discord."""

    def __init__(self, server: DiscordServer, where: str, players: Players, log: Path) -> None:
        self.server = server
        self._shards = server.gateway.shards
        self._where = where
        self._log = log
        self.players = players
        self.running: list[BotProcess] = []

    @classmethod
    @asynccontextmanager
    async def serving(
        cls, where: str, folder: Path, tables: Sequence[int], chance: random.Random, gateway: Gateway
    ) -> AsyncGenerator[Self]:
        """Discord with these tables, and no process yet; those that there are at the end are killed.

        ``where``: the address of a database. ``folder``: where the processes run and write their log.
        """
        server = DiscordServer(tables[-1] + 1, gateway=gateway)
        async with server.serving():
            installation = cls(server, where, Players(server, tables, chance), folder / "bot.log")
            try:
                yield installation
            finally:
                await installation.end()

    async def start(self, pages: str = "", *, forked: bool = False, **variables: str) -> None:
        """Start another process and wait until it is connected.

        ``pages``: where it has some. ``forked``: see `BotProcess`.
        """
        process = BotProcess(
            self.server, self._where, self._log, pages=pages, variables=variables, forked=forked
        )
        await process.start()
        self.running.append(process)
        await self.balanced()

    async def balanced(self) -> None:
        """Wait until all processes serve as many shards as they should. Raises RuntimeError."""
        for _ in range(int(BALANCED / PROBE)):
            rows = await self.fetch(
                "SELECT epoch, count(*) AS number FROM shard "
                "WHERE epoch IS NOT NULL AND next IS NULL GROUP BY epoch"
            )
            served = [row["number"] for row in rows]
            least, over = divmod(self._shards, len(self.running))
            if sorted(served) == [least] * (len(self.running) - over) + [least + 1] * over:
                return
            await asyncio.sleep(PROBE)
        raise RuntimeError(f"The shards aren't shared out after {BALANCED:.0f} s; {self._log} may say why.")

    async def kill(self, chance: random.Random) -> float:
        """Kill a process; the seconds until all tables are served again."""
        process = self.running.pop(chance.randrange(len(self.running)))
        await process.kill()
        return await self.all_served()

    async def all_served(self) -> float:
        """Wait until all tables are served; the seconds that it took."""
        began = time.monotonic()
        await asyncio.gather(*(self._served(table) for table in self.players.tables))
        return time.monotonic() - began

    async def lose_primary(self, pair: ReplicatedServer, away: float) -> float:
        """Kill the database's primary, and promote the standby this many seconds later; return the seconds
        from then until all tables are served again. Afterwards there is a new standby."""
        await asyncio.to_thread(pair.kill_primary)
        await asyncio.sleep(away)
        await asyncio.to_thread(pair.promote)
        served = await self.all_served()
        await asyncio.to_thread(pair.add_standby)
        return served

    async def restart(self) -> None:
        """Replace the oldest process as an update would: start a new one, then stop the old one."""
        await self.start()
        await self.running[0].stop(LEAVING)
        del self.running[0]
        await self.balanced()

    async def stop(self) -> None:
        """Stop all processes."""
        while self.running:
            await self.running[0].stop(LEAVING)
            del self.running[0]

    async def end(self) -> None:
        """Kill whatever still runs."""
        for process in self.running:
            await process.kill()

    async def fetch(self, sql: str) -> Sequence[asyncpg.Record]:
        """Return the rows that a query finds."""
        connection = await asyncpg.connect(self._where)
        try:
            return await connection.fetch(sql)
        finally:
            await connection.close()

    async def _served(self, table: int) -> None:
        probes = set[asyncio.Task[Answer | None]]()
        while not any(_is_done(probe) for probe in probes):
            asked = self.players.send(table, Sent(table, -1), "life lose", {"amount": 1})
            probes.add(asyncio.create_task(asked))
            await asyncio.sleep(PROBE)


def _is_done(probe: asyncio.Task[Answer | None]) -> bool:
    """Return whether something was carried out, and not just refused."""
    answer = probe.result() if probe.done() else None
    return answer is not None and not answer.private


def tables(shards: int, each: int) -> list[int]:
    """Return the numbers of the tables, this many in the server of each shard."""
    return [CHANNELS_IN_GUILD * server + table for server in range(shards) for table in range(each)]


def in_a_hurry(shards: int) -> Gateway:
    """Return a gateway with this many shards, none of which waits for another one to identify."""
    return Gateway(shards, concurrency=shards)
