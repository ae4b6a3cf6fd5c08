"""Assembles and serves every page."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from storage.games.games import Games
from web.access.addresses import WebAddress
from web.access.limits import Limits
from web.access.links import Access
from web.leagues.page import LeaguePages
from web.leagues.public import PublicLeagues
from web.leagues.standalone_event import EventPages
from web.live.feeds import Feeds
from web.overlay.page import OverlayPages
from web.play.guests import GuestPages
from web.play.page import SeatPages
from web.play.requests import TableServer
from web.server import serve_routes
from web.watch.page import WatchPages
from web.watch.start import StartPage


@asynccontextmanager
async def served(
    games: Games, tables: TableServer, address: WebAddress, bound: socket.socket | None = None
) -> AsyncGenerator[WebAddress]:
    """Serve the pages of games during the block, and yield the address with its port.

    Raises OSError. ``tables``: answers what only Discord knows, and carries out presses. ``bound``: the
    socket of the address, if it is open already.
    """
    feeds, league_feeds = Feeds(), Feeds()
    access = Access(games, Limits(), tables.language_of, tables.lasts)
    ending = asyncio.create_task(access.close_ended(), name="pages of links that don't last")
    leagues = PublicLeagues(games, league_feeds)
    routes = (
        *StartPage(access, address.channels).routes,
        *WatchPages(access, feeds).routes,
        *OverlayPages(access, feeds, leagues).routes,
        *SeatPages(access, feeds, tables).routes,
        *GuestPages(access, feeds, tables).routes,
        *LeaguePages(access, leagues, address.public).routes,
        *EventPages(access, leagues).routes,
    )

    def leave() -> None:
        ending.cancel()
        feeds.close()
        league_feeds.close()

    try:
        async with serve_routes(address, routes, access.limits, access.source, leave, bound) as found:
            yield found
    finally:
        leave()
