"""The announced start of a tournament."""

from msgspec.structs import replace

from rules.tournaments.act import TournamentAct, require_open
from rules.tournaments.state import TournamentState


class ScheduleStart(TournamentAct, frozen=True, kw_only=True):
    """The tournament is scheduled for this time, in whole seconds since 1970 in UTC; 0 cancels the
    announcement."""

    announced = True

    starts: int

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over"."""
        require_open(state)
        return replace(state, rules=replace(state.rules, starts=self.starts))
