"""What players keep track of beside totals and counters: tallies, and reminders of what is to be done."""

from enum import StrEnum

from msgspec import Struct

from rules.game.parts import PlayerId, TurnOwner


class GameTally(Struct, frozen=True, kw_only=True, gc=False):
    """Something that is counted, such as storm, without being a counter (122.1): nothing proliferates it."""

    id: int
    label: str
    """What is counted, as typed."""
    n: int
    who: PlayerId | None = None
    """The player it belongs to; None for the whole table's."""
    until_end_of: TurnOwner | None = None
    """Whose turn ends it as it ends itself."""


class Due(StrEnum):
    """The moment of a turn in which a reminder speaks."""

    UPKEEP = "upkeep"
    TURN = "turn"
    END = "end"


class Reminder(Struct, frozen=True, kw_only=True, gc=False):
    """Something that a player has to do in the next turn of `turn_of` that comes to the moment `due`."""

    id: int
    text: str
    who: PlayerId
    turn_of: TurnOwner
    due: Due
