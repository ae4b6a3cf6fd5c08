"""The time of rounds: more minutes for tables, and deadlines up to which players play when they like.

Times are whole seconds since 1970 in UTC.
"""

from msgspec.structs import replace

from rules.leagues.result import DAY
from rules.refusal import Refusal
from rules.tournaments.act import TournamentAct, require_round
from rules.tournaments.acts import require_table
from rules.tournaments.state import TimeExtension, TournamentRound, TournamentState


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


class GiveTime(TournamentAct, frozen=True, kw_only=True):
    """A judge gives a table of the last round more minutes, or all tables that have no outcome yet (MTR
    2.6). ``table``: its number; 0 for all."""

    minutes: int
    table: int = 0

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "no_event_round", "round_without_time",
        "no_event_table", "event_table_ended", "round_played"."""
        last = require_round(state)
        if not last.minutes:
            raise Refusal("round_without_time")
        if self.table:
            require_table(state, len(state.rounds), self.table)
            if self.table in last.outcomes:
                raise Refusal("event_table_ended", table=self.table)
        elif not last.unfinished:
            raise Refusal("round_played")
        tables = [self.table] if self.table else last.unfinished
        given = TimeExtension(
            minutes=self.minutes,
            tables={table: last.redrawn.get(table, 0) for table in tables},
            for_all=not self.table,
        )
        return _replaced(state, replace(last, extensions=(*last.extensions, given)))


class TakeBackTime(TournamentAct, frozen=True, kw_only=True):
    """The minutes that a judge has given last in this round are taken back."""

    def apply(self, state: TournamentState) -> TournamentState:
        """Raise Refusal "event_over", "event_is_queue", "no_event_round", "no_time_given"."""
        last = require_round(state)
        number = last_extension(last)
        if number is None:
            raise Refusal("no_time_given")
        undone = replace(last.extensions[number], undone=True)
        extensions = (*last.extensions[:number], undone, *last.extensions[number + 1 :])
        return _replaced(state, replace(last, extensions=extensions))


def last_extension(round: TournamentRound) -> int | None:
    """Return which of a round's extensions is the last one that counts, from 0; None without one."""
    counting = [number for number, one in enumerate(round.extensions) if not one.undone]
    return counting[-1] if counting else None


def round_reminder_time(deadline: int, now: int) -> int:
    """Return the time of the reminder: a day before the deadline, or halfway if that is later."""
    return max(deadline - DAY, now + (deadline - now) // 2)


def _with(state: TournamentState, *, deadline: int, passed: bool) -> TournamentState:
    return _replaced(state, replace(require_round(state), deadline=deadline, passed=passed))


def _replaced(state: TournamentState, last: TournamentRound) -> TournamentState:
    return replace(state, rounds=(*state.rounds[:-1], last))
