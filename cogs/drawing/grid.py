"""A picture of a table as data, and its description for people who can't see it."""

from msgspec import Struct

from cogs.drawing.truncate import truncate

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


def describe_grid(grid: Grid) -> str:
    """Return a table's description: each row's values with their columns."""
    rows = (
        ", ".join(f"{column} {cell}" for column, cell in zip(grid.columns, row, strict=True) if cell)
        for row in grid.rows
    )
    return truncate(f"{grid.heading}. {'; '.join(rows)}.", GRID_DESCRIPTION_LIMIT)
