"""The event loop in which the bot serves Discord: uvloop's, if installed."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop

__all__ = ["new_event_loop", "run"]

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in such a loop, as `asyncio.run` does, and return its result."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)
