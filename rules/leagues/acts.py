"""The acts that a league's ledger is made of: what a league is follows from them in order.

They are kept for ever, so they hold no names and no accounts: players are numbers. Names and fields of these
classes are in people's databases: they are not renamed, and a new field has a default.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias, get_args

from rules.leagues.league import League, Tiebreaker
from rules.leagues.result import PlayerNumber, Result, ResultNumber, Time

SeasonNumber: TypeAlias = int
"""A season of one league, counted from 1."""


class Verdict(StrEnum):
    """How a judge rules on a result."""

    ACCEPT = "accept"
    VOID = "void"
    REPLACE = "replace"
    """Another result takes its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateLeague:
    """The league begins, with these rules."""

    league: League


@dataclass(frozen=True, slots=True, kw_only=True)
class EditLeague:
    """The league has these rules from now on, for everything in it but closed seasons."""

    league: League
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveLeague:
    """The league takes no further results; it can still be read."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviveLeague:
    """An archived league goes on."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddChannel:
    """Games that end in this channel are results of the league from now on."""

    channel: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveChannel:
    """This channel's games are no results of the league any more; what it has stays."""

    channel: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer:
    """A player gets the next number. Who it is stands outside the ledger, so that it can be forgotten."""

    player: PlayerNumber
    guest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimGuest:
    """A guest, or an account that somebody has left, was this player all along: read as one from now on."""

    guest: PlayerNumber
    player: PlayerNumber
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseGuest:
    """A claim was wrong: the guest is somebody of their own again."""

    guest: PlayerNumber
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordResult:
    """A table's game ended; the result names the game and the entry that ended it."""

    number: ResultNumber
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawResult:
    """The table took the game's end back."""

    number: ResultNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreResult:
    """The table redid the end that it had taken back."""

    number: ResultNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportResult:
    """Somebody reports a game or match that had no table."""

    number: ResultNumber
    result: Result
    reporter: PlayerNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportResults:
    """A judge brings in results from elsewhere, which count at once; the first has this number."""

    number: ResultNumber
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm:
    """A player says that a result is right."""

    number: ResultNumber
    player: PlayerNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A player says that a result is wrong."""

    number: ResultNumber
    player: PlayerNumber
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A judge rules on a result that is pending or disputed; `result` is what replaces it."""

    number: ResultNumber
    verdict: Verdict
    result: Result | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """The time for confirmations was up, at `due`."""

    number: ResultNumber
    due: Time


@dataclass(frozen=True, slots=True, kw_only=True)
class EditResult:
    """A judge puts a result right."""

    number: ResultNumber
    result: Result
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidResult:
    """A judge decides that a result doesn't count."""

    number: ResultNumber
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreVoided:
    """A judge takes back that a result doesn't count."""

    number: ResultNumber
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """What a tie-breaker said of a player when a season closed."""

    by: Tiebreaker
    value: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalStanding:
    """What a player had when a season closed, or begins with."""

    player: PlayerNumber
    points: Fraction
    place: int | None = None
    """The place in the final table; None for who had none there."""
    score: tuple[int, ...] = ()
    """Matches won, lost and drawn, and byes; none in a season that closed before they were kept."""
    ties: tuple[Tie, ...] = ()
    """The tie-breakers that are a number, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSeason:
    """A season begins: results played from `starts` on belong to it."""

    season: SeasonNumber
    name: str
    starts: Time
    carried: tuple[FinalStanding, ...] = ()
    """What is carried over from the season before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseSeason:
    """A season ends with this table, best first; nothing played before `ends` changes any more."""

    season: SeasonNumber
    ends: Time
    table: tuple[FinalStanding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenSeason:
    """A judge opens a closed season again to put something right; the season after it must not have begun."""

    season: SeasonNumber
    reason: str = ""


LeagueAct: TypeAlias = (
    CreateLeague
    | EditLeague
    | ArchiveLeague
    | ReviveLeague
    | AddChannel
    | RemoveChannel
    | AddPlayer
    | ClaimGuest
    | ReleaseGuest
    | RecordResult
    | WithdrawResult
    | RestoreResult
    | ReportResult
    | ImportResults
    | Confirm
    | Dispute
    | Rule
    | Settle
    | EditResult
    | VoidResult
    | RestoreVoided
    | OpenSeason
    | CloseSeason
    | ReopenSeason
)
ACTS: Mapping[str, type[LeagueAct]] = {act.__name__: act for act in get_args(LeagueAct)}
