"""Draws facts. Only workers load this, so that the bot neither loads matplotlib nor waits for it."""

from collections.abc import Sequence

from matplotlib.transforms import Bbox

from cogs.drawing.facts import Fact, FactSheet
from cogs.drawing.ink import Ink
from cogs.drawing.style import GROUND, PAPER, QUIET, TEXT, drawable

WIDTH, MARGIN, TOP, LINE = 1200, 40, 140, 48
"""Pixels across, around everything, above the first fact, and from line to line: a phone that shows 300
across has lines of 12."""
FACT_PADDING = 20
"""Pixels around a fact."""
HEADING, ABOUT, CELL = 18.0, 11.5, 13.0
"""Sizes of letters in points."""
FACT_LINES = 4
"""Lines of one fact's text."""


class FactLines:
    """Facts laid out for a picture: their lines and height."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        measure = Ink(100, 100, PAPER)
        room = WIDTH - 2 * MARGIN
        self._facts = [
            (
                measure.fitting(drawable(fact.heading), room, ABOUT),
                measure.wrapped(drawable(fact.text), room, CELL, FACT_LINES),
            )
            for fact in facts
        ]

    @property
    def height(self) -> int:
        """Pixels that all of them take."""
        return sum(LINE * (len(lines) + 1) + FACT_PADDING for _, lines in self._facts)

    def draw(self, ink: Ink, top: float) -> None:
        """Draw them below each other, every other one on a darker ground."""
        for number, (heading, lines) in enumerate(self._facts):
            height = LINE * (len(lines) + 1) + FACT_PADDING
            if number % 2 == 0:
                ink.block(Bbox.from_extents(0, top - height, WIDTH, top), GROUND)
            ink.write(heading, (MARGIN, top - (FACT_PADDING + LINE) / 2), QUIET, ABOUT)
            for place, line in enumerate(lines, start=1):
                ink.write(line, (MARGIN, top - FACT_PADDING / 2 - LINE * (place + 0.5)), TEXT, CELL)
            top -= height


def draw_facts(sheet: FactSheet) -> bytes:
    """Return the picture of some facts as a PNG."""
    facts = FactLines(sheet.facts)
    height = TOP + facts.height + MARGIN
    ink = Ink(WIDTH, height, PAPER)
    heading, room = drawable(sheet.heading), WIDTH - 2 * MARGIN
    size = HEADING * max(0.7, min(1.0, room / ink.width(heading, HEADING)))
    ink.write(ink.fitting(heading, room, size), (MARGIN, height - 52), TEXT, size, bold=True)
    about = ink.fitting(drawable(sheet.about), room, ABOUT)
    ink.write(about, (MARGIN, height - 106), QUIET, ABOUT)
    facts.draw(ink, height - TOP)
    return ink.png()
