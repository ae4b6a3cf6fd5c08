"""Life totals over a game as SVG, in the colors of the page."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cogs.summary.curves import FATE_MARKS, LifeCurves, LifeLine
from cogs.summary.palette import PALETTE
from cogs.summary.scale import Scale
from cogs.text.language import numeral

WIDTH, HEIGHT = 640.0, 280.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 128.0, 12.0, 28.0
"""The room around the curves; the names stand at the right."""
LEVELS, TURNS = 5, 12
"""About how many totals, and turns, have a line."""
ROUND_STEPS = (1, 2, 5, *(n * 10**zeros for zeros in range(5) for n in (10, 20, 25, 50)))
MAX_POINTS_DRAWN = 600
"""Changes drawn at most, of all lines together; of those that would stand on each other, the last."""
NAME_DISTANCE = 17.0
"""Between the names of two lines."""
CURVE_NAME_LENGTH = 12
"""Letters of a name."""


ToPixels = Callable[[float], float]
"""From a moment or a total to where it is in the picture."""


class ScaleLine(Struct, frozen=True):
    """A horizontal line with its label."""

    y: float
    text: str


class Curve(Struct, frozen=True):
    """A life total: the path of its line, and its name beside the end."""

    style: str
    path: str
    x: float
    y: float
    label: str
    label_y: float


class Chart(Struct, frozen=True):
    """The contents of the picture, in its own units; ``turns`` may be dates."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    levels: tuple[ScaleLine, ...]
    turns: tuple[tuple[float, int | str], ...]
    curves: tuple[Curve, ...]


def chart(curves: LifeCurves) -> Chart | None:
    """Return the picture of some curves; None if no total has changed."""
    if curves.flat:
        return None
    scale = Scale(curves)
    low, high = scale.bottom(), scale.top()
    across, up = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(at: float) -> float:
        return round(LEFT + at / curves.end * across, 1)

    def y(total: float) -> float:
        return round(HEIGHT - BOTTOM - (scale.height(total) - low) / (high - low) * up, 1)

    column = curves.end / max(1, MAX_POINTS_DRAWN // len(curves.lines))
    drawn = [_curve(number, line, x, y, column) for number, line in enumerate(curves.lines)]
    every = _step(len(curves.turns), TURNS)
    return Chart(
        *(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM),
        levels=tuple(ScaleLine(y(total), str(total)) for total in scale.ticks([*_levels(scale)])),
        turns=tuple((x(turn.at), turn.number) for turn in curves.turns if not turn.number % every),
        curves=tuple(spread_labels(drawn)),
    )


def _curve(number: int, line: LifeLine, x: ToPixels, y: ToPixels, column: float) -> Curve:
    """Return a line with at most one change in each column, which is so many moments wide.

    Lines without a seat's color have no name either: they are a crowd.
    """
    first, *changes = line.points
    apart = {at // column: (at, total) for at, total in changes}
    path = [f"M{x(first[0])} {y(first[1])}", *(f"H{x(at)}V{y(total)}" for at, total in apart.values())]
    path.append(f"H{x(line.end)}")
    named = number < len(PALETTE)
    name = line.name if len(line.name) <= CURVE_NAME_LENGTH else f"{line.name[: CURVE_NAME_LENGTH - 1]}…"
    end_y = y(line.total)
    return Curve(
        style=f"c{number}" if named else "crowd",
        path="".join(path),
        x=x(line.end),
        y=end_y,
        label=f"{FATE_MARKS[line.fate]}{name} {numeral(line.total)}" if named else "",
        label_y=end_y,
    )


def _levels(scale: Scale) -> Iterator[float]:
    step = next((one for one in ROUND_STEPS if scale.usual / one <= LEVELS), ROUND_STEPS[-1])
    return (float(one) for one in range(0, int(scale.usual) + 1, step))


def _step(count: int, most: int) -> int:
    return next((one for one in ROUND_STEPS if count / one <= most), ROUND_STEPS[-1])


def spread_labels(curves: Sequence[Curve]) -> Iterator[Curve]:
    """Return the curves with their labels apart, all inside the picture."""
    named = sorted((one for one in curves if one.label), key=lambda one: one.y)
    places = list[float]()
    for number, one in enumerate(named):
        least = TOP if not number else places[-1] + NAME_DISTANCE
        places.append(max(least, one.y))
    most = HEIGHT - BOTTOM
    for number in reversed(range(len(places))):
        places[number] = min(places[number], most)
        most = places[number] - NAME_DISTANCE
    where = {one.style: place for one, place in zip(named, places, strict=True)}
    return (replace(one, label_y=round(where.get(one.style, one.y), 1)) for one in curves)
