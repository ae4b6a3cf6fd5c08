"""What a correction would change, and what can be filled in for one, wherever that is shown."""

from msgspec import Struct


class FixField(Struct, frozen=True):
    """Something to be filled in about a step.

    With ``options``, which are values, labels and whether each is picked, it is a list, of which ``several``
    may be picked; else a text of up to ``length`` characters.
    """

    name: str
    label: str
    value: str = ""
    options: tuple[tuple[str, str, bool], ...] = ()
    several: bool = False
    required: bool = False
    about: str = ""
    placeholder: str = ""
    length: int = 0


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
