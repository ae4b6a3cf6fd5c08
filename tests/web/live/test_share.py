"""Work for pages takes so much of the processor, and leaves the rest to play."""

import asyncio
import time

from web.live.share import ProcessorShare


def work(seconds: float) -> None:
    """Keep the processor busy for so long."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def test_more_work_than_its_share_waits() -> None:
    share = ProcessorShare(0.2, 0.02)
    began = time.monotonic()
    for _ in range(7):
        async with share.taking():
            work(0.02)
    # The first two begin at once, as 0.02 s may be taken; the others wait for 0.1 s each (0.02 / 0.2).
    assert time.monotonic() - began >= 0.5


async def test_others_go_on_while_it_waits() -> None:
    share = ProcessorShare(0.01, 0.0)
    async with share.taking():
        work(0.02)
    waiting = asyncio.create_task(share.taking().__aenter__())
    began = time.monotonic()
    await asyncio.sleep(0.05)
    assert time.monotonic() - began < 1
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
