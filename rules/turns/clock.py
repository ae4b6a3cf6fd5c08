"""A table's clocks: a timer for the round, a timer for each turn, pauses, extensions.

The value is the result of people's changes. It reads no clock: times are arguments, in milliseconds. A
pause stops both timers and the counting of turns' times, so there are two kinds of time: the time of day,
and the table's time, which excludes pauses.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from rules.events.event import kinds_of
from rules.game.turn_times import RunningTurn, TurnTimes
from rules.refusal import Refusal

SECOND = 1000
WARNINGS = (300 * SECOND, 60 * SECOND)
"""How long before the end of a round the table gets a warning."""

TurnKey: TypeAlias = tuple[int, int]
"""A turn by its marker, 0 without one, and the moment of the table at which it began."""


def key_of(turn: RunningTurn) -> TurnKey:
    """Return the clock's key of a running turn."""
    return turn.marker or 0, turn.since


class Round(Struct, frozen=True, kw_only=True, gc=False):
    """A round timer: its end, in the table's time, and the additional turns then.

    ``last`` is the number of the last additional turn, once time has been called. ``match``: the timer is
    for several games of the same people.
    """

    ends: int
    turns: int
    last: int | None = None
    match: bool = False


class TurnTimer(Struct, frozen=True, kw_only=True, gc=False):
    """A time limit for each turn; turns already running get it from the timer's start.

    ``passes``: whether the turn is passed when the time is up.
    """

    limit: int
    since: int
    passes: bool = False


class Clock(Struct, frozen=True, kw_only=True, gc=False):
    """The current clocks of a table."""

    paused_at: int | None = None
    """The time of day since which everything is paused."""
    paused: int = 0
    """How long the pauses before took."""
    round: Round | None = None
    timer: TurnTimer | None = None
    extended: Mapping[TurnKey, int] = field(default_factory=dict[TurnKey, int])
    """Extra time of single turns."""
    announced: tuple[TurnKey, ...] = field(default=(), name="told")
    """The turns whose end of time was announced; on disk ``told``."""

    def moment(self, now: int) -> int:
        """Convert a time of day to the table's time."""
        return (now if self.paused_at is None else self.paused_at) - self.paused

    def is_time_up(self, now: int) -> bool:
        """Return whether the round's time is up at a moment of the day."""
        return self.round is not None and self.moment(now) >= self.round.ends

    def carried(self, now: int) -> "StartRound | None":
        """Return the change that continues the clock of a round of several games in the next game, if time is
        left."""
        if self.round is None or not self.round.match or self.round.last is not None:
            return None
        left = -(-(self.round.ends - self.moment(now)) // SECOND)
        return StartRound(seconds=left, turns=self.round.turns, match=True) if left > 0 else None

    def time_of_day(self, moment: int) -> int:
        """Return the time of day at a moment of the table, without further pauses."""
        return moment + self.paused

    def end_of(self, turn: RunningTurn) -> int | None:
        """Return the table's time at which a turn runs out; None without a turn timer."""
        if self.timer is None:
            return None
        return max(turn.since, self.timer.since) + self.timer.limit + self.extended.get(key_of(turn), 0)


class ClockChange(Struct, frozen=True, gc=False):
    """A change to a table's clocks."""

    def apply(self, clock: Clock, now: int) -> Clock:
        """Return the clock after the change, at this time. Raises Refusal if it is impossible."""
        raise NotImplementedError


class StartRound(ClockChange, frozen=True, kw_only=True):
    """The round begins and takes this long, followed by this many additional turns.

    ``match``: whether it continues in the next game of the same people.
    """

    seconds: int
    turns: int
    match: bool = False

    def apply(self, clock: Clock, now: int) -> Clock:
        if clock.round is not None:
            raise Refusal("round_runs")
        ends = clock.moment(now) + self.seconds * SECOND
        return replace(clock, round=Round(ends=ends, turns=self.turns, match=self.match))


class StartTurnTimer(ClockChange, frozen=True, kw_only=True):
    """Every turn may take this long, including the current one."""

    seconds: int
    passes: bool = False

    def apply(self, clock: Clock, now: int) -> Clock:
        timer = TurnTimer(limit=self.seconds * SECOND, since=clock.moment(now), passes=self.passes)
        return replace(clock, timer=timer, extended={}, announced=())


class ExtendRound(ClockChange, frozen=True, kw_only=True):
    """The round is extended by this much, from now if its time was up."""

    seconds: int
    reason: str = ""

    def apply(self, clock: Clock, now: int) -> Clock:
        if clock.round is None:
            raise Refusal("no_round")
        ends = max(clock.round.ends, clock.moment(now)) + self.seconds * SECOND
        return replace(clock, round=replace(clock.round, ends=ends, last=None))


class ExtendTurn(ClockChange, frozen=True, kw_only=True):
    """A current turn is extended by this much, from now if its time was up."""

    seconds: int
    turn: RunningTurn
    reason: str = ""

    def apply(self, clock: Clock, now: int) -> Clock:
        ends, key = clock.end_of(self.turn), key_of(self.turn)
        if ends is None:
            raise Refusal("no_turn_timer")
        late = max(0, clock.moment(now) - ends)
        longer = clock.extended.get(key, 0) + late + self.seconds * SECOND
        announced = tuple(one for one in clock.announced if one != key)
        return replace(clock, extended={**clock.extended, key: longer}, announced=announced)


class Pause(ClockChange, frozen=True, kw_only=True):
    """All timers pause."""

    def apply(self, clock: Clock, now: int) -> Clock:
        if clock.paused_at is not None:
            raise Refusal("clock_paused")
        return replace(clock, paused_at=now)


class Resume(ClockChange, frozen=True, kw_only=True):
    """All timers resume."""

    def apply(self, clock: Clock, now: int) -> Clock:
        if clock.paused_at is None:
            raise Refusal("clock_not_paused")
        return replace(clock, paused_at=None, paused=clock.paused + max(0, now - clock.paused_at))


class Stop(ClockChange, frozen=True, kw_only=True):
    """Removes a clock; removing the last one ends a pause."""

    what: Literal["round", "turn", "both"]

    def apply(self, clock: Clock, now: int) -> Clock:
        if self.what == "round" and clock.round is None:
            raise Refusal("no_round")
        if self.what == "turn" and clock.timer is None:
            raise Refusal("no_turn_timer")
        if clock.round is clock.timer is None:
            raise Refusal("no_clock")
        clock = replace(
            clock,
            round=clock.round if self.what == "turn" else None,
            timer=clock.timer if self.what == "round" else None,
        )
        if clock.round is clock.timer is None and clock.paused_at is not None:
            return Resume().apply(clock, now)
        return clock


class CallTime(ClockChange, frozen=True, kw_only=True):
    """Records that the round's time was up in this turn, after the announcement."""

    turn: int

    def apply(self, clock: Clock, now: int) -> Clock:
        if clock.round is None:
            raise Refusal("no_round")
        return replace(clock, round=replace(clock.round, last=self.turn + clock.round.turns))


class CallTurn(ClockChange, frozen=True, kw_only=True):
    """Records that a turn's time was up, after the announcement."""

    turn: RunningTurn

    def apply(self, clock: Clock, now: int) -> Clock:
        return replace(clock, announced=(*clock.announced, key_of(self.turn)))


ROUND_END = "round:0"
"""The key of a round's end."""
CHANGES: Mapping[str, type[ClockChange]] = kinds_of(ClockChange)
"""Every change by the name that logs know it by."""


def due_moments(clock: Clock, times: TurnTimes) -> dict[str, int]:
    """Return the table's announcements by key, each with its time: "round:300" is due 300 seconds before
    the round's end, "turn:2" when the time of the turn with marker 2 is up (0 without markers).

    Empty while the table pauses or no turn is in progress, such as after the game.
    """
    found: dict[str, int] = {}
    if clock.paused_at is not None or not times.running:
        return found
    if clock.round is not None and clock.round.last is None:
        for left in (*WARNINGS, 0):
            found[f"round:{left // SECOND}"] = clock.time_of_day(clock.round.ends - left)
    for turn in times.running:
        ends = clock.end_of(turn)
        if ends is not None and key_of(turn) not in clock.announced:
            found[f"turn:{turn.marker or 0}"] = clock.time_of_day(ends)
    return found
