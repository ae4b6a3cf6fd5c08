"""Deadlines that need Discord: retried while it is unavailable, logged if it refuses."""

import logging
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import wraps

import discord

from cogs.core.messaging import DISCORD_UNAVAILABLE, exc_info_if_ours, is_refused
from storage.scheduler import Deadline, DeadlineHandler, RetryLater

_log = logging.getLogger(__name__)


@contextmanager
def reaching(deadline: Deadline) -> Generator[None]:
    """Log if Discord refuses the block's requests for a deadline; raises RetryLater while it is
    unavailable."""
    try:
        yield
    except (discord.HTTPException, *DISCORD_UNAVAILABLE) as error:
        if not is_refused(error):
            raise RetryLater(str(error)) from error
        _log.warning(
            "The deadline %s could not be kept: %s", deadline, error, exc_info=exc_info_if_ours(error)
        )


def retrying_handlers(handlers: Mapping[str, DeadlineHandler]) -> Mapping[str, DeadlineHandler]:
    """Return handlers of deadlines that may raise discord.py's errors."""

    def reaching_in(handler: DeadlineHandler) -> DeadlineHandler:
        @wraps(handler)
        async def handle(deadline: Deadline) -> None:
            with reaching(deadline):
                await handler(deadline)

        return handle

    return {kind: reaching_in(handler) for kind, handler in handlers.items()}
