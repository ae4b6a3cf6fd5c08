"""Facts under headings, as a whole picture or a part of one."""

from msgspec import Struct


class Fact(Struct, frozen=True):
    """A text under a heading."""

    heading: str
    text: str


class FactSheet(Struct, frozen=True, kw_only=True):
    """A picture of facts."""

    heading: str
    about: str
    facts: tuple[Fact, ...]
