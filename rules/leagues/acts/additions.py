"""Acts on a league besides results: points given by judges, teams, decklists, a public page."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from rules.leagues.acts.base import LeagueAct
from rules.leagues.acts.bounds import LONGEST_TEXT, MAX_PLAYERS, is_worth
from rules.leagues.result import PlayerNumber, SeasonNumber, Time
from rules.leagues.state import Adjustment, Decklist, LeagueState, LeagueTeam
from rules.refusal import Refusal


class _Addition(LeagueAct, frozen=True, kw_only=True):
    """An addition whose outcome is only in the ledger."""

    ledger_only = True


class AdjustPoints(_Addition, frozen=True, kw_only=True):
    """A judge gives a player points, or deducts some as a penalty, at a time that determines the season."""

    judges_only = True
    player: PlayerNumber
    points: Fraction
    when: Time
    reason: str = ""

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_file_broken" for an invalid player or invalid points."""
        if self.player not in state.players or not is_worth(self.points):
            raise Refusal("league_file_broken")
        adjustment = Adjustment(player=self.player, points=self.points, when=self.when)
        return replace(state, adjustments=(*state.adjustments, adjustment))


class SetTeam(_Addition, frozen=True, kw_only=True):
    """Sets the members of a team from now on; without members the team is gone."""

    judges_only = True
    team: str
    members: tuple[PlayerNumber, ...]

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "in_another_team"; "league_file_broken" for invalid members."""
        known = all(one in state.players for one in self.members)
        if not known or len(self.members) > MAX_PLAYERS or not 0 < len(self.team) <= LONGEST_TEXT:
            raise Refusal("league_file_broken")
        others = [one for one in state.teams if one.name.casefold() != self.team.casefold()]
        for other in others:
            if not set(other.members).isdisjoint(self.members):
                raise Refusal("in_another_team", team=other.name)
        team = LeagueTeam(name=self.team, members=self.members)
        return replace(state, teams=(*others, team) if self.members else tuple(others))


class SubmitDecklist(_Addition, frozen=True, kw_only=True):
    """A player registers a decklist for a season, 0 for none, replacing an earlier one.

    An empty text means no decklist, as after a deletion of data.
    """

    judges_only = False
    player: PlayerNumber
    season: SeasonNumber
    decklist: str

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_file_broken" for an invalid player or too long a text."""
        if self.player not in state.players or len(self.decklist) > LONGEST_TEXT:
            raise Refusal("league_file_broken")
        others = (one for one in state.decklists if (one.player, one.season) != (self.player, self.season))
        new = Decklist(player=self.player, season=self.season, decklist=self.decklist)
        return replace(state, decklists=(*others, new) if self.decklist else tuple(others))


class LockDecklists(_Addition, frozen=True, kw_only=True):
    """The decklists of a season, 0 for none, are locked at a time, or reopened if the time is None."""

    judges_only = True
    season: SeasonNumber
    at: Time | None

    def apply(self, state: LeagueState) -> LeagueState:
        """Return the league with the season's lock set, or removed if ``at`` is None."""
        locks = {season: when for season, when in state.locks.items() if season != self.season}
        return replace(state, locks=locks if self.at is None else {**locks, self.season: self.at})


class SetPage(_Addition, frozen=True, kw_only=True):
    """A judge turns the league's public page on or off, and says whether it names guests."""

    judges_only = True
    on: bool
    guests: bool = False

    def apply(self, state: LeagueState) -> LeagueState:
        """Return the league with the page set like this; players' choices to be named stay."""
        return replace(state, page=replace(state.page, on=self.on, guests=self.guests))


class ShowName(_Addition, frozen=True, kw_only=True):
    """A player agrees to be named on the league's public page, or no longer does."""

    judges_only = False
    player: PlayerNumber
    shown: bool

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_file_broken" for an invalid player."""
        if self.player not in state.players:
            raise Refusal("league_file_broken")
        others = state.page.named - {self.player}
        named = others | {self.player} if self.shown else others
        return replace(state, page=replace(state.page, named=named))


class NumberedAct(NamedTuple):
    """An act with the number of its entry in the ledger."""

    number: int
    act: LeagueAct


def loaded(state: LeagueState, acts: Iterable[NumberedAct]) -> LeagueState:
    """Return a league after the acts of its ledger whose outcome is stored nowhere else, oldest first.

    A file can't give people's consent: a public page, and the names on it, count only from entries that
    were not imported.
    """
    named: set[PlayerNumber] = set()
    for number, act in acts:
        match act:
            case SetPage() | ShowName() if number <= state.imported:
                pass
            case ShowName(player=player, shown=shown):
                (named.add if shown else named.discard)(player)
            case _:
                state = act.apply(state)
    return replace(state, page=replace(state.page, named=frozenset(named)))
