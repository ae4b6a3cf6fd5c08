"""Inputs and outputs of games: entries of the log, and current tables."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Literal

from msgspec import Raw, Struct

from rules.events.event import Event
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.game.turn_times import TurnTimes
from rules.table import AnyAction, Table
from rules.turns.clock import Clock, ClockChange
from storage.events.store import Location


class BoardMessage(Struct, frozen=True, gc=False):
    """The message that shows a table, and the channel it is in."""

    channel: int
    message: int


class EntryKind(StrEnum):
    """The kind of an entry in the log."""

    ACT = "act"
    UNDO = "undo"
    REDO = "redo"
    CLOCK = "clock"
    """The table's clocks were changed; that is beside the actions, and undo passes it over."""


AS_ENTERED = Raw(b"null")


class FixedStep(Struct, frozen=True, omit_defaults=True, gc=False):
    """A step of a game after an earlier one was corrected.

    ``number`` is its original entry, ``by`` the one with its action, and ``at`` the one with its time; 0 is
    ``number``. ``action`` and ``events`` are JSON, if they differ from that entry's. Most steps are
    unchanged and only have a number.
    """

    number: int
    by: int = 0
    at: int = 0
    out: Literal["", "taken_back", "refused"] = ""
    """Why the step doesn't count: it was undone, or the rules no longer allow it."""
    action: Raw = AS_ENTERED
    events: Raw = AS_ENTERED


class Fix(Struct, frozen=True):
    """A correction of earlier steps: the game consists of the steps up to ``base`` and of these.

    ``corrected`` are the numbers of the changed steps, the fix's own for an inserted one; ``was`` the JSON
    of each one's earlier result, empty for a new one.
    """

    base: int
    corrected: tuple[int, ...]
    was: tuple[Raw, ...]
    steps: tuple[FixedStep, ...]


class LogEntry(Struct, frozen=True, gc=False):
    """A numbered entry of a game's log.

    ``parent`` is the current action before it, 0 for none; ``at`` is the current action after it, which for
    an act is the entry itself. ``when`` is in UTC. Undo and redo have no action and no events; a change of
    the clocks has nothing else. A fix is an act without an action, after which the game consists of other
    steps.
    """

    number: int
    kind: EntryKind
    parent: int
    at: int
    user: int
    name: str
    interaction: int
    when: datetime
    action: AnyAction | None
    events: tuple[Event, ...]
    change: ClockChange | None = None
    fix: Fix | None = None


class Step(Struct, frozen=True, gc=False):
    """A step of a game, with its current entry, which may differ from the original one.

    ``fixed``: a fix's record of it, without changes if no fix concerns it. ``base``: the entry that
    produced the table before this step; None if none did.
    """

    entry: LogEntry
    fixed: FixedStep
    base: int | None

    @property
    def counts(self) -> bool:
        """Whether it is one of the steps that led to the table."""
        return not self.fixed.out


class Committed(Struct, frozen=True, gc=False):
    """The result of a request: its entry, now durable, and the table before and after it.

    ``repeated``: this interaction had been carried out earlier, and this was its result. ``decided``: of a
    fix, the losses and the ending that it caused, or moved to another step.
    """

    game: GameId
    entry: LogEntry
    before: Table
    after: Table
    repeated: bool = False
    decided: tuple[Event, ...] = ()


class MovedSteps(Struct, frozen=True, gc=False):
    """The steps that an undo reversed, latest first, or a redo restored, earliest first."""

    count: int
    first: Sequence[LogEntry]
    """The first few."""


class GameView(Struct, frozen=True, gc=False):
    """A table's current state; ``entries`` are the last few of its log, oldest first.

    ``turn_times`` has the turns in progress, in the table's time; ``clock`` converts the time of day.
    """

    game: GameId
    location: Location
    opened: datetime
    board: BoardMessage | None
    table: Table
    entries: Sequence[LogEntry]
    can_undo: bool
    can_redo: bool
    clock: Clock
    turn_times: TurnTimes


class UnshownGame(Struct, frozen=True, gc=False):
    """A game whose board may not show its last entry, or that has no board."""

    game: GameId
    board: BoardMessage | None
    over: bool


class KnownGame(Struct, frozen=True, gc=False):
    """A game that knows a person."""

    game: GameId
    channel: int
    guild: int | None
    over: bool


def is_over(table: Table) -> bool:
    """Return whether nothing more can happen at a table but undo: a closed lobby or a finished game."""
    return table.closed if isinstance(table, Lobby) else table.outcome is not None
