"""Work that stays in the bot's process, in slices between which everyone else has a turn."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.01
"""Seconds of CPU time after which others have a turn."""


async def sliced(items: Iterable[T]) -> AsyncIterator[T]:
    """The items, with pauses for everyone else."""
    begun = time.thread_time()
    for item in items:
        yield item
        if time.thread_time() - begun > SLICE:
            await asyncio.sleep(0)
            begun = time.thread_time()
