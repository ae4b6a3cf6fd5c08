"""SQL as it is written for both engines, in PostgreSQL's words."""

import re
from functools import cache
from itertools import count

_TOKEN = re.compile(r"'(?:[^']|'')*'|\?(\d*)|\buser\b")
"""A text, which stays as it is; the place of a value; and a column whose name means something here."""


@cache
def translated(sql: str) -> str:
    """Return a statement with ``$1`` for ``?`` or ``?1``, and the column ``user`` in quotes."""
    numbers = count(1)

    def said(found: re.Match[str]) -> str:
        token = found.group()
        if token.startswith("?"):
            return f"${found[1] or next(numbers)}"
        return '"user"' if token == "user" else token

    return _TOKEN.sub(said, sql)


_DECLARED = {
    "INTEGER": "BIGINT",
    "TEXT": 'TEXT COLLATE "C"',
    "BLOB": "BYTEA",
    "user": '"user"',
    "max": "greatest",
}
_WORD = re.compile(
    r"--[^\n]*|'(?:[^']|'')*'"  # a comment or a text, which stay as they are
    r"|\b(?:INTEGER|TEXT|BLOB|user)\b"
    r"|\bmax(?=\([^()]*(?:\([^()]*\)[^()]*)*,)"  # of several values
    r"|\)\s*STRICT[^;]*"  # what SQLite says of a table behind its columns
)


def declared(sql: str) -> str:
    """Return a migration in SQLite's words, in PostgreSQL's."""

    def said(found: re.Match[str]) -> str:
        token = found.group()
        return ")" if token.startswith(")") else _DECLARED.get(token, token)

    return _WORD.sub(said, sql)


@cache
def fenced(sql: str, values: int, fence: str) -> str | None:
    """Return a statement with these values that takes effect only if another one, the fence, changes a row.

    The fence has ``?`` for one value, which comes last. If it changes no row, the server divides by zero.
    Return None for statements that don't change rows.
    """
    if not sql.startswith(("INSERT ", "UPDATE ", "DELETE ")):
        return None
    fence = fence.replace("?", f"${values + 1}")
    both = f"fence AS ({fence} RETURNING 1), written AS ({translated(sql)})"
    return f"WITH {both} SELECT 1 / count(*) FROM fence"
