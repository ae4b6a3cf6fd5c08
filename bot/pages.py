"""The pages of a running bot."""

import logging
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.client import Arbiter
from bot.settings import CannotStart
from web.access.addresses import WebAddress
from web.server import serve

_log = logging.getLogger(__name__)


@asynccontextmanager
async def pages(bot: Arbiter, address: WebAddress | None) -> AsyncGenerator[None]:
    """Serve the pages of a bot's games during the block, if they have an address. Raises CannotStart."""
    if address is None:
        yield
        return
    async with AsyncExitStack() as stack:
        try:
            served = await stack.enter_async_context(serve(address, ()))
        except OSError as error:
            where = f"{address.host}:{address.port}"
            raise CannotStart(f"ARBITER_WEB={where} can't be used: {error.strerror}.") from None
        _log.info("Pages of games are at %s", served.base)
        yield
