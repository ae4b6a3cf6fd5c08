"""A field of a form, in Discord or on a page."""

from msgspec import Struct


class FormField(Struct, frozen=True):
    """A field of a form about a step.

    With ``options`` (values, labels and whether each is picked) it is a list, with up to ``several`` picks;
    else a text of up to ``length`` characters.
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
