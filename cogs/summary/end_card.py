"""The contents of a finished game's picture as plain values, for the process that draws it."""

from msgspec import Struct

from cogs.drawing.facts import Fact
from cogs.summary.curves import Fate, LifeCurves


class CardPlayer(Struct, frozen=True, kw_only=True):
    """One player at the end of a game.

    ``line``: the number of their total in the curves, from which their color comes. ``about``: their team,
    role, commanders and bracket. ``identity``: the commanders' colors as letters of WUBRG, empty for
    colorless ones, None if they are unknown. ``ending``: when, by whom and how they were knocked out.
    """

    name: str
    line: int
    fate: Fate
    total: int
    about: str = ""
    identity: str | None = None
    ending: str = ""


class EndCard(Struct, frozen=True, kw_only=True):
    """A finished game. ``players``: sorted by who stayed longest; ``others``: the number of further
    players."""

    curves: LifeCurves
    players: tuple[CardPlayer, ...]
    others: str = ""
    facts: tuple[Fact, ...] = ()
