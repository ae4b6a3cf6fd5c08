"""Work for pages takes so much of the processor, and leaves the rest to play."""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from hashlib import pbkdf2_hmac

import pytest

from tests.support.event_loop import compute
from web.live.share import PATIENCE, SPAN, ProcessorShare


@pytest.fixture
async def others(request: pytest.FixtureRequest) -> AsyncGenerator[list[float]]:
    """Somebody else who wants the event loop for a millisecond, again and again, or for as long as the first
    parameter says, with a pause as long as the second one; the moments at which they had it."""
    had = list[float]()
    step, pause = getattr(request, "param", (0.001, 0))

    async def want() -> None:
        while True:
            had.append(time.monotonic())
            compute(step)
            await asyncio.sleep(pause)

    wanting = asyncio.create_task(want())
    yield had
    wanting.cancel()


@asynccontextmanager
async def saturated() -> AsyncGenerator[None]:
    """The process takes more than a processor during the block, and has for long enough to be told so."""
    until = threading.Event()

    def saturate() -> None:
        while not until.is_set():
            pbkdf2_hmac("sha256", b"", b"", 5_000)  # lets other threads go on

    async with asyncio.TaskGroup() as threads:
        for _ in range(4):
            threads.create_task(asyncio.to_thread(saturate))
        await asyncio.sleep(2 * SPAN)
        try:
            yield
        finally:
            until.set()


@pytest.mark.usefixtures("others")
@pytest.mark.parametrize(
    "others", [pytest.param((0.001, 0), marks=pytest.mark.full), (0.00005, 0)], indirect=True
)
async def test_more_work_than_its_share_waits() -> None:
    await _waits(ProcessorShare(0.2, 0.02, brief=True))


async def test_more_work_than_its_share_waits_while_others_are_expected() -> None:
    """The loop is free then, as while a crowd waits for its commit."""
    await _waits(ProcessorShare(0.2, 0.02, lambda: True, brief=True))


async def test_work_is_done_in_a_moment_in_which_nobody_is_expected() -> None:
    """If one comes soon. Where others were expected, the second piece would wait for 200 seconds."""
    moments = [time.monotonic()]

    def expected() -> bool:
        return time.monotonic() - moments[-1] < 0.01

    share = ProcessorShare(0.0001, 0.0, expected, brief=True)
    async with asyncio.timeout(60):
        for _ in range(3):
            async with share.turn():
                assert not expected()
                compute(0.02)
            moments.append(time.monotonic())


@pytest.mark.alone  # beside other tests it may not get as much
async def test_work_has_less_of_its_share_where_the_processor_is_saturated() -> None:
    """Even if nobody wants the loop at the moment."""
    share = ProcessorShare(0.2, 0.02, brief=True, crowded=1 / 5)
    async with saturated():
        async with share.turn():
            compute(0.02)
        async with share.turn():
            began = time.monotonic()
            compute(0.02)
        async with share.turn():  # 0.02 s, of which 0.02 / 5 s may be taken at once: 0.016 / (0.2 / 5)
            assert time.monotonic() - began >= 0.4


@pytest.mark.alone  # beside other tests it may not get as much
async def test_work_waits_no_longer_than_the_processor_is_saturated() -> None:
    share = ProcessorShare(0.01, 0.0, brief=True, crowded=1 / 5)
    async with saturated():
        async with share.turn():
            compute(0.2)
        waiting = asyncio.create_task(share.turn().__aenter__())
        await asyncio.sleep(SPAN)
        assert not waiting.done()
    async with asyncio.timeout(60):  # 0.2 / (0.01 / 5) = 100
        await waiting


async def test_work_looks_for_such_a_moment_no_longer_than_its_patience() -> None:
    """What was asked for earlier than that takes its part from others after one look."""
    looks = 0

    def expected() -> bool:
        nonlocal looks
        looks += 1
        return True

    share = ProcessorShare(0.5, 1.0, expected, brief=True)
    for number in range(1, 4):
        async with share.turn(time.monotonic() - PATIENCE):
            assert looks == number
    looks, began = 0, time.monotonic()
    async with share.turn():
        assert time.monotonic() - began >= PATIENCE
        assert looks > 1


async def test_more_work_that_is_not_brief_waits_even_alone() -> None:
    await _waits(ProcessorShare(0.2, 0.02))


async def _waits(share: ProcessorShare) -> None:
    began = time.monotonic()
    for _ in range(7):
        async with share.turn():
            compute(0.02)
    # The first two begin at once, as 0.02 s may be taken; the others wait for 0.1 s each (0.02 / 0.2).
    assert time.monotonic() - began >= 0.5


async def test_others_go_on_while_it_waits(others: list[float]) -> None:
    share = ProcessorShare(0.01, 0.0)
    async with share.turn():
        compute(0.02)
    waiting = asyncio.create_task(share.turn().__aenter__())
    before = len(others)
    await asyncio.sleep(0.05)
    assert len(others) > before
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_brief_work_waits_for_nothing_while_nobody_else_wants_the_loop() -> None:
    """Where somebody else did, the second piece would wait for 200 seconds."""
    share = ProcessorShare(0.0001, 0.0, brief=True)
    async with asyncio.timeout(60):
        for _ in range(3):
            async with share.turn():
                compute(0.02)
