"""Tests of what knows the event loop from within: in asyncio's own, and in the one that serves Discord."""

import asyncio
from collections.abc import Callable, Mapping

from bot import event_loop


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    return {"asyncio": asyncio.new_event_loop, "serving": event_loop.new_event_loop}
