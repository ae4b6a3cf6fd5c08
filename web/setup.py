"""Every page, put together and served."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from storage.games.games import Games
from web.access.addresses import WebAddress
from web.access.limits import Limits
from web.access.links import Access
from web.leagues.alone import EventPages
from web.leagues.page import LeaguePages
from web.leagues.public import PublicLeagues
from web.live.feeds import Feeds
from web.overlay.page import OverlayPages
from web.play.page import SeatPages
from web.play.requests import ChannelLanguage, Door, PageRequests
from web.server import serve
from web.watch.page import WatchPages


@asynccontextmanager
async def served(
    games: Games, language_of: ChannelLanguage, door: Callable[[], Door | None], address: WebAddress
) -> AsyncGenerator[WebAddress]:
    """Serve the pages of games during the block, and give the address with its port. Raises OSError.

    ``language_of``: the language for everybody in a channel. ``door``: carries out what is pressed on pages,
    once the bot is there.
    """
    requests, feeds = PageRequests(games, language_of, door), Feeds(games.database.commits_within)
    access = Access(games, Limits(), requests.language_of, requests.lasts)
    ending = asyncio.create_task(access.close_ended(), name="pages of links that don't last")
    leagues = PublicLeagues(games, Feeds(games.database.commits_within))
    routes = (
        *WatchPages(access, feeds).routes,
        *OverlayPages(access, feeds, leagues).routes,
        *SeatPages(access, feeds, requests).routes,
        *LeaguePages(access, leagues, address.public).routes,
        *EventPages(access, leagues).routes,
    )

    def leave() -> None:
        ending.cancel()
        feeds.close()
        leagues.feeds.close()

    try:
        async with serve(address, routes, access.limits, access.source, leave) as found:
            yield found
    finally:
        leave()
