"""Processes stay together below the fifty requests a second that Discord takes from an application."""

import asyncio

from bot.request_budget import RequestBudget

DISCORDS = 50


async def made(processes: int, seconds: float) -> int:
    """How many requests processes make in this time that want to make as many as they may."""
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


async def test_processes_share_what_discord_takes() -> None:
    one, three = await asyncio.gather(made(1, 1.0), made(3, 1.0))
    assert 30 <= one <= DISCORDS
    assert 30 <= three <= DISCORDS


async def test_single_requests_do_not_wait() -> None:
    budget = RequestBudget(lambda: 2)
    began = asyncio.get_running_loop().time()
    for _ in range(5):
        await budget.take()
    assert asyncio.get_running_loop().time() - began < 0.2
