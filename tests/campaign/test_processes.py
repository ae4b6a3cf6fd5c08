"""Two real processes on one database: an update that no one notices, and kills that are over soon."""

import asyncio
import random
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from bot.monitoring import status
from campaign.processes import REQUESTS, Disturbed, JudgedInstallation
from tests.support.discord_api.gateway import Gateway
from tests.support.installation import SERVED, in_a_hurry, tables
from tests.support.monitoring import get, value
from tests.support.postgresql import fixtures
from tests.support.postgresql.fixtures import Server, pair, postgresql
from tests.support.postgresql.standby import ReplicatedServer
from tests.support.processes import free_port

__all__ = ("pair", "postgresql")

SHARDS = 2
TABLES = tables(SHARDS, 2)


@pytest.fixture
def server() -> Generator[Server]:
    """A server that may be stopped."""
    with fixtures.server() as running:
        yield running


@asynccontextmanager
async def played(
    address: str, folder: Path, processes: int, **variables: str
) -> AsyncGenerator[tuple[JudgedInstallation, Disturbed]]:
    """So many processes at whose tables people play; the findings are there after the block."""
    findings, gateway, chance = Disturbed(), in_a_hurry(SHARDS), random.Random(1)
    async with JudgedInstallation.serving(address, folder, TABLES, chance, gateway) as installation:
        for _ in range(processes):
            await installation.start(forked=False, **variables)
        async with installation.played(findings, pause=0.5):
            await asyncio.sleep(0.5)
            yield installation, findings


@pytest.mark.full
async def test_a_restart_is_not_noticed_and_a_kill_is_over_soon(postgresql: Server, tmp_path: Path) -> None:
    """With many of both this is a campaign: ``python -m campaign processes``."""
    async with played(await postgresql.blank(), tmp_path, 1) as (installation, findings):
        before = installation.newest()
        await installation.restart()
        assert await installation.unanswered(before) == []
        await installation.start()
        assert await installation.kill(random.Random(1)) < SERVED
        assert installation.unsaved(before) == []
    assert findings.found == []
    assert findings.twice == 0, "two processes have acted"
    assert findings.busiest <= REQUESTS


@pytest.mark.full
async def test_a_standby_takes_over_from_a_killed_primary(pair: ReplicatedServer, tmp_path: Path) -> None:
    """All answered requests are on the standby, and meanwhile people hear that nothing is saved."""
    async with played(pair.address("postgres"), tmp_path, 2) as (installation, findings):
        before = installation.newest()
        assert await installation.lose_primary(pair, 1.5) < SERVED
        assert await installation.unanswered(before) == []
    assert findings.found == []


@pytest.mark.full
async def test_shards_are_not_connected_long_before_they_may_identify_themselves(
    postgresql: Server, tmp_path: Path
) -> None:
    """Discord accepts one identify in five seconds; while a shard waits, no one reads its events."""
    address, gateway, chance = await postgresql.blank(), Gateway(SHARDS), random.Random(1)
    async with JudgedInstallation.serving(address, tmp_path, TABLES, chance, gateway) as installation:
        await installation.start()
        await installation.stop()
    first, second = gateway.identified
    assert second.moment - first.moment > 4.9
    assert max(first.waited, second.waited) < 2


@pytest.mark.full
async def test_a_process_taken_for_dead_waits_for_the_database(server: Server, tmp_path: Path) -> None:
    """What made it seem dead may still be there when it begins again; it ended for that before."""
    where = server.address()
    async with played(where, tmp_path, 1) as (installation, findings):
        await _take_for_dead(where)
        async with asyncio.timeout(60):
            while not _has_said("it begins again", tmp_path / "bot.log"):  # noqa: ASYNC110  no one tells
                await asyncio.sleep(0.05)
        server.stop()
        await asyncio.sleep(3)
        server.start()
        assert await installation.all_served() < SERVED
    assert findings.found == []


@pytest.mark.full
async def test_each_says_how_many_serve_and_that_its_lease_has_lapsed(server: Server, tmp_path: Path) -> None:
    where, page = server.address(), f"127.0.0.1:{free_port()}"
    async with played(where, tmp_path, 1, ARBITER_METRICS=page) as (installation, _):
        assert value((await get(f"http://{page}/metrics"))[1], "arbiter_processes") == 1
        await _is_well(page)
        await installation.start()
        assert value((await get(f"http://{page}/metrics"))[1], "arbiter_processes") == 2
        async with asyncio.timeout(60):
            while "Processes: 2." not in status.describe_status(tmp_path / "arbiter.db", "")[0]:  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        server.stop()
        async with asyncio.timeout(60):
            while "The lease has lapsed" not in (await get(f"http://{page}/health"))[1]:  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        server.start()
        assert await installation.all_served() < SERVED
        await _is_well(page)


@pytest.mark.full
async def test_everyone_is_answered_while_the_database_is_away(server: Server, tmp_path: Path) -> None:
    """For longer than a lease, so that the process lets others answer first, who could serve by then."""
    async with played(server.address(), tmp_path, 1) as (installation, findings):
        before = installation.newest()
        await asyncio.to_thread(server.stop)
        await asyncio.sleep(8)
        await asyncio.to_thread(server.start)
        assert await installation.all_served() < SERVED
        assert await installation.unanswered(before) == []
    assert findings.verdict.lines == []


async def _is_well(page: str) -> None:
    """Wait until a process is ready, some time after it has begun to serve, and has no problem."""
    async with asyncio.timeout(60):
        while await get(f"http://{page}/health") != (200, '{"ready": true, "problems": []}'):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def _take_for_dead(where: str) -> None:
    """Do what another process does with one that has not renewed its lease."""
    connection = await asyncpg.connect(where)
    try:
        await connection.execute("DELETE FROM process")
    finally:
        await connection.close()


def _has_said(text: str, log: Path) -> bool:
    return text in log.read_text(encoding="utf-8")
