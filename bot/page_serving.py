"""Serving the pages of a running bot."""

import logging
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.client import Arbiter
from bot.pages.messages import ServedShards
from bot.pages.process import PageProcess
from bot.settings import CannotStart
from cogs.core import locale
from cogs.pages.holders import LinkOwners
from cogs.pages.remote import RemoteSeat
from cogs.text.language import ENGLISH
from storage.games.games import Games, Location
from web.access.addresses import WebAddress
from web.listening import bind
from web.play.requests import PageRequests

_log = logging.getLogger(__name__)


def requests_of(bot: Arbiter, games: Games) -> PageRequests:
    """Return the handler of requests from pages, both the bot's own and other processes'."""

    async def language_of(place: Location) -> str:
        service = bot.service  # None until the bot has begun to connect; pages are there before
        if service is None:
            return ENGLISH
        return (await locale.of_place(bot, service.settings, place)).language

    opened: list[RemoteSeat] = []

    def remote() -> RemoteSeat | None:
        if not opened and bot.service is not None:
            holders = LinkOwners(bot, bot.service, bot.knows_of, bot.monotonic)
            opened.append(RemoteSeat(bot, bot.service, holders))
        return opened[0] if opened else None

    return PageRequests(games, language_of, remote)


@asynccontextmanager
async def pages(bot: Arbiter, games: Games, address: WebAddress | None) -> AsyncGenerator[None]:
    """Serve the pages of a bot's games during the block, if they have an address. Raises CannotStart."""
    requests = requests_of(bot, games)
    if address is None:
        yield
        return
    try:
        bound, found = bind(address)
    except OSError as error:
        where = f"{address.host}:{address.port}"
        raise CannotStart(f"ARBITER_WEB={where} can't be used: {error.strerror}.") from None
    bot.pages = found.base
    _log.info("Pages of games are at %s", found.base)
    with bound:
        if sys.platform == "win32":  # which hands no sockets to other programs
            from web.setup import served

            async with served(games, requests, found, bound):
                yield
            return
        bot.page_process = PageProcess(games.database, found, bound, requests.answer, lambda: _served(bot))
        async with bot.page_process.running():
            yield


def _served(bot: Arbiter) -> ServedShards | None:
    """Return the shards that a bot serves; None if it serves all servers."""
    if bot.keeper is None:
        return None
    return ServedShards(bot.keeper.shards.count, frozenset(bot.keeper.shards.owned))
