"""The pages of a running bot."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.client import Arbiter
from bot.settings import CannotStart
from cogs.core import locale
from cogs.pages.remote import SeatDoor
from cogs.text.language import ENGLISH
from rules.game.parts import GameId
from storage.engine.background import FailureLog
from storage.games.games import Games, Location
from web.access.addresses import WebAddress
from web.play.requests import PageRequests
from web.setup import served

_log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between two looks at the logs of tables that other processes serve and somebody reads here."""


@asynccontextmanager
async def pages(bot: Arbiter, games: Games, address: WebAddress | None) -> AsyncGenerator[None]:
    """Serve the pages of a bot's games during the block, if they have an address. Raises CannotStart."""

    async def language_of(place: Location) -> str:
        service = bot.service  # None until the bot has begun to connect; pages are there before
        return ENGLISH if service is None else await locale.of_place(bot, service.settings, place)

    opened: list[SeatDoor] = []

    def door() -> SeatDoor | None:
        if not opened and bot.service is not None:
            opened.append(SeatDoor(bot, bot.service, bot.knows_of, bot.monotonic))
        return opened[0] if opened else None

    if address is None:
        PageRequests(games, language_of, door)  # what reaches pages of other processes is carried out here
        yield
        return
    async with AsyncExitStack() as stack:
        try:
            found = await stack.enter_async_context(served(games, language_of, door, address))
        except OSError as error:
            where = f"{address.host}:{address.port}"
            raise CannotStart(f"ARBITER_WEB={where} can't be used: {error.strerror}.") from None
        if games.database.shared:
            task = asyncio.create_task(_look_elsewhere(games), name="pages of other processes' tables")
            stack.callback(task.cancel)
        bot.pages = found.base
        _log.info("Pages of games are at %s", found.base)
        yield


async def _look_elsewhere(games: Games) -> None:
    """Keep pages up to date whose tables another process serves, until cancelled."""
    seen: dict[int, tuple[GameId, int]] = {}
    failures = FailureLog("Looking at other processes' tables")
    while True:
        with failures.passing_over():  # pages stay as they are while the database is away
            await games.look_elsewhere(seen)
        await asyncio.sleep(LOOK)
