"""The color, dashes and marker of each line in a life chart. For workers only."""

from collections import Counter

from msgspec import Struct

from cogs.drawing.style import (
    COLORED_LEADERS,
    COLORS,
    CROWD,
    DASHES,
    LABEL_NAME_LENGTH,
    MARKERS,
    MAX_DISTINCT_LINES,
    drawable,
)
from cogs.drawing.truncate import truncate
from cogs.summary.curves import Fate, LifeCurves, LifeLine


class LineStyle(Struct, frozen=True):
    """The style of one line; ``leads`` unless it is one of a crowd."""

    color: str
    dashes: tuple[float, ...] = ()
    marker: str = ""
    leads: bool = True


def looks(curves: LifeCurves) -> list[LineStyle]:
    """Return a style for every line: color, dashes and marker differ, and teammates share a color."""
    sizes = Counter(line.group for line in curves.lines)
    teams = max(sizes.values()) > 1
    leading = _leading(curves)
    found: list[LineStyle] = []
    seen: Counter[int] = Counter()
    for number, line in enumerate(curves.lines):
        if number not in leading:
            found.append(LineStyle(COLORS[line.group % len(COLORS)] if teams else CROWD, leads=False))
            continue
        color = line.group if teams else len(found) if len(leading) == len(curves.lines) else seen.total()
        style = seen[line.group] if teams else seen.total()
        seen[line.group] += 1
        dashes = DASHES[style % len(DASHES)]
        found.append(LineStyle(COLORS[color % len(COLORS)], dashes, MARKERS[style % len(MARKERS)]))
    return found


def _leading(curves: LifeCurves) -> set[int]:
    """Return the main lines: all if there are few, else the winners' or the highest at the end."""
    if len(curves.lines) <= MAX_DISTINCT_LINES:
        return set(range(len(curves.lines)))

    def place(number: int) -> tuple[bool, float, int]:
        line = curves.lines[number]
        return line.fate is not Fate.WON, -line.end, -line.total

    return set(sorted(range(len(curves.lines)), key=place)[:COLORED_LEADERS])


def legible(line: LifeLine, number: int) -> str:
    """Return a name in drawable letters; a number if it has none."""
    return truncate(drawable(line.name), LABEL_NAME_LENGTH) or f"No. {number + 1}"
