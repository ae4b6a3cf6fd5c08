"""Draws trends. Only workers load this, so that the bot neither loads matplotlib nor waits for it."""

from fractions import Fraction
from itertools import pairwise

from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox

from cogs.drawing.ink import Ink, Point
from cogs.drawing.labels import LABEL_SIZE, Labels
from cogs.drawing.style import (
    DASHES,
    GRID,
    GROUND,
    LABEL_NAME_LENGTH,
    PAPER,
    PLOT_MARKERS,
    QUIET,
    TEXT,
    drawable,
)
from cogs.drawing.truncate import truncate
from cogs.leagues.views.trends import Trends
from cogs.summary.palette import PALETTE
from cogs.text.language import numeral
from cogs.text.leagues.text import points

WIDTH, HEIGHT = 1200, 800
LEFT, ABOVE, BELOW = 130, 160, 96
GAP, MAX_NAMES = 52, 420
HEADING, ABOUT, SCALE = 18.0, 11.5, 11.0
"""Font sizes in points."""
TICKS_HEIGHT = 50
"""The height of the labels below the curves."""


class TrendPicture:
    """One picture being drawn."""

    def __init__(self, trends: Trends) -> None:
        self.trends = trends
        self.ink = Ink(WIDTH, HEIGHT, PAPER)
        self.labels = Labels(self.ink)
        self.names = [
            f"{truncate(drawable(line.name), LABEL_NAME_LENGTH) or n} {numeral(round(line.points[-1][1]))}"
            for n, line in enumerate(trends.lines, start=1)
        ]
        widest = max(self.ink.extent(name, (0, 0), LABEL_SIZE).width for name in self.names)
        self.box = Bbox.from_extents(LEFT, BELOW, WIDTH - GAP - min(MAX_NAMES, widest), HEIGHT - ABOVE)
        xs = [x for line in trends.lines for x, _ in line.points]
        ys = [y for line in trends.lines for _, y in line.points]
        self.first, self.last = min(xs), max(max(xs), min(xs) + 1)
        margin = max(max(ys) - min(ys), 1.0) * 0.08
        self.low, self.high = min(ys) - margin, max(ys) + margin

    def place(self, x: float, y: float) -> Point:
        """Return the pixel position of a point."""
        across = (x - self.first) / (self.last - self.first)
        up = (y - self.low) / (self.high - self.low)
        return self.box.x0 + across * self.box.width, self.box.y0 + up * self.box.height

    def draw(self) -> bytes:
        """Return the picture as a PNG."""
        self.ink.block(self.box, GROUND)
        heading = drawable(self.trends.heading)
        most, width = WIDTH - 1.5 * LEFT, self.ink.extent(heading, (0, 0), HEADING).width
        size = HEADING * min(1.0, most / width)
        self.ink.write(heading, (LEFT, HEIGHT - 60), TEXT, size, bold=True)
        self.ink.write(self.trends.about, (LEFT, HEIGHT - 112), QUIET, ABOUT)
        for value in MaxNLocator(nbins=6, steps=[1, 2, 5, 10]).tick_values(self.low, self.high):
            y = self.place(self.first, float(value))[1]
            if self.box.y0 <= y <= self.box.y1:
                self.ink.line([(self.box.x0, y), (self.box.x1, y)], GRID, 0.7)
                said = points(Fraction(f"{value:.2f}"))
                self.ink.write(said, (LEFT - 16, y), QUIET, SCALE, anchor="right")
        for x, text in self.trends.ticks:
            at = self.place(x, self.low)[0]
            self.ink.line([(at, self.box.y0), (at, self.box.y1)], GRID, 0.7)
            self.ink.write(text, (at, TICKS_HEIGHT), QUIET, SCALE, anchor="center")
        self._lines()
        return self.ink.png()

    def _lines(self) -> None:
        ends: list[Point] = []
        wanted: list[tuple[str, float, str]] = []
        for number, (name, line) in enumerate(zip(self.names, self.trends.lines, strict=True)):
            color, dashes = PALETTE[number % len(PALETTE)].dark, DASHES[number % len(DASHES)]
            points = [self.place(x, y) for x, y in line.points]
            path = [points[0]]
            for (_, y), after in pairwise(points):
                path += [(after[0], y), after] if self.trends.steps else [after]
            if len(path) > 1:
                self.ink.line(path, color, 2.6, dashes=dashes)
            self.ink.marks(points[-1:], PLOT_MARKERS[number % len(PLOT_MARKERS)], 7, color, PAPER, 0.8)
            ends.append(points[-1])
            wanted.append((name, points[-1][1], color))
        heights = self.labels.column(self.box.x1 + GAP - 14, wanted, self.box.y0, self.box.y1)
        for end, height, (_, _, color) in zip(ends, heights, wanted, strict=True):
            self.ink.line([end, (self.box.x1 + GAP - 20, height)], color, 1.0, alpha=0.6)


def draw_trends(trends: Trends) -> bytes:
    """Return the picture of trends as a PNG."""
    return TrendPicture(trends).draw()
