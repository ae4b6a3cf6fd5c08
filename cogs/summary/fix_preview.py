"""The effects of a correction, wherever it is previewed."""

from msgspec import Struct


class FixPreview(Struct, frozen=True):
    """The effects of a correction of a step, in words, and the further questions that buttons can ask.

    ``do`` does it. ``other`` is the same with or without what still applies of later steps, where that
    makes a difference; ``keeps`` says which of both this is. ``back`` takes the step back, which this does
    already where ``takes_back``.
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
    """An offer to add something late to an event, and what would be different then."""

    about: str
    differences: tuple[str, ...]
