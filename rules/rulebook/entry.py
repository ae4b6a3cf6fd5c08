"""A summarized rule, and the format of a chapter of rules."""

import re
from collections.abc import Mapping

from msgspec import Struct

from rules.formats.editions import EDITIONS, TODAY
from rules.formats.losses import CitedRule

NONE = "none"
"""The placeholder for a rule that an edition doesn't have."""
_LABEL = re.compile(r" (Words|See|(?:Was|Then) \w+): ")


class RulebookEntry(Struct, frozen=True, eq=False):
    """A rule of today's edition in our own words; lists are texts with a space between two items."""

    number: str
    title: str
    text: str
    words: str
    """Other search terms, beside the words of its title."""
    see: str
    """The numbers of rules that belong to it."""
    numbers: Mapping[str, tuple[str, ...]]
    """Its numbers by the key of every edition, the main one first; empty for an edition without it."""
    then: Mapping[str, str]
    """The texts of other editions, by the edition's key."""

    @property
    def house(self) -> bool:
        """Whether it belongs to a house variant, which has no rule number in any edition."""
        return not any(self.numbers.values())

    def said(self, edition: str) -> str | None:
        """Return an edition's text in English; None if it has none."""
        return self.then.get(edition, self.text if self.numbers[edition] or self.house else None)


def entries(chapter: str) -> tuple[RulebookEntry, ...]:
    """Read a chapter: blank lines between its rules, each with its number and title on the first line.

    Then comes the text, and after it any of ``Then EDITION: text``, ``Words: list.`` and ``See: numbers.``.
    For every other edition, ``Was EDITION: numbers.`` gives its numbers there, or ``none``: raises
    ValueError if one is missing. Line breaks inside a rule are spaces.
    """
    return tuple(_entry(rule) for rule in chapter.strip().split("\n\n"))


def of_cited(cited: CitedRule) -> RulebookEntry:
    """Return the entry of a rule that is defined where it is decided."""
    numbers: dict[str, tuple[str, ...]] = {
        edition: () if text == "-" else tuple(text.split())
        for edition, text in zip(EDITIONS, cited.numbers, strict=True)
    }
    today = cited.numbers[0]
    return RulebookEntry(today, cited.title, cited.text, cited.words, cited.see, numbers, cited.then)


def _entry(rule: str) -> RulebookEntry:
    heading, body = rule.split("\n", 1)
    number, title = heading.split(" ", 1)
    main, *rest = _LABEL.split(body.replace("\n", " "))
    labeled = dict(zip(rest[::2], rest[1::2], strict=True))
    words, see = (labeled.pop(label, "").removesuffix(".") for label in ("Words", "See"))
    was = {label[4:]: text.removesuffix(".") for label, text in labeled.items() if label.startswith("Was ")}
    then = {label[5:]: text for label, text in labeled.items() if label.startswith("Then ")}
    if {TODAY, *was} != set(EDITIONS) or not then.keys() <= was.keys():
        raise ValueError(f"{number} doesn't say its number in every edition: {body}")
    numbers = {key: () if text == NONE else tuple(text.split()) for key, text in was.items()}
    return RulebookEntry(number, title, main, words, see, {TODAY: (number,), **numbers}, then)
