"""What a correction would change, wherever that is shown."""

from msgspec import Struct


class FixPreview(Struct, frozen=True):
    """What a correction of a step would come to, in words, and what can be asked for next, for buttons.

    ``do`` does it. ``other`` is the same with or without what still applies of later steps, where that makes
    a difference; ``keeps`` says which of both this is. ``back`` takes the step back, which this does already
    where ``takes_back``.
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
    """That something which came too late may have happened at the same time as an event, and what would be
    different then."""

    about: str
    differences: tuple[str, ...]
