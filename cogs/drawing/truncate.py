"""Text cut to a length where it may be cut. Programs that draw pictures use it, too, without discord.py."""

import re
import unicodedata

ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Marks around right-to-left text."""
_WHOLE = re.compile(r"\\.|<[@#:a-z][^<>\s]{0,60}>|https?://\S+|\*\*\*|\*\*|~~|`+|.", re.DOTALL)
"""Units that are never cut: escapes, mentions, links, marks."""
_PAIRS = {"**": "**", "***": "***", "~~": "~~", "`": "`", ISOLATE: END_OF_ISOLATE}
"""Opening marks and what closes them."""


def is_mark(char: str) -> bool:
    """Return whether this is a combining mark."""
    return char != "" and unicodedata.category(char)[0] == "M"


def first(text: str, length: int) -> str:
    """Return the first characters of a text, with their combining marks."""
    while is_mark(text[length : length + 1]) and length > 1:
        length -= 1
    return text[:length]


def truncate(text: str, limit: int) -> str:
    """Return text cut to a length, marked as cut.

    Open marks are closed; escapes, mentions, links and letters with their marks stay whole.
    """
    if len(text) <= limit:
        return text
    kept, length = list[str](), 0
    still_open: dict[str, None] = {}
    for found in _WHOLE.finditer(text):
        token = found[0]
        after = still_open | {token: None} if token in _PAIRS and token not in still_open else still_open
        if length + len(token) + sum(len(_PAIRS[one]) for one in after) + 1 > limit:
            while kept and is_mark(token[0]):
                token = kept.pop()  # a letter goes with the marks that stand on it
            break
        kept.append(token)
        length += len(token)
        if token in _PAIRS:
            still_open = {one: None for one in still_open if one != token} if token in still_open else after
        still_open = {one: None for one in still_open if one != ISOLATE or token != END_OF_ISOLATE}
    closing = "".join(_PAIRS[one] for one in reversed(still_open))
    return f"{''.join(kept)}…{closing}"
