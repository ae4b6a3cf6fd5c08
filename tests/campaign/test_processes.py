"""Two real processes on one database: an update that nobody notices, and a kill that is over soon."""

import asyncio
import random
from pathlib import Path

from campaign.harness.discord_server import DiscordServer
from campaign.harness.sharded_gateway import ShardedGateway
from campaign.play import Players
from campaign.processes import SERVED, Disturbed, Installation, tables
from tests.postgresql import Server, postgresql

__all__ = ("postgresql",)

SHARDS = 2
EACH = 2


async def test_a_restart_is_not_noticed_and_a_kill_is_over_soon(postgresql: Server, tmp_path: Path) -> None:
    """With many of both this is a campaign: ``python -m campaign processes``."""
    gateway = ShardedGateway(SHARDS)
    gateway.concurrency = SHARDS  # so that no shard waits for another one to identify itself
    server = DiscordServer(tables(SHARDS, EACH)[-1] + 1, gateway=gateway)
    players, findings = Players(server, 0, random.Random(1)), Disturbed()
    players.tables, players.pause = tables(SHARDS, EACH), 0.5
    async with server.serving():
        installation = Installation(server, await postgresql.blank(), players, tmp_path / "bot.log")
        await installation.start()
        await players.open_games()
        playing = asyncio.create_task(players.play(1e9, flood=False))
        await asyncio.sleep(0.5)
        before = server.number()
        await installation.restart()
        assert await installation.unanswered(before) == []
        await installation.start()
        assert await installation.kill(random.Random(1)) < SERVED
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await installation.stop()
        await installation.judge(findings)
        assert (findings.lost, findings.doubled, findings.wrong) == ([], [], [])
