"""Small things about text: names shown harmlessly, lists, numbers with signs."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import discord

from cogs.ui.language import tr, trp
from rules.refusal import Refusal

NAME_LENGTH = 32
MOST_MARKS = 4
"""Marks that may stand on one letter; more would cover the lines around it."""
MESSAGE_LENGTH = 2000
"""Characters that Discord takes in one message."""
_MARKUP = re.compile(r"[\\*_~|`\[<]|^[>#-]")
"""What begins markup in Discord, some of it at the beginning of a line only."""
_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"
_WHOLE = re.compile(r"\\.|<[@#:a-z][^<>\s]{0,60}>|https?://\S+|\*\*\*|\*\*|~~|`+|.", re.DOTALL)
"""What a text is never cut in: escapes, mentions, links, marks."""
_PAIRS = {"**": "**", "***": "***", "~~": "~~", "`": "`", _ISOLATE: _END_OF_ISOLATE}
"""What stays open until it is closed, and what closes it."""
_RESERVED = frozenset(
    {"me", "all", "everyone", "each player", "each opponent", "each other player", "my team"}
)


def visible(raw: str) -> str:
    """Text without control and direction characters, in one line."""
    return _seen(unicodedata.normalize("NFC", raw)).strip()


def _seen(raw: str) -> str:
    line, marks = list[str](), 0
    for char in re.sub(r"\s+", " ", raw):
        marks = marks + 1 if _is_mark(char) else 0
        if marks <= MOST_MARKS and unicodedata.category(char)[0] != "C":
            line.append(char)
    return "".join(line)


def _first(text: str, length: int) -> str:
    """The first characters of a text, none of them without the marks that stand on it."""
    while _is_mark(text[length : length + 1]) and length > 1:
        length -= 1
    return text[:length]


def _is_mark(char: str) -> bool:
    return char != "" and unicodedata.category(char)[0] == "M"


def label(raw: str) -> str:
    """A name that somebody gives to a thing, as a table keeps it; raises Refusal when nothing of it shows."""
    text = visible(raw)
    if not text:
        raise Refusal("no_name")
    return text


@lru_cache(maxsize=8192)
def signature(*names: str) -> str:
    """How somebody is called in a log: the first of their names of which something shows."""
    return next((shown for name in names if (shown := visible(name))), "?")[:NAME_LENGTH]


def clean_name(raw: str) -> str:
    """A person's name as a table keeps it: visible, without commas, at most 32 long."""
    name = _first(visible(raw.replace(",", " ")).lstrip("@ "), NAME_LENGTH).strip()
    return name if name and name.casefold() not in _RESERVED else f"Player {name}".strip()


def unique_name(raw: str, taken: Iterable[str]) -> str:
    """A clean name that nobody at the table has yet: a number is added where somebody does."""
    name, used = clean_name(raw), {other.casefold() for other in taken}
    candidate, number = name, 1
    while candidate.casefold() in used:
        number += 1
        candidate = f"{_first(name, NAME_LENGTH - 4)} {number}"
    return candidate


@lru_cache(maxsize=8192)  # a board has the same few names in it many times, and so has the next one
def escape(name: str) -> str:
    """A name that shows as it is, in one line: no markdown, no link, no mention, no emoji by its number.

    What is written from the right stands between the signs that keep numbers and arrows beside it in place.
    """
    plain = _MARKUP.sub(lambda mark: f"\\{mark[0]}", _seen(name))
    harmless = discord.utils.escape_mentions(plain).replace("://", ":\u200b//")
    if any(unicodedata.bidirectional(char) in _FROM_THE_RIGHT for char in name):
        return f"{_ISOLATE}{harmless}{_END_OF_ISOLATE}"
    return harmless


def forget_names() -> None:
    """No name is in memory here any more."""
    escape.cache_clear()
    signature.cache_clear()


def strong(text: str) -> str:
    """Text that is harmless already, in bold."""
    return f"**{text}**"


def bold(name: str) -> str:
    """A name in bold, harmlessly."""
    return strong(escape(name))


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence: "a", "a and b", "a, b and c"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    # Translators: between the words of a list, except before the last one.
    others = trp("list", ", ").join(items[:-1])
    return tr("{others} and {last}", others=others, last=items[-1])


def plural(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def shortened(text: str, limit: int) -> str:
    """Text cut to a length, marked where it was cut.

    What was open there is closed; escapes, mentions, links and letters with their marks stay whole.
    """
    if len(text) <= limit:
        return text
    kept, length = list[str](), 0
    still_open: dict[str, None] = {}
    for found in _WHOLE.finditer(text):
        token = found[0]
        after = still_open | {token: None} if token in _PAIRS and token not in still_open else still_open
        if length + len(token) + sum(len(_PAIRS[one]) for one in after) + 1 > limit:
            while kept and _is_mark(token[0]):
                token = kept.pop()  # a letter goes with the marks that stand on it
            break
        kept.append(token)
        length += len(token)
        if token in _PAIRS:
            still_open = {one: None for one in still_open if one != token} if token in still_open else after
        still_open = {one: None for one in still_open if one != _ISOLATE or token != _END_OF_ISOLATE}
    closing = "".join(_PAIRS[one] for one in reversed(still_open))
    return f"{''.join(kept)}…{closing}"
