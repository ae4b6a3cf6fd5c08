"""What the leagues' storage takes and gives."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from rules.leagues.ledger import LedgerEntry
from rules.leagues.result import LeagueId, PlayerNumber, Result
from rules.leagues.review import ResultRecord
from rules.leagues.state import LeagueState


class LeagueSummary(Struct, frozen=True):
    """A league in a list."""

    league: LeagueId
    name: str
    archived: bool


class CommittedActs(Struct, frozen=True, kw_only=True):
    """What came of a request, durable now: the league, its new entries and the results that they changed.

    ``repeated``: this interaction had been carried out earlier; the state and records are as they are now.
    """

    state: LeagueState
    entries: tuple[LedgerEntry, ...]
    records: tuple[ResultRecord, ...] = ()
    repeated: bool = False

    @property
    def record(self) -> ResultRecord:
        """The result that it was about."""
        return self.records[0]


class LeagueMessage(Struct, frozen=True):
    """A message in Discord that shows something of a league."""

    channel: int
    message: int


MakeResult: TypeAlias = Callable[[tuple[PlayerNumber, ...]], Result]
"""Makes a result of the league's numbers for those who took part, in the order in which they were given."""
