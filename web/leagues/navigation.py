"""Links from one part of a league's page to the others."""

from collections.abc import Sequence

from msgspec import Struct

from cogs.text.language import tr
from rules.leagues.result import PlayerNumber, ResultNumber
from rules.leagues.state import LeagueState
from rules.tournaments.state import TournamentState
from web.leagues.view import LeaguePart, LeagueQuery


class PageLink(Struct, frozen=True):
    """A link: its text, its relative address (empty: text only), and whether it is the current page."""

    text: str
    address: str = ""
    here: bool = False


class PageLinks:
    """The links on a view of a league, all to the same language."""

    def __init__(self, view: LeagueQuery, lang: str) -> None:
        self._view = view
        self._lang = lang

    def to(self, **changes: object) -> str:
        """Return the address of the view with some changes, from its first page on."""
        return self._view.address(self._lang, **{"page": 1, **changes})

    def to_other(self, **changes: object) -> str:
        """Return the address of another view in the same season."""
        return LeagueQuery(season=self._view.season).address(self._lang, **changes)

    def to_player(self, player: PlayerNumber) -> str:
        """Return the address of a player's page."""
        return self.to_other(shown=LeaguePart.PLAYER, player=player)

    def to_result(self, result: ResultNumber) -> str:
        """Return the address of a result."""
        return self.to_other(shown=LeaguePart.RESULT, result=result)

    def to_event(self, state: TournamentState, round: int = 0) -> str:
        """Return the address of an event, or of one of its rounds."""
        return self.to_other(shown=LeaguePart.EVENT, event=state.tournament, round=round)

    def parts(self, *, events: bool) -> Sequence[PageLink]:
        """Return links to the other parts of the page, with events if there are any."""
        names = {
            LeaguePart.STANDINGS: tr("Standings"),
            LeaguePart.RESULTS: tr("Results"),
            LeaguePart.STORY: tr("Story"),
        }
        names |= {LeaguePart.EVENT: tr("Events")} if events else {}
        here = self._view.shown
        return [PageLink(name, self.to_other(shown=one), one is here) for one, name in names.items()]

    def seasons(self, state: LeagueState) -> Sequence[PageLink]:
        """Return links to the seasons, newest first, and to all time; empty before the first season."""
        number = state.latest if self._view.season is None else self._view.season
        seasons = [(one.name, one.number) for one in reversed(state.seasons)]
        seasons += [(tr("All time"), 0)] if seasons else []
        return [PageLink(name, self.to(season=one), one == number) for name, one in seasons]

    def events(self, found: Sequence[TournamentState], shown: TournamentState | None) -> Sequence[PageLink]:
        """Return links to the latest events, if there are several."""
        ways = [PageLink(one.rules.name, self.to_event(one), one is shown) for one in found]
        return ways if len(ways) > 1 else []

    def rounds(self, state: TournamentState, shown: int) -> Sequence[PageLink]:
        """Return links to the rounds of an event, if there are several."""
        numbers = range(1, len(state.rounds) + 1)
        ways = [PageLink(_round(state, one), self.to_event(state, one), one == shown) for one in numbers]
        return ways if len(ways) > 1 else []

    def pages(self, page: int, pages: int) -> Sequence[PageLink]:
        """Return links to the previous and next page, if any."""
        if pages == 1:
            return []
        before = [PageLink(tr("Previous"), self.to(page=page - 1))] if page > 1 else []
        behind = [PageLink(tr("Next"), self.to(page=page + 1))] if page < pages else []
        return [*before, PageLink(tr("Page {page} of {pages}", page=page, pages=pages)), *behind]


def _round(state: TournamentState, number: int) -> str:
    if state.seeds and number > state.before_cut:
        return tr("Top cut {n}", n=number - state.before_cut)
    return tr("Round {n}", n=number)
