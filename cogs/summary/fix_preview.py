"""The effects of a correction, wherever it is previewed."""

from msgspec import Struct


class FixPreview(Struct, frozen=True):
    """The effects of a correction of a step, in words, and the further questions that buttons can ask.

    ``do`` carries it out. ``other`` keeps or drops the valid parts of later steps instead, if that makes a
    difference; ``keeps``: whether this one keeps them. ``back`` undoes the step; ``takes_back``: whether
    this does so already.
    """

    heading: str
    differences: tuple[str, ...]
    later: tuple[str, ...]
    do: str
    back: str
    takes_back: bool
    changeable: bool
    keeps: bool = True
    other: str = ""
    instead: int = 0
    note: str = ""


class LateOffer(Struct, frozen=True):
    """An offer to add a late action to an event, and the resulting differences."""

    about: str
    differences: tuple[str, ...]
