"""Draws tables. Only workers load this, so that the bot neither loads matplotlib nor waits for it."""

import re

from matplotlib.transforms import Bbox

from cogs.drawing.grid import Grid
from cogs.drawing.ink import Ink
from cogs.drawing.style import GROUND, PAPER, QUIET, TEXT, drawable

HEADING, ABOUT, CELL = 18.0, 11.5, 13.0
"""Font sizes in points."""
MARGIN, TOP, LINE, BETWEEN = 40, 130, 48, 30
"""The margin, the space above the first line, the line height, and the space between columns, in pixels."""
WIDEST = 1200
"""Maximum width in pixels, so that a phone that shows 300 of them has lines of 12."""
NARROWEST = 300
"""Minimum width of a column of names; if there are too many columns of numbers, the last ones are omitted."""
HEADING_LETTERS = 9
"""Letters per line of a column's name, which may have several lines."""


def draw_grid(grid: Grid) -> bytes:
    """Return the picture of a table as a PNG: names to the left of their columns, numbers to the right."""
    measure = Ink(100, 100, PAPER)
    heads = [_wrapped(drawable(one)) for one in grid.columns]
    rows = [tuple(map(drawable, row)) for row in grid.rows]
    columns = [[*head, *cells] for head, cells in zip(heads, zip(*rows, strict=True), strict=True)]
    widths = [max(measure.width(cell, CELL) for cell in column) for column in columns]
    numbers = [wide for place, wide in enumerate(widths) if place not in grid.left]
    room = WIDEST - 2 * MARGIN
    while sum(numbers) + BETWEEN * len(numbers) + NARROWEST * len(grid.left) > room:
        numbers.pop()
        widths.pop()
    left = room - sum(numbers) - BETWEEN * len(numbers)
    for place in grid.left:
        widths[place] = min(widths[place], left / len(grid.left))
    heading, about = drawable(grid.heading), drawable(grid.about)
    above = [measure.extent(heading, (0, 0), HEADING), measure.extent(about or " ", (0, 0), ABOUT)]
    width = max(sum(widths) + BETWEEN * (len(widths) - 1), *(min(one.width, room) for one in above))
    lines = max(map(len, heads))
    height = TOP + LINE * (len(rows) + lines) + MARGIN
    ink = Ink(round(width) + 2 * MARGIN, height, PAPER)
    ink.write(measure.fitting(heading, room, HEADING), (MARGIN, height - 52), TEXT, HEADING, bold=True)
    ink.write(measure.fitting(about, room, ABOUT), (MARGIN, height - 96), QUIET, ABOUT)
    tops = [tuple(head[line] if line < len(head) else "" for head in heads) for line in range(lines)]
    for number, row in enumerate([*tops, *rows]):
        y = height - TOP - LINE * number - LINE / 2
        if number >= lines and (number - lines) % 2 == 0:
            ink.block(Bbox.from_extents(0, y - LINE / 2, width + 2 * MARGIN, y + LINE / 2), GROUND)
        x = float(MARGIN)
        for place, wide in enumerate(widths):
            left_side = place in grid.left
            at, anchor = (x if left_side else x + wide, "left" if left_side else "right")
            bold = place == grid.left[0] and number >= lines
            cell = measure.fitting(row[place], wide, CELL)
            ink.write(cell, (at, y), TEXT if number >= lines else QUIET, CELL, anchor=anchor, bold=bold)
            x += wide + BETWEEN
    return ink.png()


def _wrapped(text: str) -> list[str]:
    """Return the name of a column in lines of about `HEADING_LETTERS` letters, broken between words and after
    hyphens."""
    lines = [""]
    for word in re.split(r"(?<=-)|(?<= )", text):
        if lines[-1] and len(lines[-1].rstrip()) + len(word.rstrip()) > HEADING_LETTERS:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]
