"""What is brought up to date in the background: all of it, however often it is wanted."""

import asyncio

import pytest

from cogs.core.delivery.recovery import Recovery


async def test_what_is_wanted_while_it_is_at_work_is_done_again() -> None:
    """Shards may come while those before are looked after, and what was passed by then is of the new ones."""
    wanted, done = [1], list[int]()
    at_work, go_on = asyncio.Event(), asyncio.Event()

    async def work(_channel: int | None) -> None:
        for number in [*wanted]:
            at_work.set()
            await go_on.wait()
            done.append(number)

    recovery = Recovery("numbers", work)
    recovery.begin()
    await at_work.wait()
    wanted[:] = [2, 3]
    recovery.begin()
    recovery.begin()
    go_on.set()
    async with asyncio.timeout(60):
        while len(done) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert done == [1, 2, 3]
    await recovery.close()


async def test_a_fault_of_our_own_is_logged_with_its_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def work(_channel: int | None) -> None:
        raise KeyError("a fault")

    recovery = Recovery("numbers", work)
    recovery.begin()
    async with asyncio.timeout(60):
        while not caplog.records:  # noqa: ASYNC110
            await asyncio.sleep(0)
    (record,) = caplog.records
    assert record.getMessage() == "The recovery of numbers has failed"
    assert record.exc_info is not None
