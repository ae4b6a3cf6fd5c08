"""Leagues as visible to anyone with a link."""

from collections import Counter

from rules.leagues.result import LeagueId
from rules.leagues.state import LeagueState
from rules.refusal import Refusal
from storage.events.cache import LruCache
from storage.events.codec import Unreadable
from storage.games.games import Games, Location
from web.leagues.events import PublicEvents
from web.live.feeds import Feeds

CACHED_LEAGUES = 32
"""Leagues whose published state is kept."""


class PublicLeagues:
    """The leagues with a public page, with the names of players who have agreed."""

    def __init__(self, games: Games, feeds: Feeds) -> None:
        self.leagues = games.leagues
        self.feeds = feeds
        """Feeds of leagues, apart from tables, which never wait for a league of thousands."""
        self.events = PublicEvents(games)
        """Feeds of the events in their channels."""
        self._games = games
        self._kept = LruCache[LeagueId, tuple[LeagueState, LeagueState]](CACHED_LEAGUES)
        self._withdrawn = Counter[LeagueId]()

    async def find(self, league: LeagueId | None) -> LeagueState | None:
        """Return a league's public view; None if it has no page."""
        try:
            state = None if league is None else await self.leagues.state(league)
        except (Refusal, Unreadable):
            return None
        if league is None or state is None or not state.page.on:
            return None
        seen, before = self._kept.get(league) or (None, None)
        published = before if seen is state and before is not None else state.published()
        if before is not None and before is not published:
            self._withdrawn[league] += _is_withdrawn(before, published)
        self._kept.put(league, (state, published))
        return published

    async def counting(self, place: Location) -> LeagueState | None:
        """Return the league that counts the games of a channel, or of a thread's parent; the first one if
        several have a page."""
        view = await self._games.view(place)
        places = place.channel, None if view is None else view.location.parent
        for league in await self.leagues.queries.of_channels(*places):
            state = await self.find(league)
            if state is not None:
                return state
        return None

    def withdrawals(self, league: LeagueId) -> int:
        """Return how often names were removed from a league's page; content from before must not be shown
        again."""
        return self._withdrawn[league]

    def moment(self) -> int:
        """Return the time in whole seconds since 1970."""
        return int(self._games.now().timestamp())


def _is_withdrawn(before: LeagueState, now: LeagueState) -> bool:
    """Return whether a player, or guests, are no longer named, including players known only to an event."""
    if before.page.guests and not now.page.guests:
        return True
    if before.players is now.players:
        return False
    return any(
        one.name is not None and now.players[number].name is None for number, one in before.players.items()
    )
