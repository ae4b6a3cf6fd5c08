"""A picture of a table as data."""

from msgspec import Struct

GRID_DESCRIPTION_LIMIT = 1000
"""Maximum characters of a description, below Discord's 1024."""


class Grid(Struct, frozen=True, kw_only=True):
    """A table: the names of its columns, and rows with one text per column.

    ``left``: the left-aligned columns, counted from 0; the others are numbers.
    """

    heading: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: tuple[int, ...] = (1,)
