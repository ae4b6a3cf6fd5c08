"""The parsing of typed words of any language, and of the signs on people's keyboards."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import TypeVar

from msgspec import Struct

from cogs.text.language import in_every_language, mark
from cogs.text.vocabulary import OTHER_WORDS

StrEnumT = TypeVar("StrEnumT", bound=StrEnum)


class TypedName(Struct, frozen=True):
    """A name or mention in a list, and whether it is marked as new.

    ``whole``: all of "new Zed", which may also be a name; empty if a colon or quotes rule that out.
    """

    name: str
    new: bool = False
    whole: str = ""


_FULL_WIDTH = 0xFEE0
"""The offset of full-width forms from ASCII in Unicode."""
_SIGNS = {ord("\u3001"): ","} | {ord(sign) + _FULL_WIDTH: sign for sign in ",;:=+>/()"}
FORMER_WORDS: Mapping[str, Sequence[str]] = {
    "points per match": ("points a match",),
    "higher finishes": ("better places",),
}
"""English words that texts had before, and that people still type."""
COMMA = re.compile("[,\uff0c\u3001]")
"""Commas, on keyboards of all languages."""
MENTION = re.compile("<@!?([0-9]{1,19})>")
"""A mention of a Discord account, as Discord writes it when someone picks a name after an @."""


NEW = mark("new {name}")
"""The mark for a new person: free text alone creates no one in a league or an event."""


_QUOTED = re.compile(r'(?<!\w)"([^"\n]+)"(?!\w)|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|「([^」\n]+)」')
"""A name in quotes of any keyboard, in which commas and the like don't end it."""
_QUOTES = ('""', "“”", "«»")
"""Quotes that a name can be put in."""
_SHELTER = {ord(sign): 0xE000 + place for place, sign in enumerate(" ,\uff0c\u3001;:=+>/()@&\u3000")}
"""Separators, and their placeholders inside quotes: characters for private use."""
_MENTIONED = re.compile("(<@!?[0-9]{1,19}>)")
_AT = re.compile(r"(?<!\s)\s+(?=@)")


def signs(text: str) -> str:
    """Return text with a Japanese keyboard's separators replaced by those that the bot reads."""
    return text.translate(_SIGNS)


def typed_parts(text: str) -> list[str]:
    """Return the parts between commas and line ends; in a line with semicolons only between these: numbers
    may contain commas there."""
    found: list[str] = []
    for line in signs(text).splitlines():
        found += line.split(";" if ";" in line else ",")
    return [part.strip() for part in found if part.strip()]


def means(typed: str, text: str) -> bool:
    """Return whether the typed text is this one, in any language."""
    return folded(typed) in forms(text)


def begins(typed: str, text: str) -> bool:
    """Return whether this text begins with the typed text, in any language; two letters are too few."""
    word = folded(typed)
    return (len(word) > 2 or not word.isascii()) and any(form.startswith(word) for form in forms(text))


def meant(typed: str, words: Iterable[tuple[StrEnumT, str]]) -> StrEnumT | None:
    """Return the typed one of these words, by text or name."""
    wanted = folded(typed)
    return next((word for word, text in words if wanted == folded(word) or means(typed, text)), None)


def sheltered(text: str) -> str:
    """Return the text with separators between quotes sheltered."""
    return _QUOTED.sub(lambda quoted: quoted[0].translate(_SHELTER), text)


def unsheltered(text: str) -> str:
    """Return a part of a sheltered text in its original form."""
    return text.translate({shelter: sign for sign, shelter in _SHELTER.items()}).strip()


def bare(name: str) -> str:
    """Return a name from a text, without quotes around all of it."""
    typed = unsheltered(name)
    whole = _QUOTED.fullmatch(typed)
    return typed if whole is None else "".join(filter(None, whole.groups())).strip()


def quoted(name: str) -> str:
    """Return a name for a list: in quotes if something in it would end it or has a meaning."""
    ways = (name, *(f"{begin}{name}{end}" for begin, end in _QUOTES))
    return next((way for way in ways if newcomers(people_in(way)) == [TypedName(name)]), name)


def before_last(text: str) -> tuple[str, str]:
    """Return the text up to its last comma outside quotes, and the rest."""
    masked = _QUOTED.sub(lambda found: "x" * len(found[0]), text)
    end = max((comma.end() for comma in COMMA.finditer(masked)), default=0)
    return text[:end], text[end:]


def names_between_commas(text: str) -> list[str]:
    """Return the names between commas and line ends; those in quotes are whole."""
    return [*map(bare, _names_in(sheltered(text)))]


def _names_in(text: str) -> list[str]:
    return [name.strip() for line in text.splitlines() for name in COMMA.split(line) if name.strip()]


def new_name(typed: str) -> str | None:
    """Return the name of a person marked as new, in any language; None without the mark."""
    name = typed.replace("\u3000", " ").strip()
    begun = next((one for one in _new() if name.casefold().startswith((f"{one} ", f"{one}:"))), None)
    return None if begun is None else name[len(begun) + 1 :].strip()


def newcomers(names: Iterable[str]) -> list[TypedName]:
    """Return each name, and whether it is marked as new: "new Zed", and all of "new: Zed, Gil" except
    mentions.

    A "new:" with nothing after it, such as before a mention, isn't a name.
    """
    found: list[TypedName] = []
    rest = False
    for name in names:
        new = new_name(name)
        colon = new is not None and name[: -len(new) or None].rstrip().endswith(":")
        rest = rest or colon
        if new is None:
            found.append(TypedName(bare(name), rest and MENTION.fullmatch(name) is None))
        elif new:
            clear = colon or bare(new) != new
            found.append(TypedName(bare(new), True, "" if clear else bare(name)))
    return found


@cache
def _new() -> tuple[str, ...]:
    return tuple(text.partition("{name}")[0].strip().casefold() for text in in_every_language(NEW))


def around_and(text: str) -> list[str]:
    """Return the names before and after an "and" of any language."""
    return [name.strip() for name in _and().split(text) if name.strip()]


def people_in(text: str, whole: Collection[str] = ()) -> list[str]:
    """Return the names and mentions in a text such as "@Ben @Cy, Zed and Grandma", with their quotes;
    ``whole``, folded, are names even with an "and" in them."""
    found: list[str] = []
    for part in _names_in(_MENTIONED.sub(r" \1 ", sheltered(text))):
        for name in [part] if folded(part) in whole else around_and(part):
            found += [unsheltered(one) for one in beside_at(name) if one.strip("@ ")]
    return found


def beside_at(text: str) -> list[str]:
    """Return the mentions in a text, and the names beside and between them, which may begin with an @."""
    return [one for piece in beside_mentions(text) for one in _AT.split(piece)]


def beside_mentions(text: str) -> list[str]:
    """Return the mentions in a text, and the texts beside and between them."""
    return [piece.strip() for piece in _MENTIONED.split(text) if piece.strip(" ,")]


@cache
def _and() -> re.Pattern[str]:
    texts = in_every_language(mark("{others} and {last}"))
    words = {"&", "+", *(text.format(others="", last="").strip() for text in texts)}
    return re.compile(rf"(?:^|\s)(?:{'|'.join(map(re.escape, sorted(words)))})\s", re.IGNORECASE)


def folded(text: str) -> str:
    """Return a text's letters and digits, without accents and in one case."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in decomposed if char.isalnum())


def unaccented(text: str) -> str:
    """Return a text without accents and the case of its letters, to look for others in."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in decomposed if not unicodedata.combining(char))


@cache
def forms(text: str) -> frozenset[str]:
    """Return a text of the bot in every language, folded."""
    others = (*FORMER_WORDS.get(text, ()), *OTHER_WORDS.get(text, ()))
    return frozenset(map(folded, (*others, *in_every_language(text))))


def turned(name: str) -> str:
    """Return a name with the first name first: "Lopez, Ana" is Ana Lopez; other names as they are."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first else name
