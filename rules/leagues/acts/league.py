"""Acts on a league itself: its rules, channels, players and seasons."""

from msgspec.structs import replace

from rules.leagues.acts.base import LeagueAct
from rules.leagues.league import League
from rules.leagues.result import PlayerNumber, SeasonNumber, Time
from rules.leagues.state import FinalStanding, LeaguePlayer, LeagueState, Season
from rules.refusal import Refusal


class _KeptAct(LeagueAct, frozen=True, kw_only=True):
    """An act whose outcome is stored in the rows of the league, its players and seasons."""

    ledger_only = False


class CreateLeague(_KeptAct, frozen=True, kw_only=True):
    """The league begins, with these rules."""

    judges_only = True
    league: League

    def apply(self, state: LeagueState) -> LeagueState:
        """Return the league with its rules."""
        return replace(state, rules=self.league)


class EditLeague(_KeptAct, frozen=True, kw_only=True):
    """The league gets these rules, for everything except closed seasons."""

    judges_only = True
    league: League
    reason: str = ""

    def apply(self, state: LeagueState) -> LeagueState:
        """Return the league with its new rules."""
        return replace(state, rules=self.league)


class ArchiveLeague(_KeptAct, frozen=True, kw_only=True):
    """The league accepts no further results; it can still be read."""

    judges_only = True
    reason: str = ""

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_archived"."""
        if state.archived:
            raise Refusal("league_archived")
        return replace(state, archived=True)


class ReviveLeague(_KeptAct, frozen=True, kw_only=True):
    """An archived league continues."""

    judges_only = True
    reason: str = ""

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_not_archived"."""
        if not state.archived:
            raise Refusal("league_not_archived")
        return replace(state, archived=False)


class AddChannel(_KeptAct, frozen=True, kw_only=True):
    """Games that end in this channel are results of the league from now on."""

    judges_only = True
    channel: int

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_file_broken" for a channel that the league has."""
        if self.channel in state.channels:
            raise Refusal("league_file_broken")
        return replace(state, channels=state.channels | {self.channel})


class RemoveChannel(_KeptAct, frozen=True, kw_only=True):
    """This channel's games no longer become results of the league; existing results stay."""

    judges_only = True
    channel: int

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_file_broken" for a channel that the league doesn't have."""
        if self.channel not in state.channels:
            raise Refusal("league_file_broken")
        return replace(state, channels=state.channels - {self.channel})


class AddPlayer(_KeptAct, frozen=True, kw_only=True):
    """A player gets the next number. The person is stored outside the ledger, so that they can be
    forgotten."""

    judges_only = False
    player: PlayerNumber
    guest: bool = False

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_file_broken" for a number that is not the next."""
        if self.player != len(state.players) + 1:
            raise Refusal("league_file_broken")
        return state.having(LeaguePlayer(number=self.player, name=None, guest=self.guest))


class ClaimGuest(_KeptAct, frozen=True, kw_only=True):
    """A guest, or an abandoned account, is this player: from now on both count as one."""

    judges_only = False
    guest: PlayerNumber
    player: PlayerNumber
    reason: str = ""

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "claim_no_guest", "claim_by_guest"."""
        guest, player = _player(state, self.guest), _player(state, self.player)
        if guest.merged_into is not None or state.resolved(player.number) == guest.number:
            raise Refusal("claim_no_guest")
        if player.guest:
            raise Refusal("claim_by_guest")
        return state.having(replace(guest, merged_into=player.number))


class ReleaseGuest(_KeptAct, frozen=True, kw_only=True):
    """A claim was wrong: the guest is a player apart again."""

    judges_only = True
    guest: PlayerNumber
    reason: str = ""

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "claim_no_guest", "release_not_claimed"."""
        guest = _player(state, self.guest)
        if guest.merged_into is None:
            raise Refusal("release_not_claimed")
        return state.having(replace(guest, merged_into=None))


class OpenSeason(_KeptAct, frozen=True, kw_only=True):
    """A season begins: results played from `starts` on belong to it."""

    judges_only = True
    season: SeasonNumber
    name: str
    starts: Time
    carried: tuple[FinalStanding, ...] = ()
    """The scores carried over from the season before."""

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_archived", "season_is_open", "season_overlaps"."""
        if state.archived:
            raise Refusal("league_archived")
        if state.season is not None:
            raise Refusal("season_is_open")
        last = state.seasons[-1].ends if state.seasons else None
        if last is not None and self.starts < last:
            raise Refusal("season_overlaps")
        season = Season(number=self.season, name=self.name, starts=self.starts, carried=self.carried)
        return replace(state, seasons=(*state.seasons, season))


class CloseSeason(_KeptAct, frozen=True, kw_only=True):
    """A season ends with this table, best first; later results played before `ends` don't change it."""

    judges_only = True
    season: SeasonNumber
    ends: Time
    table: tuple[FinalStanding, ...]

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "season_not_open", "season_ends_early"."""
        season = state.season
        if season is None or season.number != self.season:
            raise Refusal("season_not_open")
        if self.ends < season.starts:
            raise Refusal("season_ends_early")
        return _with_last(state, replace(season, ends=self.ends, table=self.table))


class ReopenSeason(_KeptAct, frozen=True, kw_only=True):
    """A judge reopens a closed season to correct it; the season after it must not have begun."""

    judges_only = True
    season: SeasonNumber
    reason: str = ""

    def apply(self, state: LeagueState) -> LeagueState:
        """Raise Refusal "league_file_broken" for any season but the last, "season_is_open"."""
        if not state.seasons or state.seasons[-1].number != self.season:
            raise Refusal("league_file_broken")
        if state.season is not None:
            raise Refusal("season_is_open")
        return _with_last(state, replace(state.seasons[-1], ends=None, table=()))


def _player(state: LeagueState, number: PlayerNumber) -> LeaguePlayer:
    player = state.players.get(number)
    if player is None:
        raise Refusal("claim_no_guest")
    return player


def _with_last(state: LeagueState, season: Season) -> LeagueState:
    return replace(state, seasons=(*state.seasons[:-1], season))
