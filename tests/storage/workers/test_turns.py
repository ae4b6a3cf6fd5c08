"""Work that stays in the bot's process: one slice and one thread at a time, with everyone else in between."""

import asyncio
import sys
import threading
import time

from storage.workers.slices import SLICE_SECONDS, sliced
from storage.workers.threads import TURN, in_thread, share
from tests.support.event_loop import compute

WORKS = 5


async def test_of_many_works_one_slice_runs_between_two_turns_of_the_others() -> None:
    """Five works of four slices: no one waits for more than one of these slices."""
    longest = rounds = 0

    async def work() -> None:
        nonlocal slices
        async for _ in sliced(range(4)):
            slices += 1
            compute(1.5 * SLICE_SECONDS)

    slices = 0
    works = asyncio.gather(*(work() for _ in range(WORKS)))
    while not works.done():
        before = slices
        await asyncio.sleep(0)
        longest, rounds = max(longest, slices - before), rounds + 1
    await works
    assert slices == 4 * WORKS
    assert longest == 1
    assert rounds > 4 * WORKS * 4, "there were no rounds in between"


async def test_a_work_that_is_given_up_keeps_none_of_the_others_waiting() -> None:
    async def work() -> int:
        done = 0
        async for _ in sliced(range(3)):
            compute(1.5 * SLICE_SECONDS)
            done += 1
        return done

    given_up, other = asyncio.create_task(work()), asyncio.create_task(work())
    await asyncio.sleep(0)
    given_up.cancel()
    assert await other == 3
    assert given_up.cancelled()


async def test_threads_compute_one_at_a_time_in_turns_of_the_askers() -> None:
    """Server 1 asks three times, then server 2 once: its turn comes second."""
    at_once, most, order = 0, 0, list[int]()
    lock = threading.Lock()

    def work(requester: int) -> int:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        time.sleep(0.01)
        with lock:
            at_once -= 1
            order.append(requester)
        return 10 * requester

    askers = (1, 1, 1, 2)
    found = await asyncio.gather(*(in_thread(requester, work, requester) for requester in askers))
    assert found == [10, 10, 10, 20]
    assert most == 1
    assert order == [1, 2, 1, 1]


def test_threads_take_short_turns() -> None:
    before = sys.getswitchinterval()
    try:
        share()
        assert sys.getswitchinterval() == TURN
    finally:
        sys.setswitchinterval(before)
