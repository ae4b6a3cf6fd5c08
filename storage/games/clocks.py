"""A table's clocks in the database: the fold over their changes, and the deadlines that follow from them."""

from bisect import bisect_left
from collections.abc import Iterable
from datetime import datetime

from rules.turns.clock import Clock, ClockChange, dues
from rules.turns.turn_times import TurnTimes
from storage.engine.timestamps import milliseconds, time_of_day
from storage.engine.writer import Statement
from storage.games.values import GameView
from storage.scheduler import Deadline, cancel_deadline, set_deadline

KIND = "clock"
"""The kind of the deadlines of clocks; a key is a game's number and what `rules.turns.clock.dues` says."""


class ClockHistory:
    """The clocks of a table over its log: as they stood after each change, given by number and time."""

    def __init__(self, changes: Iterable[tuple[int, str, ClockChange]]) -> None:
        self._numbers: list[int] = []
        self._stands: list[Clock] = [Clock()]
        for number, made, change in changes:
            self._numbers.append(number)
            self._stands.append(change.apply(self.last, milliseconds(datetime.fromisoformat(made))))

    @property
    def last(self) -> Clock:
        """The clocks as they stand now."""
        return self._stands[-1]

    def moment(self, number: int, made: str) -> int:
        """The table's moment at which an entry was made."""
        stood = self._stands[bisect_left(self._numbers, number)]
        return stood.moment(milliseconds(datetime.fromisoformat(made)))


def key_of(game: int, what: str) -> str:
    """The key of a deadline of a table's clocks."""
    return f"{game}:{what}"


def named(key: str) -> tuple[int, str]:
    """The game and what is due, from a deadline's key."""
    game, what = key.split(":", 1)
    return int(game), what


def deadlines_after(view: GameView, clock: Clock, pace: TurnTimes, now: datetime) -> list[Statement]:
    """The statements for the deadlines of a table whose clocks and turns become these.

    What would be due already by now is not told any more.
    """
    if clock is view.clock and (pace is view.turn_times or clock.round is clock.timer is None):
        return []
    before, after = dues(view.clock, view.turn_times), dues(clock, pace)
    statements: list[Statement] = []
    for what in sorted(before.keys() | after.keys()):
        due, key = after.get(what), key_of(view.game, what)
        if due == before.get(what):
            continue
        if due is not None and time_of_day(due) > now:
            statements.append(set_deadline(Deadline(KIND, key, time_of_day(due))))
        else:
            statements.append(cancel_deadline(KIND, key))
    return statements
