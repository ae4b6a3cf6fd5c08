"""Tables as monospaced text with aligned columns."""

import unicodedata
from collections.abc import Sequence

from cogs.text.formatting import in_code

CODE = "```"
"""The mark around monospaced text in Discord."""
PHONE = 38
"""Columns of such letters in a line on a phone."""
_WIDE = frozenset({"W", "F"})


def width(text: str) -> int:
    """Return a text's width in columns: two for a Chinese, Japanese or Korean letter, zero for a combining
    mark."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1


def fitted(text: str, columns: int) -> str:
    """Return the text cut to this many columns, marked as cut; letters keep their combining marks."""
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for char in text:
        used += _columns(char)
        if used > columns - 1:
            break
        kept += char
    return f"{kept}…"


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]], text: int) -> list[str]:
    """Return the lines of a table for Discord's monospace font; empty without rows.

    The column ``text`` has texts, which are cut where the table would be wider than a phone; the others have
    numbers, which end below each other.
    """
    if not rows:
        return []
    numbers = [max(width(row[place]) for row in (header, *rows)) for place in range(len(header))]
    numbers[text] = 0
    room = PHONE - sum(numbers) - (len(header) - 1)
    cells = [
        [fitted(cell, room) if i == text else cell for i, cell in enumerate(row)] for row in (header, *rows)
    ]
    widths = [*numbers]
    widths[text] = max(width(row[text]) for row in cells)
    return [CODE, *(_line(row, widths, text) for row in cells), CODE]


def _line(row: Sequence[str], widths: Sequence[int], text: int) -> str:
    shown = list[str]()
    for place, cell in enumerate(row):
        space = " " * (widths[place] - width(cell))
        shown.append(f"{in_code(cell)}{space}" if place == text else f"{space}{cell}")
    return " ".join(shown).rstrip()
