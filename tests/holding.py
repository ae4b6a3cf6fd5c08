"""For how long the event loop is held while something is done."""

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

BUDGET = 0.1
"""Seconds of CPU time; twice what is aimed at, because a machine with other work computes slower."""


async def held(work: Awaitable[T]) -> tuple[T, float]:
    """What comes of it, and the longest CPU time between two turns of the loop meanwhile, in seconds."""
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        before = time.thread_time()
        while True:
            await asyncio.sleep(0.001)
            now = time.thread_time()
            longest, before = max(longest, now - before), now

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    try:
        done = await work
        await asyncio.sleep(0)
        return done, longest
    finally:
        watching.cancel()
