"""A picture of life totals as plain values, for the process that draws it."""

from enum import StrEnum

from msgspec import Struct


class Fate(StrEnum):
    """The end of a line: it continues, its players left before the end, or the game ended for them."""

    PLAYING = "playing"
    OUT = "out"
    WON = "won"
    LOST = "lost"
    DRAW = "draw"


FATE_MARKS = {Fate.WON: "★ ", Fate.OUT: "✕ ", Fate.LOST: "✕ ", Fate.DRAW: "", Fate.PLAYING: ""}
"""The signs of fates beside names in pictures."""


class LifeLine(Struct, frozen=True, kw_only=True):
    """One life total over the game, a player's or a team's: the one of ``holder``, whatever it is called.

    ``points`` are (x, total): the total is this one from x on, up to ``end`` at most. Lines of one
    ``group``, a team or a player alone, win and lose together. ``why`` and ``turn`` say how and in which turn
    its players left.
    """

    name: str
    group: int
    points: tuple[tuple[float, int], ...]
    end: float
    fate: Fate = Fate.PLAYING
    why: str = ""
    turn: int = 0
    holder: str = ""

    @property
    def total(self) -> int:
        """The last total."""
        return self.points[-1][1]


class TurnMark(Struct, frozen=True, kw_only=True):
    """The beginning of a turn, its number, and the line of its player, the first one for a team of several
    lines; None if several turns run at once."""

    at: float
    number: int
    line: int | None


class LifeCurves(Struct, frozen=True, kw_only=True):
    """Every life total over a game. ``turns`` is empty when x counts steps because no turn was passed.

    ``unit``: the unit of x, in words.
    """

    heading: str
    about: str
    lines: tuple[LifeLine, ...]
    end: float
    over: bool
    unit: str = ""
    turns: tuple[TurnMark, ...] = ()
    restarts: tuple[float, ...] = ()

    @property
    def flat(self) -> bool:
        """Whether no total has ever changed."""
        return all(total == line.total for line in self.lines for _, total in line.points)
