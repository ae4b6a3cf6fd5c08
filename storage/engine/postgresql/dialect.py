"""SQL as it is written for both engines, in PostgreSQL's words."""

import re
from functools import cache
from itertools import count

_TOKEN = re.compile(r"'(?:[^']|'')*'|\?(\d*)|\buser\b")
"""A text, which stays as it is; the place of a value; and a column whose name means something here."""


@cache
def translated(sql: str) -> str:
    """A statement with ``$1`` for ``?`` or ``?1``, and the column ``user`` in quotes."""
    numbers = count(1)

    def said(found: re.Match[str]) -> str:
        token = found.group()
        if token.startswith("?"):
            return f"${found[1] or next(numbers)}"
        return '"user"' if token == "user" else token

    return _TOKEN.sub(said, sql)
