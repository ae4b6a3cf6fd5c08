"""Every page, put together and served."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from storage.games.games import Games
from web.access.addresses import WebAddress
from web.access.limits import Limits
from web.access.links import Access, LanguageOf
from web.live.feeds import Feeds
from web.overlay.page import OverlayPages
from web.server import serve
from web.watch.page import WatchPages


@asynccontextmanager
async def served(games: Games, language_of: LanguageOf, address: WebAddress) -> AsyncGenerator[WebAddress]:
    """Serve the pages of games during the block, and give the address with its port. Raises OSError.

    ``language_of``: the language for everybody in a channel.
    """
    access, feeds = Access(games, Limits(), language_of), Feeds(games.committed)
    routes = (*WatchPages(access, feeds).routes, *OverlayPages(access, feeds).routes)
    try:
        async with serve(address, routes, leave=feeds.close) as found:
            yield found
    finally:
        feeds.close()
