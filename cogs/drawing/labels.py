"""Positions of names in a picture, beside their lines and without overlaps."""

from collections.abc import Sequence

from matplotlib.transforms import Bbox

from cogs.drawing.ink import DPI, Anchor, Ink, Point

LABEL_SIZE = 12.5
"""The size in points: on a phone, which shows the picture at a third, as large as Discord's small print."""
LABEL_SPACING = LABEL_SIZE * DPI / 72 * 1.22
"""Pixels between the names in a column."""
LABEL_PLACES = (
    (14, 16),
    (-14, 16),
    (14, -16),
    (-14, -16),
    (0, 30),
    (0, -30),
    (14, 48),
    (-14, 48),
    (0, 64),
    (0, 96),
)
"""Positions of a name around its point, in pixels, best first."""
POINT = 12
"""Pixels around a point that its name leaves free."""


class Labels:
    """Draws names, and knows the used areas."""

    def __init__(self, ink: Ink) -> None:
        self._ink = ink
        self._taken: list[Bbox] = []

    def column(
        self, x: float, wanted: Sequence[tuple[str, float, str]], low: float, high: float
    ) -> list[float]:
        """Draw (text, height, color) in a column at x, each as near to its height as possible.

        Return the heights.
        """
        order = sorted(range(len(wanted)), key=lambda index: -wanted[index][1])
        heights = spread_heights([wanted[index][1] for index in order], LABEL_SPACING, low, high)
        placed = dict(zip(order, heights, strict=True))
        for index, (text, _, color) in enumerate(wanted):
            self._write(text, (x, placed[index]), "left", color, LABEL_SIZE)
        return [placed[index] for index in range(len(wanted))]

    def beside(
        self,
        text: str,
        at: Point,
        color: str,
        size: float,
        within: Bbox,
        lines: Sequence[Point],
        most: int | None = None,
    ) -> None:
        """Draw a text near a point, inside a box, without covering other texts and with few points of lines.

        It is omitted if it would cover more than ``most`` points.
        """
        best: tuple[int, Point, Anchor] | None = None
        for rank, (right, up) in enumerate(LABEL_PLACES):
            anchor: Anchor = "center" if right == 0 else "left" if right > 0 else "right"
            place = at[0] + right, at[1] + up
            box = self._ink.extent(text, place, size, anchor=anchor)
            if not _holds(within, box) or any(box.overlaps(other) for other in self._taken):
                continue
            hidden = sum(box.contains(x, y) for x, y in lines)
            if most is not None and hidden > most:
                continue
            cost = rank + hidden
            if best is None or cost < best[0]:
                best = cost, place, anchor
        if best is not None:
            self._write(text, best[1], best[2], color, size)

    def keep_free(self, at: Point) -> None:
        """Keep labels off a point."""
        self._taken.append(Bbox.from_bounds(at[0] - POINT, at[1] - POINT, 2 * POINT, 2 * POINT))

    def _write(self, text: str, at: Point, anchor: Anchor, color: str, size: float) -> None:
        self._taken.append(self._ink.extent(text, at, size, anchor=anchor))
        self._ink.write(text, at, color, size, anchor=anchor, bold=True, stroke=True)


def spread_heights(wanted: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """Return heights from the highest down, at least a step apart, moved as little as possible.

    They are closer only if there is no room. Neighbors that would touch become a block around the mean of
    their wanted heights.
    """
    step = min(step, (high - low) / max(1, len(wanted) - 1))
    blocks: list[list[float]] = []
    for height in wanted:
        blocks.append([height])
        while len(blocks) > 1 and _touch(blocks[-2], blocks[-1], step, low, high):
            lower = blocks.pop()
            blocks[-1] += lower
    return [_top(block, step, low, high) - n * step for block in blocks for n in range(len(block))]


def _touch(upper: Sequence[float], lower: Sequence[float], step: float, low: float, high: float) -> bool:
    return _top(lower, step, low, high) > _top(upper, step, low, high) - len(upper) * step


def _top(block: Sequence[float], step: float, low: float, high: float) -> float:
    """Return the height of a block's first member, with the whole block within bounds.

    ``block`` has the wanted heights of its members; the first one's is their mean, minus their offsets in
    the block.
    """
    wishes = [height + n * step for n, height in enumerate(block)]
    length = (len(block) - 1) * step
    return min(high, max(low + length, sum(wishes) / len(wishes)))


def _holds(outer: Bbox, inner: Bbox) -> bool:
    across = outer.x0 <= inner.x0 and inner.x1 <= outer.x1
    return across and outer.y0 <= inner.y0 and inner.y1 <= outer.y1
