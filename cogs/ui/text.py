"""Small things about text: names shown harmlessly, lists, numbers with signs."""

import re
import unicodedata
from collections.abc import Iterable

import discord

NAME_LENGTH = 32
MESSAGE_LENGTH = 2000
"""Characters that Discord takes in one message."""
_RESERVED = frozenset(
    {"me", "all", "everyone", "each player", "each opponent", "each other player", "my team"}
)


def clean_name(raw: str) -> str:
    """A name as a table keeps it: no control or direction characters, no commas, at most 32 long."""
    visible = "".join(
        char
        for char in unicodedata.normalize("NFC", raw)
        if unicodedata.category(char)[0] != "C" and char != ","
    )
    name = re.sub(r"\s+", " ", visible).strip()[:NAME_LENGTH].strip().lstrip("@")
    return name if name and name.casefold() not in _RESERVED else f"Player {name}".strip()


def unique_name(raw: str, taken: Iterable[str]) -> str:
    """A clean name that nobody at the table has yet: a number is added where somebody does."""
    name, used = clean_name(raw), {other.casefold() for other in taken}
    candidate, number = name, 1
    while candidate.casefold() in used:
        number += 1
        candidate = f"{name[: NAME_LENGTH - 4]} {number}"
    return candidate


def escape(name: str) -> str:
    """A name that shows as it is: no markdown, no mention."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


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
    return f"{', '.join(items[:-1])} and {items[-1]}"


def plural(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def shortened(text: str, limit: int) -> str:
    """Text cut to a length, marked where it was cut."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
