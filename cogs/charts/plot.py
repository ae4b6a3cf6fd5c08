"""Draws curves of life totals. Only workers load this: the bot neither loads matplotlib nor waits for it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox

from cogs.charts.line_styles import legible, looks
from cogs.drawing.ink import Ink, Point
from cogs.drawing.labels import LABEL_SIZE, Labels
from cogs.drawing.style import GRID, GROUND, PAPER, QUIET, TEXT, drawable
from cogs.summary.curves import FATE_MARKS, Fate, LifeCurves
from cogs.summary.scale import Scale
from cogs.text import formatting

WIDTH, HEIGHT = 1200, 1000
MAX_DIGITS = 4
"""Characters of a total that is written in full."""
LEFT, ABOVE, BELOW = 104, 176, 96
"""Pixels beside the curves; at the right there are GAP and the names."""
MAX_UNIT = 80
"""Pixels for the word for what x counts."""
GAP, MAX_NAMES = 52, 420
HEADING, ABOUT, SCALE, CROWD = 18.0, 11.5, 11.0, 9.5
"""Sizes of letters in points."""
STRIP, NUMBERS = 16, 50
"""The height of the strip that shows whose turn it was, and of the numbers of turns above the lower edge."""
LINED, STRIPPED = 30, 10
"""How wide a turn has to be in pixels for each to have a line, a place in the strip."""
DIGIT = 18
"""Pixels that a digit of a number below the curves takes; the space between numbers takes as much."""
TICK_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
EQUAL_TOTALS_OFFSET = 3.2
"""Pixels between totals that are equal, so that none hides another."""
BETWEEN_MARKERS = 110
SAMPLE, MAX_CROSSED = 10, 12
"""Pixels between points of lines that names avoid, and how many of them a name in a crowd may hide."""


class LifePicture:
    """One picture being drawn."""

    def __init__(self, curves: LifeCurves) -> None:
        self.curves, self.looks, self.scale = curves, looks(curves), Scale(curves)
        self.names = [legible(line, number) for number, line in enumerate(curves.lines)]
        self.distinct = all(look.leads for look in self.looks)
        self.ink = Ink(WIDTH, HEIGHT, PAPER)
        self.labels = Labels(self.ink)
        leading = [n for n, look in enumerate(self.looks) if look.leads]
        self.column = [n for n in leading if curves.lines[n].end >= curves.end or not self.distinct]
        """The lines whose names stand at the right."""
        widest = max(self.ink.extent(self.title(n), (0, 0), LABEL_SIZE).width for n in self.column)
        self.box = Bbox.from_extents(LEFT, BELOW, WIDTH - GAP - min(MAX_NAMES, widest), HEIGHT - ABOVE)

    def title(self, number: int) -> str:
        """Return the label at the end of a line."""
        line = self.curves.lines[number]
        mark, total = FATE_MARKS[line.fate], f" {short_total(line.total)}"
        room = MAX_NAMES - self.ink.width(mark + total, LABEL_SIZE)
        return f"{mark}{self.ink.fitting(self.names[number], room, LABEL_SIZE)}{total}"

    def draw(self) -> Ink:
        """Return the finished picture."""
        self.ink.block(self.box, GROUND)
        self._head()
        self._levels()
        self._turns() if self.curves.turns else self._steps()
        order = sorted(range(len(self.looks)), key=lambda n: self.looks[n].leads)
        for number in order:
            self._line(number)
        for number in order:
            self._cross(number)
        self._names()
        return self.ink

    def x(self, x: float) -> float:
        """Return the pixel position of an x of the curves."""
        return self.box.x0 + x / self.curves.end * self.box.width

    def y(self, total: float) -> float:
        """Return the pixel position of a total."""
        low, high = self.scale.bottom(), self.scale.top()
        return self.box.y0 + (self.scale.height(total) - low) / (high - low) * self.box.height

    def place(self, number: int, x: float, total: int) -> Point:
        """Return the pixel position of a line's point, shifted a little if others have the same total."""
        shift = (len(self.looks) - 1 - 2 * number) / 2 * EQUAL_TOTALS_OFFSET if self.distinct else 0.0
        return self.x(x), self.y(total) + shift

    def last(self, number: int) -> Point:
        """Return the pixel position of a line's end."""
        line = self.curves.lines[number]
        return self.place(number, line.end, line.total)

    def _head(self) -> None:
        heading = self.curves.heading
        for line, name in zip(self.curves.lines, self.names, strict=True):
            if drawable(line.name) != line.name:
                heading = heading.replace(line.name, name)
        heading = drawable(heading)
        room, width = WIDTH - 1.5 * LEFT, self.ink.extent(heading, (0, 0), HEADING).width
        self.ink.write(heading, (LEFT, HEIGHT - 66), TEXT, HEADING * min(1.0, room / width), bold=True)
        if drawable(self.curves.about) == self.curves.about:
            self.ink.write(self.curves.about, (LEFT, HEIGHT - 118), QUIET, ABOUT)

    def _levels(self) -> None:
        """Draw lines at round totals."""
        round_ones = MaxNLocator(nbins=6, integer=True, steps=[1, 2, 5, 10]).tick_values(0, self.scale.usual)
        for total in self.scale.ticks([float(one) for one in round_ones]):
            y = self.y(total)
            color, width = (QUIET, 1.2) if total == 0 else (GRID, 0.7)
            self.ink.line([(self.box.x0, y), (self.box.x1, y)], color, width)
            self.ink.write(short_total(total), (LEFT - 16, y), QUIET, SCALE, anchor="right")

    def _across(self, numbers: Sequence[tuple[float, int]]) -> None:
        """Write the unit of x, and numbers below the curves, each centered on its x in pixels."""
        unit = drawable(self.curves.unit)
        size = SCALE * min(1.0, MAX_UNIT / max(1.0, self.ink.extent(unit, (0, 0), SCALE).width))
        self.ink.write(unit, (LEFT - 16, NUMBERS), QUIET, size, anchor="right")
        for x, number in numbers:
            self.ink.write(str(number), (x, NUMBERS), QUIET, SCALE, anchor="center")

    def _steps(self) -> None:
        last = int(self.curves.end)
        every = self._every(last)
        self._across([(self.x(n), n) for n in range(every, last + 1, every)])

    def _every(self, last: int) -> int:
        """Return the smallest step between labels at which they fit, including the last one."""
        room = DIGIT * (len(str(last)) + 1)
        return next(n for n in TICK_STEPS if n * self.box.width / self.curves.end >= room)

    def _turns(self) -> None:
        """Draw the beginnings of turns, their numbers, and a strip below with their players."""
        marks = self.curves.turns
        wide = self.box.width / self.curves.end
        every = self._every(max(mark.number for mark in marks))
        spans = list(zip(marks, [*(mark.at for mark in marks[1:]), self.curves.end], strict=True))
        numbered = [(mark, end) for mark, end in spans if every == 1 or mark.number % every == 0]
        if len(numbered) > 1 and numbered[-1][1] - numbered[-1][0].at < 0.6:
            del numbered[-1]  # the last turn was short, so its number would touch the one before
        self._across([(self.x((mark.at + end) / 2), mark.number) for mark, end in numbered])
        for mark, _ in spans if wide >= LINED else numbered:
            self._upright(mark.at)
        for x in self.curves.restarts:
            self._upright(x, QUIET)
        for mark, end in spans if wide >= STRIPPED and self.distinct else ():
            if mark.line is not None:
                x0, x1 = self.x(mark.at), max(self.x(end) - 2, self.x(mark.at) + 1)
                top = self.box.y0 - 6
                self.ink.block(Bbox.from_extents(x0, top - STRIP, x1, top), self.looks[mark.line].color)

    def _upright(self, x: float, color: str = GRID) -> None:
        self.ink.line([(self.x(x), self.box.y0), (self.x(x), self.box.y1)], color, 0.7)

    def _line(self, number: int) -> None:
        look = self.looks[number]
        corners = self._corners(number)
        if not look.leads:
            self.ink.line(corners, look.color, 1.1, alpha=0.55)
            return
        if look.dashes:
            self.ink.line(corners, look.color, 1.2, alpha=0.5)
        width = 3.4 if self.curves.lines[number].fate is Fate.WON else 2.6
        self.ink.line(corners, look.color, width, dashes=look.dashes)
        marked: list[Point] = []
        for x, total in self.curves.lines[number].points:
            at = self.place(number, x, total)
            if not marked or at[0] - marked[-1][0] >= BETWEEN_MARKERS:
                marked.append(at)
        self.ink.marks(marked, look.marker, 7, look.color, PAPER, 0.8)

    def _cross(self, number: int) -> None:
        """Draw a cross where a line ends because its players lost or left."""
        look = self.looks[number]
        if self.curves.lines[number].fate in (Fate.OUT, Fate.LOST):
            size, width = (11, 2.8) if look.leads else (8, 2.0)
            self.ink.marks([self.last(number)], "x", size, PAPER, PAPER, 2 * width)
            self.ink.marks([self.last(number)], "x", size, look.color, look.color, width)

    def _names(self) -> None:
        """Write names at the ends of lines: in a column at the right, or beside lines that end earlier."""
        ends = [self.last(n) for n in self.column]
        wanted = [
            (self.title(n), y, self.looks[n].color) for n, (_, y) in zip(self.column, ends, strict=True)
        ]
        heights = self.labels.column(self.box.x1 + GAP - 14, wanted, self.box.y0, self.box.y1)
        for n, end, height in zip(self.column, ends, heights, strict=True):
            tip = self.box.x1 + GAP - 20, height
            self.ink.line([end, tip], self.looks[n].color, 1.0, alpha=0.6)
        gone = [
            n for n, line in enumerate(self.curves.lines) if line.fate is Fate.OUT and n not in self.column
        ]
        for n in gone:
            self.labels.keep_free(self.last(n))
        crossed = [point for n in range(len(self.looks)) for point in _along(self._corners(n))]
        for n in sorted(gone, key=lambda n: (not self.looks[n].leads, -self.curves.lines[n].end)):
            look = self.looks[n]
            size, crossings = (LABEL_SIZE, None) if look.leads else (CROWD, MAX_CROSSED)
            self.labels.beside(self.names[n], self.last(n), look.color, size, self.box, crossed, crossings)

    def _corners(self, number: int) -> list[Point]:
        """Return a line's path: level until the next total, then straight up or down to it."""
        line = self.curves.lines[number]
        steps = [*line.points, (line.end, line.total)]
        corners = [steps[0]]
        for (_, total), (x, next_total) in pairwise(steps):
            corners += [(x, total), (x, next_total)]
        return [self.place(number, x, total) for x, total in corners]


def _along(corners: Sequence[Point]) -> Iterator[Point]:
    for (x, y), (next_x, next_y) in pairwise(corners):
        count = int(max(abs(next_x - x), abs(next_y - y)) // SAMPLE) + 1
        for n in range(count):
            yield x + (next_x - x) * n / count, y + (next_y - y) * n / count


def short_total(total: int) -> str:
    """Return a total in a few characters."""
    return formatting.short(total, MAX_DIGITS)


def draw_curves(curves: LifeCurves) -> bytes:
    """Return the picture of curves as a PNG."""
    return LifePicture(curves).draw().png()
