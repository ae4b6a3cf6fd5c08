"""The color, dashes and marker of each line in a life chart. For workers only."""

from msgspec import Struct

from cogs.drawing.style import (
    COLORED_LEADERS,
    CROWD_COLOR,
    DASHES,
    LABEL_NAME_LENGTH,
    MAX_DISTINCT_LINES,
    PLOT_MARKERS,
    drawable,
)
from cogs.drawing.truncate import truncate
from cogs.summary.curves import Fate, LifeCurves, LifeLine
from cogs.summary.palette import PALETTE


class LineStyle(Struct, frozen=True):
    """The style of one line; ``leads``: whether it stands out from a crowd."""

    color: str
    dashes: tuple[float, ...] = ()
    marker: str = ""
    leads: bool = True


def looks(curves: LifeCurves) -> list[LineStyle]:
    """Return a style for every line: color, dashes and marker differ.

    The color is that of the seat's number, as on pages; of a crowd, leaders from the eleventh seat on
    get one that no other leader has.
    """
    leading = sorted(_leading(curves))
    numbers = {number: number for number in leading if number < len(PALETTE)}
    free = iter(color for color in range(len(PALETTE)) if color not in numbers)
    numbers |= {number: next(free) for number in leading if number >= len(PALETTE)}
    return [
        _style(numbers[n]) if n in numbers else LineStyle(CROWD_COLOR, leads=False)
        for n in range(len(curves.lines))
    ]


def _style(number: int) -> LineStyle:
    color = PALETTE[number].dark
    return LineStyle(color, DASHES[number % len(DASHES)], PLOT_MARKERS[number % len(PLOT_MARKERS)])


def _leading(curves: LifeCurves) -> set[int]:
    """Return the main lines: all if there are few, else the winners' or the highest at the end."""
    if len(curves.lines) <= MAX_DISTINCT_LINES:
        return set(range(len(curves.lines)))

    def place(number: int) -> tuple[bool, float, int]:
        line = curves.lines[number]
        return line.fate is not Fate.WON, -line.end, -line.total

    return set(sorted(range(len(curves.lines)), key=place)[:COLORED_LEADERS])


def legible(line: LifeLine, number: int) -> str:
    """Return a name's drawable letters; a number if it has none."""
    return truncate(drawable(line.name), LABEL_NAME_LENGTH) or f"No. {number + 1}"
