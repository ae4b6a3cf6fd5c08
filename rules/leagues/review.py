"""A result as its league holds it: whether it counts, and who has said what about it."""

from enum import StrEnum

from msgspec import Struct

from rules.leagues.result import PlayerNumber, Result, ResultNumber, Time


class ResultState(StrEnum):
    """Where a result is on its way; only confirmed ones count."""

    PENDING = "pending"
    """Waits for its confirmations."""
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    """Somebody says that it is wrong; a judge rules."""
    VOID = "void"
    """Doesn't count: a judge's decision, or silence where the league says so."""
    WITHDRAWN = "withdrawn"
    """The table took the game's end back."""


class ResultRecord(Struct, frozen=True, kw_only=True):
    """A result with its state. `rules.leagues.confirmation` makes them and says what becomes of them."""

    number: ResultNumber
    result: Result
    entered: Time
    """When the league heard of it."""
    stage: ResultState
    """Pending, confirmed or disputed: what it is while it is neither void nor withdrawn."""
    void: bool = False
    withdrawn: bool = False
    reporter: PlayerNumber | None = None
    """Who reported it, where that is a player of the league."""
    asked: tuple[PlayerNumber, ...] = ()
    """Whose confirmation counts."""
    confirmed: tuple[PlayerNumber, ...] = ()
    """Who of them has confirmed."""
    disputed: tuple[PlayerNumber, ...] = ()
    """Who has disputed it."""
    due: Time | None = None
    """When silence settles it if it is pending then; None for never."""

    @property
    def state(self) -> ResultState:
        """Where it is on its way: withdrawn before void before anything else."""
        if self.withdrawn:
            return ResultState.WITHDRAWN
        return ResultState.VOID if self.void else self.stage

    @property
    def counts(self) -> bool:
        """Whether it counts for standings and ratings."""
        return self.state is ResultState.CONFIRMED

    @property
    def deadline(self) -> Time | None:
        """When something happens by itself; None while nothing does."""
        return self.due if self.state is ResultState.PENDING else None
