"""What games take and give: entries of the log, tables as they stand."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from rules.events.event import Event
from rules.game.lobby import Lobby
from rules.game.parts import GameId
from rules.table import AnyAction, Table
from rules.turns.clock import Clock, ClockChange
from rules.turns.turn_times import TurnTimes
from storage.events.store import Location


class BoardMessage(Struct, frozen=True, gc=False):
    """The message that shows a table, and the channel it is in."""

    channel: int
    message: int


class EntryKind(StrEnum):
    """What an entry of the log is."""

    ACT = "act"
    UNDO = "undo"
    REDO = "redo"
    CLOCK = "clock"
    """The table's clocks were changed; that is beside the actions, and undo passes it over."""


class LogEntry(Struct, frozen=True, gc=False):
    """A numbered entry of a game's log.

    ``parent`` is the action on whose outcome the table stood before it, 0 before any; ``at`` is the one on
    whose outcome it stands after it, which for an act is the entry itself. ``when`` is in UTC. Undo and redo
    have no action and no events; a change of the clocks has itself alone.
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


class Committed(Struct, frozen=True, gc=False):
    """What came of a request: its entry, durable now, and the table before and after it.

    ``repeated``: this interaction had been carried out earlier, and this is what came of it then.
    """

    game: GameId
    entry: LogEntry
    before: Table
    after: Table
    repeated: bool = False


class GameView(Struct, frozen=True, gc=False):
    """A table as it stands; ``entries`` are the last few of its log, oldest first.

    ``turn_times`` says since when whose turn runs, in the table's moments; ``clock`` makes these of the time
    of day.
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
    """A game whose board is not known to show its last entry, or that has none."""

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
    """Whether nothing more can happen at a table but undo: a closed lobby or a finished game."""
    return table.closed if isinstance(table, Lobby) else table.outcome is not None
