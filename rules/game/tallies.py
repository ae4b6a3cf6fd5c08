"""Tallies and reminders, which players keep beside totals and counters."""

from enum import StrEnum

from msgspec import Struct

from rules.game.parts import PlayerId, TurnOwner


class GameTally(Struct, frozen=True, kw_only=True, gc=False):
    """A count, such as storm, that isn't a counter (122.1), so nothing proliferates it."""

    id: int
    label: str
    """The name of the count, as typed."""
    n: int
    who: PlayerId | None = None
    """The tally's player; None for the whole table."""
    until_end_of: TurnOwner | None = None
    """The tally ends at the end of this owner's turn."""


class Due(StrEnum):
    """The moment of a turn at which a reminder is given."""

    UPKEEP = "upkeep"
    TURN = "turn"
    END = "end"


class Reminder(Struct, frozen=True, kw_only=True, gc=False):
    """A task of a player at the moment `due` of the next turn of `turn_of`."""

    id: int
    text: str
    who: PlayerId
    turn_of: TurnOwner
    due: Due
