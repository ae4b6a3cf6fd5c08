"""Processes stay together below the fifty requests a second that Discord takes from an application."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from bot.client import Arbiter
from bot.connection.request_budget import REQUESTS, RequestBudget
from cogs.setup import Installation
from storage.engine.metadata import Metadata
from storage.engine.opening import join_database
from storage.games.games import Games
from storage.settings.settings import SettingsStore
from tests.support.discord_api.objects import CHANNEL
from tests.support.discord_api.server import DiscordServer
from tests.support.event_loop import in_simulated_time
from tests.support.postgresql.fixtures import Server, postgresql

__all__ = ("postgresql",)

DISCORDS = 50
EACH = 3
"""Requests that each of two bots wants to make at once."""


async def made(processes: int, seconds: float) -> int:
    """Return how many requests processes make in this time that want to make as many as they may."""
    budgets = [RequestBudget(lambda: processes) for _ in range(processes)]
    count = 0

    async def hurry(budget: RequestBudget) -> None:
        nonlocal count
        while True:
            await budget.take()
            count += 1

    tasks = [asyncio.create_task(hurry(budget)) for budget in budgets]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return count


@in_simulated_time
async def test_processes_share_what_discord_takes() -> None:
    one, three = await asyncio.gather(made(1, 1.0), made(3, 1.0))
    assert 30 <= one <= DISCORDS
    assert 30 <= three <= DISCORDS


@in_simulated_time
async def test_single_requests_do_not_wait() -> None:
    budget = RequestBudget(lambda: 2)
    await asyncio.sleep(1)
    began = asyncio.get_running_loop().time()
    for _ in range(5):
        await budget.take()
    assert asyncio.get_running_loop().time() - began < 0.2


async def test_bots_on_one_database_share_what_discord_takes(
    postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a tenth of it, so that a slow machine isn't taken for a budget.

    A bot that knew of no other one would be done after half of that.
    """
    monkeypatch.setattr("bot.connection.request_budget.REQUESTS", REQUESTS / 10)
    address, server, bots = await postgresql.blank(), DiscordServer(EACH), list[Arbiter]()
    async with server.serving(), AsyncExitStack() as stack:
        server.reach(monkeypatch)
        for _ in range(2):
            database, shards = await stack.enter_async_context(join_database(address))
            await shards.agree(2)
            games, settings, metadata = Games(database), SettingsStore(database), Metadata(database)
            installation = Installation(games=games, settings=settings, metadata=metadata)
            bot = Arbiter(installation, sharing=shards)
            bots.append(await stack.enter_async_context(bot))
            await bot.login("token")
        for bot in bots:
            assert bot.keeper is not None
            await bot.keeper.shards.look()
        clock = asyncio.get_running_loop().time
        began = clock()
        asked = (bot.http.logs_from(CHANNEL + table, 1) for bot in bots for table in range(EACH))
        assert await asyncio.gather(*asked) == [[]] * (2 * EACH)
        took = clock() - began
    assert took >= 2 * EACH / (DISCORDS / 10)
