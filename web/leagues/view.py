"""The query string of a league's page."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from rules.leagues.result import PlayerNumber, ResultNumber, SeasonNumber
from rules.leagues.state import LeagueState, Season
from rules.tournaments.state import TournamentId

NUMBER_DIGITS = 9
"""A number has no more of these."""


class LeaguePart(StrEnum):
    """A part of a league's page."""

    STANDINGS = "standings"
    RESULTS = "results"
    RESULT = "result"
    PLAYER = "player"
    STORY = "story"
    EVENT = "event"


NEEDED: Mapping[LeaguePart, Sequence[str]] = MappingProxyType(
    {
        LeaguePart.STANDINGS: ("season", "page"),
        LeaguePart.RESULTS: ("season", "page", "player"),
        LeaguePart.RESULT: ("season", "result"),
        LeaguePart.PLAYER: ("season", "page", "player"),
        LeaguePart.STORY: ("season",),
        LeaguePart.EVENT: ("season", "page", "event", "round"),
    }
)
"""The numbers that each part needs; any other leads to the same."""


class LeagueQuery(Struct, frozen=True):
    """A part of a league's page. ``season``: 0 for all time (default: the latest). Pages count from 1."""

    shown: LeaguePart = LeaguePart.STANDINGS
    season: SeasonNumber | None = None
    page: int = 1
    player: PlayerNumber = PlayerNumber(0)
    result: ResultNumber = ResultNumber(0)
    event: TournamentId = TournamentId(0)
    """An event in a channel of the league; 0 is the latest."""
    round: int = 0
    """A round of the event; 0 is the last one."""

    def within(self, state: LeagueState) -> "LeagueQuery | None":
        """Return this query completed with the numbers that its part needs; None if a league has no such
        season, player or result."""
        view = replace(
            LeagueQuery(), **{name: getattr(self, name) for name in ("shown", *NEEDED[self.shown])}
        )
        if view.season and all(one.number != view.season for one in state.seasons):
            return None
        if view.player not in state.players and (view.player or view.shown is LeaguePart.PLAYER):
            return None
        is_missing = view.shown is LeaguePart.RESULT and not 0 < view.result <= state.results
        return None if is_missing else view

    def season_in(self, state: LeagueState) -> Season | None:
        """Return the league's requested season; None for all time, and before the first."""
        number = state.latest if self.season is None else self.season
        return next((one for one in state.seasons if one.number == number), None)

    def address(self, lang: str | None = None, **changes: object) -> str:
        """Return the relative address of this view, or of one with some changes."""
        other, plain = replace(self, **changes), LeagueQuery()
        asked = {
            "show": other.shown.value if other.shown is not plain.shown else None,
            "season": other.season,
            "page": other.page if other.page != plain.page else None,
            "player": other.player or None,
            "result": other.result or None,
            "event": other.event or None,
            "round": other.round or None,
            "lang": lang,
        }
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        return f"?{query}" if query else "./"


def view_in(query: Mapping[str, str]) -> LeagueQuery:
    """Parse a query; invalid values are left out."""
    shown = query.get("show", LeaguePart.STANDINGS)
    season = query.get("season", "")
    return LeagueQuery(
        LeaguePart(shown) if shown in [*LeaguePart] else LeaguePart.STANDINGS,
        SeasonNumber(_number(season)) if _is_number(season) else None,
        max(1, _number(query.get("page", ""))),
        PlayerNumber(_number(query.get("player", ""))),
        ResultNumber(_number(query.get("result", ""))),
        TournamentId(_number(query.get("event", ""))),
        _number(query.get("round", "")),
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= NUMBER_DIGITS


def _number(text: str) -> int:
    return int(text) if _is_number(text) else 0
