"""An act: a request to a league, as its ledger stores it, and its effect on the league."""

from typing import ClassVar

from msgspec import Struct

from rules.leagues.result import ResultNumber
from rules.leagues.review import ResultRecord, ReviewContext
from rules.leagues.state import LeagueState


class LeagueAct(Struct, frozen=True, kw_only=True):
    """An act on a league. Each kind must declare both class variables; `ACTS` checks that."""

    judges_only: ClassVar[bool]
    """Whether only a judge can have requested it."""
    ledger_only: ClassVar[bool]
    """Whether its outcome is only in the ledger, so that loading a league replays it."""

    @property
    def about(self) -> ResultNumber | None:
        """The result concerned, the first one of an import; None for an act on the league."""
        return getattr(self, "number", None)

    @property
    def touched(self) -> range:
        """The numbers of the results that it brings or changes."""
        return range(0) if self.about is None else range(self.about, self.about + 1)

    def apply(self, state: LeagueState) -> LeagueState:
        """Return the league after this; acts on results don't change it. Raises Refusal."""
        return state

    def revise(self, record: ResultRecord, context: ReviewContext) -> ResultRecord:
        """Return the record of a result after this.

        Raises Refusal if the record's state or the requester doesn't allow it; TypeError if this act isn't
        about one existing result.
        """
        raise TypeError(f"{type(self).__name__} is not about one result")
