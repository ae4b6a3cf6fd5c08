"""Draws tables. Only workers load this, so that the bot neither loads matplotlib nor waits for it."""

from matplotlib.transforms import Bbox

from cogs.drawing.grid import Grid
from cogs.drawing.ink import Ink
from cogs.drawing.style import GROUND, PAPER, QUIET, TEXT, drawable

HEADING, ABOUT, CELL = 18.0, 11.5, 13.0
"""Sizes of letters in points."""
MARGIN, TOP, LINE, BETWEEN = 40, 130, 48, 36
"""Around a table, above its first line, from line to line, and between two columns, in pixels."""


def drawn(grid: Grid) -> bytes:
    """The picture of a table as a PNG: names to the left of their columns, numbers to the right."""
    rows = [tuple(map(drawable, row)) for row in (grid.columns, *grid.rows)]
    measure = Ink(100, 100, PAPER)
    widths = [
        max(measure.extent(cell or " ", (0, 0), CELL).width for cell in column)
        for column in zip(*rows, strict=True)
    ]
    heading = drawable(grid.heading)
    about = drawable(grid.about)
    above = measure.extent(heading, (0, 0), HEADING), measure.extent(about or " ", (0, 0), ABOUT)
    width = max(sum(widths) + BETWEEN * (len(widths) - 1), *(one.width for one in above))
    ink = Ink(round(width) + 2 * MARGIN, TOP + LINE * len(rows) + MARGIN, PAPER)
    height = TOP + LINE * len(rows) + MARGIN
    ink.write(heading, (MARGIN, height - 52), TEXT, HEADING, bold=True)
    ink.write(about, (MARGIN, height - 96), QUIET, ABOUT)
    for number, row in enumerate(rows):
        y = height - TOP - LINE * number - LINE / 2
        if number % 2:
            ink.block(Bbox.from_extents(0, y - LINE / 2, width + 2 * MARGIN, y + LINE / 2), GROUND)
        x = float(MARGIN)
        for place, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            left = place in grid.left
            at, anchor = (x if left else x + wide, "left" if left else "right")
            colour = TEXT if number else QUIET
            ink.write(cell, (at, y), colour, CELL, anchor=anchor, bold=place == grid.left[0] and number > 0)
            x += wide + BETWEEN
    return ink.png()
