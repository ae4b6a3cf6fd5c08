"""A tournament's schedule: its announced start, and its planned rounds."""

from msgspec.structs import replace

from rules.pairings.brackets import MIN_OFFERED, cut_sizes
from rules.pairings.pairings import PairingMethod
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_open, require_rounds
from rules.tournaments.state import TournamentRules, TournamentState

MAX_PLANNED_ROUNDS = 20
MAX_CUT = 64
"""Players in a top cut."""


class ScheduleStart(TournamentAct, frozen=True, kw_only=True):
    """The tournament is scheduled for this time, in whole seconds since 1970 in UTC; 0 cancels the
    announcement."""

    announced = True

    starts: int

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over"."""
        require_open(state)
        return replace(state, rules=replace(state.rules, starts=self.starts))


class PlanRounds(TournamentAct, frozen=True, kw_only=True):
    """So many rounds by standings are planned, then a top cut of so many; 0 for no plan, or no cut."""

    rounds: int
    cut: int = 0

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "cut_begun", "rounds_paired" and those of
        `require_plan`."""
        require_rounds(state)
        if state.seeds:
            raise Refusal("cut_begun")
        if 0 < self.rounds < len(state.rounds):
            raise Refusal("rounds_paired", number=len(state.rounds))
        rules = replace(state.rules, rounds=self.rounds, cut=self.cut)
        require_plan(rules)
        return replace(state, rules=rules)


def require_plan(rules: TournamentRules) -> None:
    """Raise Refusal "plan_of_swiss" for planned rounds that points don't pair, "cut_without_rounds" for a
    planned top cut without a number of rounds, and "cut_size" for one that tables of this size can't play."""
    if rules.rounds and rules.pairing is not PairingMethod.SWISS:
        raise Refusal("plan_of_swiss")
    if rules.cut and not rules.rounds:
        raise Refusal("cut_without_rounds")
    if rules.cut and rules.cut not in cut_sizes(rules.size, rules.cut):
        sizes = cut_sizes(rules.size, max(rules.cut, MIN_OFFERED) + rules.size - 1)
        raise Refusal("cut_size", sizes=tuple(sizes))
