"""The times of turns: the current ones, and each player's total so far.

Times are milliseconds on the table's own clock, which stops while the table pauses; `rules.turns.clock`
converts the time of day.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from rules.game.parts import TurnOwner


class RunningTurn(Struct, frozen=True, kw_only=True, gc=False):
    """A turn in progress, in Grand Melee with a marker, and its beginning."""

    taker: TurnOwner
    since: int
    marker: int | None = None


class TimeUsed(Struct, frozen=True, kw_only=True, gc=False):
    """The time used by one owner's turns, in milliseconds, and their number."""

    total: int = 0
    turns: int = 0
    longest: int = 0

    def and_one_of(self, length: int) -> "TimeUsed":
        """Return the times after one more turn of this length."""
        return TimeUsed(total=self.total + length, turns=self.turns + 1, longest=max(self.longest, length))


class TurnTimes(Struct, frozen=True, kw_only=True, gc=False):
    """The turns in progress, and the time used by earlier turns."""

    running: tuple[RunningTurn, ...] = ()
    spent: Mapping[TurnOwner, TimeUsed] = field(default_factory=dict[str, TimeUsed])

    def of(self, taker: TurnOwner) -> TimeUsed:
        """Return the time used by a taker's turns, without the running one."""
        return self.spent.get(taker, TimeUsed())
