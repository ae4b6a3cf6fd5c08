"""Descriptions of pictures of facts and tables, for people who can't see them."""

from cogs.drawing.facts import Fact, FactSheet
from cogs.drawing.grid import GRID_DESCRIPTION_LIMIT, Grid
from cogs.drawing.truncate import truncate
from cogs.text.formatting import comma_separated, in_a_row
from cogs.text.language import tr


def in_a_sentence(fact: Fact) -> str:
    """Return a fact with its heading as a sentence."""
    said = tr("{who}: {figures}", who=fact.heading, figures=fact.text)
    return said if said.endswith((".", "。")) else f"{said}."


def describe_sheet(sheet: FactSheet) -> str:
    """Return a picture's description."""
    return truncate(
        " ".join([f"{sheet.heading}.", f"{sheet.about}.", *map(in_a_sentence, sheet.facts)]),
        GRID_DESCRIPTION_LIMIT,
    )


def describe_grid(grid: Grid) -> str:
    """Return a table's description: each row's values with their columns."""
    rows = (
        comma_separated(f"{column} {cell}" for column, cell in zip(grid.columns, row, strict=True) if cell)
        for row in grid.rows
    )
    return truncate(f"{grid.heading}. {in_a_row(rows)}.", GRID_DESCRIPTION_LIMIT)
