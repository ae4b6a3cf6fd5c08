"""What a result is worth, as data."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct, field


class Share(StrEnum):
    """What those who draw get."""

    POINTS = "points"
    """A fixed number of points each."""
    SPLIT = "split"
    """The points of a win, divided among them."""
    REPLAY = "replay"
    """Nothing: the game is played anew and this one doesn't count."""


class DrawRule(Struct, frozen=True, kw_only=True):
    """What one kind of draw is worth."""

    share: Share = Share.POINTS
    points: Fraction = Fraction(1)
    """For `Share.POINTS`."""


class Draws(Struct, frozen=True, kw_only=True):
    """What each kind of draw is worth."""

    simultaneous: DrawRule = DrawRule()
    time: DrawRule = DrawRule()
    agreed: DrawRule = DrawRule()
    effect: DrawRule = DrawRule()


class Extras(Struct, frozen=True, kw_only=True):
    """Points on top, for what happened in a game; negative ones take away."""

    first_blood: Fraction = Fraction(0)
    """Putting out the first player who goes."""
    kill: Fraction = Fraction(0)
    """Each opponent whom one puts out."""
    commander_kill: Fraction = Fraction(0)
    """On top for each of those who goes by commander damage (704.6c)."""
    other_kill: Fraction = Fraction(0)
    """On top for each of those who are known to go neither by commander damage nor for want of life."""
    self_kill: Fraction = Fraction(0)
    """Putting oneself out."""
    awards: Mapping[str, Fraction] = field(default_factory=dict[str, Fraction])
    """The league's achievements by their names."""


class Stake(Struct, frozen=True, kw_only=True):
    """Everybody stakes a share of their points on each game, and the winners take what the others staked."""

    start: Fraction = Fraction(1000)
    share: Fraction = Fraction(7, 100)
    seats: tuple[Fraction, ...] = ()
    """How much of the share each seat stakes, first seat first; 1 where the list ends or no seat is known."""


class Scoring(Struct, frozen=True, kw_only=True):
    """How a league counts. All numbers are points for every member of a side."""

    win: Fraction = Fraction(3)
    """Sides that win together share these points equally, as those who share a place do."""
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(3)
    draws: Draws = Draws()
    places: tuple[Fraction, ...] = ()
    """Points by place instead of `win` and `loss`; the last one stands for all places after it.

    Those who share a place share the points of the places that they fill."""
    places_from_last: bool = False
    """`places` begins with the last place, so that it says what each beaten side is worth."""
    extras: Extras = Extras()
    stake: Stake | None = None
    """Instead of everything above but `draws`: points go from the losers to the winners."""
