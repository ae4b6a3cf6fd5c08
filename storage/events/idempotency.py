"""Interactions that Discord delivers twice: what they ask for is carried out once."""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import TypeVar

from rules.refusal import Refusal
from storage.engine.writer import NotCommitted
from storage.games.values import Request

T = TypeVar("T")


async def once(
    carried_out: Awaitable[T], earlier: Callable[[Request], Awaitable[T | None]], request: Request
) -> T:
    """What comes of a request, or what came of it when its interaction comes a second time.

    ``earlier`` finds the latter, if there is such a thing. It is asked only when the request is refused, or
    meets the index by which an interaction is unique. Raises what ``carried_out`` raises for a new one.
    """
    try:
        return await carried_out
    except Refusal:
        found = await earlier(request)
        if found is None:
            raise
    except NotCommitted as error:
        taken = isinstance(error.__cause__, sqlite3.IntegrityError)
        found = await earlier(request) if taken else None
        if found is None:
            raise
    return found
