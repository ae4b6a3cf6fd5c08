"""Heights for life totals: a few huge or negative ones must not flatten all the others."""

import math
from collections.abc import Sequence

from cogs.summary.curves import LifeCurves

HUGE = 2.5
"""How many times higher than the usual totals one has to be before its scale is compressed."""
ABOVE = 0.4
"""The space for compressed totals, relative to that for the usual ones."""
BELOW = 0.12
"""The slope below 0: parts of the usual totals per factor of e."""


class Scale:
    """A monotonic function from totals to heights: linear from 0 to ``usual``, compressed beyond."""

    def __init__(self, curves: LifeCurves) -> None:
        totals = [total for line in curves.lines for _, total in line.points]
        self.most, self.least = max(totals), min(0, *totals)
        highest = sorted(max(total for _, total in line.points) for line in curves.lines)
        start = max(line.points[0][1] for line in curves.lines)
        usual = max(start, highest[(len(highest) - 1) // 2], 1)
        self.usual = float(self.most if self.most <= HUGE * usual else 1.2 * usual)
        self._bend = self._bend_for(ABOVE * self.usual)

    def _bend_for(self, room: float) -> float:
        """Return how much to compress so that the highest total needs no more than this room above the
        usual."""
        over, low, high = self.most - self.usual, 1e-6, float(self.most) + 1
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if middle * math.log1p(over / middle) > room else (middle, high)
        return low

    def height(self, total: float) -> float:
        """Return the height of a total."""
        if total < 0:
            return -BELOW * self.usual * math.log1p(-total / (BELOW * self.usual))
        if total <= self.usual:
            return total
        return self.usual + self._bend * math.log1p((total - self.usual) / self._bend)

    def bottom(self) -> float:
        """Return the picture's lower end, with a margin below the lowest total."""
        return self.height(self.least) - 0.045 * (self.height(self.most) - self.height(self.least))

    def top(self) -> float:
        """Return the picture's upper end."""
        return self.height(self.most) + 0.06 * (self.height(self.most) - self.height(self.least))

    def ticks(self, usual: Sequence[float]) -> list[int]:
        """Return the totals to mark: the usual ones first, then round ones, not too close to each other."""
        found = [int(tick) for tick in usual if 0 <= tick <= self.usual]
        apart = 0.08 * (self.top() - self.bottom())
        for exponent in range(2, 7):
            tick = 10**exponent
            if self.usual < tick <= self.most and self.height(tick) - self.height(found[-1]) > apart:
                found.append(tick)
        return found
