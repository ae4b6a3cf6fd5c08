"""One rule told in short."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class RulebookEntry:
    """A rule of today's edition in our own words; lists are texts with a space between two items."""

    number: str
    title: str
    text: str
    words: str = ""
    """What people may call it, beside the words of its title."""
    see: str = ""
    """The numbers of rules that belong to it."""
    was: Mapping[str, str] = field(default_factory=dict[str, str])
    """Its numbers in other editions, by the edition's key; `EDITIONS` knows further ones."""
    then: Mapping[str, str] = field(default_factory=dict[str, str])
    """What another edition says instead, by the edition's key."""
