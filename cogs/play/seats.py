"""The seats in a picture of the table."""

from enum import Enum

from msgspec import Struct


class Mark(Enum):
    """The highlighting of a seat."""

    NONE = "none"
    OWN = "own"
    REACHED = "reached"


class ShownSeat(Struct, frozen=True):
    """A seat; ``number`` is drawn if no font has the player's name."""

    name: str
    number: str
    mark: Mark
    in_game: bool
