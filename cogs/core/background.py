"""Work in the background of what has asked for it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from cogs.text.language import without_language

T = TypeVar("T")


def start(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """Start work in a task that has no language of its starter; it chooses one for what it says."""
    return asyncio.create_task(work, name=name, context=without_language())
