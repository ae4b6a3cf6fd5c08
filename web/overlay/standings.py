"""An overlay of the standings of the league that counts a channel's games, at once or some seconds later."""

import time
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager

from msgspec.structs import replace

from cogs.text.language import speaking, tr
from rules.leagues.state import LeagueState
from storage.events.publisher import Follower
from storage.games.games import Location
from storage.links import Link
from web.leagues.public import PublicLeagues
from web.leagues.standings import standings_page
from web.live.feeds import PageParts
from web.overlay.parameters import OverlayParameters
from web.pages.rendering import rendered

OVERLAY_COLUMNS = 2
"""Columns behind the name: points and matches won, lost and drawn."""


class StandingsOverlay:
    """The first rows of the standings of the channel's league, the first one with a public page.

    Earlier standings aren't stored. So with a delay, nothing is shown until the first standings are old
    enough.
    """

    def __init__(self, public: PublicLeagues, link: Link, wanted: OverlayParameters, language: str) -> None:
        self.remembers = True
        self.due: float | None = None
        """When what has been made is old enough to be shown, by `time.monotonic`."""
        self._public = public
        self._guild = link.guild
        self._place = Location(link.channel, link.guild)
        self._wanted = wanted
        self._language = language
        self._made = deque[tuple[float, str]]()
        """Versions made by the newest commits, and the moment from which each is shown."""
        self._shown = ""
        self._withdrawn: int | None = None

    def following(self, note: Follower) -> AbstractContextManager[None]:
        """Call ``note`` during the block after each commit in a league of the server."""
        return self._public.leagues.committed_in.following(self._guild, note)

    async def parts(self) -> tuple[str, PageParts]:
        """Return the standings as they stood when the delay began."""
        state, now = await self._public.counting(self._place), time.monotonic()
        html = "" if state is None else await self._rows(state)
        withdrawn = None if state is None else self._public.withdrawals(state.league)
        if withdrawn != self._withdrawn:
            self._made.clear()  # what judges have turned off, or players don't want shown, is gone at once
            self._shown, self._withdrawn = "", withdrawn
        if state is None:
            self._shown = ""
        elif not self._made or self._made[-1][1] != html:
            self._made.append((now + self._wanted.delay, html))
        while self._made and self._made[0][0] <= now:
            self._shown = self._made.popleft()[1]
        self.due = self._made[0][0] if self._made else None
        return "0" if state is None else str(state.entries), {"shown": self._shown}

    async def slow_parts(self) -> PageParts:
        """Return None: an overlay has no slow parts."""
        return {}

    async def _rows(self, state: LeagueState) -> str:
        state = state if self._wanted.names else state.nameless()
        season, rows = state.seasons[-1] if state.seasons else None, self._wanted.rows
        with speaking(self._language):
            found = await standings_page(self._public.leagues, state, season, 1, rows, self._public.moment())
            if not found.rows:
                return ""
            return rendered(
                "overlay-standings.html",
                title=_title(state),
                player=tr("Player"),
                columns=found.columns[:OVERLAY_COLUMNS],
                rows=[replace(row, cells=row.cells[:OVERLAY_COLUMNS]) for row in found.rows],
            )


def _title(state: LeagueState) -> Sequence[str]:
    season = [state.seasons[-1].name] if state.seasons else []
    return [state.rules.name, *season]
