"""Rounds that players play at times of their choice, up to a deadline; judges decide about late tables.

Times are whole seconds since 1970 in UTC.
"""

from msgspec.structs import replace

from rules.tournaments.act import TournamentAct, require_round
from rules.tournaments.state import TournamentState

DAY = 24 * 60 * 60
"""Seconds."""


class SetDeadline(TournamentAct, frozen=True, kw_only=True):
    """The last round has to be played by this time."""

    announced = True

    deadline: int

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "no_event_round"."""
        return _with(state, deadline=self.deadline, passed=False)


class PassDeadline(TournamentAct, frozen=True, kw_only=True):
    """The time of the last round is up; judges decide on the tables without an outcome."""

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "no_event_round"."""
        return _with(state, deadline=require_round(state).deadline, passed=True)


def reminder(deadline: int, now: int) -> int:
    """Return the time of the reminder: a day before the deadline, or halfway if that is later."""
    return max(deadline - DAY, now + (deadline - now) // 2)


def _with(state: TournamentState, *, deadline: int, passed: bool) -> TournamentState:
    last = replace(require_round(state), deadline=deadline, passed=passed)
    return replace(state, rounds=(*state.rounds[:-1], last))
