"""A picture of trends as data, and its description for people who can't see it."""

from collections.abc import Sequence

from msgspec import Struct

from cogs.drawing.grid import GRID_DESCRIPTION_LIMIT
from cogs.drawing.truncate import truncate
from cogs.text.language import tr


class Trend(Struct, frozen=True):
    """One player's line: (x, y) in the order of x."""

    name: str
    points: tuple[tuple[float, float], ...]


class Trends(Struct, frozen=True, kw_only=True):
    """Several lines over time. ``ticks`` are the labels below with their positions. ``steps``: a value
    holds until the next one."""

    heading: str
    about: str
    lines: tuple[Trend, ...]
    ticks: tuple[tuple[float, str], ...]
    steps: bool = False


def described(trends: Trends) -> str:
    """Return a picture's description: each line's start, highest, lowest and end."""
    lines = sorted(trends.lines, key=lambda one: -one.points[-1][1])
    return truncate(" ".join([f"{trends.heading}.", *map(_line, lines)]), GRID_DESCRIPTION_LIMIT)


def _line(line: Trend) -> str:
    values: Sequence[float] = [y for _, y in line.points]
    return tr(
        "{name}: from {first} to {last}, high {most}, low {least}.",
        name=line.name,
        first=round(values[0]),
        last=round(values[-1]),
        most=round(max(values)),
        least=round(min(values)),
    )
