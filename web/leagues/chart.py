"""Points over a season as SVG, in the colors of the page."""

from collections.abc import Sequence

from cogs.text.formatting import day_of_year
from cogs.text.language import numeral
from cogs.text.leagues import text
from rules.leagues.story import StoryWeek
from web.leagues.results import date_of
from web.watch.chart import (
    BOTTOM,
    CURVE_NAME_LENGTH,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Chart,
    Curve,
    ScaleLine,
    ToPixels,
    spread_labels,
)

LEVELS, DATES = 5, 4
"""The approximate numbers of totals and dates beside the picture."""
AXIS_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def points_chart(names: Sequence[str], weeks: Sequence[StoryWeek]) -> Chart | None:
    """Return the points of these players at the end of each week; the weeks must include them.

    None before the second week, or without players.
    """
    if len(weeks) < 2 or not names:
        return None
    totals = [float(points) for week in weeks for points in week.watched]
    low, high = min(0.0, *totals), max(1.0, *totals)
    first, last = weeks[0].ends, weeks[-1].ends
    across, up = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(when: float) -> float:
        return round(LEFT + (when - first) / (last - first) * across, 1)

    def y(total: float) -> float:
        return round(HEIGHT - BOTTOM - (total - low) / (high - low) * up, 1)

    dated = weeks[:: max(1, -(-len(weeks) // DATES))]
    curves = [_curve(index, name, weeks, x, y) for index, name in enumerate(names)]
    return Chart(
        *(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM),
        levels=tuple(ScaleLine(y(level), numeral(level)) for level in _levels(low, high)),
        turns=tuple((x(week.ends), day_of_year(date_of(week.ends))) for week in dated),
        curves=tuple(spread_labels(curves)),
    )


def _levels(low: float, high: float) -> list[int]:
    step = next((one for one in AXIS_STEPS if (high - low) / one <= LEVELS), AXIS_STEPS[-1])
    return [n for n in range(int(low // step) * step, int(high) + 1, step) if n >= low]


def _curve(index: int, name: str, weeks: Sequence[StoryWeek], x: ToPixels, y: ToPixels) -> Curve:
    points = [(x(week.ends), y(float(week.watched[index]))) for week in weeks]
    path = "L".join(f"{across} {up}" for across, up in points)
    shown = name if len(name) <= CURVE_NAME_LENGTH else f"{name[: CURVE_NAME_LENGTH - 1]}…"
    across, up = points[-1]
    return Curve(f"c{index}", f"M{path}", across, up, f"{shown} {text.points(weeks[-1].watched[index])}", up)
